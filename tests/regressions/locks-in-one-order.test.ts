import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Db, kyselyOf, type Trx } from '../../apps/server/base/database/index.ts';
import { type FoundNotice, storeNotices } from '../../apps/server/gateway/notices/store.ts';
import { move, moveAll } from '../../apps/server/money/withdrawals/clock.ts';
import { endWaiting } from '../../apps/server/money/withdrawals/index.ts';
import { endsPayouts } from '../../apps/server/money/withdrawals/other-person.ts';
import { payoutReviewName } from '../../apps/server/money/withdrawals/review-name.ts';
import { recoveryReviewName } from '../../apps/server/users/recovery/review-name.ts';
import { openConsole } from '../api/support/console.ts';
import { type House, openHouse } from '../api/support/house.ts';
import { newPerson, type Person } from '../api/support/person.ts';
import { PATIENCE_MS } from '../support/patience.ts';

let house: House;
let db: Db;
/** A person who locks beside the acts of the house. */
let beside: Client;
let person: Person;
beforeAll(async () => {
  house = await openHouse();
  db = kyselyOf(house.pool);
  beside = new Client({ connectionString: house.pool.options.connectionString });
  await beside.connect();
  person = await newPerson(house, false);
});
afterAll(async () => {
  await beside?.end();
  await house?.stop();
});

/** Resolves once a statement waits for a lock. */
const oneWaits = () =>
  vi.waitFor(async () => {
    const { rowCount } = await house.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    expect(rowCount).toBe(1);
  }, PATIENCE_MS);

/** Locks something, begins an act that runs into it, and locks what the act may have locked before. */
async function meets(first: string, act: () => Promise<unknown>, then: string): Promise<void> {
  await beside.query('begin');
  await beside.query(first);
  const acted = act().then(
    () => null,
    (error: unknown) => error,
  );
  await oneWaits();
  await beside.query(then);
  await beside.query('commit');
  expect(await acted).toBeNull();
}

/** A payout by bank, in no queue. */
async function payout(): Promise<number> {
  const { rows } = await house.pool.query<{ no: string }>(
    `insert into withdrawals.withdrawal (user_id, chain, coin, asset_id, address, amount, fee, value_usdt, state, requested_at)
     values ($1, 'bank', 'USDT', 1, 'a card', 10, 0, 10, 'checks', now()) returning withdrawal_no as no`,
    [person.userId],
  );
  return Number(rows[0]!.no);
}
/** Enters a payout into the queue, as whoever moves it there holds it. */
const enter = (no: number) =>
  db.transaction().execute(async (trx) => {
    await sql`select from withdrawals.withdrawal where withdrawal_no = ${no} for update`.execute(trx);
    await house.reviews.enter(trx, payoutReviewName, {
      subject: String(no),
      version: 1,
      userId: person.userId,
    });
  });
const statesOf = async (nos: readonly number[]) => {
  const { rows } = await house.pool.query<{ state: string }>(
    'select state from withdrawals.withdrawal where withdrawal_no = any($1) order by withdrawal_no',
    [nos],
  );
  return rows.map(({ state }) => state);
};
const openItems = async (nos: readonly number[]) => {
  const { rowCount } = await house.pool.query(
    `select from review.item where kind = 'payout' and subject = any($1) and state in ('open', 'claimed')`,
    [nos.map(String)],
  );
  return rowCount;
};

/** Ends the payouts of a card whose holder is another person than the one who is named now. */
const endsAll = (reviews: House['reviews']) => {
  const end = endsPayouts({
    bank: { holder: async () => 'Ada Lovelace' },
    promises: house.outbox,
    reviews,
    now: house.now,
  });
  return (trx: Trx) => end(trx, person.userId, 'Bob Babbage');
};

const itemOf = (no: number) => sql`
  select from review.item where kind = 'payout' and subject = ${String(no)} and state in ('open', 'claimed')`;

/** An operator rejects a payout, if its item is in the queue still. */
const decide = (no: number) =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql`${itemOf(no)} for update`.execute(trx);
    if (rows.length === 0) return;
    await house.reviews.withdraw(trx, payoutReviewName, String(no));
    await move(trx, no, ['checks', 'signing'], 'rejected', house.now());
  });

