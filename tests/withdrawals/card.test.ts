import { type Client, newActKey, type OperatorCalls, type WithdrawalRow } from '@candor/api';
import type { Command } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { CompactEncrypt, generateKeyPair, importJWK, type JWK } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSealedRequests } from '../../apps/server/money/withdrawals/index.ts';
import { type OperatorsConsole, openConsole } from '../api/support/console.ts';
import { type House, openHouse } from '../api/support/house.ts';
import { expectNoServerWords } from '../api/support/no-server-words.ts';
import { refusal } from '../api/support/person.ts';
import { needOf, sendAct, sha256, show, stepUp } from '../api/support/step-up.ts';
import { expectListedByTime, inQuery } from '../api/support/times.ts';
import { eventually } from '../support/patience.ts';
import { FUND_PASSWORD, newWithdrawer, WITHDRAWAL_PATH, type Withdrawer } from '../support/payout-bench.ts';

const U = 100_000_000n;
const MINUTE_MS = 60_000;

let house: House;
let desk: OperatorsConsole;
let ann: Client<OperatorCalls>;
let ben: Client<OperatorCalls>;
let who: Withdrawer;

const card = {
  name: 'Ada Lovelace',
  cardNumber: '4000 0000 0000 0002',
  bankName: 'Bank of London',
  swiftCode: 'BOLNGB2L',
};

async function bindCard({ person, nextCode }: Withdrawer): Promise<void> {
  await stepUp(house, person, { path: '/api/userBank/save', body: card }, [
    ['password', sha256('correct-horse-9')],
    ['authenticator', await nextCode()],
  ]);
}

beforeAll(async () => {
  house = await openHouse();
  desk = await openConsole(house, { reviewKinds: [house.withdrawals.payoutReview] });
  const admin = await desk.signIn();
  ann = await desk.add('ann', 'finance', admin);
  ben = await desk.add('ben', 'risk', admin);
  who = await newWithdrawer(house);
});
afterAll(async () => {
  await desk?.stop();
  await house?.stop();
});

/** Sends a request and shows the second factor that it asks for. */
async function request(of: Withdrawer, body: object) {
  const act = { path: WITHDRAWAL_PATH, body, key: newActKey(house.now()) };
  const first = await sendAct(house, of.person, act);
  if ((first.data as { key?: string } | null)?.key !== 'STEP_UP_REQUIRED') return first;
  const { challenge } = needOf(first);
  await show(of.person, challenge, 'authenticator', await of.nextCode());
  return sendAct(house, of.person, act, challenge);
}
const toCard = (amount: string) => ({
  method: 'bank',
  coin: 'USDT',
  amount,
  fundPassword: sha256(FUND_PASSWORD),
});
const ask = async (amount: string) => (await request(who, toCard(amount))).data as WithdrawalRow;
const balance = async () =>
  (await house.engine.read((view) => view.balances(who.person.userId))).find(
    ({ assetId }) => assetId === 1002,
  )!;
const row = async (id: number) =>
  (await who.person.client.call('getWithdrawalLog', { query: {} })).records.find((each) => each.id === id)!;

async function itemOf(of: Client<OperatorCalls>, id: number) {
  const { records } = await of.call('getReviews', { query: { kind: 'payout' } });
  const params = { id: String(records.find(({ subject }) => subject === String(id))?.id) };
  const item = await of.call('getReview', { params });
  expect(item.facts).toContainEqual({ name: 'practice', value: 'practice-bank' });
  expectNoServerWords(item.facts);
  return { params, ...item };
}
async function decide(of: Client<OperatorCalls>, id: number, reason: string, reference?: string) {
  const { params, version, reasons } = await itemOf(of, id);
  await of.call('claimReview', { params });
  const verdict = reasons.reject.includes(reason) ? ('reject' as const) : ('approve' as const);
  const named = reference === undefined ? {} : { reference };
  return of.call('decideReview', { params, body: { version, verdict, reason, ...named } });
}

