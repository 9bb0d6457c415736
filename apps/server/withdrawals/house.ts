import { BANK_NETWORK } from '@candor/api';
import { kyselyOf, migrate } from '../database/index.ts';
import { heldUsers } from '../factors/index.ts';
import { openPromises } from '../outbox/index.ts';
import { openReviews } from '../review/index.ts';
import { startRounds } from '../rounds.ts';
import type { HousePart } from '../subject.ts';
import { beginPayout } from './bank-payouts.ts';
import { holdKey, move } from './clock.ts';
import { cancelUnconfirmed } from './confirming.ts';
import { migrations, type WithdrawalsSchema } from './schema.ts';

const ROUND_MS = 15_000;

/**
 * Cancels what was not confirmed in time, and goes on with payouts by bank whose door was cut off between the ledger's answer and the
 * operators' queue.
 */
export const payoutsHouse: HousePart = async ({ pool, catalogues, now, log }) => {
  // A first start makes the tables in whichever process comes first.
  await migrate(pool, 'withdrawals', migrations);
  const db = kyselyOf<WithdrawalsSchema>(pool);
  const promises = await openPromises(pool);
  const reviews = await openReviews(pool, now);
  const begin = { catalogues, reviews, isHeld: heldUsers(pool, now), now };

  async function round(): Promise<void> {
    await cancelUnconfirmed(db, promises, now());
    const rows = await db
      .selectFrom('withdrawals.withdrawal')
      .select(['withdrawal_no', 'state'])
      .where('chain', '=', BANK_NETWORK)
      .where('state', 'in', ['requested', 'checks'])
      .where('ended_at', 'is', null)
      // one that a door is just at is the door's
      .where('requested_at', '<', new Date(now() - ROUND_MS))
      .execute();
    for (const { withdrawal_no, state } of rows) {
      const no = Number(withdrawal_no);
      const outcome = (await promises.outcomes([holdKey(no)])).get(holdKey(no)) ?? null;
      if (state === 'requested' && outcome === null) continue;
      await db.transaction().execute(async (trx) => {
        if (outcome?.rejection != null) {
          await move(trx, no, ['requested'], 'rejected', now(), 'balance');
          return;
        }
        if (state === 'requested') await move(trx, no, ['requested'], 'checks', now());
        await beginPayout(begin, trx, no);
      });
    }
  }

  return startRounds({ everyMs: ROUND_MS, round, log, failed: 'withdrawals could not go on' });
};
