import { type Client, type OperatorCalls, signingKeyText } from '@candor/api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type OperatorsConsole, openConsole } from '../api/support/console.ts';
import { expectNoServerWords } from '../api/support/no-server-words.ts';
import { refusal } from '../api/support/person.ts';
import {
  newAddress,
  newSigningOperator,
  openPayoutBench,
  type PayoutBench,
  type SigningOperator,
  type Withdrawer,
} from '../support/payout-bench.ts';

const U = 100_000_000n;
const HOUR_MS = 3_600_000;

/** An operator of the console with a signing key. */
interface Approver extends SigningOperator {
  readonly client: Client<OperatorCalls>;
}

let bench: PayoutBench;
let desk: OperatorsConsole;
let ann: Approver;
let ben: Approver;
let who: Withdrawer;

async function approver(name: string, admin: Client<OperatorCalls>): Promise<Approver> {
  const client = await desk.add(name, 'finance', admin);
  return { ...newSigningOperator(name), client };
}
async function register(
  of: Approver,
  key: SigningOperator = of,
  text = signingKeyText(of.name, key.publicKey),
) {
  const { publicKey } = key;
  const code = await desk.nextCode(of.name);
  return of.client.call('registerSigningKey', { body: { publicKey, code, signature: key.sign(text) } });
}

beforeAll(async () => {
  bench = await openPayoutBench();
  desk = await openConsole(bench.house, {
    reviewKinds: [bench.house.withdrawals.review],
    acceptedKeys: async () => [...(await bench.signer.allowedKeys())],
  });
  const admin = await desk.signIn();
  ann = await approver('ann', admin);
  ben = await approver('ben', admin);
});
afterAll(async () => {
  await desk?.stop();
  await bench?.stop();
});

const available = async (userId: number) =>
  (await bench.house.engine.read((view) => view.balances(userId))).find(({ assetId }) => assetId === 1002)!;
const newest = async () => (await bench.log(who))[0]!;
const queue = async (of: Approver) =>
  (await of.client.call('getReviews', { query: { kind: 'withdrawal' } })).records;
const itemOf = async (of: Approver, withdrawalNo: number) =>
  (await queue(of)).find(({ subject }) => subject === String(withdrawalNo));

/** Claims the item of a withdrawal and reads it. */
async function take(of: Approver, withdrawalNo: number) {
  const params = { id: String((await itemOf(of, withdrawalNo))?.id) };
  await of.client.call('claimReview', { params });
  const item = await of.client.call('getReview', { params });
  expect(item.facts).toContainEqual({ name: 'network', value: 'practice-evm' });
  expectNoServerWords(item.facts);
  return item;
}

/** Decides an item in hand; approvals are signed over `text`, by default what the desk shows. */
function decide(
  of: Approver,
  item: Awaited<ReturnType<typeof take>>,
  reason = 'rulesKept',
  text: string | null = item.toSign,
) {
  const verdict = reason === 'rulesKept' ? ('approve' as const) : ('reject' as const);
  const signature = verdict === 'approve' && text !== null ? { signature: of.sign(text) } : {};
  return of.client.call('decideReview', {
    params: { id: String(item.id) },
    body: { version: item.version, verdict, reason, ...signature },
  });
}

describe('signing keys', () => {
  it('are registered by their holder, and accepted by the signer alone', async () => {
    const none = await ann.client.call('getSigningKeys');
    expect(none).toEqual({ own: null, accepted: [] });
    expect((await refusal(register(ann, ann, 'another text'))).key).toBe('OPERATOR_SIGNATURE_WRONG');
    const wrong = { publicKey: ann.publicKey, code: '000000' };
    const signature = ann.sign(signingKeyText('ann', ann.publicKey));
    const call = ann.client.call('registerSigningKey', { body: { ...wrong, signature } });
    expect((await refusal(call)).key).toBe('OPERATOR_SECOND_FACTOR_WRONG');
    const first = await register(ann, newSigningOperator('ann'));
    const { own } = await register(ann);
    expect(own).toMatchObject({ publicKey: ann.publicKey, acceptedAs: null });
    expect(own?.fingerprint).not.toBe(first.own?.fingerprint);
    expect((await refusal(register(ben, { ...ann, name: 'ben' }))).key).toBe('OPERATOR_KEY_TAKEN');
    await register(ben);
    const log = await desk.room.log.verify();
    expect(log).toMatchObject({ intact: true });
  });

  it('open withdrawals above the automatic amount once the signer accepts two', async () => {
    who = await bench.withdrawer();
    const isOpen = async () =>
      (await who.person.client.call('getWithdrawalCurrency')).list.find(({ coin }) => coin === 'USDT')
        ?.isReviewed;
    await bench.accept(ann);
    expect(await isOpen()).toBe(false);
    expect((await bench.withdraw(who, { amount: '2000' })).data).toMatchObject({
      key: 'WITHDRAWAL_TOO_LARGE',
    });
    await bench.accept(ben);
    expect(await isOpen()).toBe(true);
    const { own, accepted } = await ben.client.call('getSigningKeys');
    expect(own).toMatchObject({ acceptedAs: 'ben' });
    expect(accepted?.map(({ operator }) => operator)).toEqual(['ann', 'ben']);
    expect((await bench.withdraw(who, { amount: '2000' })).data).toMatchObject({ state: 'checks' });
    await bench.payer.round();
    expect(await newest()).toMatchObject({ state: 'review', reason: 'amount', canCancel: true });
  });
});

