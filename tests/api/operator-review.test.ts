import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, OperatorCalls } from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kyselyOf } from '../../apps/server/base/database/index.ts';
import {
  defineReviewKind,
  openReviews,
  type ReviewDecision,
  type Reviews,
} from '../../apps/server/gateway/review/index.ts';
import { lookAt, type OperatorsConsole, openConsole } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { refusal } from './support/person.ts';

const HOUR_MS = 3_600_000;
const PICTURE = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);

let house: House;
let desk: OperatorsConsole;
let reviews: Reviews;
let rita: Client<OperatorCalls>;
let ron: Client<OperatorCalls>;
let sam: Client<OperatorCalls>;
let fails = false;
let isBackGone = false;
const decided: (ReviewDecision & { readonly subject: string })[] = [];
const looked: string[] = [];

const photos = defineReviewKind({
  kind: 'photos',
  deadlineMs: 24 * HOUR_MS,
  reasons: { approve: ['clear'], reject: ['blurred', 'otherPerson'] },
  async read({ subject }, { name }) {
    looked.push(`${name} ${subject}`);
    return { facts: [{ name: 'country', value: 'DE' }], images: ['front', 'back'] };
  },
  picture: async (_, name) =>
    name === 'front' || (name === 'back' && !isBackGone) ? { type: 'image/jpeg', bytes: PICTURE } : null,
  async onDecided(_, { subject }, decision) {
    if (fails) throw new Error('the product is away');
    decided.push({ subject, ...decision });
  },
});
const cases = defineReviewKind({
  ...photos,
  kind: 'cases',
  deadlineMs: HOUR_MS,
  roles: ['support'],
  reasons: { approve: ['right'], reject: ['wrong'] },
});

beforeAll(async () => {
  house = await openHouse();
  desk = await openConsole(house, { reviewKinds: [photos, cases] });
  reviews = await openReviews(house.pool, house.now);
  const admin = await desk.signIn();
  rita = await desk.add('rita', 'review', admin);
  ron = await desk.add('ron', 'review', admin);
  sam = await desk.add('sam', 'support', admin);
});
afterAll(async () => {
  await desk?.stop();
  await house?.stop();
});

interface More {
  readonly version?: number;
  readonly priority?: number;
  readonly kind?: typeof photos;
  readonly valueUsdt?: bigint;
  readonly deadlineAtMs?: number;
}

/** Enters an item at a time of its own: the order of two that came in the same millisecond is not said. */
async function enter(subject: string, { kind = photos, ...more }: More = {}): Promise<void> {
  await kyselyOf(house.pool)
    .transaction()
    .execute((trx) => reviews.enter(trx, kind, { subject, version: 1, userId: 1_000, ...more }));
  const enteredMs = house.now();
  while (house.now() === enteredMs) await sleep(1);
}
const rows = async (of = rita, query: { kind?: string; ended?: 'yes'; sort?: '-value' } = {}) =>
  (await of.call('getReviews', { query })).records;
const idOf = async (subject: string) => {
  const found = (await rows()).find((row) => row.subject === subject);
  return { id: String(found?.id) };
};
const judge = (of: Client<OperatorCalls>, params: { id: string }, reason: string, version = 1) =>
  of.call('decideReview', {
    params,
    body: { version, reason, verdict: reason === 'clear' ? 'approve' : 'reject' },
  });

async function decide(of: Client<OperatorCalls>, params: { id: string }, reason: string, version = 1) {
  await lookAt(of, params.id);
  return judge(of, params, reason, version);
}

