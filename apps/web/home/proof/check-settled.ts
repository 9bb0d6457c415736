import type { CallData, Calls, SettledContractFee, SettledFill, SettledSecond } from '@candor/api';
import { type Check, checkContractFee, checkSecondContract, checkTrade } from '@candor/proofs';

/** A settlement that this browser computed again. */
export type CheckedSettlement = CheckedSecond | CheckedFill;

export interface CheckedSecond {
  readonly kind: 'second';
  readonly key: string;
  readonly time: number;
  readonly row: SettledSecond;
  readonly check: Check;
}

export interface CheckedFill {
  readonly kind: 'fill';
  readonly key: string;
  readonly time: number;
  readonly row: SettledFill;
  readonly check: Check;
}

/** A fee of a contract that this browser computed again. */
export interface CheckedContractFee {
  readonly key: string;
  readonly row: SettledContractFee;
  readonly check: Check;
}

/** The settlements that this browser checked since the page was opened. */
export interface FollowedSettlements {
  readonly seconds: readonly CheckedSecond[];
  readonly fills: readonly CheckedFill[];
  readonly contractFees: readonly CheckedContractFee[];
  /** The last settlements by their whole content: one that is altered later is checked again, and counted again. */
  readonly seen: ReadonlyMap<string, Check>;
  readonly checked: number;
  readonly failed: number;
}

export const NO_SETTLEMENTS: FollowedSettlements = {
  seconds: [],
  fills: [],
  contractFees: [],
  seen: new Map(),
  checked: 0,
  failed: 0,
};

/** Settlements that are remembered: many times as many as an answer holds. */
const MOST_SEEN = 500;

/** Checks what an answer of the exchange brings. Each settlement counts once, however often it comes. */
export function followSettled(
  before: FollowedSettlements,
  answer: CallData<Calls['getSettled']>,
): FollowedSettlements {
  const seen = new Map(before.seen);
  let { checked: done, failed } = before;
  const checked = (key: string, check: () => Check): Check => {
    const known = seen.get(key);
    if (known !== undefined) return known;
    const made = safely(check);
    seen.set(key, made);
    done += 1;
    if (!made.ok) failed += 1;
    return made;
  };
  const seconds = answer.seconds.map((row): CheckedSecond => {
    const key = `second ${JSON.stringify(row)}`;
    return { kind: 'second', key, time: row.time, row, check: checked(key, () => checkSecondContract(row)) };
  });
  const fills = answer.fills.map((row): CheckedFill => {
    const key = `fill ${JSON.stringify(row)}`;
    return { kind: 'fill', key, time: row.time, row, check: checked(key, () => checkTrade(row)) };
  });
  const contractFees = answer.contractFees.map((row): CheckedContractFee => {
    const key = `contract fee ${JSON.stringify(row)}`;
    return { key, row, check: checked(key, () => checkContractFee(row)) };
  });
  const forgotten = [...seen.keys()].slice(0, Math.max(0, seen.size - MOST_SEEN));
  for (const key of forgotten) seen.delete(key);
  return { seconds, fills, contractFees, seen, checked: done, failed };
}

/** A settlement that no formula can read does not hold. */
function safely(check: () => Check): Check {
  try {
    return check();
  } catch {
    return { ok: false, steps: [] };
  }
}

/** The settlement that the page shows large: the first that does not hold, else the newest with a price to show. */
export function leadingSettlement({ seconds, fills }: FollowedSettlements): CheckedSettlement | null {
  const all: readonly CheckedSettlement[] = [...seconds, ...fills];
  const wrong = all.find(({ check }) => !check.ok);
  if (wrong !== undefined) return wrong;
  const shown = all.filter((each) => each.kind === 'fill' || each.row.closeTicks !== null);
  return shown.toSorted((left, right) => right.time - left.time)[0] ?? null;
}
