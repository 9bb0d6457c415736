import type { Client, LoanRecordRow, OperatorCalls } from '@candor/api';
import type { Amount } from '@candor/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/patience.ts';
import { lookAt, type OperatorsConsole, openConsole } from './support/console.ts';
import { system } from './support/earn.ts';
import { type House, openHouse } from './support/house.ts';
import { BTC, HOUSE, USDT } from './support/listing.ts';
import { applicationBody, applyForLoan, newBorrower } from './support/loan.ts';
import { clientOf, type Person, refusal } from './support/person.ts';
import { photo } from './support/photos.ts';

const MINUTE_MS = 60_000;
const REASON = 'Loans for the spring';
const coins = (whole: number) => (BigInt(whole) * 100_000_000n) as Amount;
const usdt = { assetId: String(USDT) };
const terms = {
  method: 'equal',
  cycle: 'month',
  cycleCount: 1,
  instalments: 3,
  dailyPercent: '0.03',
  overduePercent: '0.045',
  overdueCapPercent: '10',
  minAmount: '10',
  maxAmount: '2000',
  opensTime: null,
  reason: REASON,
} as const;
type Terms = { readonly [Name in keyof typeof terms]: unknown };

let house: House;
let desk: OperatorsConsole;
let admin: Client<OperatorCalls>;
let fin: Client<OperatorCalls>;
let fiona: Client<OperatorCalls>;
let risk: Client<OperatorCalls>;
let sam: Client<OperatorCalls>;
let rita: Client<OperatorCalls>;
let ron: Client<OperatorCalls>;
let picture: Buffer;
let nowMs = Date.UTC(2026, 0, 31);

beforeAll(async () => {
  house = await openHouse({ clock: () => nowMs });
  desk = await openConsole(house, { reviewKinds: [house.loans.review] });
  admin = await desk.signIn();
  fin = await desk.add('fin', 'finance', admin);
  fiona = await desk.add('fiona', 'finance', admin);
  risk = await desk.add('risky', 'risk', admin);
  sam = await desk.add('sam', 'support', admin);
  rita = await desk.add('rita', 'review', admin);
  ron = await desk.add('ron', 'review', admin);
  picture = await photo(0, { width: 300, height: 200 });
});
afterAll(async () => {
  await desk?.stop();
  await house?.stop();
});

async function passTo(timeMs: number): Promise<void> {
  nowMs = timeMs;
  await system(house, { type: 'tick' });
}
const keyed = (key?: string) => (key === undefined ? {} : { idempotencyKey: key });
const offer = (by = risk, more: Partial<Terms> = {}, key?: string) =>
  by.call('offerLoan', { params: usdt, body: { ...terms, ...more } as never }, keyed(key));
const close = (offerId: number, closesTime: number | null = null, by = risk) =>
  by.call('closeLoanOffer', {
    params: { offerId: String(offerId) },
    body: { closesTime, reason: REASON },
  });
const move = (direction: 'add' | 'take', amount: string, by = fin, source: 'house' | 'practice' = 'house') =>
  by.call('fundLoanPool', { params: usdt, body: { amount, direction, source, reason: REASON } });
const approve = (proposalId: number, by = fiona) =>
  by.call('approveProposal', { params: { id: String(proposalId) }, body: { reason: REASON } });
async function approved(proposed: Promise<{ readonly proposalId: number }>, by = fiona) {
  await approve((await proposed).proposalId, by);
  return fin.call('getOperatorLoans');
}
const keyOf = async (call: Promise<unknown>) => (await refusal(call)).key;
const poolOf = async () => (await sam.call('getOperatorLoans')).pools.find(({ coin }) => coin === 'USDT')!;

const apply = async (person: Person, amount: string): Promise<LoanRecordRow> =>
  applyForLoan(house, person, await applicationBody(house, person, picture, amount));
const stateOf = async (person: Person, { id }: { readonly id: number }) =>
  (await person.client.call('getLoanRecord', { query: { id: String(id) } })).status;
/** The item of an application that waits in the queue. */
async function itemOf({ id }: { readonly id: number }) {
  const { records } = await rita.call('getReviews', { query: { kind: 'loan' } });
  const { id: item, version } = records.find(({ subject }) => subject === String(id))!;
  return { params: { id: String(item) }, version };
}
type Item = Awaited<ReturnType<typeof itemOf>>;
const judge = (by: Client<OperatorCalls>, { params, version }: Item, reason = 'matches') =>
  by.call('decideReview', {
    params,
    body: { version, reason, verdict: reason === 'matches' ? 'approve' : 'reject' },
  });
