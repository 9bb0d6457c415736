import { STREAM_DAY } from '@candor/rules';
import { type Check, type CheckStep, checkOf } from '../check.ts';

/** Income of a node over the time that a command closed, in whole numbers as text. */
export interface MiningAccrual {
  /** Base units held until then. */
  readonly held: string;
  /** Index at both ends: Σ parts per million × seconds. */
  readonly fromIndex: string;
  readonly toIndex: string;
  /** Parts of 86,400,000,000 of one base unit that were accrued and not claimed, before and after. */
  readonly before: string;
  readonly after: string;
  /** Base units that were paid. */
  readonly paid: string;
}

/** A movement of a node: what it is, and its accrual; null where nothing accrues. */
export interface MiningReceipt {
  readonly kind: string;
  readonly accrual: MiningAccrual | null;
}

/**
 * Recomputes the income of a movement: what was held times the growth of the index is added to what was accrued before. A claim
 * pays its whole base units and keeps the fraction; any other movement keeps all of it. A figure that cannot be read fails the
 * check; a movement that accrues nothing has no steps.
 */
export function checkMining({ kind, accrual }: MiningReceipt): Check {
  if (accrual === null) return { ok: true, steps: [] };
  const read = Object.values(accrual).every((figure) => typeof figure === 'number' || /^\d{1,60}$/.test(figure));
  if (!read) return checkOf([]);
  const growth = BigInt(accrual.toIndex) - BigInt(accrual.fromIndex);
  if (growth < 0n) return checkOf([]);
  const accrued = BigInt(accrual.before) + BigInt(accrual.held) * growth;
  const paid = kind === 'claimed' ? accrued / STREAM_DAY : 0n;
  return checkOf([step('paid', accrual.paid, paid), step('after', accrual.after, accrued - paid * STREAM_DAY)]);
}

function step(name: string, stated: string, recomputed: bigint): CheckStep {
  return { name, stated, recomputed: String(recomputed), ok: BigInt(stated) === recomputed };
}
