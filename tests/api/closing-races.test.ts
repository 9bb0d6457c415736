import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { kyselyOf } from '../../apps/server/base/database/index.ts';
import { recoveryReviewName } from '../../apps/server/users/recovery/review-name.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { type House, openHouse } from './support/house.ts';
import { newPerson, PASSWORD, type Person } from './support/person.ts';
import { sha256, stepUp } from './support/step-up.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house?.stop());

/** Asks to close an account, and waits until it ends. */
async function askToClose(person: Person): Promise<void> {
  const act = { path: '/api/v1/coin/member/closeAccount', body: { leaveDust: false } };
  expect((await stepUp(house, person, act, [['password', sha256(PASSWORD)]])).code).toBe(200);
  house.advance(30 * DAY_MS + 1);
}
const close = ({ userId }: Person) => house.runTask('closeAccount', String(userId));

async function oneWaits(): Promise<void> {
  await vi.waitFor(async () => {
    const waiting = await house.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    expect(waiting.rowCount).toBe(1);
  }, PATIENCE_MS);
}

const enter = (person: Person, subject: string, then: () => Promise<void> = async () => {}) =>
  kyselyOf(house.pool)
    .transaction()
    .execute(async (trx) => {
      await house.reviews.enter(trx, recoveryReviewName, { subject, version: 1, userId: person.userId });
      await then();
    });
const stateOf = async (subject: string) => {
  const { rows } = await house.pool.query(
    "select state from review.item where kind = 'recovery' and subject = $1",
    [subject],
  );
  return rows;
};

describe('a request that is under way while its account is closed', () => {
  it('is waited for, and leaves nothing in the queue', async () => {
    const person = await newPerson(house, false);
    await askToClose(person);
    const [entered, committed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const late = enter(person, 'under-way', () => {
      entered.resolve();
      return committed.promise;
    });
    await entered.promise;
    const closing = close(person);
    // it ends at once where it does not look at the transaction
    await Promise.race([closing, oneWaits()]);
    committed.resolve();
    await Promise.all([late, closing]);
    expect(await stateOf('under-way')).toEqual([{ state: 'withdrawn' }]);
  });

  it('leaves nothing for longer than an hour where it ends after it', async () => {
    const person = await newPerson(house, false);
    await askToClose(person);
    await close(person);
    await enter(person, 'after-it');
    await house.pool.query(`insert into identity.favourite (user_id, symbol_id) values ($1, 1)`, [
      person.userId,
    ]);
    const { rows: planned } = await house.pool.query<{ run_at: Date }>(
      `select run_at from jobs.jobs where key = $1`,
      [`closeAccount:${person.userId}`],
    );
    expect(planned.map(({ run_at }) => run_at.getTime() - house.now())).toEqual([
      expect.closeTo(HOUR_MS, -5),
    ]);
    await close(person);
    expect(await stateOf('after-it')).toEqual([{ state: 'withdrawn' }]);
    const { rows } = await house.pool.query('select from identity.favourite where user_id = $1', [
      person.userId,
    ]);
    expect(rows).toEqual([]);
  });
});
