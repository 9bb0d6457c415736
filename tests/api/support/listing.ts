import type { Command } from '@candor/kernel';
import { type Amount, type Lots, type PriceTicks, toTicks } from '@candor/money';

export const BTC = 1001;
export const USDT = 1002;
export const ETH = 1003;
export const BTCUSDT = 1;
export const ETHUSDT = 2;
export const BTCPERP = 101;
export const HOUSE = 1;

export const BTC_STEPS = { tickDecimal: '0.01', lotDecimal: '0.00001' };
const ETH_STEPS = { tickDecimal: '0.01', lotDecimal: '0.0001' };

const units = (whole: number) => (BigInt(whole) * 100_000_000n) as Amount;
const ticks = (text: string, steps = BTC_STEPS) => toTicks(text, steps) as PriceTicks;

/** A small practice house: three assets, two markets, one venue and a funded market maker. */
export const bootstrap: readonly Command[] = [
  { type: 'listAsset', assetId: BTC, code: 'BTC', name: 'Bitcoin', scale: 8 },
  { type: 'listAsset', assetId: USDT, code: 'USDT', name: 'Tether', scale: 8 },
  { type: 'listAsset', assetId: ETH, code: 'ETH', name: 'Ether', scale: 8 },
  symbol(BTCUSDT, 'BTCUSDT', BTC, BTC_STEPS),
  symbol(ETHUSDT, 'ETHUSDT', ETH, ETH_STEPS),
  { type: 'setFees', makerPpm: 1000, takerPpm: 2000 },
  { type: 'setVenue', venueId: 1, name: 'Venue A', weightPpm: 1_000_000 },
  { type: 'openAccount', accountUserId: HOUSE, kind: 'house' },
  { type: 'practiceFunds', accountUserId: HOUSE, assetId: BTC, amount: units(1_000) },
  { type: 'practiceFunds', accountUserId: HOUSE, assetId: USDT, amount: units(100_000_000) },
  { type: 'practiceFunds', accountUserId: HOUSE, assetId: ETH, amount: units(10_000) },
  {
    type: 'listPerpetual',
    symbolId: BTCPERP,
    name: 'BTCUSDT-PERP',
    indexSymbolId: BTCUSDT,
    settleAssetId: USDT,
    tickDecimal: '0.01',
    lotDecimal: '0.001',
    minNotional: units(5),
    maxLots: 1_000_000 as Lots,
    maxOpenOrders: 50,
    priceBandPpm: 50_000,
    tiers: [
      { floorNotional: units(0), mmrPpm: 5_000, maxLeverage: 100 },
      { floorNotional: units(50_000), mmrPpm: 10_000, maxLeverage: 50 },
      { floorNotional: units(500_000), mmrPpm: 25_000, maxLeverage: 20 },
    ],
    fundingIntervalMs: 8 * 3_600_000,
    impactNotional: units(1_000),
    makerFeePpm: 200,
    takerFeePpm: 500,
    liquidationFeePpm: 5_000,
  },
  { type: 'fundInsurance', assetId: USDT, amount: units(10_000), fromUserId: 0 },
];

function symbol(symbolId: number, name: string, baseAssetId: number, steps: typeof BTC_STEPS): Command {
  return {
    type: 'listSymbol',
    symbolId,
    name,
    baseAssetId,
    quoteAssetId: USDT,
    ...steps,
    minNotional: units(5),
    maxLots: 1_000_000_000 as Lots,
    maxOpenOrders: 50,
    priceBandPpm: 200_000,
  };
}

/** The index at 50,000 for BTC, or where it is said, and at 2,500 for ETH. */
export function indexTick(tickNo: number, venueTimeMs: number, btc = 50_000): Command {
  const quote = (symbolId: number, bid: string, ask: string) => ({
    venueId: 1,
    symbolId,
    bidTicks: ticks(bid),
    askTicks: ticks(ask),
    venueTimeMs,
  });
  return {
    type: 'indexTick',
    tickNo,
    quotes: [quote(BTCUSDT, `${btc - 1}.00`, `${btc + 1}.00`), quote(ETHUSDT, '2499.50', '2500.50')],
  };
}
