import type { SwapChangeRow, SwapDone } from '@candor/api';
import type { SwapTermsChange } from '@candor/kernel';
import type { Amount } from '@candor/money';
import type { SwapChangeRecord, SwapRecord } from '@candor/projections';
import type { Catalogue } from '../../engine/catalogue/index.ts';
import { amountText, ppmPercent, swapQuoteRowOf } from '../../engine/values/index.ts';

export function swapRowOf(catalogue: Catalogue, swap: SwapRecord): SwapDone {
  return { ...swapQuoteRowOf(catalogue, swap), time: swap.timeMs, seq: swap.seq };
}

export function swapChangeRowOf(catalogue: Catalogue, record: SwapChangeRecord): SwapChangeRow {
  const { seq, timeMs, assetId, change, reason } = record;
  const coin = assetId === 0 ? null : catalogue.assetById(assetId).code;
  return { seq, time: timeMs, coin, change: changeOf(catalogue, assetId, change), reason };
}

function changeOf(
  catalogue: Catalogue,
  assetId: number,
  change: SwapChangeRecord['change'],
): SwapChangeRow['change'] {
  if (change.what === 'state') return change;
  if (change.what === 'inventory') {
    const text = (amount: Amount) => amountText(catalogue, assetId, amount);
    return { what: 'inventory', before: text(change.before), after: text(change.after) };
  }
  const { before, after } = change;
  return {
    what: 'terms',
    before: before === null ? null : swapTermsOf(catalogue, assetId, before),
    after: swapTermsOf(catalogue, assetId, after),
  };
}

/** The terms of a coin as texts. */
export function swapTermsOf(catalogue: Catalogue, assetId: number, terms: SwapTermsChange) {
  return {
    symbol: terms.symbolId === 0 ? null : catalogue.symbolById(terms.symbolId)!.name,
    spreadPercent: ppmPercent(terms.spreadPpm),
    minAmount: amountText(catalogue, assetId, terms.minAmount),
    maxAmount: amountText(catalogue, assetId, terms.maxAmount),
    maxInventory: amountText(catalogue, assetId, terms.maxInventory),
  };
}