async function decide(by: Client<OperatorCalls>, application: { readonly id: number }, reason?: string) {
  const item = await itemOf(application);
  await by.call('claimReview', { params: item.params });
  await lookAt(by, item.params.id);
  return judge(by, item, reason);
}

describe('the pool that lends', () => {
  it('is funded by two operators of finance, for everybody to see with the reason', async () => {
    expect(await keyOf(move('add', '100', risk))).toBe('OPERATOR_NOT_ALLOWED');
    expect(await keyOf(move('add', '100', sam))).toBe('OPERATOR_NOT_ALLOWED');
    const { proposalId } = await move('add', '5000');
    expect((await poolOf()).free).toBe('0');
    expect(await keyOf(approve(proposalId, fin))).toBe('OPERATOR_OWN_PROPOSAL');
    expect(await keyOf(approve(proposalId, risk))).toBe('OPERATOR_NOT_ALLOWED');
    await approve(proposalId);
    expect(await poolOf()).toMatchObject({ free: '5000', owed: '0' });
    const balances = await house.engine.read((view) => view.balances(HOUSE));
    expect(balances.find(({ assetId }) => assetId === USDT)).toMatchObject({
      available: coins(100_000_000 - 5_000),
    });
    const { records } = await clientOf(house).call('getLoanPoolEntries', { query: {} });
    expect(records).toMatchObject([{ kind: 'funding', amount: '5000', balance: '5000', reason: REASON }]);
  });

  it('gives back what is not lent, to the house alone', async () => {
    expect(await keyOf(move('take', '1', fin, 'practice'))).toBe('INVALID_INPUT');
    const { proposalId } = await move('take', '5000.00000001');
    expect(await keyOf(approve(proposalId))).toBe('INSUFFICIENT_BALANCE');
    await approved(move('take', '200'));
    expect((await poolOf()).free).toBe('4800');
  });
});

describe('an offer of loans', () => {
  it('is added by two operators of risk or finance, and opens at its time', async () => {
    expect(await keyOf(offer(sam))).toBe('OPERATOR_NOT_ALLOWED');
    expect(await keyOf(offer(rita))).toBe('OPERATOR_NOT_ALLOWED');
    // limits by credit score are amounts of USDT: the first offer, and with it all, lend that
    const btc = { params: { assetId: String(BTC) }, body: terms as never };
    expect(await keyOf(risk.call('offerLoan', btc))).toBe('INVALID_INPUT');
    expect((await sam.call('getOperatorLoans')).pools.map(({ coin }) => coin)).toEqual(['USDT']);
    const opensTime = nowMs + 2_000;
    const proposed = await offer(risk, { opensTime }, 'offer-once');
    expect(await offer(risk, { opensTime }, 'offer-once')).toEqual(proposed);
    expect(await keyOf(offer(risk, { opensTime, maxAmount: '9000' }, 'offer-once'))).toMatch(/KEY/);
    expect(await keyOf(approve(proposed.proposalId, risk))).toBe('OPERATOR_OWN_PROPOSAL');
    expect(await keyOf(approve(proposed.proposalId, rita))).toBe('OPERATOR_NOT_ALLOWED');
    await approve(proposed.proposalId);
    await approve(proposed.proposalId);
    const { offers } = await sam.call('getOperatorLoans');
    expect(offers).toMatchObject([
      { offerId: 1, coin: 'USDT', dailyRate: '0.0003', overdueCap: '0.1', opensTime, state: 'upcoming' },
    ]);
    const [act] = (await admin.call('getOperatorLog', { query: { pageSize: '1' } })).records;
    expect(act).toMatchObject({
      action: 'offerLoan',
      details: { coin: 'USDT', daily: '0.03%', most: '2000' },
    });
    const person = await newBorrower(house);
    const body = await applicationBody(house, person, picture, '100');
    expect(await keyOf(person.client.call('applyLoan', { body }))).toBe('LOAN_OFFER_CLOSED');
    await passTo(opensTime);
    expect(await applyForLoan(house, person, body)).toMatchObject({ status: 'pending' });
  });

  it('has terms that can repay a loan', async () => {
    const ofTerms = (more: Partial<Terms>) => keyOf(offer(risk, more));
    expect(await ofTerms({ dailyPercent: '0.30001' })).toBe('AMOUNT_INVALID');
    expect(await ofTerms({ overdueCapPercent: '50.0001' })).toBe('AMOUNT_INVALID');
    expect(await ofTerms({ minAmount: '0.000000001' })).toBe('AMOUNT_INVALID');
    expect(await ofTerms({ method: 'maturity', instalments: 2 })).toBe('LOAN_TERMS');
    expect(await ofTerms({ instalments: 61 })).toBe('LOAN_TERMS');
    const noPrincipal = { minAmount: '0.00000001', maxAmount: '1', instalments: 20 };
    expect(await keyOf(approve((await offer(risk, noPrincipal)).proposalId))).toBe('LOAN_TERMS');
    expect(await keyOf(approve((await offer(risk, { maxAmount: '5' })).proposalId))).toBe('LOAN_AMOUNT');
    const past = { opensTime: nowMs - MINUTE_MS };
    expect((await approved(offer(risk, past))).offers.at(-1)).toMatchObject({
      state: 'open',
      opensTime: nowMs,
    });
  });

  it('is closed once, and a proposal on what has changed since is refused', async () => {
    expect(await keyOf(close(99))).toBe('LOAN_OFFER_UNKNOWN');
    expect(await keyOf(close(1, null, sam))).toBe('OPERATOR_NOT_ALLOWED');
    const [later, sooner, again] = [
      await close(2, nowMs + MINUTE_MS),
      await close(2, nowMs + MINUTE_MS / 2),
      await close(2, nowMs + MINUTE_MS),
    ];
    await approve(later.proposalId);
    expect(await keyOf(approve(sooner.proposalId))).toBe('OPERATOR_PROPOSAL_OUTDATED');
    expect(await keyOf(approve(again.proposalId))).toBe('OPERATOR_PROPOSAL_OUTDATED');
    const end = await close(2, nowMs + 2 * MINUTE_MS);
    expect(await keyOf(approve(end.proposalId))).toBe('LOAN_OFFER_CLOSED');
    const { offers } = await fin.call('getOperatorLoans');
    expect(offers.at(-1)).toMatchObject({ offerId: 2, state: 'open', closesTime: nowMs + MINUTE_MS });
    await passTo(nowMs + MINUTE_MS);
    const person = await newBorrower(house);
    const body = await applicationBody(house, person, picture, '100', { offerId: 2 });
    expect(await keyOf(person.client.call('applyLoan', { body }))).toBe('LOAN_OFFER_CLOSED');
  });
});

