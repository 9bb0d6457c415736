import type { Client, OperatorCalls } from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperatorsConsole, openConsole } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { newPerson, type Person, refusal } from './support/person.ts';
import { toldTo } from './support/told.ts';

const REASON = 'A fee was charged twice on 3 May';
const DECIDED = { reason: 'Checked against the journal' };

let house: House;
let desk: OperatorsConsole;
let one: Client<OperatorCalls>;
let other: Client<OperatorCalls>;
let support: Client<OperatorCalls>;
let person: Person;

beforeAll(async () => {
  house = await openHouse({ notices: true });
  desk = await openConsole(house);
  one = await desk.signIn();
  support = await desk.add('sam', 'support', one);
  other = await desk.add('flo', 'finance', one);
  person = await newPerson(house);
});
afterAll(async () => {
  await desk?.stop();
  await house?.stop();
});

const correction = (more: object = {}) => ({
  body: {
    userId: person.userId,
    coin: 'USDT',
    amount: '12.5',
    kind: 'error',
    reason: REASON,
    ...more,
  } as const,
});
const usdtOf = async () =>
  (await house.engine.read((view) => view.balances(person.userId))).find(({ assetId }) => assetId === usdt())
    ?.available ?? 0n;
let usdtId = 0;
const usdt = () => usdtId;
const sumOf = async () =>
  (await house.engine.read((view) => view.ledgerSums())).map(({ sum, custody }) => [sum, custody]);

describe('a correction of a balance', () => {
  it('credits the user once, after two operators, with a reason that the user reads', async () => {
    const { assets } = await house.core.ask('spotCatalogue');
    const asset = assets.find(({ code }) => code === 'USDT');
    usdtId = asset?.assetId ?? 0;
    const [before, sums] = [await usdtOf(), await sumOf()];
    const { proposalId } = await one.call('correctBalance', correction(), { idempotencyKey: 'twice' });
    expect(await one.call('correctBalance', correction(), { idempotencyKey: 'twice' })).toEqual({
      proposalId,
    });
    const decision = { params: { id: String(proposalId) }, body: DECIDED };
    expect((await refusal(one.call('approveProposal', decision))).key).toBe('OPERATOR_OWN_PROPOSAL');
    expect((await refusal(support.call('approveProposal', decision))).key).toBe('OPERATOR_NOT_ALLOWED');
    expect(await usdtOf()).toBe(before);
    expect((await person.client.call('getAccountTouches', { query: {} })).records).toEqual([]);

    const withCode = async (code: string) =>
      other.call('approveProposal', { ...decision, body: { ...DECIDED, code } });
    const wrong = { key: 'OPERATOR_SECOND_FACTOR_WRONG', field: 'code' };
    expect(await refusal(other.call('approveProposal', decision))).toMatchObject(wrong);
    expect(await refusal(withCode('000000'))).toMatchObject(wrong);
    expect(await usdtOf()).toBe(before);
    const code = await desk.nextCode('flo');
    await Promise.all([withCode(code), withCode(code)]);
    expect((await usdtOf()) - before).toBe(125n * 10n ** BigInt((asset?.scale ?? 1) - 1));
    expect(await sumOf()).toEqual(sums);
    const { records } = await person.client.call('getMyBill', { query: { kind: 'correction' } });
    expect(records).toMatchObject([{ coin: 'USDT', amount: '12.5', reason: REASON }]);
    const touched = await person.client.call('getAccountTouches', { query: {} });
    expect(touched.records).toMatchObject([{ act: 'balanceCorrected', role: 'finance', reason: REASON }]);
    const [entry] = (await desk.room.log.page({ pageSize: 1, where: { act: 'correctBalance' } })).rows;
    expect(entry).toMatchObject({ details: { user: String(person.userId), amount: '12.5', reason: REASON } });
    expect((await desk.room.log.verify()).intact).toBe(true);
    expect(await toldTo(house, person)).toMatchObject([
      { kind: 'correction', facts: { coin: 'USDT', amount: '12.5', reasonCode: 'error', reason: REASON } },
    ]);
    const stranger = await newPerson(house);
    expect((await stranger.client.call('getMyBill', { query: { kind: 'correction' } })).records).toEqual([]);
  });

  it('debits nobody, and is for users who exist and amounts that the house has', async () => {
    for (const amount of ['-1', '0', '1e3'])
      expect((await refusal(one.call('correctBalance', correction({ amount })))).key).toBe('INVALID_INPUT');
    const keyOf = async (more: object) => (await refusal(one.call('correctBalance', correction(more)))).key;
    expect(await keyOf({ userId: 1 })).toBe('INVALID_INPUT');
    expect(await keyOf({ userId: 999_999_999 })).toBe('NOT_FOUND');
    expect(await keyOf({ coin: 'NOCOIN' })).toBe('UNKNOWN_COIN');
    expect(await keyOf({ amount: '200000000' })).toBe('INSUFFICIENT_BALANCE');
    expect((await refusal(support.call('correctBalance', correction()))).key).toBe('OPERATOR_NOT_ALLOWED');
  });
});
