import type { Command } from '@candor/kernel';
import type { Amount, Lots } from '@candor/money';
import { LIST } from '../perpetual/stage.ts';

export const COIN = 100_000_000n;
export const BTC = 1001;
export const USDT = 1002;
export const ASSETS = [BTC, USDT];
export const SYMBOL = 1;
export const PERPETUAL = 101;
export const MAKER = 1;
export const USERS = [1000, 1001, 1002];

const amount = (units: bigint) => units as Amount;
const funds = (accountUserId: number, assetId: number, units: bigint): Command => ({
  type: 'practiceFunds',
  accountUserId,
  assetId,
  amount: amount(units),
});
const lend = (assetId: number, haircutPpm: number): Command => ({
  type: 'setMarginAsset',
  assetId,
  borrowable: true,
  hourlyRatePpb: 12_345,
  haircutPpm,
  maxBorrow: amount(1_000_000n * COIN),
});

/** Bitcoin against Tether in all products. */
export const SETUP: readonly Command[] = [
  { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: null },
  { type: 'listAsset', assetId: BTC, code: 'BTC', name: 'Bitcoin', scale: 8 },
  { type: 'listAsset', assetId: USDT, code: 'USDT', name: 'Tether', scale: 8 },
  {
    type: 'listSymbol',
    symbolId: SYMBOL,
    name: 'BTCUSDT',
    baseAssetId: BTC,
    quoteAssetId: USDT,
    tickDecimal: '0.01',
    lotDecimal: '0.00001',
    minNotional: amount(COIN),
    maxLots: 1_000_000_000 as Lots,
    maxOpenOrders: 20,
    priceBandPpm: 400_000,
  },
  { type: 'setFees', makerPpm: 1_000, takerPpm: 3_000 },
  { type: 'setVenue', venueId: 1, name: 'Venue', weightPpm: 1_000_000 },
  { ...LIST, symbolId: PERPETUAL, indexSymbolId: SYMBOL },
  { type: 'openAccount', accountUserId: MAKER, kind: 'house' },
  ...USERS.map((accountUserId): Command => ({ type: 'openAccount', accountUserId, kind: 'user' })),
  ...[MAKER, ...USERS].flatMap((user) => [
    funds(user, BTC, 10n * COIN),
    funds(user, USDT, 50_000n * COIN + 7n),
  ]),
  { type: 'fundMarginPool', into: 'pool', assetId: BTC, amount: amount(5n * COIN) },
  { type: 'fundMarginPool', into: 'pool', assetId: USDT, amount: amount(60_000n * COIN) },
  { type: 'fundMarginPool', into: 'insurance', assetId: USDT, amount: amount(20n * COIN) },
  lend(BTC, 900_000),
  lend(USDT, 1_000_000),
  ...[0, SYMBOL].map(
    (symbolId): Command => ({
      type: 'setMarginTerms',
      symbolId,
      valueAssetId: USDT,
      maxLeverage: 5,
      transferPpm: 2_000_000,
      callPpm: 1_200_000,
      liquidationPpm: 1_100_000,
      saleBandPpm: 50_000,
    }),
  ),
  {
    type: 'setSecondsTerms',
    symbolId: SYMBOL,
    assetId: USDT,
    minQuantity: 1,
    maxQuantity: 500,
    formula: 1,
    periods: [{ periodS: 30, payoutPpm: 853_217 }],
  },
  ...[0, SYMBOL].map((symbolId): Command => ({ type: 'setExposureCap', symbolId, cap: amount(900n * COIN) })),
  { type: 'fundSecondsPool', assetId: USDT, amount: amount(600n * COIN + 3n), fromUserId: 0 },
  { type: 'enableSeconds', practice: true, countries: [] },
];
