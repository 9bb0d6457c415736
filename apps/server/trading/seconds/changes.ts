import type { SecondsChangeRow } from '@candor/api';
import type { SecondsChange } from '@candor/kernel';
import type { Amount } from '@candor/money';
import type { SecondsChangeRecord } from '@candor/projections';
import type { Catalogue } from '../../engine/catalogue/index.ts';
import { amountText, ppmPercent, shownName } from '../../engine/values/index.ts';

type Value = SecondsChange['before'];

/** Returns an operator's change as users read it. `assetId` is the stake asset, null before any terms. */
export function secondsChangeRowOf(
  catalogue: Catalogue,
  assetId: number | null,
  { seq, timeMs, symbolId, change, reason }: SecondsChangeRecord,
): SecondsChangeRow {
  const symbol = symbolId === 0 ? undefined : catalogue.symbolById(symbolId);
  const coins = (amount: Amount) => (assetId === null ? '0' : amountText(catalogue, assetId, amount));
  const isAmount = change.what !== 'terms' && change.what !== 'state';
  const shown = (value: Value): SecondsChangeRow['before'] => {
    if (typeof value === 'bigint') return { amount: coins(value), state: null, terms: null };
    if (typeof value === 'string') return { amount: null, state: value, terms: null };
    // No bound is a value of its own; no terms are none.
    if (value === null) return isAmount ? { amount: null, state: null, terms: null } : null;
    const { minQuantity, maxQuantity } = value;
    const periods = value.periods.map(({ periodS, payoutPpm }) => ({
      periodSeconds: periodS,
      payoutPercent: ppmPercent(payoutPpm),
    }));
    return { amount: null, state: null, terms: { minQuantity, maxQuantity, periods } };
  };
  return {
    seq,
    time: timeMs,
    what: change.what,
    symbol_name: symbol === undefined ? null : shownName(catalogue, symbol),
    coin: assetId === null ? null : catalogue.assetById(assetId).code,
    before: shown(change.before),
    after: shown(change.after),
    reason,
  };
}
