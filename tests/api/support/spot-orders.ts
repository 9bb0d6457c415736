/** A limit order of BTC/USDT, by price and quantity in decimals. */
export const limit = (price: string, quantity: string) =>
  ({ symbol: 'BTC/USDT', type: 'limit', price, quantity }) as const;
