import { INDEX_STALE_MS } from '@candor/prices';
import { PAR, type UnitPrice } from '@candor/rules';
import type { State } from './state.ts';

/** The index of a symbol in ticks; 0 while it is stale, its tick is too old, or a downtime has left it behind. */
export function freshTicks({ timeMs, resumedMs, index }: State, symbolId: number): number {
  const found = index.symbols.get(symbolId);
  if (found === undefined || timeMs - found.timeMs > INDEX_STALE_MS || found.timeMs < resumedMs) return 0;
  return found.priceTicks;
}

/** Value of a base unit at so many ticks of a symbol. */
export function unitPrice({ terms }: State['symbols'][number], ticks: number): UnitPrice {
  return {
    numerator: BigInt(ticks) * BigInt(terms.quotePerTickLot),
    denominator: BigInt(terms.basePerLot),
  };
}

/** Value of a base unit of an asset at its fresh index against the value asset; null without one. */
export function freshUnitPrice(state: State, assetId: number, valueAssetId: number): UnitPrice | null {
  if (assetId === valueAssetId) return PAR;
  const symbol = state.symbols.find(
    ({ listed }) => listed.baseAssetId === assetId && listed.quoteAssetId === valueAssetId,
  );
  if (symbol === undefined) return null;
  const ticks = freshTicks(state, symbol.listed.symbolId);
  return ticks === 0 ? null : unitPrice(symbol, ticks);
}
