import type { SecondRecord } from '@candor/projections';
import { Refusal } from '../../base/errors/refusal.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { History } from '../../engine/ports.ts';
import { openSecondShown, type ShownSecond, secondOfRecord } from './rows.ts';

export interface FoundSecond {
  readonly second: ShownSecond;
  /** Null while it is open. */
  readonly record: SecondRecord | null;
}

/** The time that the read models have to catch up with a closed contract, in ms. */
const PATIENCE_MS = 2_000;

/**
 * Finds a user's contract: an open one in the kernel, a closed one in the read models.
 * @throws Refusal SECONDS_UNKNOWN, or `late` while the read models trail
 */
export async function findSecond(
  { core, history }: { readonly core: CoreLink; readonly history: Pick<History, 'seconds' | 'caughtUp'> },
  userId: number,
  contractId: number,
  late: 'UNAVAILABLE' | 'OUTCOME_UNKNOWN',
): Promise<FoundSecond> {
  const second = await core.ask('openSecond', userId, contractId);
  if (second !== null) return { second: openSecondShown(second), record: null };
  const isUpToDate = await history.caughtUp(core.status().committedSeq, PATIENCE_MS);
  const record = await history.seconds.contract(userId, contractId);
  if (record === null) throw new Refusal(isUpToDate ? 'SECONDS_UNKNOWN' : late);
  return { second: secondOfRecord(record), record };
}
