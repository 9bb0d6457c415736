import type { Command } from '@candor/kernel';
import type { Amount, Lots } from '@candor/money';
import { VENUES } from './market.ts';

export const BTC = 1001;
export const USDT = 1002;
export const ETH = 1003;
export const ASSETS = [BTC, USDT, ETH] as const;

export const HOUSES = [1, 2] as const;
export const USERS = [1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007] as const;
export const FIRST_MS = 1_700_006_385_000;
/** Times shortly before midnight at the end of a January, with and without a leap day to follow: terms end with months. */
export const MONTHS_END_MS = [
  Date.UTC(2024, 0, 29, 23, 59, 45),
  Date.UTC(2024, 0, 30, 23, 59, 45),
  Date.UTC(2026, 0, 29, 23, 59, 45),
] as const;

/** A spot symbol as it is listed, with what follows from that by hand. */
export interface SpotListing {
  readonly symbolId: number;
  readonly name: string;
  readonly base: number;
  readonly quote: number;
  readonly tickDecimal: string;
  readonly lotDecimal: string;
  /** Quote units of one tick times one lot, and base units of a lot: all assets have 8 decimals. */
  readonly quotePerTickLot: bigint;
  readonly basePerLot: bigint;
  readonly firstTicks: number;
  /** Lots of a usual order. */
  readonly usualLots: number;
}

export const SPOT: readonly SpotListing[] = [
  {
    symbolId: 1,
    name: 'BTCUSDT',
    base: BTC,
    quote: USDT,
    tickDecimal: '0.01',
    lotDecimal: '0.00001',
    quotePerTickLot: 10n,
    basePerLot: 1_000n,
    firstTicks: 6_000_000,
    usualLots: 5_000,
  },
  {
    symbolId: 2,
    name: 'ETHUSDT',
    base: ETH,
    quote: USDT,
    tickDecimal: '0.01',
    lotDecimal: '0.0001',
    quotePerTickLot: 100n,
    basePerLot: 10_000n,
    firstTicks: 300_000,
    usualLots: 10_000,
  },
  {
    symbolId: 3,
    name: 'ETHBTC',
    base: ETH,
    quote: BTC,
    tickDecimal: '0.00001',
    lotDecimal: '0.001',
    quotePerTickLot: 1n,
    basePerLot: 100_000n,
    firstTicks: 5_000,
    usualLots: 1_000,
  },
];

export const GENESIS = { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: 'ab' } as const;

const FUNDS: readonly (readonly [number, bigint])[] = [
  [BTC, 10_0000_0000n],
  [USDT, 500_000_0000_0000n],
  [ETH, 200_0000_0000n],
];

/** The house, its assets, venues and people, and their first funds. */
export function houseListing(): Command[] {
  const asset = (assetId: number, code: string): Command => ({
    type: 'listAsset',
    assetId,
    code,
    name: code,
    scale: 8,
  });
  return [
    asset(BTC, 'BTC'),
    asset(USDT, 'USDT'),
    asset(ETH, 'ETH'),
    ...VENUES.map(
      (venueId): Command => ({
        type: 'setVenue',
        venueId,
        name: `venue ${venueId}`,
        weightPpm: venueId === 1 ? 500_000 : 250_000,
      }),
    ),
    ...HOUSES.map((id): Command => ({ type: 'openAccount', accountUserId: id, kind: 'house' })),
    ...USERS.map((id): Command => ({ type: 'openAccount', accountUserId: id, kind: 'user' })),
    ...[...HOUSES, ...USERS].flatMap((id) =>
      // Every second user is poor.
      FUNDS.map(([assetId, amount]) => fund(id, assetId, id > 1000 && id % 2 === 1 ? amount / 500n : amount)),
    ),
  ];
}

export function fund(accountUserId: number, assetId: number, amount: bigint): Command {
  return { type: 'practiceFunds', accountUserId, assetId, amount: amount as Amount };
}

export function listSpot(symbol: SpotListing, priceBandPpm: number): Command {
  return {
    type: 'listSymbol',
    symbolId: symbol.symbolId,
    name: symbol.name,
    baseAssetId: symbol.base,
    quoteAssetId: symbol.quote,
    tickDecimal: symbol.tickDecimal,
    lotDecimal: symbol.lotDecimal,
    minNotional: 1_000n as Amount,
    maxLots: 100_000_000 as Lots,
    maxOpenOrders: 20,
    priceBandPpm,
  };
}