describe('the review queue', () => {
  it('lists by priority and deadline, to the roles of each kind alone', async () => {
    await enter('first');
    await enter('second');
    await enter('urgent', { priority: 5 });
    await enter('case', { kind: cases });
    expect((await rows()).map(({ subject }) => subject)).toEqual(['urgent', 'first', 'second']);
    expect((await rows(sam)).map(({ subject }) => subject)).toEqual(['case']);
    const [row] = await rows();
    expect(row).toMatchObject({ kind: 'photos', state: 'open', operator: null, userId: 1_000 });
    expect((row?.deadline ?? 0) - (row?.createTime ?? 0)).toBe(24 * HOUR_MS);
    expect(await rita.call('getReviewKinds')).toMatchObject([{ kind: 'photos', waiting: 3 }]);
    const params = { id: String((await rows(sam))[0]?.id) };
    expect((await refusal(rita.call('getReview', { params }))).key).toBe('OPERATOR_NOT_ALLOWED');
    expect((await refusal(rita.call('claimReview', { params }))).key).toBe('OPERATOR_NOT_ALLOWED');
  });

  it('pages through what waits', async () => {
    const first = await rita.call('getReviews', { query: { pageSize: '2' } });
    const next = await rita.call('getReviews', { query: { pageSize: '2', cursor: first.nextCursor ?? '' } });
    expect([...first.records, ...next.records].map(({ subject }) => subject)).toEqual([
      'urgent',
      'first',
      'second',
    ]);
    expect(next.nextCursor).toBeNull();
  });

  it('lists what is late before all else', async () => {
    await enter('late', { deadlineAtMs: house.now() - 1 });
    expect((await rows()).map(({ subject }) => subject)).toEqual(['late', 'urgent', 'first', 'second']);
    await house.pool.query("delete from review.item where subject = 'late'");
  });

  it('is ordered by age, deadline, kind or value over all pages, and filtered', async () => {
    const admin = await desk.signIn();
    const usdt = (whole: bigint) => whole * 10n ** 8n;
    const soon = house.now() + HOUR_MS;
    await enter('dear', { valueUsdt: usdt(900n), deadlineAtMs: soon + 2 });
    await enter('cheap', { valueUsdt: usdt(70n), deadlineAtMs: soon + 1, kind: cases });
    const all = async (query: Record<string, string>) => {
      const subjects: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof read>> = await read(query, cursor);
        subjects.push(...page.records.map(({ subject }) => subject));
        cursor = page.nextCursor;
      } while (cursor !== null);
      return subjects;
    };
    const read = (query: Record<string, string>, cursor: string | null) =>
      admin.call('getReviews', {
        query: { pageSize: '2', ...query, ...(cursor === null ? {} : { cursor }) } as never,
      });
    expect(await all({})).toEqual(['urgent', 'case', 'cheap', 'dear', 'first', 'second']);
    expect(await all({ sort: 'time' })).toEqual(['first', 'second', 'urgent', 'case', 'dear', 'cheap']);
    expect(await all({ sort: '-time' })).toEqual(['cheap', 'dear', 'case', 'urgent', 'second', 'first']);
    expect((await all({ sort: 'deadline' })).slice(0, 3)).toEqual(['case', 'cheap', 'dear']);
    expect((await all({ sort: '-value' })).slice(0, 2)).toEqual(['dear', 'cheap']);
    expect((await all({ sort: 'kind' })).slice(0, 2).toSorted()).toEqual(['case', 'cheap']);
    expect(await all({ sort: '-value', kind: 'cases' })).toEqual(['cheap', 'case']);
    expect(await all({ userId: '1001' })).toEqual([]);
    expect(await all({ operator: 'nobody' })).toEqual([]);
    expect(await all({ to: String(house.now() - HOUR_MS) })).toEqual([]);
    const { records } = await read({ sort: '-value' }, null);
    expect(records.map(({ value }) => value)).toEqual(['900', '70']);
    // an order frees nobody from the roles of a kind
    expect((await rows(sam, { sort: '-value' })).map(({ subject }) => subject)).toEqual(['cheap', 'case']);
    await house.pool.query("delete from review.item where subject in ('dear', 'cheap')");
  });

  it('shows facts, coded reasons and pictures, and says who looked', async () => {
    const params = await idOf('urgent');
    const item = await rita.call('getReview', { params });
    expect(item).toMatchObject({
      facts: [{ name: 'country', value: 'DE' }],
      images: ['front', 'back'],
      reasons: photos.reasons,
    });
    expect(looked).toContain('rita urgent');
    const picture = await rita.call('getReviewPicture', { params: { ...params, name: 'front' } });
    expect(Buffer.from(picture.base64, 'base64')).toEqual(PICTURE);
    const missing = rita.call('getReviewPicture', { params: { ...params, name: 'selfie' } });
    expect((await refusal(missing)).key).toBe('NOT_FOUND');
    const [entry] = (await desk.room.log.page({ pageSize: 1, where: { act: 'viewEvidence' } })).rows;
    expect(entry).toMatchObject({ operator: 'rita', details: { kind: 'photos', picture: 'front' } });
  });

  it('gives an item to one operator, who may put it back', async () => {
    const params = await idOf('urgent');
    const claims = await Promise.allSettled([
      rita.call('claimReview', { params }),
      ron.call('claimReview', { params }),
    ]);
    expect(claims.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [holder, other] = claims[0]?.status === 'fulfilled' ? [rita, ron] : [ron, rita];
    expect(await holder.call('claimReview', { params })).toMatchObject({ state: 'claimed', isOwn: true });
    expect((await refusal(other.call('releaseReview', { params }))).key).toBe('REVIEW_NOT_IN_HAND');
    expect((await refusal(decide(other, params, 'clear'))).key).toBe('REVIEW_NOT_IN_HAND');
    expect(await holder.call('releaseReview', { params })).toMatchObject({ state: 'open', operator: null });
    await other.call('claimReview', { params });
    await other.call('releaseReview', { params });
  });

  it('is decided once, by a reason of its kind, together with what the decision does', async () => {
    const params = await idOf('first');
    expect((await refusal(decide(rita, params, 'clear'))).key).toBe('REVIEW_NOT_IN_HAND');
    await rita.call('claimReview', { params });
    expect(await refusal(decide(rita, params, 'noSuchReason'))).toMatchObject({
      key: 'INVALID_INPUT',
      field: 'reason',
    });
    fails = true;
    const away = await refusal(decide(rita, params, 'blurred'));
    fails = false;
    expect(away.key).toBe('INTERNAL');
    expect(await rita.call('getReview', { params })).toMatchObject({ state: 'claimed', verdict: null });
    await decide(rita, params, 'blurred');
    expect(await decide(rita, params, 'blurred')).toMatchObject({ state: 'decided', verdict: 'reject' });
    expect((await refusal(decide(rita, params, 'clear'))).key).toBe('REVIEW_ENDED');
    expect(decided).toMatchObject([
      { subject: 'first', verdict: 'reject', reason: 'blurred', reviewer: { name: 'rita' } },
    ]);
    const [entry] = (await desk.room.log.page({ pageSize: 1, where: { act: 'decideReview' } })).rows;
    expect(entry?.details).toMatchObject({ verdict: 'reject', code: 'blurred', user: '1000' });
    expect((await rows(rita, { ended: 'yes' })).map(({ subject }) => subject)).toEqual(['first']);
  });

  it('refuses a decision on a version that is no longer the newest', async () => {
    const old = await idOf('second');
    await rita.call('claimReview', { params: old });
    await enter('second', { version: 2 });
    expect((await refusal(decide(rita, old, 'clear'))).key).toBe('REVIEW_ENDED');
    const params = await idOf('second');
    expect(params).not.toEqual(old);
    await rita.call('claimReview', { params });
    expect((await refusal(decide(rita, params, 'clear', 1))).key).toBe('REVIEW_NOT_IN_HAND');
    expect(await decide(rita, params, 'clear', 2)).toMatchObject({ verdict: 'approve' });
  });

  it('is approved by nobody who is new, disabled or of another role by then', async () => {
    await enter('watched');
    const params = await idOf('watched');
    await rita.call('claimReview', { params });
    await lookAt(rita, params.id);
    const stands = async (column: 'approves_from' | 'disabled_at' | 'role', value: string) => {
      const { rows: before } = await house.pool.query(
        `select ${column} as was from operator.person where name = 'rita'`,
      );
      const set = (to: unknown) =>
        house.pool.query(`update operator.person set ${column} = $1 where name = 'rita'`, [to]);
      // what another operator does after the call was let in
      const { authenticate } = desk.room.people;
      desk.room.people.authenticate = async (token) => {
        const session = await authenticate(token);
        await set(value);
        return session;
      };
      const { key } = await refusal(judge(rita, params, 'clear'));
      desk.room.people.authenticate = authenticate;
      await set(before[0].was);
      return key;
    };
    const soon = new Date(house.now() + HOUR_MS).toISOString();
    expect(await stands('approves_from', soon)).toBe('OPERATOR_TOO_NEW');
    expect(await stands('disabled_at', soon)).toBe('OPERATOR_NOT_ALLOWED');
    expect(await stands('role', 'content')).toBe('OPERATOR_NOT_ALLOWED');
    expect(decided.map(({ subject }) => subject)).not.toContain('watched');
    expect(await decide(rita, params, 'clear')).toMatchObject({ verdict: 'approve' });
  });

  it('is taken over after half an hour, and that is logged', async () => {
    await enter('forgotten');
    const params = await idOf('forgotten');
    await rita.call('claimReview', { params });
    expect(await ron.call('getReview', { params })).toMatchObject({ canClaim: false });
    expect((await refusal(ron.call('claimReview', { params }))).key).toBe('REVIEW_NOT_IN_HAND');
    const claimedAgo = (ms: number) =>
      house.pool.query("update review.item set claimed_at = $1 where subject = 'forgotten'", [
        new Date(house.now() - ms),
      ]);
    await claimedAgo(HOUR_MS / 2 - 60_000);
    expect((await refusal(ron.call('claimReview', { params }))).key).toBe('REVIEW_NOT_IN_HAND');
    await claimedAgo(HOUR_MS / 2);
    expect(await ron.call('claimReview', { params })).toMatchObject({ operator: 'ron', isOwn: true });
    const { rows: entries } = await desk.room.log.page({ pageSize: 2, where: {} });
    const of = { operator: 'ron', details: { item: params.id } };
    expect(entries).toMatchObject([
      { action: 'claimReview', ...of },
      { action: 'releaseReview', ...of },
    ]);
    expect((await refusal(decide(rita, params, 'clear'))).key).toBe('REVIEW_NOT_IN_HAND');
    // the new claim has a half hour of its own
    expect((await refusal(rita.call('claimReview', { params }))).key).toBe('REVIEW_NOT_IN_HAND');
    await ron.call('releaseReview', { params });
  });

  it('is taken over at once when who has it in hand is disabled', async () => {
    const admin = await desk.signIn();
    const gus = await desk.add('gus', 'review', admin);
    await enter('of gus');
    const params = await idOf('of gus');
    await gus.call('claimReview', { params });
    expect((await refusal(rita.call('claimReview', { params }))).key).toBe('REVIEW_NOT_IN_HAND');
    const id = String((await admin.call('getOperators')).find(({ name }) => name === 'gus')?.operatorId);
    await admin.call('disableOperator', { params: { id }, body: { reason: 'He has left the house' } });
    const found = { state: 'claimed', operator: 'gus', canClaim: true };
    expect(await rita.call('getReview', { params })).toMatchObject(found);
    expect(await rita.call('claimReview', { params })).toMatchObject({ isOwn: true });
  });

  it('keeps notes for operators', async () => {
    const params = await idOf('urgent');
    // a page that lost the first answer sends it again
    for (let times = 0; times < 2; times += 1)
      await rita.call('noteReview', { params, body: { text: 'Asked the user for another side' } });
    expect((await ron.call('getReview', { params })).notes).toMatchObject([
      { operator: 'rita', text: 'Asked the user for another side' },
    ]);
    expect((await desk.room.log.verify()).intact).toBe(true);
  });
});

