import { afterAll, beforeAll, expect, it } from 'vitest';
import { kyselyOf } from '../../apps/server/base/database/index.ts';
import { defineReviewKind } from '../../apps/server/gateway/review/index.ts';
import { lookAt, type OperatorsConsole, openConsole } from '../api/support/console.ts';
import { type House, openHouse } from '../api/support/house.ts';

const CONNECTIONS = 3;

let house: House;
let desk: OperatorsConsole;
/** Decisions that are under way, each with a connection of its own. */
let begun = 0;
let most = 0;

const papers = defineReviewKind({
  kind: 'papers',
  deadlineMs: 3_600_000,
  reasons: { approve: ['clear'], reject: ['blurred'] },
  read: async () => ({ facts: [{ name: 'country', value: 'DE' }], images: [] }),
  picture: async () => null,
  async onDecided() {
    begun += 1;
    most = Math.max(most, begun);
    // what a product looks at beside the decision's own rows
    await house.pool.query('select pg_sleep(0.02)');
    begun -= 1;
  },
});

beforeAll(async () => {
  house = await openHouse({ connections: CONNECTIONS });
  desk = await openConsole(house, { reviewKinds: [papers] });
});
afterAll(async () => {
  await desk?.stop();
  await house?.stop();
});

/** Decisions held all connections where as many ran at once as there were, and each waited for one more. */
it('decisions that look around on a second connection leave it to each other', async () => {
  const rita = await desk.add('rita', 'review', await desk.signIn());
  const subjects = Array.from({ length: CONNECTIONS }, (_, at) => `paper ${at}`);
  for (const subject of subjects)
    await kyselyOf(house.pool)
      .transaction()
      .execute((trx) => house.reviews.enter(trx, papers, { subject, version: 1, userId: 1_000 }));
  const { records } = await rita.call('getReviews', { query: {} });
  const all = records.map(({ id }) => ({ id: String(id) }));
  for (const params of all) {
    await rita.call('claimReview', { params });
    await lookAt(rita, params.id);
  }
  const body = { version: 1, reason: 'clear', verdict: 'approve' } as const;
  const decided = await Promise.all(all.map((params) => rita.call('decideReview', { params, body })));
  expect(decided.map(({ state }) => state)).toEqual(subjects.map(() => 'decided'));
  expect(most).toBe(1);
});
