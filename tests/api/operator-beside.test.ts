import type { Client, OperatorCalls } from '@candor/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { kyselyOf } from '../../apps/server/base/database/index.ts';
import { defineReviewKind } from '../../apps/server/gateway/review/index.ts';
import { BESIDE_MS } from '../../apps/server/operators/operator/beside.ts';
import { lookAt, type OperatorsConsole, openConsole, operatorMail } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { refusal } from './support/person.ts';

const REASON = 'A change of duties';

let house: House;
let desk: OperatorsConsole;
let admin: Client<OperatorCalls>;
let fay: Client<OperatorCalls>;
let gus: Client<OperatorCalls>;
/** Operator who gave the first approval of the items. */
let approver = 0;

const pairs = defineReviewKind({
  kind: 'pairs',
  deadlineMs: 3_600_000,
  roles: ['risk'],
  reasons: { approve: ['right'], reject: ['wrong'] },
  read: async () => ({ facts: [], images: [] }),
  approvers: async () => [approver],
  onDecided: async () => {},
});

beforeAll(async () => {
  house = await openHouse();
  desk = await openConsole(house, { reviewKinds: [pairs], besideMs: BESIDE_MS });
  admin = await desk.signIn();
  fay = await desk.add('fay', 'risk', admin);
  gus = await desk.add('gus', 'risk', admin);
});
afterAll(async () => {
  await desk?.stop();
  await house?.stop();
});

async function proposed(by: Client<OperatorCalls>, country: string) {
  const body = { country, open: false, reason: REASON };
  const { proposalId } = await by.call('setFeature', { params: { feature: 'seconds' }, body });
  return { params: { id: String(proposalId) }, body: { reason: REASON } };
}

async function entered(subject: string): Promise<{ readonly id: string }> {
  await kyselyOf(house.pool)
    .transaction()
    .execute((trx) => house.reviews.enter(trx, pairs, { subject, version: 1, userId: 1_000 }));
  const { records } = await fay.call('getReviews', { query: {} });
  return { id: String(records.find((row) => row.subject === subject)?.id) };
}

async function idOf(name: string): Promise<number> {
  return (await admin.call('getOperators')).find((row) => row.name === name)?.operatorId ?? 0;
}

const keyOf = async (call: Promise<unknown>) => (await refusal(call)).key;

it('whoever was added lately decides no proposal of who added them, nor the other way round', async () => {
  const ofAdmin = await proposed(admin, 'DE');
  expect(await keyOf(fay.call('approveProposal', ofAdmin))).toBe('REVIEW_ADDED_OPERATOR');
  const ofFay = await proposed(fay, 'FR');
  expect(await keyOf(admin.call('approveProposal', ofFay))).toBe('REVIEW_ADDED_OPERATOR');
  // two whom a third one added decide together
  expect(await gus.call('approveProposal', ofFay)).toMatchObject({ state: 'approved' });
  // refusing needs nobody beside one
  expect(await fay.call('rejectProposal', ofAdmin)).toMatchObject({ state: 'rejected' });
});

it('nor gives the second approval beside them', async () => {
  approver = await idOf(desk.first.name);
  const params = await entered('beside');
  expect(await keyOf(fay.call('claimReview', { params }))).toBe('REVIEW_ADDED_OPERATOR');
  approver = await idOf('gus');
  await fay.call('claimReview', { params });
  await lookAt(fay, params.id);
  approver = await idOf(desk.first.name);
  const body = { version: 1, verdict: 'approve', reason: 'right' } as const;
  expect(await keyOf(fay.call('decideReview', { params, body }))).toBe('REVIEW_ADDED_OPERATOR');
  approver = await idOf('gus');
  expect(await fay.call('decideReview', { params, body })).toMatchObject({ state: 'decided' });
});

it('after a week they decide together, and who approved an adding counts as one who added', async () => {
  await desk.add('ada', 'admin', admin);
  house.advance(BESIDE_MS);
  [admin, fay] = [await desk.signIn(), await desk.signInAs('fay')];
  const again = await desk.signInAs('ada');
  const body = { name: 'ines', role: 'risk', mail: operatorMail('ines'), reason: REASON } as const;
  const { proposalId } = await admin.call('addOperator', { body });
  const decision = { params: { id: String(proposalId) }, body: { reason: REASON } };
  await again.call('approveProposal', decision);
  const ines = await desk.setUp('ines');
  for (const [country, by] of [
    ['ES', admin],
    ['PT', again],
  ] as const)
    expect(await keyOf(ines.call('approveProposal', await proposed(by, country)))).toBe(
      'REVIEW_ADDED_OPERATOR',
    );
  expect(await ines.call('approveProposal', await proposed(fay, 'GR'))).toMatchObject({ state: 'approved' });
});