describe('a review of an application', () => {
  it('is done by reviewers and risk alone, who opened each photo', async () => {
    const person = await newBorrower(house);
    const asked = await apply(person, '500');
    const item = await itemOf(asked);
    for (const by of [fin, sam]) {
      expect(await keyOf(by.call('getReview', { params: item.params }))).toBe('OPERATOR_NOT_ALLOWED');
      expect(await keyOf(by.call('claimReview', { params: item.params }))).toBe('OPERATOR_NOT_ALLOWED');
    }
    expect(await keyOf(judge(rita, item))).toBe('REVIEW_NOT_IN_HAND');
    await rita.call('claimReview', { params: item.params });
    await lookAt(ron, item.params.id);
    const shown = await rita.call('getReview', { params: item.params });
    expect(shown).toMatchObject({ images: ['front', 'back', 'handheld'], verdict: null, reason: null });
    for (const name of ['front', 'back', 'handheld']) {
      expect(await keyOf(judge(rita, item))).toBe('REVIEW_UNSEEN');
      expect(await keyOf(judge(rita, item, 'unclear'))).toBe('REVIEW_UNSEEN');
      await rita.call('getReviewPicture', { params: { ...item.params, name } });
    }
    expect(await keyOf(judge(ron, item))).toBe('REVIEW_NOT_IN_HAND');
    expect(await keyOf(judge(rita, item, 'because'))).toBe('INVALID_INPUT');
    await judge(rita, item);
    expect(await judge(rita, item)).toMatchObject({ state: 'decided', verdict: 'approve' });
    expect(await keyOf(judge(rita, item, 'unclear'))).toBe('REVIEW_ENDED');
    await eventually(async () => expect((await person.client.call('getLoans')).loans).toHaveLength(1));
    const { records } = await person.client.call('getAccountTouches', { query: {} });
    expect(records.map(({ act }) => act)).toEqual(
      expect.arrayContaining(['loanViewed', 'loanPhotoViewed', 'loanApproved']),
    );
  });

  it('over the limit takes a second reviewer, and pays nothing before', async () => {
    const person = await newBorrower(house);
    const asked = await apply(person, '500.00000001');
    const first = await itemOf(asked);
    expect((await rita.call('getReview', { params: first.params })).isFirst).toBe(true);
    await decide(rita, asked);
    expect(await stateOf(person, asked)).toBe('pending');
    expect((await person.client.call('getLoans')).loans).toEqual([]);
    const second = await itemOf(asked);
    expect(second).not.toEqual(first);
    expect(await keyOf(decide(rita, asked))).toBe('REVIEW_OTHER_OPERATOR');
    await rita.call('releaseReview', { params: second.params }).catch(() => {});
    await ron.call('claimReview', { params: second.params });
    const facts = (await ron.call('getReview', { params: second.params })).facts;
    expect(facts).toContainEqual({ name: 'approvedBy', value: 'rita' });
    // what the first reviewer's version said counts no more
    expect(await keyOf(judge(ron, { ...second, version: first.version }))).toBe('REVIEW_NOT_IN_HAND');
    await lookAt(ron, second.params.id);
    await judge(ron, second);
    await eventually(async () =>
      expect((await person.client.call('getLoans')).loans).toMatchObject([{ amount: '500.00000001' }]),
    );
  });

  it('takes a second reviewer too where small loans come to more than the limit', async () => {
    const person = await newBorrower(house);
    await decide(rita, await apply(person, '300'));
    await eventually(async () => expect((await person.client.call('getLoans')).loans).toHaveLength(1));
    const within = await apply(person, '200');
    await decide(rita, within);
    await eventually(async () => expect((await person.client.call('getLoans')).loans).toHaveLength(2));
    const beyond = await apply(person, '10');
    const first = await itemOf(beyond);
    expect((await rita.call('getReview', { params: first.params })).isFirst).toBe(true);
    await decide(rita, beyond);
    expect(await keyOf(decide(rita, beyond))).toBe('REVIEW_OTHER_OPERATOR');
    expect(await stateOf(person, beyond)).toBe('pending');
    expect((await person.client.call('getLoans')).loans).toHaveLength(2);
    await person.client.call('cancelLoanApplication', { body: { id: beyond.id } });
  });

  it('rejected by the second reviewer fails with the coded reason', async () => {
    const person = await newBorrower(house);
    const asked = await apply(person, '600');
    await decide(rita, asked);
    await decide(ron, asked, 'handheld');
    expect(await person.client.call('getLoanRecord', { query: { id: String(asked.id) } })).toMatchObject({
      status: 'failed',
      reason: 'handheld',
      loan: null,
    });
  });

  it('ends with the application that its borrower takes back', async () => {
    const person = await newBorrower(house);
    const asked = await apply(person, '300');
    const item = await itemOf(asked);
    await person.client.call('cancelLoanApplication', { body: { id: asked.id } });
    expect(await keyOf(rita.call('claimReview', { params: item.params }))).toBe('REVIEW_ENDED');
    expect(await keyOf(judge(rita, item))).toBe('REVIEW_ENDED');
    const more = await apply(person, '300');
    const held = await itemOf(more);
    await rita.call('claimReview', { params: held.params });
    const cancel = () => person.client.call('cancelLoanApplication', { body: { id: more.id } });
    const key = await cancel().then(
      () => null,
      () => 'refused',
    );
    expect([key, await stateOf(person, more)]).toEqual([null, 'cancelled']);
    await lookAt(rita, held.params.id).catch(() => {});
    expect(await keyOf(judge(rita, held))).toBe('REVIEW_ENDED');
  });

  it('that the pool cannot pay is refused with the reason, and the application waits', async () => {
    const person = await newBorrower(house);
    const asked = await apply(person, '300');
    const { free } = await poolOf();
    await approved(move('take', String(Number.parseInt(free, 10) - 50)));
    expect(await keyOf(decide(rita, asked))).toBe('LOAN_POOL_SHORT');
    expect(await stateOf(person, asked)).toBe('pending');
    await approved(move('add', '1000'));
    await judge(rita, await itemOf(asked));
    await eventually(async () => expect((await person.client.call('getLoans')).loans).toHaveLength(1));
  });
});

it('keeps each act in a log that holds', async () => {
  const { rows } = await desk.room.log.page({ pageSize: 100, where: {} });
  const acts = new Set(rows.map(({ action }) => action));
  for (const act of ['offerLoan', 'closeLoanOffer', 'fundLoanPool', 'decideReview', 'viewEvidence'])
    expect(acts).toContain(act);
  expect((await desk.room.log.verify()).intact).toBe(true);
});