describe('a withdrawal to the bank card', () => {
  it('needs a bound card, a coin that is paid out and the minimum', async () => {
    expect((await request(who, toCard('20'))).data).toMatchObject({ key: 'WITHDRAWAL_CARD_MISSING' });
    await bindCard(who);
    await house.pool.query('delete from factors.hold where user_id = $1', [who.person.userId]);
    const { bank } = await who.person.client.call('getWithdrawalCurrency');
    expect(bank).toMatchObject({
      practice: true,
      card: { bankName: 'Bank of London', cardNumber: '•••• 0002' },
    });
    expect((await request(who, toCard('9.99'))).data).toMatchObject({ key: 'WITHDRAWAL_TOO_SMALL' });
    expect((await request(who, { ...toCard('20'), coin: 'BTC' })).data).toMatchObject({
      key: 'WITHDRAWAL_BANK_CLOSED',
    });
  });

  it('is held, paid by an operator under the bank’s reference, and settled to the house once', async () => {
    const before = await balance();
    const houseBefore = (await house.engine.read((view) => view.balances(1))).find(
      (each) => each.assetId === 1002,
    )!;
    const { id } = await ask('100');
    expect(await balance()).toMatchObject({ held: 100n * U });
    expect(await row(id)).toMatchObject({
      method: 'bank',
      state: 'signing',
      status: 'review',
      address: 'Bank of London •••• 0002',
      fee: '0',
    });
    await expectListedByTime(async (times) =>
      (await who.person.client.call('getWithdrawalLog', { query: inQuery(times) })).records.map(
        ({ time }) => time,
      ),
    );
    const item = await itemOf(ann, id);
    expect(item).toMatchObject({ asksReference: true, reasons: { approve: ['paid'] } });
    expect(item.facts).toContainEqual({ name: 'card', value: card.cardNumber });
    const { list } = await who.person.client.call('getAccountTouches', { query: {} }).then((page) => ({
      list: page.records,
    }));
    expect(list[0]).toMatchObject({ act: 'cardViewed' });
    await ann.call('claimReview', { params: item.params });
    const unnamed = ann.call('decideReview', {
      params: item.params,
      body: { version: item.version, verdict: 'approve', reason: 'paid' },
    });
    expect((await refusal(unnamed)).key).toBe('REVIEW_REFERENCE_MISSING');
    await decide(ann, id, 'paid', 'BANK-REF-77');
    await house.outbox.deliver(`withdrawal-end:${id}`);
    expect(await row(id)).toMatchObject({ state: 'done', status: 'passed', reference: 'BANK-REF-77' });
    expect((await row(id)).steps.map(({ state }) => state)).toEqual([
      'requested',
      'checks',
      'signing',
      'done',
    ]);
    expect(await balance()).toMatchObject({ available: before.available - 100n * U, held: 0n });
    const houseAfter = (await house.engine.read((view) => view.balances(1))).find(
      (each) => each.assetId === 1002,
    )!;
    expect(houseAfter.available + houseAfter.held).toBe(houseBefore.available + houseBefore.held + 100n * U);
    const bills = await who.person.client.call('getMyBill', { query: { kind: 'payout' } });
    expect(bills.records[0]).toMatchObject({ amount: '-100' });
  });

  it('is not paid while a part of a deposit that left its chain is missing, and is once that is there again', async () => {
    const { userId } = who.person;
    const submit = (user: number, body: Command) =>
      house.engine.submit({ userId: user, key: null, bodyHash: null, body });
    await submit(0, {
      type: 'creditDeposit',
      depositNo: 900_001,
      accountUserId: userId,
      assetId: 1002,
      ordinal: 0,
      amount: (8n * U) as Amount,
      chain: 'practice-evm',
      transaction: '0x900001',
    });
    const { id } = await ask('20');
    const away = ((await balance()).available - 3n * U) as Amount;
    const move = (from: 'spot' | 'contract', to: 'spot' | 'contract') =>
      submit(userId, {
        type: 'transfer',
        from,
        fromSymbolId: 0,
        to,
        toSymbolId: 0,
        assetId: 1002,
        amount: away,
      });
    await move('spot', 'contract');
    await submit(0, { type: 'holdDeposit', depositNo: 900_001, turn: 1 });
    const item = await itemOf(ann, id);
    expect(item.facts).toContainEqual({ name: 'takenBack', value: '5 USDT' });
    expect(item.facts.map(({ name }) => name)).not.toContain('card');
    expect(await row(id)).toMatchObject({ state: 'signing', reason: 'takenBack' });
    expect((await refusal(decide(ann, id, 'paid', 'BANK-REF-79'))).key).toBe('REVIEW_DEPOSIT_TAKEN_BACK');

    await move('contract', 'spot');
    await eventually(async () => {
      expect((await itemOf(ann, id)).facts).toContainEqual({ name: 'card', value: card.cardNumber });
    });
    expect(await row(id)).toMatchObject({ state: 'signing', reason: null });
    await decide(ann, id, 'paid', 'BANK-REF-79');
    await house.outbox.deliver(`withdrawal-end:${id}`);
    expect(await row(id)).toMatchObject({ state: 'done' });
    await submit(0, {
      type: 'restoreDeposit',
      depositNo: 900_001,
      turn: 1,
      ordinal: 0,
      amount: (8n * U) as Amount,
    });
  });

  it('above the limit is approved by one operator and paid by another', async () => {
    const { id } = await ask('1000.01');
    expect(await row(id)).toMatchObject({ state: 'review', reason: 'amount' });
    expect((await itemOf(ann, id)).asksReference).toBe(false);
    await decide(ann, id, 'rulesKept');
    expect(await row(id)).toMatchObject({ state: 'signing' });
    const { params } = await itemOf(ann, id);
    expect((await refusal(ann.call('claimReview', { params }))).key).toBe('REVIEW_OTHER_OPERATOR');
    await decide(ben, id, 'paid', 'BANK-REF-78');
    await house.outbox.deliver(`withdrawal-end:${id}`);
    expect(await row(id)).toMatchObject({ state: 'done' });
  });

  it('is cancelled by its owner until an operator has it in hand', async () => {
    const before = await balance();
    const { id } = await ask('50');
    const { params } = await itemOf(ann, id);
    await ann.call('claimReview', { params });
    const cancel = () => who.person.client.call('cancelWithdrawal', { body: { id } });
    expect((await refusal(cancel())).key).toBe('WITHDRAWAL_IN_HAND');
    // she may have paid it: nobody takes it over however long she has it
    await house.pool.query(
      "update review.item set claimed_at = claimed_at - interval '2 days' where item_id = $1",
      [params.id],
    );
    expect((await refusal(ben.call('claimReview', { params }))).key).toBe('REVIEW_NOT_IN_HAND');
    await ann.call('releaseReview', { params });
    expect(await cancel()).toMatchObject({ state: 'cancelled', reason: 'owner' });
    expect(await balance()).toMatchObject({ available: before.available, held: 0n });
    expect((await refusal(ann.call('claimReview', { params }))).key).toBe('REVIEW_ENDED');
  });

  it('is rejected with a coded reason, and what was held is free', async () => {
    const before = await balance();
    const { id } = await ask('60');
    await decide(ben, id, 'card');
    await house.outbox.deliver(`withdrawal-end:${id}`);
    expect(await row(id)).toMatchObject({ state: 'rejected', status: 'failed', reason: 'card' });
    expect(await balance()).toMatchObject({ available: before.available, held: 0n });
  });
});

