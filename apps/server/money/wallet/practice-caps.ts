/** Most of a practice coin that a user may take in a UTC day: enough to trade for days, too little to corner a book. */
const caps: Readonly<Record<string, string>> = {
  USDT: '100000',
  BTC: '2',
  ETH: '30',
  BNB: '150',
  SOL: '500',
  XRP: '50000',
  DOGE: '300000',
  ADA: '100000',
  AVAX: '2500',
  LINK: '5000',
  DOT: '15000',
};

/** The daily cap of a coin as decimal text; null where none is given away. */
export function practiceCap(coin: string): string | null {
  return caps[coin] ?? null;
}