describe('an act on what an operator decides', () => {
  /** A cancel held the request and waited for its item, a decision held the item and waited for the request. */
  it('that cancels a recovery waits for the decision before it locks the request', async () => {
    const { rows } = await house.pool.query<{ no: string }>(
      `insert into recovery.request (user_id, token_hash, state, proof, needs_photo, note, language, opened_at, due_at)
       values ($1, sha256('token'), 'waiting', 'password', false, '', 'en', now(), now()) returning request_no as no`,
      [person.userId],
    );
    const no = rows[0]!.no;
    await db
      .transaction()
      .execute((trx) =>
        house.reviews.enter(trx, recoveryReviewName, { subject: no, version: 1, userId: person.userId }),
      );
    await meets(
      `select from review.item where kind = 'recovery' and subject = '${no}' for update`,
      () => person.client.call('cancelOwnRecovery'),
      `update recovery.request set state = 'refused', ended_at = now() where request_no = ${no} and state = 'waiting'`,
    );
  });

  /** An item that entered after the look for it was locked behind its payout. */
  it('that ends a payout gives it back to the decision on an item which entered meanwhile', async () => {
    const no = await payout();
    let deciding: Promise<unknown> | null = null;
    const { lock } = house.reviews;
    const reviews: House['reviews'] = {
      ...house.reviews,
      lock: (trx, kinds, subjects, lockRows) =>
        lock(trx, kinds, subjects, async () => {
          if (deciding !== null) return lockRows();
          await enter(no);
          const rows = await lockRows();
          deciding = decide(no);
          await oneWaits();
          return rows;
        }),
    };
    await db.transaction().execute(endsAll(reviews));
    await deciding;
    expect([await statesOf([no]), await openItems([no])]).toEqual([['rejected'], 0]);
  });

  it('never meets another one crosswise, however many of them there are', async () => {
    for (let round = 0; round < 25; round++) {
      const nos: number[] = [];
      for (let at = 0; at < 6; at++) nos.push(await payout());
      for (const no of nos) if (no % 3 !== round % 3) await enter(no);
      const backwards = nos.toReversed();
      const acts = await Promise.allSettled([
        db.transaction().execute((trx) => endWaiting(trx, house.reviews, backwards, house.now())),
        db.transaction().execute(endsAll(house.reviews)),
        moveAll(db, backwards, 'checks', 'signing', house.now()),
        ...backwards.map(decide),
        ...nos.map(async (no) => {
          if (no % 3 === round % 3) await enter(no);
          await decide(no);
        }),
      ]);
      const faults = acts.flatMap((act) => (act.status === 'rejected' ? [act.reason] : []));
      expect(faults).toEqual([]);
      expect(new Set(await statesOf(nos))).toEqual(new Set(['rejected']));
    }
  });
});

/** An approval locked the log and then the rows of its act, and who decided on these locked the log last. */
it('an approval by two locks the log of the operators behind the rows of its act', async () => {
  const desk = await openConsole(house);
  const one = await desk.signIn();
  const other = await desk.add('ria', 'risk', one);
  const no = await payout();
  await house.pool.query(
    `update withdrawals.withdrawal set halted = 'STATE', halted_at = now() where withdrawal_no = $1`,
    [no],
  );
  const reason = 'Put right by hand';
  const params = { kind: 'withdrawal', id: String(no) } as const;
  const { proposalId } = await one.call('resumeRow', { params, body: { reason } });
  await meets(
    `select from withdrawals.withdrawal where withdrawal_no = ${no} for update`,
    () => other.call('approveProposal', { params: { id: String(proposalId) }, body: { reason } }),
    `select pg_advisory_xact_lock(hashtext('candor operator log'))`,
  );
  await desk.stop();
});

/** Fills of two orders wrote their notices again by their times, while a mail locked them by their numbers. */
it('notices that are written again are locked in the order of their mail', async () => {
  const notice = (key: string, timeMs: number, decision: 'approved' | 'rejected'): FoundNotice => ({
    userId: person.userId,
    key,
    timeMs,
    content: { kind: 'identity-decided', facts: { level: 'primary', decision, reason: null } },
  });
  const store = (...notices: readonly FoundNotice[]) =>
    db.transaction().execute((trx) => storeNotices(trx, notices, house.now()));
  await store(notice('earlier', 1, 'rejected'), notice('later', 2, 'rejected'));
  const lock = (key: string) =>
    `select from notices.notice where user_id = ${person.userId} and key = '${key}' for update`;
  await meets(
    lock('earlier'),
    () => store(notice('later', 3, 'approved'), notice('earlier', 4, 'approved')),
    lock('later'),
  );
});
