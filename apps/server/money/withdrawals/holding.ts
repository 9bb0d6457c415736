import type { WithdrawalReason } from '@candor/api';
import { JournalError } from '@candor/journal';
import type { RejectionCode } from '@candor/kernel';
import type { Logger } from 'pino';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import type { Delivered, Outbox, Promises } from '../../engine/outbox/index.ts';
import { orHalt } from '../halts/index.ts';
import { holdKey, move, moveHeld } from './clock.ts';
import type { StoredWithdrawal } from './rows.ts';

/**
 * The reason that ends a withdrawal whose hold the ledger refused; null for one that it holds. The ledger knows withdrawals
 * by their numbers: a hold that reaches it twice, however late, is held once, and refused as known.
 */
export function refusalOfHold(rejection: RejectionCode | null): WithdrawalReason | null {
  if (rejection === null || rejection === 'WITHDRAWAL_KNOWN') return null;
  if (rejection === 'DEPOSIT_TAKEN_BACK') return 'takenBack';
  return rejection === 'WITHDRAWALS_STOPPED' ? 'books' : 'balance';
}

type Requested = Pick<StoredWithdrawal, 'withdrawal_no' | 'confirm_by'>;

/** Takes a requested withdrawal on by the ledger's answer to its hold. Returns false where something else took it on. */
export function settleHold(
  trx: Trx,
  { withdrawal_no, confirm_by }: Requested,
  { rejection }: Pick<Delivered, 'rejection'>,
  nowMs: number,
): Promise<boolean> {
  const no = idOf(withdrawal_no);
  const reason = refusalOfHold(rejection);
  if (reason === null) return moveHeld(trx, no, confirm_by, nowMs);
  return move(trx, no, ['requested'], 'rejected', nowMs, reason);
}

/** Takes on a withdrawal whose door was cut off between its promise and the ledger's answer, once that is noted. */
export async function settleNoted(
  db: Db,
  promises: Pick<Promises, 'outcomes'>,
  withdrawal: Requested,
  nowMs: number,
): Promise<boolean> {
  const key = holdKey(idOf(withdrawal.withdrawal_no));
  const outcome = (await promises.outcomes([key])).get(key) ?? null;
  if (outcome === null) return false;
  return db.transaction().execute((trx) => settleHold(trx, withdrawal, outcome, nowMs));
}

interface HoldingDeps {
  readonly db: Db;
  readonly outbox: Pick<Outbox, 'deliver'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly now: () => number;
}

/**
 * Takes on what was requested before a time, on each network, also where no process pays on it now. A hold that is not
 * delivered is delivered, however old its promise is: the ledger knows withdrawals by their numbers.
 */
export async function settleRequested({ db, outbox, log, now }: HoldingDeps, before: Date): Promise<void> {
  const rows = await db
    .selectFrom('withdrawals.withdrawal')
    .select(['withdrawal_no', 'confirm_by'])
    .where('state', '=', 'requested')
    .where('ended_at', 'is', null)
    .where('halted', 'is', null)
    .where('requested_at', '<', before)
    .execute();
  for (const row of rows)
    try {
      const hold = await outbox.deliver(holdKey(idOf(row.withdrawal_no)));
      await orHalt(db, 'withdrawal', row.withdrawal_no, now(), () =>
        db.transaction().execute((trx) => settleHold(trx, row, hold, now())),
      );
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      log.warn({ err: error }, 'a hold waits for the ledger');
    }
}
