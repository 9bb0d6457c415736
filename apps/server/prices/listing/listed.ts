/** A coin as a first start lists it. */
export interface ListedCoin {
  readonly code: string;
  readonly name: string;
  /** Price and quantity steps of its symbol against USDT: tick x lot is whole at the quote's 8 decimals. */
  readonly tick: string;
  readonly lot: string;
  /** The largest order, in base coins. */
  readonly maxQuantity: string;
  /** The house market maker's funding in practice mode, in base coins. */
  readonly houseFunding: string;
  /** Largest distance of a limit price from the index, in parts per million. */
  readonly bandPpm: number;
}

/** By how much is on offer near the index at the venues: 10 percent for the two deepest markets, 15 for the others. */
const DEEPEST_BAND_PPM = 100_000;
const BAND_PPM = 150_000;

export const QUOTE = { code: 'USDT', name: 'Tether', houseFunding: '60000000' } as const;
export const ASSET_SCALE = 8;

/** The ten coins that trade against USDT. Never reordered: a coin's place makes its ids. */
export const LISTED: readonly ListedCoin[] = [
  {
    code: 'BTC',
    name: 'Bitcoin',
    tick: '0.01',
    lot: '0.00001',
    maxQuantity: '100',
    houseFunding: '80',
    bandPpm: DEEPEST_BAND_PPM,
  },
  {
    code: 'ETH',
    name: 'Ethereum',
    tick: '0.01',
    lot: '0.0001',
    maxQuantity: '2000',
    houseFunding: '2500',
    bandPpm: DEEPEST_BAND_PPM,
  },
  {
    code: 'BNB',
    name: 'BNB',
    tick: '0.01',
    lot: '0.001',
    maxQuantity: '5000',
    houseFunding: '6000',
    bandPpm: BAND_PPM,
  },
  {
    code: 'SOL',
    name: 'Solana',
    tick: '0.01',
    lot: '0.001',
    maxQuantity: '50000',
    houseFunding: '45000',
    bandPpm: BAND_PPM,
  },
  {
    code: 'XRP',
    name: 'XRP',
    tick: '0.0001',
    lot: '0.1',
    maxQuantity: '2000000',
    houseFunding: '2500000',
    bandPpm: BAND_PPM,
  },
  {
    code: 'DOGE',
    name: 'Dogecoin',
    tick: '0.00001',
    lot: '1',
    maxQuantity: '20000000',
    houseFunding: '25000000',
    bandPpm: BAND_PPM,
  },
  {
    code: 'ADA',
    name: 'Cardano',
    tick: '0.0001',
    lot: '0.1',
    maxQuantity: '10000000',
    houseFunding: '9000000',
    bandPpm: BAND_PPM,
  },
  {
    code: 'AVAX',
    name: 'Avalanche',
    tick: '0.01',
    lot: '0.01',
    maxQuantity: '200000',
    houseFunding: '220000',
    bandPpm: BAND_PPM,
  },
  {
    code: 'LINK',
    name: 'Chainlink',
    tick: '0.01',
    lot: '0.01',
    maxQuantity: '200000',
    houseFunding: '220000',
    bandPpm: BAND_PPM,
  },
  {
    code: 'DOT',
    name: 'Polkadot',
    tick: '0.001',
    lot: '0.01',
    maxQuantity: '1500000',
    houseFunding: '1600000',
    bandPpm: BAND_PPM,
  },
];

/** Their symbols, such as BTCUSDT. */
export const LISTED_SYMBOLS: readonly string[] = LISTED.map(({ code }) => `${code}${QUOTE.code}`);