describe('a withdrawal above the automatic amount', () => {
  beforeEach(async () => {
    who = await bench.withdrawer();
  });
  const waits = async (amount = '2000', address?: string) => {
    const { id } = await bench.request(who, amount, address);
    await bench.payer.round();
    return id;
  };

  it('is paid after two operators signed exactly it', async () => {
    const to = newAddress();
    const id = await waits('2000', to);
    const row = await newest();
    expect(row).toMatchObject({ id, state: 'review', reason: 'amount', isLate: false });
    expect(row.deadline! - row.steps.at(-1)!.time).toBe(20 * HOUR_MS);
    const first = await take(ann, id);
    expect(first.deadline).toBe(row.deadline);
    expect(first.toSign).toContain(`recipient: ${to}`);
    expect(Object.fromEntries(first.facts.map(({ name, value }) => [name, value]))).toMatchObject({
      address: to,
      earlierOwn: '0',
      usedToday: '2000 / 10000 USDT',
    });
    const params = { id: String(first.id) };
    const body = { version: first.version, verdict: 'approve' as const, reason: 'rulesKept' };
    expect((await refusal(ann.client.call('decideReview', { params, body }))).key).toBe(
      'OPERATOR_KEY_NEEDED',
    );
    const other = first.toSign!.replace(to, newAddress());
    expect((await refusal(decide(ann, first, 'rulesKept', other))).key).toBe('OPERATOR_SIGNATURE_WRONG');
    await decide(ann, first);
    expect(await newest()).toMatchObject({ state: 'review', canCancel: true });

    // the same operator is no second one
    const second = (await itemOf(ann, id))!;
    const claim = ann.client.call('claimReview', { params: { id: String(second.id) } });
    expect((await refusal(claim)).key).toBe('REVIEW_OTHER_OPERATOR');
    await bench.payOut(2);
    expect(await newest()).toMatchObject({ state: 'review' });

    const taken = await take(ben, id);
    expect(taken.facts).toContainEqual({ name: 'approvedBy', value: 'ann' });
    expect(taken.toSign).toBe(first.toSign);
    expect((await refusal(decide({ ...ben, sign: ann.sign }, taken))).key).toBe('OPERATOR_SIGNATURE_WRONG');
    await decide(ben, taken);
    expect(await newest()).toMatchObject({ state: 'signing' });
    await bench.payOut();
    const paid = await newest();
    expect(paid).toMatchObject({ state: 'done', status: 'passed' });
    expect(paid.steps.map(({ state }) => state)).toEqual([
      'requested',
      'checks',
      'review',
      'signing',
      'broadcast',
      'done',
    ]);
    expect(await bench.usdtOf(to)).toBe(BigInt(Math.round(Number(paid.arrives) * 1e6)));
    await bench.house.outbox.deliver(`withdrawal-end:${id}`);
    expect(await available(who.person.userId)).toMatchObject({ available: 8_000n * U, held: 0n });
  });

  it('is rejected with a reason that its owner reads, and free again', async () => {
    const id = await waits();
    await decide(ann, await take(ann, id));
    expect((await refusal(decide(ben, await take(ben, id), 'amountTooHigh'))).key).toBe('INVALID_INPUT');
    await decide(ben, await take(ben, id), 'takeover');
    expect(await newest()).toMatchObject({ state: 'rejected', status: 'failed', reason: 'takeover' });
    await bench.house.outbox.deliver(`withdrawal-end:${id}`);
    expect(await available(who.person.userId)).toMatchObject({ available: 10_000n * U, held: 0n });
    await bench.payOut(2);
    expect((await newest()).transaction).toBeNull();
  });

  it('is cancelled by its owner until the second signature', async () => {
    const id = await waits();
    await decide(ann, await take(ann, id));
    const item = await take(ben, id);
    await who.person.client.call('cancelWithdrawal', { body: { id } });
    expect(await itemOf(ann, id)).toBeUndefined();
    expect((await refusal(decide(ben, item))).key).toBe('REVIEW_ENDED');
    expect(await available(who.person.userId)).toMatchObject({ available: 10_000n * U, held: 0n });
  });

  it('begins another round when the approvals expire, late and first in the queue', async () => {
    const id = await waits();
    const item = await take(ann, id);
    await decide(ann, item);
    // The clock of the ledger does not move along, so the times are moved instead.
    const hours = 25;
    await bench.house.pool.query(
      `update withdrawals.withdrawal set deadline = deadline - $2 * interval '1 hour',
        approvals_expire = approvals_expire - $2 * interval '1 hour' where withdrawal_no = $1`,
      [id, hours],
    );
    const other = await bench.withdrawer();
    const { id: younger } = await bench.request(other, '1500');
    const stale = await take(ben, id);
    expect(stale.toSign).toBeNull();
    expect((await refusal(decide(ben, stale, 'rulesKept', item.toSign))).key).toBe('REVIEW_ENDED');
    await bench.payer.round();
    const [renewed, ...others] = await queue(ben);
    expect(renewed).toMatchObject({ subject: String(id), state: 'open', version: 3 });
    expect(renewed!.deadline).toBeLessThan(bench.house.now());
    expect(others.at(-1)).toMatchObject({ subject: String(younger), version: 1 });
    expect(await newest()).toMatchObject({ state: 'review', reason: 'expired', isLate: true });

    // the signer accepts one of them no more: it refuses, and both are asked again
    await bench.forbid(ben);
    await decide(ben, await take(ben, id));
    await decide(ann, await take(ann, id));
    await bench.payer.round();
    expect(await newest()).toMatchObject({ state: 'review', reason: 'limit', isLate: false });
    expect((await newest()).steps.map(({ state }) => state).slice(-2)).toEqual(['signing', 'review']);
    await bench.accept(ben);
    await decide(ben, await take(ben, id));
    await decide(ann, await take(ann, id));
    await bench.payOut();
    expect(await newest()).toMatchObject({ state: 'done' });
    await decide(ann, await take(ann, younger), 'asked');
  });

  /** Requests what the signer refuses for the sum of its day. */
  async function waitsForDay(): Promise<number> {
    const { id } = await bench.request(who, '500');
    const refusing = await bench.openPayer({
      signer: {
        ...bench.signer,
        signRow: async () => ({
          signed: [],
          refused: { code: 'APPROVALS_NEEDED', message: 'The sum of the day is reached' },
        }),
      },
    });
    await refusing.round();
    await refusing.round();
    expect(await newest()).toMatchObject({ id, state: 'review', reason: 'limit' });
    return id;
  }
  /** The clock of the ledger does not move along, so the round is moved instead. */
  const beginNextDay = (id: number) =>
    bench.house.pool.query(
      `update withdrawals.withdrawal set approvals_expire = approvals_expire - interval '1 day'
        where withdrawal_no = $1`,
      [id],
    );

  it('is not needed for what only waited for the next day of the signer', async () => {
    const id = await waitsForDay();
    expect(await itemOf(ann, id)).toMatchObject({ state: 'open' });
    await bench.payOut(2);
    expect(await newest()).toMatchObject({ state: 'review' });
    await beginNextDay(id);
    await bench.payOut();
    expect(await newest()).toMatchObject({ state: 'done' });
    expect(await itemOf(ann, id)).toBeUndefined();
  });

  it.each([
    ['a hold began', { isHeld: async () => true }],
    ['its owner lost the second factor', { isSteppedUp: async () => false }],
  ])('is needed where %s before the next day of the signer', async (_, changed) => {
    const id = await waitsForDay();
    // One approval of two is none.
    await decide(ann, await take(ann, id));
    await beginNextDay(id);
    const payer = await bench.openPayer(changed);
    for (let i = 0; i < 3; i++) await payer.round();
    expect(await newest()).toMatchObject({ state: 'review', reason: 'hold', transaction: null });
    await decide(ann, await take(ann, id));
    await beginNextDay(id);
    for (let i = 0; i < 3; i++) await payer.round();
    expect(await newest()).toMatchObject({ state: 'review', reason: 'expired', transaction: null });
    await decide(ann, await take(ann, id));
    await decide(ben, await take(ben, id));
    await payer.round();
    expect(await newest()).toMatchObject({ state: 'broadcast' });
    await bench.payOut();
    expect(await newest()).toMatchObject({ state: 'done' });
  });

  it('is approved by no operator who is new', async () => {
    const id = await waits();
    const item = await take(ann, id);
    const begins = (time: string) =>
      bench.house.pool.query(`update operator.person set approves_from = ${time} where name = 'ann'`);
    const { rows } = await bench.house.pool.query(
      "select approves_from from operator.person where name = 'ann'",
    );
    await begins("'2100-01-01'");
    expect((await refusal(decide(ann, item))).key).toBe('OPERATOR_TOO_NEW');
    await begins(`'${rows[0].approves_from.toISOString()}'`);
    await decide(ann, item, 'frozen');
    expect(await newest()).toMatchObject({ state: 'rejected', reason: 'frozen' });
  });

  it('stops at the limit of the day', async () => {
    expect(await bench.request(who, '6000')).toMatchObject({ state: 'checks' });
    await who.person.client.call('takePracticeFunds', { body: { coin: 'USDT', amount: '10000' } });
    await expect(bench.request(who, '4001')).rejects.toMatchObject({ key: 'WITHDRAWAL_DAILY_LIMIT' });
    expect(await bench.request(who, '3500')).toMatchObject({ state: 'checks' });
    expect((await bench.withdraw(who, { amount: '501' })).data).toMatchObject({
      key: 'WITHDRAWAL_DAILY_LIMIT',
    });
  });
});
