import { BANK_NETWORK } from '@candor/api';
import { idOf, kyselyOf, migrate } from '../../base/database/index.ts';
import { startRounds } from '../../base/work/rounds.ts';
import { connectOutbox } from '../../engine/outbox/index.ts';
import { openReviews } from '../../gateway/review/index.ts';
import type { HousePart } from '../../gateway/subject.ts';
import { heldUsers } from '../../users/factors/index.ts';
import { orHalt } from '../halts/index.ts';
import { beginPayout } from './bank-payouts.ts';
import { cancelUnconfirmed } from './confirming.ts';
import { settleRequested } from './holding.ts';
import { migrations } from './schema.ts';

const ROUND_MS = 15_000;

/**
 * Cancels what was not confirmed in time, and goes on with what a door was cut off from: holds whose answer was lost, and payouts
 * by bank that did not reach the operators' queue.
 */
export const payoutsHouse: HousePart = async ({ pool, bus, catalogues, now, log }) => {
  // A first start makes the tables in whichever process comes first.
  await migrate(pool, 'withdrawals', migrations);
  const db = kyselyOf(pool);
  const outbox = await connectOutbox({ pool, bus });
  const reviews = await openReviews(pool, now);
  const begin = { catalogues, reviews, isHeld: heldUsers(pool, now), now };

  async function round(): Promise<void> {
    await cancelUnconfirmed(db, outbox, now());
    // one that a door is just at is the door's
    const before = new Date(now() - ROUND_MS);
    await settleRequested({ db, outbox, log, now }, before);
    const rows = await db
      .selectFrom('withdrawals.withdrawal')
      .select('withdrawal_no')
      .where('chain', '=', BANK_NETWORK)
      .where('state', '=', 'checks')
      .where('ended_at', 'is', null)
      .where('halted', 'is', null)
      .where('requested_at', '<', before)
      .execute();
    for (const { withdrawal_no } of rows)
      await orHalt(db, 'withdrawal', withdrawal_no, now(), () =>
        db.transaction().execute((trx) => beginPayout(begin, trx, idOf(withdrawal_no))),
      );
  }

  return startRounds({ everyMs: ROUND_MS, round, log, failed: 'withdrawals could not go on' });
};
