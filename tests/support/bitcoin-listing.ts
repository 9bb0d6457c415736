import type { Command } from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import { COIN } from './kernel-bench.ts';

export const BTC = 1001;
export const USDT = 1002;
export const HOUSE = 1;
export const BTCUSDT = 1;

/** Bitcoin and Tether, their market with one venue, and the house. */
export const BITCOIN_LISTING: readonly Command[] = [
  { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: null },
  { type: 'listAsset', assetId: BTC, code: 'BTC', name: 'Bitcoin', scale: 8 },
  { type: 'listAsset', assetId: USDT, code: 'USDT', name: 'Tether', scale: 8 },
  {
    type: 'listSymbol',
    symbolId: BTCUSDT,
    name: 'BTCUSDT',
    baseAssetId: BTC,
    quoteAssetId: USDT,
    tickDecimal: '0.01',
    lotDecimal: '0.00001',
    minNotional: COIN as Amount,
    maxLots: 1_000_000_000 as Lots,
    maxOpenOrders: 20,
    priceBandPpm: 400_000,
  },
  { type: 'setVenue', venueId: 1, name: 'Venue', weightPpm: 1_000_000 },
  { type: 'openAccount', accountUserId: HOUSE, kind: 'house' },
];

/** A price of Bitcoin in whole dollars, at a time. */
export function bitcoinPrice(tickNo: number, dollars: number, timeMs: number): Command {
  const ticks = (dollars * 100) as PriceTicks;
  const quote = { venueId: 1, symbolId: BTCUSDT, bidTicks: ticks, askTicks: ticks, venueTimeMs: timeMs };
  return { type: 'indexTick', tickNo, quotes: [quote] };
}