describe('an encrypted request', () => {
  const nowS = () => Math.floor(house.now() / 1_000);
  async function configKey(): Promise<JWK> {
    const script = await (await fetch(`${house.url}/platform/dev/config.js`)).text();
    return JSON.parse(/freeze\((.*)\)/.exec(script)![1]!).withdrawalKey;
  }
  const sealWith = async (key: JWK, claims: object, enc = 'A256GCM') => ({
    payload: await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(claims)))
      .setProtectedHeader({ alg: 'ECDH-ES', enc, kid: key.kid! })
      .encrypt(await importJWK(key, 'ECDH-ES')),
  });
  let ids = 0;
  const claims = (more: object = {}) => ({
    ...toCard('20'),
    sub: String(who.person.userId),
    iat: nowS(),
    jti: `an-id-of-its-own-${++ids}`,
    ...more,
  });
  const keyOf = async (body: object) => ((await request(who, body)).data as { key?: string }).key;

  it('to the key of config.js is taken as the plain one is, and once', async () => {
    const body = await sealWith(await configKey(), claims());
    expect((await request(who, body)).data).toMatchObject({ method: 'bank', amount: '20' });
    expect(await keyOf(body)).toBe('WITHDRAWAL_PAYLOAD_REPLAYED');
  });

  it('to another key, altered, of another user, too old or too new is refused', async () => {
    const key = await configKey();
    expect(await keyOf(await sealWith({ ...key, kid: 'withdrawal-1' }, claims()))).toBe(
      'WITHDRAWAL_KEY_UNKNOWN',
    );
    const { publicKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256' });
    const stranger = await new CompactEncrypt(new TextEncoder().encode('{}'))
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: key.kid! })
      .encrypt(publicKey);
    expect(await keyOf({ payload: stranger })).toBe('WITHDRAWAL_PAYLOAD_INVALID');
    const { payload } = await sealWith(key, claims());
    const parts = payload.split('.');
    const [head, , iv, text, tag] = parts as [string, string, string, string, string];
    const turned = `${text[0] === 'A' ? 'B' : 'A'}${text.slice(1)}`;
    expect(await keyOf({ payload: [head, '', iv, turned, tag].join('.') })).toBe(
      'WITHDRAWAL_PAYLOAD_INVALID',
    );
    expect(await keyOf(await sealWith(key, claims(), 'A128GCM'))).toBe('WITHDRAWAL_PAYLOAD_INVALID');
    expect(await keyOf(await sealWith(key, claims({ sub: '999' })))).toBe('WITHDRAWAL_PAYLOAD_INVALID');
    for (const jti of [undefined, 'an-id-of-its-own\0'])
      expect(await keyOf(await sealWith(key, claims({ jti })))).toBe('WITHDRAWAL_PAYLOAD_INVALID');
    expect(await keyOf(await sealWith(key, claims({ iat: nowS() - 16 * 60 })))).toBe(
      'WITHDRAWAL_PAYLOAD_OLD',
    );
    expect(await keyOf(await sealWith(key, claims({ iat: nowS() + 120 })))).toBe('WITHDRAWAL_PAYLOAD_OLD');
    expect(await keyOf(await sealWith(key, claims({ amount: '1e3' })))).toBe('INVALID_INPUT');
    expect(await keyOf({ payload: 'a.b.c' })).toBe('INVALID_INPUT');
  });

  it('to last month’s key is taken, and to the one before is not', async () => {
    let timeMs = Date.UTC(2026, 0, 1);
    const sealed = await openSealedRequests({ masterKey: Buffer.alloc(32, 8), now: () => timeMs });
    const old = sealed.currentKey() as JWK;
    const open = async () =>
      sealed.open(
        7,
        await sealWith(old, { ...toCard('20'), sub: '7', iat: timeMs / 1_000, jti: 'x'.repeat(16) }),
      );
    timeMs += 30 * 24 * 60 * MINUTE_MS;
    expect(sealed.currentKey().kid).not.toBe(old.kid);
    expect((await open()).request).toMatchObject({ method: 'bank', amount: '20' });
    timeMs += 30 * 24 * 60 * MINUTE_MS;
    await expect(open()).rejects.toMatchObject({ key: 'WITHDRAWAL_KEY_UNKNOWN' });
  });
});