describe('a verdict', () => {
  const look = (of: Client<OperatorCalls>, id: string) => of.call('getReview', { params: { id } });
  const open = (of: Client<OperatorCalls>, id: string, name: string) =>
    of.call('getReviewPicture', { params: { id, name } });
  const keyOf = async (of: Client<OperatorCalls>, params: { id: string }, reason: string) =>
    (await refusal(judge(of, params, reason))).key;

  it.each(['clear', 'blurred'])(
    '%s is refused until its operator was served facts and each picture',
    async (reason) => {
      await enter(`unseen ${reason}`);
      const params = await idOf(`unseen ${reason}`);
      await rita.call('claimReview', { params });
      // what another operator saw counts for nobody else
      await lookAt(ron, params.id);
      expect(await keyOf(rita, params, reason)).toBe('REVIEW_UNSEEN');
      await open(rita, params.id, 'front');
      await open(rita, params.id, 'back');
      expect(await keyOf(rita, params, reason)).toBe('REVIEW_UNSEEN');
      expect(await look(rita, params.id)).toMatchObject({ seen: ['back', 'front'] });
      expect(await judge(rita, params, reason)).toMatchObject({ state: 'decided' });
    },
  );

  it('needs all pictures, and is for a rejection alone where one is not there any more', async () => {
    await enter('half');
    const params = await idOf('half');
    await rita.call('claimReview', { params });
    await look(rita, params.id);
    expect(await keyOf(rita, params, 'blurred')).toBe('REVIEW_UNSEEN');
    await open(rita, params.id, 'front');
    expect(await keyOf(rita, params, 'blurred')).toBe('REVIEW_UNSEEN');
    isBackGone = true;
    expect((await refusal(open(rita, params.id, 'back'))).key).toBe('NOT_FOUND');
    isBackGone = false;
    expect(await keyOf(rita, params, 'clear')).toBe('REVIEW_UNSEEN');
    expect(await judge(rita, params, 'blurred')).toMatchObject({ verdict: 'reject' });
  });

  it('on a newer version needs a new look', async () => {
    await enter('again');
    await lookAt(rita, (await idOf('again')).id);
    await enter('again', { version: 2 });
    const params = await idOf('again');
    await rita.call('claimReview', { params });
    expect((await refusal(judge(rita, params, 'clear', 2))).key).toBe('REVIEW_UNSEEN');
  });
});

it('a kind without a reason for each verdict is none', () => {
  expect(() => defineReviewKind({ ...photos, reasons: { approve: [], reject: ['x1'] } })).toThrow(RangeError);
  expect(() => defineReviewKind({ ...photos, kind: 'two words' })).toThrow(RangeError);
});
