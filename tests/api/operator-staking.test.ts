import type { Client, OperatorCalls } from '@candor/api';
import type { Amount } from '@candor/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperatorsConsole, openConsole } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { HOUSE, USDT } from './support/listing.ts';
import { clientOf, newPerson, type Person, refusal } from './support/person.ts';
import { offerOf } from './support/staking.ts';

const SECOND_MS = 1_000;
const coins = (whole: number) => (BigInt(whole) * 100_000_000n) as Amount;
const REASON = 'A better rate for the spring';
const usdt = { assetId: String(USDT) };
const terms = {
  dailyPercent: '0.04',
  cycleDays: 30,
  exitPercent: '50',
  minAmount: '10',
  maxAmount: '1000',
  userLimit: '2000',
  capacity: '5000',
  opensTime: null,
  reason: REASON,
} as const;

let house: House;
let desk: OperatorsConsole;
let operator: Client<OperatorCalls>;
let second: Client<OperatorCalls>;
let person: Person;
let nowMs = Date.UTC(2026, 0, 1);

beforeAll(async () => {
  house = await openHouse({ clock: () => nowMs });
  desk = await openConsole(house);
  operator = await desk.signIn();
  second = await desk.add('second', 'finance', operator);
  person = await newPerson(house);
});
afterAll(async () => {
  await desk?.stop();
  await house?.stop();
});

const approval = (proposalId: number) =>
  second.call('approveProposal', { params: { id: String(proposalId) }, body: { reason: REASON } });
async function approved(proposed: Promise<{ readonly proposalId: number }>) {
  await approval((await proposed).proposalId);
  return operator.call('getOperatorStaking');
}
const newestAct = async () => {
  const { records } = await operator.call('getOperatorLog', { query: { pageSize: '1' } });
  return records[0]!;
};
const move = (direction: 'add' | 'take', source: 'practice' | 'house', amount: string) =>
  operator.call('fundStaking', { params: usdt, body: { amount, direction, source, reason: REASON } });
const stake = async (offerId: number, amount: string) => {
  const { termsHash } = await offerOf(house, offerId);
  return person.client.call('createPledge', { body: { offerId, amount, termsHash } });
};

describe('the desk of staking', () => {
  it('funds a pool by four eyes, and takes back what is free to the house alone', async () => {
    const poolOf = async (of: ReturnType<typeof move>) =>
      (await approved(of)).pools.find(({ coin }) => coin === 'USDT')!;
    const proposed = move('add', 'practice', '100');
    await proposed;
    expect((await operator.call('getOperatorStaking')).pools.map(({ free }) => free)).toEqual([
      '0',
      '0',
      '0',
    ]);
    expect(await poolOf(proposed)).toMatchObject({ free: '100', reserved: '0', orders: 0 });
    expect(await poolOf(move('add', 'house', '50'))).toMatchObject({ free: '150' });
    expect(await poolOf(move('take', 'house', '30'))).toMatchObject({ free: '120' });
    const balances = await house.engine.read((view) => view.balances(HOUSE));
    expect(balances.find(({ assetId }) => assetId === USDT)).toMatchObject({
      available: coins(100_000_000 - 20),
    });
    expect((await refusal(move('take', 'practice', '1'))).key).toBe('INVALID_INPUT');
    const { proposalId } = await move('take', 'house', '120.00000001');
    expect((await refusal(approval(proposalId))).key).toBe('INSUFFICIENT_BALANCE');
    const { records } = await clientOf(house).call('getPledgePoolEntries', { query: {} });
    expect(records.map(({ kind, amount, balance, reason }) => [kind, amount, balance, reason])).toEqual([
      ['funding', '-30', '120', REASON],
      ['funding', '50', '150', REASON],
      ['funding', '100', '100', REASON],
    ]);
  });

  it('adds an offer by four eyes, which opens at its time', async () => {
    const opensTime = nowMs + 2 * SECOND_MS;
    const { offers } = await approved(
      operator.call('offerStaking', { params: usdt, body: { ...terms, opensTime } }),
    );
    expect(offers).toMatchObject([
      { coin: 'USDT', dailyRate: '0.0004', cycleDays: 30, exitShare: '0.5', opensTime, state: 'upcoming' },
    ]);
    expect(await newestAct()).toMatchObject({
      action: 'offerStaking',
      details: { coin: 'USDT', daily: '0.04%', days: '30', exit: '50%', least: '10', most: '1000' },
    });
    const { offerId } = offers[0]!;
    expect((await refusal(stake(offerId, '10'))).key).toBe('STAKING_OFFER_CLOSED');
    nowMs = opensTime;
    expect(await stake(offerId, '1000')).toMatchObject({ interest: '12', status: 'inProgress' });
  });

  it('closes an offer from a time on, and its orders run on by their own terms', async () => {
    const { offers } = await operator.call('getOperatorStaking');
    const { offerId } = offers[0]!;
    const params = { offerId: String(offerId) };
    const closed = await approved(
      operator.call('closeStakingOffer', { params, body: { closesTime: null, reason: REASON } }),
    );
    expect(closed.offers).toMatchObject([{ offerId, state: 'closed', principal: '1000', orders: 1 }]);
    expect((await refusal(stake(offerId, '10'))).key).toBe('STAKING_OFFER_CLOSED');
    const { records } = await person.client.call('getPledgeOrders', { query: {} });
    expect(records).toMatchObject([{ status: 'inProgress', interest: '12', dailyRate: '0.0004' }]);
    const again = await operator.call('closeStakingOffer', {
      params,
      body: { closesTime: null, reason: REASON },
    });
    expect((await refusal(approval(again.proposalId))).key).toBe('STAKING_OFFER_CLOSED');
    const unknown = { params: { offerId: '999999' }, body: { closesTime: null, reason: REASON } };
    expect((await refusal(operator.call('closeStakingOffer', unknown))).key).toBe('STAKING_OFFER_UNKNOWN');
  });

  it('refuses terms that no order could have', async () => {
    const keyOf = async (body: Partial<Record<keyof typeof terms, unknown>>) =>
      (await refusal(operator.call('offerStaking', { params: usdt, body: { ...terms, ...body } as never })))
        .key;
    expect(await keyOf({ dailyPercent: '1.0001' })).toBe('AMOUNT_INVALID');
    expect(await keyOf({ exitPercent: '100.5' })).toBe('AMOUNT_INVALID');
    expect(await keyOf({ minAmount: '0.000000001' })).toBe('AMOUNT_INVALID');
    expect(await keyOf({ cycleDays: 2_000 })).toBe('INVALID_INPUT');
    const { proposalId } = await operator.call('offerStaking', {
      params: usdt,
      body: { ...terms, maxAmount: '5' },
    });
    expect((await refusal(approval(proposalId))).key).toBe('AMOUNT_INVALID');
  });
});
