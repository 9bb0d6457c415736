import type { Client, OperatorCalls } from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kyselyOf } from '../../apps/server/database/index.ts';
import {
  defineReviewKind,
  openReviews,
  type ReviewDecision,
  type Reviews,
} from '../../apps/server/review/index.ts';
import { type OperatorsConsole, openConsole } from './support/console.ts';
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
  picture: async (_, name) => (name === 'front' ? { type: 'image/jpeg', bytes: PICTURE } : null),
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

const enter = (subject: string, more: { version?: number; priority?: number; kind?: typeof photos } = {}) =>
  kyselyOf(house.pool)
    .transaction()
    .execute((trx) =>
      reviews.enter(trx, more.kind ?? photos, {
        ...{ subject, version: more.version ?? 1, userId: 1_000, priority: more.priority ?? 0 },
      }),
    );
const rows = async (of = rita, query: { kind?: string; ended?: 'yes' } = {}) =>
  (await of.call('getReviews', { query })).records;
const idOf = async (subject: string) => {
  const found = (await rows()).find((row) => row.subject === subject);
  return { id: String(found?.id) };
};
const decide = (of: Client<OperatorCalls>, params: { id: string }, reason: string, version = 1) =>
  of.call('decideReview', {
    params,
    body: { version, reason, verdict: reason === 'clear' ? 'approve' : 'reject' },
  });

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
      ...['urgent', 'first', 'second'],
    ]);
    expect(next.nextCursor).toBeNull();
  });

  it('lists what is late before all else', async () => {
    const late = { subject: 'late', version: 1, userId: 1_000, deadlineAtMs: house.now() - 1 };
    const trx = kyselyOf(house.pool).transaction();
    await trx.execute((within) => reviews.enter(within, photos, late));
    expect((await rows()).map(({ subject }) => subject)).toEqual(['late', 'urgent', 'first', 'second']);
    await house.pool.query("delete from review.item where subject = 'late'");
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

  it('keeps notes for operators', async () => {
    const params = await idOf('urgent');
    await rita.call('noteReview', { params, body: { text: 'Asked the user for another side' } });
    expect((await ron.call('getReview', { params })).notes).toMatchObject([
      { operator: 'rita', text: 'Asked the user for another side' },
    ]);
    expect((await desk.room.log.verify()).intact).toBe(true);
  });
});

it('a kind without a reason for each verdict is none', () => {
  expect(() => defineReviewKind({ ...photos, reasons: { approve: [], reject: ['x1'] } })).toThrow(RangeError);
  expect(() => defineReviewKind({ ...photos, kind: 'two words' })).toThrow(RangeError);
});
