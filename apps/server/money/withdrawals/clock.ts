import type { ConfirmChannel, WithdrawalReason, WithdrawalState } from '@candor/api';
import { sql } from 'kysely';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import { assertMoved, WITHDRAWAL_TRANSITIONS } from './asserts.ts';
import { noteStep } from './note-step.ts';
import { deadlineMs } from './terms.ts';

/** States that a withdrawal may be cancelled in, as long as no nonce is bound to it. */
export const CANCELLABLE_STATES = ['requested', 'confirming', 'checks', 'review', 'signing'] as const;

/**
 * Moves a withdrawal from one of the given states to another, with the time and the deadline of the next. Returns false,
 * and changes nothing, where it is in none of them: who comes second does nothing. @throws InvariantError for a transition
 * that is not legal, and for a row that is not as its state says
 */
export async function move(
  trx: Trx,
  withdrawalNo: number,
  from: readonly WithdrawalState[],
  to: WithdrawalState,
  nowMs: number,
  reason: WithdrawalReason | null = null,
  deadline: number | null = deadlineMs(to, nowMs),
): Promise<boolean> {
  const moved = await trx
    .updateTable('withdrawals.withdrawal')
    .set({
      state: to,
      reason,
      deadline: deadline === null ? null : new Date(deadline),
      ...(WITHDRAWAL_TRANSITIONS.isEnd(to) ? { ended_at: new Date(nowMs) } : {}),
    })
    .where('withdrawal_no', '=', BigInt(withdrawalNo))
    .where('state', 'in', WITHDRAWAL_TRANSITIONS.from(from, to))
    .returning(['withdrawal_no', 'user_id', 'state', 'chain', 'nonce', 'ended_at', 'amount', 'fee'])
    .executeTakeFirst();
  if (moved === undefined) return false;
  assertMoved(moved);
  await addStep(trx, withdrawalNo, to, nowMs, reason);
  await noteStep(trx, { withdrawalNo, userId: idOf(moved.user_id) }, to, reason, nowMs);
  return true;
}

/**
 * Moves many withdrawals at once, as `move` does each, in one statement, which locks them by number. Those that are not in the
 * state `from`, or whose number does not fit the state `to`, stay as they are. Returns the numbers of those that it moved.
 */
export async function moveAll(
  db: Db,
  withdrawalNos: readonly number[],
  from: WithdrawalState,
  to: 'checks' | 'signing' | 'broadcast',
  nowMs: number,
): Promise<ReadonlySet<number>> {
  WITHDRAWAL_TRANSITIONS.check(from, to);
  if (withdrawalNos.length === 0) return new Set();
  const deadline = new Date(deadlineMs(to, nowMs)!);
  const { rows } = await sql<{ withdrawal_no: bigint }>`
    with locked as (
      select withdrawal_no as no from withdrawals.withdrawal
      where withdrawal_no = any(${withdrawalNos}::bigint[]) and state = ${from} and ended_at is null
        and (nonce is not null) = ${to === 'broadcast'} order by withdrawal_no for update
    ), moved as (
      update "withdrawals"."withdrawal" set "state" = ${to}, reason = null, deadline = ${deadline}::timestamptz
      from locked where withdrawal_no = locked.no returning withdrawal_no, user_id
    ), noted as (
      insert into notices.noted (user_id, key, kind, facts, at)
      select user_id, 'withdrawal:' || withdrawal_no || ':withdrawal-sent', 'withdrawal-sent',
        json_build_object('ref', withdrawal_no, 'reason', null), ${new Date(nowMs)}::timestamptz
      from moved where ${to === 'broadcast'}
    )
    insert into withdrawals.step (withdrawal_no, step_no, state, reason, at)
    select m.withdrawal_no, (select count(*) from withdrawals.step s where s.withdrawal_no = m.withdrawal_no),
      ${to}, null, ${new Date(nowMs)}::timestamptz
    from moved m returning withdrawal_no`.execute(db);
  return new Set(rows.map(({ withdrawal_no }) => idOf(withdrawal_no)));
}

/** Writes a state into the clock. */
export async function addStep(
  trx: Trx,
  withdrawalNo: number,
  state: WithdrawalState,
  nowMs: number,
  reason: WithdrawalReason | null = null,
): Promise<void> {
  await sql`
    insert into withdrawals.step (withdrawal_no, step_no, state, reason, at)
    select ${withdrawalNo}, count(*), ${state}, ${reason}, ${new Date(nowMs)}::timestamptz
    from withdrawals.step where withdrawal_no = ${withdrawalNo}`.execute(trx);
}

/** Names why a withdrawal waits where it is; its clock goes on. */
export async function waitFor(
  trx: Trx,
  withdrawalNo: number,
  reason: WithdrawalReason | null,
): Promise<void> {
  const held = await trx
    .updateTable('withdrawals.withdrawal')
    .set({ reason })
    .where('withdrawal_no', '=', BigInt(withdrawalNo))
    .where('ended_at', 'is', null)
    .where('reason', 'is distinct from', reason)
    .returning(['user_id', 'state'])
    .executeTakeFirst();
  if (held === undefined) return;
  await noteStep(trx, { withdrawalNo, userId: idOf(held.user_id) }, held.state, reason, null);
}

/** Takes a withdrawal that the ledger holds on: to its owner for a first-used address, else to the checks. */
export const moveHeld = (
  trx: Trx,
  withdrawalNo: number,
  confirmBy: ConfirmChannel | null,
  nowMs: number,
): Promise<boolean> =>
  confirmBy === null
    ? move(trx, withdrawalNo, ['requested'], 'checks', nowMs)
    : move(trx, withdrawalNo, ['requested'], 'confirming', nowMs, 'newAddress');

/** The promise by which a withdrawal is held. */
export const holdKey = (withdrawalNo: number) => `withdrawal-hold:${withdrawalNo}`;
/** The one promise by which a withdrawal is settled or released: never both. */
export const endKey = (withdrawalNo: number) => `withdrawal-end:${withdrawalNo}`;
