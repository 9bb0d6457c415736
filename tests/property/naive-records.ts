export interface NaiveSymbol {
  readonly id: number;
  readonly base: number;
  readonly quote: number;
  /** Quote units of one tick for one lot, and base units of a lot. */
  readonly unit: bigint;
  readonly lot: bigint;
  readonly minNotional: bigint;
  readonly maxLots: bigint;
  readonly maxOpen: number;
  readonly band: bigint;
}

export interface NaiveOrder {
  id: number;
  user: number;
  symbol: number;
  buy: boolean;
  price: bigint;
  lots: bigint;
  left: bigint;
  spent: bigint;
  client: string | null;
  quote: boolean;
  postOnly: boolean;
  /** Number that orders it in its queue: later ones are higher. */
  place: number;
}

export interface NaiveTrade {
  price: bigint;
  lots: bigint;
  amount: bigint;
  maker: number;
  taker: number;
  makerFee: bigint;
  takerFee: bigint;
  makerPpm: bigint;
  takerPpm: bigint;
}

export interface NaivePlacement {
  symbol: number;
  buy: boolean;
  market: boolean;
  tif: 'GTC' | 'IOC' | 'FOK';
  postOnly: boolean;
  price: bigint | null;
  lots: bigint | null;
  amount: bigint | null;
  client: string | null;
}
