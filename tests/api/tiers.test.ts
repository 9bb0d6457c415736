import type { Client, OperatorCalls } from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperatorsConsole, openConsole } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { indexTick } from './support/listing.ts';
import { clientOf, newPerson, type Person, refusal } from './support/person.ts';

const DAY_MS = 86_400_000;
const REASON = 'The limits follow what the wallet can pay';
const first = [
  { minDeposit: '0', dailyWithdrawal: '10000' },
  { minDeposit: '1000', dailyWithdrawal: '20000' },
  { minDeposit: '10000', dailyWithdrawal: '50000' },
  { minDeposit: '50000', dailyWithdrawal: '100000' },
];
const table = { tiers: first, vipTier: 'professional' as const, vipVolume: '100000', afterDays: 0 };

let house: House;
let desk: OperatorsConsole;
let operator: Client<OperatorCalls>;
let second: Client<OperatorCalls>;
let person: Person;
let ordinal = 0;

beforeAll(async () => {
  house = await openHouse();
  desk = await openConsole(house);
  operator = await desk.signIn();
  second = await desk.add('second', 'finance', operator);
  person = await newPerson(house);
});
afterAll(async () => {
  await desk?.stop();
  await house?.stop();
});

/** Writes a deposit as the scanner writes it; the amount in base units of the ledger. */
async function deposit(userId: number, coin: string, units: bigint, state = 'credited'): Promise<void> {
  ordinal += 1;
  await house.pool.query(
    `insert into deposits.deposit (chain, transaction_hash, ordinal, user_id, address, sender, coin, amount, decimals,
      confirmations_needed, block_number, block_hash, state, credited)
     values ('practice', 'hash', $1, $2, 'to', 'from', $3, $4::numeric, 8, 6, 1, 'block', $5, $4::bigint)`,
    [ordinal, userId, coin, String(units), state],
  );
}

/** Writes a withdrawal as a request writes it. */
async function withdraw(userId: number, units: bigint, state: string): Promise<void> {
  await house.pool.query(
    `insert into withdrawals.withdrawal (user_id, chain, coin, asset_id, address, amount, fee, value_usdt, state,
      requested_at) values ($1, 'practice', 'USDT', 1, 'to', $2::bigint, 0, $2::bigint, $3, now() - interval '3 days')`,
    [userId, String(units), state],
  );
}

const usdt = (whole: number) => BigInt(whole) * 100_000_000n;
const own = async (who = person) => (await who.client.call('getAccountTiers')).own!;
const limit = async (who = person) => {
  const { dailyLimitUsdt, limitTier } = await who.client.call('getWithdrawalCurrency');
  return [dailyLimitUsdt, limitTier];
};

async function approve(proposed: Promise<{ readonly proposalId: number }>): Promise<void> {
  const { proposalId } = await proposed;
  const body = { reason: 'Checked by a second pair of eyes' };
  await second.call('approveProposal', { params: { id: String(proposalId) }, body });
}

describe('account tiers', () => {
  it('are published to visitors, with what each gives', async () => {
    const { current, announced, own } = await clientOf(house).call('getAccountTiers');
    expect(current.tiers.map(({ tier }) => tier)).toEqual([
      'standard',
      'advanced',
      'professional',
      'partner',
    ]);
    expect(current.tiers.map(({ isVip }) => isVip)).toEqual([false, false, true, true]);
    expect({ announced, own }).toEqual({ announced: [], own: null });
  });

  it('rise at once with the net deposit and fall with the next UTC day', async () => {
    expect(await own()).toMatchObject({ tier: 'standard', netDeposit: '0', missing: '1000', vip: false });
    await deposit(person.userId, 'USDT', usdt(1_500));
    await deposit(person.userId, 'USDT', usdt(9_000), 'seen');
    expect(await own()).toMatchObject({ tier: 'advanced', netDeposit: '1500', nextTier: 'professional' });
    expect(await limit()).toEqual(['20000', 'advanced']);
    await house.pool.query(
      `insert into deposits.recharge (user_id, key, method, bank, coin, asset_id, amount, note, screenshot, state, eyes,
        submitted_at) values ($1, 'one', 'manual', null, 'USDT', 1002, $2, '', gen_random_uuid(), 'approved', 2, now())`,
      [person.userId, String(usdt(50))],
    );
    expect(await own()).toMatchObject({ netDeposit: '1550' });
    await house.pool.query("update deposits.recharge set state = 'rejected' where user_id = $1", [
      person.userId,
    ]);
    await withdraw(person.userId, usdt(400), 'cancelled');
    await withdraw(person.userId, usdt(600), 'done');
    expect(await own()).toMatchObject({ tier: 'advanced', netDeposit: '900' });
    house.advance(DAY_MS);
    // a day later operators log in again
    operator = await desk.signIn();
    second = await desk.add(`second_${house.now()}`, 'finance', operator);
    expect(await own()).toMatchObject({ tier: 'standard', netDeposit: '900', missing: '100' });
    expect((await own()).missingToVip).toEqual({ deposit: '9100', volume: '100000' });
    expect(await limit()).toEqual(['10000', null]);
  });

  it('value a coin at its index', async () => {
    const saver = await newPerson(house, false);
    const nowMs = Date.now();
    await house.engine.submit({ userId: 0, key: null, bodyHash: null, body: indexTick(2, nowMs) });
    await deposit(saver.userId, 'BTC', 50_000_000n);
    const standing = await own(saver);
    const [btc] = standing.coins;
    expect(btc).toMatchObject({ coin: 'BTC', deposited: '0.5', withdrawn: '0' });
    expect(Number(btc?.value)).toBeCloseTo(Number(btc?.rate) / 2, 6);
    expect(standing.tier).toBe('professional');
    expect((await saver.client.call('getInfo')).user.vip).toBe(true);
    expect(standing.missingToVip).toBeNull();
  });

  it('change by four eyes; what takes something away is announced a week before', async () => {
    const kinder = [...first];
    kinder[1] = { minDeposit: '800', dailyWithdrawal: '25000' };
    await approve(operator.call('changeAccountTiers', { body: { ...table, tiers: kinder, reason: REASON } }));
    expect(await own()).toMatchObject({ tier: 'advanced', netDeposit: '900' });
    expect((await limit())[0]).toBe('25000');

    const harder = { ...table, reason: REASON };
    expect((await refusal(operator.call('changeAccountTiers', { body: harder }))).key).toBe('TIERS_NOTICE');
    const falling = [...first];
    falling[2] = { minDeposit: '10000', dailyWithdrawal: '500' };
    const unsound = { ...table, tiers: falling, afterDays: 30, reason: REASON };
    expect((await refusal(operator.call('changeAccountTiers', { body: unsound }))).key).toBe('TIERS_INVALID');

    await approve(operator.call('changeAccountTiers', { body: { ...harder, afterDays: 7 } }));
    const { announced } = await clientOf(house).call('getAccountTiers');
    expect(announced).toMatchObject([{ reason: REASON, version: 3 }]);
    expect((await limit())[0]).toBe('25000');
    house.advance(7 * DAY_MS);
    const after = await clientOf(house).call('getAccountTiers');
    expect(after).toMatchObject({ current: { version: 3 }, announced: [] });
    const { tables, users } = await operator
      .call('getOperatorTiers')
      .catch(() => desk.signIn().then((again) => again.call('getOperatorTiers')));
    expect(tables.map(({ version }) => version)).toEqual([3, 2, 1]);
    expect(users.find(({ tier }) => tier === 'professional')?.count).toBeGreaterThan(0);
  });
});
