import type { NoticeKind, WithdrawalReason, WithdrawalState } from '@candor/api';
import type { Trx } from '../../base/database/index.ts';
import { noteNotice } from '../../gateway/notices/index.ts';

type WithdrawalKind = Extract<NoticeKind, `withdrawal-${string}`>;

export const WITHDRAWAL_KINDS = [
  'withdrawal-sent',
  'withdrawal-done',
  'withdrawal-declined',
  'withdrawal-held',
] as const;

/** Reasons that hold a withdrawal up for longer than it takes to try again. */
const HOLDS: ReadonlySet<WithdrawalReason> = new Set([
  'amount',
  'hold',
  'limit',
  'expired',
  'failedBefore',
  'stopped',
  'halted',
  'delisted',
  'takenBack',
  'books',
]);

/** The kind of notice of a state of the clock; null for a step that its owner knows or need not know. */
function kindOf(state: WithdrawalState, reason: WithdrawalReason | null): WithdrawalKind | null {
  if (state === 'done') return 'withdrawal-done';
  if (state === 'rejected' || state === 'cancelled') return reason === 'owner' ? null : 'withdrawal-declined';
  // a payment that was sent may be stopped on its way
  if (reason !== null && HOLDS.has(reason)) return 'withdrawal-held';
  return state === 'broadcast' ? 'withdrawal-sent' : null;
}

/** Notes a step of a withdrawal for its owner, within the transaction of the step. */
export async function noteStep(
  trx: Trx,
  { withdrawalNo, userId }: { readonly withdrawalNo: number; readonly userId: number },
  state: WithdrawalState,
  reason: WithdrawalReason | null,
  timeMs: number | null,
): Promise<void> {
  const kind = kindOf(state, reason);
  if (kind === null) return;
  const facts = { ref: withdrawalNo, reason };
  await noteNotice(trx, { userId, key: `withdrawal:${withdrawalNo}:${kind}`, kind, timeMs, facts });
}
