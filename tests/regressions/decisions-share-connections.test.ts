import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { kyselyOf } from '../../apps/server/base/database/index.ts';
import { defineReviewKind } from '../../apps/server/gateway/review/index.ts';
import { lookAt, type OperatorsConsole, openConsole } from '../api/support/console.ts';
import { type House, openHouse } from '../api/support/house.ts';
import { eventually } from '../support/patience.ts';

const CONNECTIONS = 3;

let house: House;
let desk: OperatorsConsole;
/** A connection of the test's own. */
let beside: Client;
/** Decisions that are under way, each with a connection of its own. */
let begun = 0;
let most = 0;
/** All that ever began. */
let all = 0;

const papers = defineReviewKind({
  kind: 'papers',
  deadlineMs: 3_600_000,
  reasons: { approve: ['clear'], reject: ['blurred'] },
  read: async () => ({ facts: [{ name: 'country', value: 'DE' }], images: [] }),
  picture: async () => null,
  async onDecided() {
    begun += 1;
    all += 1;
    most = Math.max(most, begun);
    // the others come meanwhile, where they may
    await beside.query('select pg_sleep(0.5)');
    // what a product looks at beside the decision's own rows
    await house.pool.query('select 1');
    begun -= 1;
  },
});

beforeAll(async () => {
  house = await openHouse({ connections: CONNECTIONS });
  desk = await openConsole(house, { reviewKinds: [papers] });
  beside = new Client({ connectionString: house.pool.options.connectionString });
  await beside.connect();
});
afterAll(async () => {
  await beside?.end();
  await desk?.stop();
  await house?.stop();
});

/** Decisions held all connections where as many ran at once as there were, and each waited for one more. */
it('decisions that look around on a second connection leave it to each other', async () => {
  const first = await desk.signIn();
  const subjects = Array.from({ length: CONNECTIONS }, (_, at) => `paper ${at}`);
  for (const subject of subjects)
    await kyselyOf(house.pool)
      .transaction()
      .execute((trx) => house.reviews.enter(trx, papers, { subject, version: 1, userId: 1_000 }));
  const claimed = [];
  for (const at of subjects.keys()) {
    const reviewer = await desk.add(`rita${at}`, 'review', first);
    const { records } = await reviewer.call('getReviews', { query: {} });
    const params = { id: String(records.find(({ state }) => state === 'open')!.id) };
    await reviewer.call('claimReview', { params });
    await lookAt(reviewer, params.id);
    claimed.push({ reviewer, params });
  }
  const body = { version: 1, reason: 'clear', verdict: 'approve' } as const;
  const decided = await Promise.all(
    claimed.map(({ reviewer, params }) => reviewer.call('decideReview', { params, body })),
  );
  expect(decided.map(({ state }) => state)).toEqual(subjects.map(() => 'decided'));
  expect(most).toBe(1);
});

/**
 * A decision holds its operator and its item. Claims of that operator and notes on that item each waited for it with a
 * connection in hand, until none was left for the decision itself.
 */
it('claims and notes that wait for a decision leave it a connection', async () => {
  const reviewer = await desk.add('rosa', 'review', await desk.signIn());
  for (const at of Array.from({ length: CONNECTIONS + 1 }).keys())
    await kyselyOf(house.pool)
      .transaction()
      .execute((trx) =>
        house.reviews.enter(trx, papers, { subject: `beside ${at}`, version: 1, userId: 1_000 }),
      );
  const { records } = await reviewer.call('getReviews', { query: {} });
  const [decided, ...others] = records.map(({ id }) => ({ id: String(id) }));
  const params = decided!;
  await reviewer.call('claimReview', { params });
  await lookAt(reviewer, params.id);
  const earlier = all;
  const decision = reviewer.call('decideReview', {
    params,
    body: { version: 1, reason: 'clear', verdict: 'approve' },
  });
  await eventually(async () => expect(all).toBe(earlier + 1));
  await Promise.all([
    decision,
    ...others.map((other) => reviewer.call('claimReview', { params: other })),
    ...others.map((_, at) => reviewer.call('noteReview', { params, body: { text: `note ${at}` } })),
  ]);
  const { notes, state } = await reviewer.call('getReview', { params });
  expect([state, notes.length]).toEqual(['decided', others.length]);
  expect(begun).toBe(0);
});
