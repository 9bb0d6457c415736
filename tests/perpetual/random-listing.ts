import type { Amount, Lots } from '@candor/money';
import { LIST, type Stage, U, USDT } from './stage.ts';

export const SECOND_PERP = 102;
export const SECOND_SPOT = 2;
const ETH = 1003;

/** A contract with short funding intervals and low tiers, so that a short run meets them all. */
export function listing(symbolId: number, indexSymbolId: number, name: string): typeof LIST {
  return {
    ...LIST,
    symbolId,
    indexSymbolId,
    name,
    priceBandPpm: 200_000,
    fundingIntervalMs: 10_000,
    impactNotional: (5n * U) as Amount,
    tiers: [
      { floorNotional: 0n as Amount, mmrPpm: 5_000, maxLeverage: 50 },
      { floorNotional: (500n * U) as Amount, mmrPpm: 10_000, maxLeverage: 40 },
      { floorNotional: (2_000n * U) as Amount, mmrPpm: 25_000, maxLeverage: 20 },
    ],
  };
}

/** Lists a second coin, its symbol and its contract. */
export function listSecond(stage: Stage): void {
  stage.system({ type: 'listAsset', assetId: ETH, code: 'ETH', name: 'Ether', scale: 8 });
  stage.system({
    type: 'listSymbol',
    symbolId: SECOND_SPOT,
    name: 'ETHUSDT',
    baseAssetId: ETH,
    quoteAssetId: USDT,
    tickDecimal: '0.01',
    lotDecimal: '0.0001',
    minNotional: 1n as Amount,
    maxLots: 1_000_000_000 as Lots,
    maxOpenOrders: 100,
    priceBandPpm: 0,
  });
  stage.system(listing(SECOND_PERP, SECOND_SPOT, 'ETHUSDT-PERP'));
}
