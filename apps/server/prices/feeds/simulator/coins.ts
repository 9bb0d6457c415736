/** Behaviour of a simulated coin against USDT. Its price is the one that it starts from, nobody's forecast. */
export interface CoinShape {
  readonly symbol: string;
  readonly price: number;
  /** Its price steps and quantity steps at every simulated venue. */
  readonly tick: string;
  readonly lot: string;
  /** Part of the whole market's move that it makes. */
  readonly beta: number;
  /** Standard deviation of a day's change of its own. */
  readonly ownDeviation: number;
  /** Base coins traded on a venue on an average day. */
  readonly dailyVolume: number;
  readonly tradesPerSecond: number;
  /** Average worth of one price level of a venue's book, in USDT. */
  readonly levelUsdt: number;
  /** Half of the least spread, as a part of the price. */
  readonly halfSpread: number;
}

export const COINS: readonly CoinShape[] = [
  coin('BTCUSDT', 75_780, '0.01', '0.00001', 0.9, 0.007, 18_000, 4, 42_000, 0.000001),
  coin('ETHUSDT', 2_253, '0.01', '0.0001', 1.15, 0.012, 340_000, 3, 31_000, 0.000004),
  coin('BNBUSDT', 617, '0.01', '0.001', 0.8, 0.011, 100_000, 1.2, 14_000, 0.00001),
  coin('SOLUSDT', 83, '0.01', '0.001', 1.3, 0.019, 2_500_000, 2, 15_000, 0.00002),
  coin('XRPUSDT', 1.369, '0.0001', '0.1', 1.05, 0.018, 74_000_000, 1.6, 14_000, 0.00003),
  coin('DOGEUSDT', 0.104, '0.00001', '1', 1.3, 0.024, 1_100_000_000, 1.4, 9_000, 0.00004),
  coin('ADAUSDT', 0.2446, '0.0001', '0.1', 1.15, 0.021, 120_000_000, 1, 7_000, 0.0001),
  coin('AVAXUSDT', 9.12, '0.01', '0.01', 1.25, 0.022, 2_200_000, 0.8, 6_000, 0.0003),
  coin('LINKUSDT', 9.11, '0.01', '0.01', 1.2, 0.02, 1_900_000, 0.8, 6_000, 0.0003),
  coin('DOTUSDT', 1.211, '0.001', '0.01', 1.15, 0.021, 6_000_000, 0.7, 5_000, 0.0003),
];

function coin(
  symbol: string,
  price: number,
  tick: string,
  lot: string,
  beta: number,
  ownDeviation: number,
  dailyVolume: number,
  tradesPerSecond: number,
  levelUsdt: number,
  halfSpread: number,
): CoinShape {
  return {
    symbol,
    price,
    tick,
    lot,
    beta,
    ownDeviation,
    dailyVolume,
    tradesPerSecond,
    levelUsdt,
    halfSpread,
  };
}
