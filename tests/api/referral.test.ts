import type { Command } from '@candor/kernel';
import { checkRebate } from '@candor/proofs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type House, openHouse } from './support/house.ts';
import { clientOf, newPerson, PASSWORD, type Person, refusal } from './support/person.ts';
import { expectListedByTime, inQuery } from './support/times.ts';

let house: House;
let nowMs = Date.UTC(2028, 1, 25, 12);
/** Dora invited Cleo, who invited Ben, who invited Ann. */
let dora: Person;
let cleo: Person;
let ben: Person;
let ann: Person;

beforeAll(async () => {
  house = await openHouse({ clock: () => nowMs });
  await system({ type: 'setReferralTerms', sharesPpm: [200_000, 100_000, 50_000], capPpm: 350_000 });
  dora = await newPerson(house);
  cleo = await invited('cleo_invited', dora);
  ben = await invited('ben_invited', cleo);
  ann = await invited('ann_invited', ben);
});
afterAll(() => house.stop());

async function system(body: Command): Promise<void> {
  const { outcome } = await house.engine.submit({ userId: 0, key: null, bodyHash: null, body });
  if (!outcome.ok) throw new Error(`${body.type} was refused: ${outcome.code}`);
}

/** Registers a person with the invite code of another, and takes practice funds. */
async function invited(account: string, inviter: Person): Promise<Person> {
  const { user } = await inviter.client.call('getInfo');
  const { satoken, userId } = await clientOf(house).call('register', {
    body: {
      type: 'account',
      account,
      password: PASSWORD,
      confirmPassword: PASSWORD,
      invite_code: user.invite_code,
    },
  });
  const client = clientOf(house, satoken);
  await client.call('takePracticeFunds', { body: { coin: 'BTC', amount: '1' } });
  return { userId, token: satoken, account, client };
}

/** Sells at a limit to a buyer who was not invited: the fee is a thousandth of the amount, in USDT. */
async function sell(seller: Person, quantity: string): Promise<void> {
  const buyer = await newPerson(house);
  const order = { symbol: 'BTCUSDT', type: 'limit', price: '50000.00', quantity } as const;
  await seller.client.call('exchange', { params: { side: 'sell' }, body: order });
  await buyer.client.call('exchange', { params: { side: 'buy' }, body: order });
}

/** Midnight comes, and all rebates of the day before are paid. */
async function dayEnds(): Promise<void> {
  nowMs = (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS;
  const isDue = () => house.engine.read((view) => view.nextDueMs <= nowMs);
  do await system({ type: 'tick' });
  while (await isDue());
}

const DAY_MS = 86_400_000;
const usdt = (amount: string) => [{ coin: 'USDT', amount }];

describe('referral', () => {
  it('names the inviter to the ledger with the registration', async () => {
    const inviters = await house.engine.read((view) =>
      [ann, ben, cleo, dora].map(({ userId }) => view.referral.inviterOf(userId)),
    );
    expect(inviters).toEqual([ben.userId, cleo.userId, dora.userId, 0]);
  });

  it('pays three generations out of one trade, and shows each what it brought', async () => {
    await sell(ann, '0.0123');
    const empty = { accumulatedRevenue: [], todayReward: [] };
    expect(await ben.client.call('getPromotion')).toMatchObject(empty);
    expect((await dora.client.call('getMyBill', { query: { kind: 'referral-rebate' } })).records).toEqual([]);
    await dayEnds();
    const info = await ben.client.call('getInfo');
    expect(await ben.client.call('getPromotion')).toEqual({
      inviteCode: info.user.invite_code,
      promotionLink: info.user.promotionLink,
      totalPromoted: 1,
      accumulatedRevenue: usdt('0.123'),
      todayReward: usdt('0.123'),
      generations: [
        { generation: 1, sharePercent: '20', promoted: 1, revenue: usdt('0.123'), today: usdt('0.123') },
        { generation: 2, sharePercent: '10', promoted: 0, revenue: [], today: [] },
        { generation: 3, sharePercent: '5', promoted: 0, revenue: [], today: [] },
      ],
      agent: null,
      capPercent: '35',
    });
    const generationsOf = async (person: Person) =>
      (await person.client.call('getAgentInfo')).generations.map(({ promoted, revenue }) => [
        promoted,
        revenue.map(({ amount }) => amount),
      ]);
    expect(await generationsOf(cleo)).toEqual([
      [1, []],
      [1, ['0.0615']],
      [0, []],
    ]);
    expect(await generationsOf(dora)).toEqual([
      [1, []],
      [1, []],
      [1, ['0.03075']],
    ]);
    const bills = await dora.client.call('getMyBill', { query: { kind: 'referral-rebate' } });
    expect(bills.records).toMatchObject([
      { coin: 'USDT', amount: '0.03075', orderId: 3, time: Math.floor(nowMs / DAY_MS) * DAY_MS },
    ]);
  });

  it('lists whom a user brought, masked, with their fees and nothing else of them', async () => {
    const { records, nextCursor } = await dora.client.call('getPromotedUsers');
    expect(nextCursor).toBeNull();
    expect(records).toMatchObject([
      { account: 'an****ed', generation: 3, rebate: usdt('0.03075'), totalInvested: usdt('0.615') },
      { account: 'be****ed', generation: 2, rebate: [], totalInvested: [] },
      { account: 'cl****ed', generation: 1, rebate: [], totalInvested: [] },
    ]);
    const second = await dora.client.call('getAgentList', { body: { generation: 2, pageSize: 1 } });
    expect(second.records.map(({ account }) => account)).toEqual(['be****ed']);
    expect((await ann.client.call('getPromotedUsers')).records).toEqual([]);
    const { records: days } = await dora.client.call('getPromotionDays');
    const [day] = days;
    expect(day).toMatchObject({ generation: 3, coin: 'USDT', amount: '0.03075' });
    expect(day!.day).toBe((Math.floor(nowMs / DAY_MS) - 1) * DAY_MS);
  });

  it('sums rebates by payer and full day, each with what it follows from, and names no payer', async () => {
    await sell(ann, '0.01');
    await sell(ann, '0.02');
    await sell(ben, '0.04');
    const rebatesOf = async () => (await dora.client.call('getRebates')).records;
    const before = await rebatesOf();
    expect(before).toMatchObject([{ generation: 3, fees: '0.615', amount: '0.03075' }]);
    await dayEnds();
    const records = (await rebatesOf()).slice(0, 2);
    expect(records).toMatchObject([
      { generation: 2, coin: 'USDT', fees: '2', sharePpm: 100_000, carriedMillionths: 0, amount: '0.2' },
      { generation: 3, coin: 'USDT', fees: '1.5', sharePpm: 50_000, restMillionths: 0, amount: '0.075' },
    ]);
    expect(await rebatesOf()).toEqual([...records, ...before]);
    expect(records.every((rebate) => checkRebate(rebate).ok && rebate.day % DAY_MS === 0)).toBe(true);
    expect(JSON.stringify(records)).not.toContain(String(ann.userId));
    const first = await dora.client.call('getRebates', { query: { pageSize: '1' } });
    const query = { pageSize: '1', cursor: first.nextCursor! };
    const rest = await dora.client.call('getRebates', { query });
    expect([...first.records, ...rest.records]).toEqual(records);
    expect(rest.nextCursor).not.toBeNull();
    const within = async (fromTime: number, toTime: number) =>
      (await dora.client.call('getRebates', { query: inQuery({ fromTime, toTime }) })).records.length;
    const { day } = records[0]!;
    expect([await within(day, day + DAY_MS), await within(day + DAY_MS, day + 2 * DAY_MS)]).toEqual([2, 0]);
    expect(await within(0, day)).toBe(1);
    const { records: users } = await dora.client.call('getPromotedUsers');
    expect(users).toMatchObject([
      { generation: 3, rebate: usdt('0.10575'), totalInvested: usdt('2.115') },
      { generation: 2, rebate: usdt('0.2'), totalInvested: usdt('2') },
      { generation: 1, rebate: [], totalInvested: [] },
    ]);
  });

  it('says to everybody where rebates come from: sums of full days, the last thirty and all', async () => {
    const sources = () => clientOf(house).call('getRebateSources');
    const figures = { coin: 'USDT', fees30Days: '4.115', rebates30Days: '1.34025', fees: '4.115' };
    const first = await sources();
    expect(first).toMatchObject({
      shares: [
        { generation: 1, sharePercent: '20' },
        { generation: 2, sharePercent: '10' },
        { generation: 3, sharePercent: '5' },
      ],
      capPercent: '35',
      coins: [{ ...figures, rebates: '1.34025' }],
      beforeTime: Math.floor(nowMs / DAY_MS) * DAY_MS,
    });
    expect(await house.engine.read((view) => view.referral.sums())).toMatchObject([
      { fees: 411_500_000n, paid: 134_025_000n },
    ]);
    // a day that runs shows nothing of its trades
    await sell(await invited('paid_today', await newPerson(house, false)), '0.01');
    nowMs += 2_000;
    expect((await sources()).coins).toEqual(first.coins);
  });

  it('pages the days of rebates', async () => {
    const first = await dora.client.call('getPromotionDays', { query: { pageSize: '1' } });
    expect(first.records.map(({ generation }) => generation)).toEqual([2]);
    const query = { pageSize: '1', cursor: first.nextCursor! };
    const rest = await dora.client.call('getPromotionDays', { query });
    expect(rest.records.map(({ generation }) => generation)).toEqual([3]);
    const last = await dora.client.call('getPromotionDays', { query: { cursor: rest.nextCursor! } });
    expect(last).toMatchObject({ records: [{ generation: 3, amount: '0.03075' }], nextCursor: null });
  });

  it('pays an agent an own share of a team of any depth, which ends at the next agent', async () => {
    await system({ type: 'setReferralTerms', sharesPpm: [200_000, 100_000, 50_000], capPpm: 500_000 });
    await system({
      type: 'setAgent',
      accountUserId: dora.userId,
      sharePpm: 120_000,
      effectiveMs: 0,
      reason: 'A large team',
    });
    const deep = await invited('deep_invited', ann);
    await sell(deep, '0.01');
    await dayEnds();
    const { agent } = await dora.client.call('getPromotion');
    expect(agent).toEqual({
      sharePercent: '12',
      next: null,
      revenue: usdt('0.06'),
      today: usdt('0.06'),
    });
    const { records: days } = await dora.client.call('getAgentDays');
    expect(days).toMatchObject([{ coin: 'USDT', payers: 1, fees: '0.5', commission: '0.06' }]);
    const teamOf = async (person: Person, member?: number) =>
      (
        await person.client.call('getTeamMembers', {
          query: member === undefined ? {} : { member: String(member) },
        })
      ).records;
    expect(await teamOf(dora)).toMatchObject([{ account: 'cl****ed', invited: 1, isAgent: false }]);
    const deepest = { account: 'de****ed', invited: 0 };
    expect(await teamOf(dora, ann.userId)).toMatchObject([
      { ...deepest, fees: usdt('0.5'), commission: usdt('0.06') },
    ]);
    expect(await teamOf(cleo)).toEqual([]);
    const stranger = await newPerson(house, false);
    expect(await teamOf(dora, stranger.userId)).toEqual([]);
    await system({
      type: 'setAgent',
      accountUserId: ben.userId,
      sharePpm: 10_000,
      effectiveMs: 0,
      reason: 'A team of its own',
    });
    expect(await teamOf(dora, cleo.userId)).toMatchObject([{ account: 'be****ed', isAgent: true }]);
    expect(await teamOf(dora, ben.userId)).toEqual([]);
    expect(await teamOf(ben, ann.userId)).toHaveLength(1);
  });

  it('pages and filters by the time of registration', async () => {
    const first = await dora.client.call('getPromotedUsers', { query: { pageSize: '2' } });
    expect(first.records.map(({ generation }) => generation)).toEqual([3, 2]);
    const rest = await dora.client.call('getPromotedUsers', { query: { cursor: first.nextCursor! } });
    expect(rest.records.map(({ generation }) => generation)).toEqual([1]);
    await expectListedByTime(async (times) =>
      (await dora.client.call('getPromotedUsers', { query: inQuery(times) })).records.map(
        ({ registerTime }) => registerTime,
      ),
    );
  });

  it('is paid in full before an account is closed: only then small balances are given up, or stop it', async () => {
    const closedOf = async (userId: number): Promise<boolean> => {
      await house.runTask('closeAccount', String(userId));
      const { rows } = await house.pool.query<{ closed: boolean }>(
        'select closed_at is not null as closed from identity.user where user_id = $1',
        [userId],
      );
      return rows[0]!.closed;
    };
    for (const leavesDust of [true, false]) {
      const leaving = await newPerson(house, false);
      const payer = await invited(`payer_${leavesDust}`, leaving);
      await house.pool.query('insert into mydata.closing values ($1, $2, $2, $3)', [
        leaving.userId,
        new Date(nowMs),
        leavesDust,
      ]);
      await sell(payer, '0.01');
      expect(await closedOf(leaving.userId)).toBe(false);
      const balances = () => house.engine.read((view) => view.balances(leaving.userId));
      expect(await balances()).toEqual([]);
      const key = `closeAccount:${leaving.userId}:endReferral`;
      await expect
        .poll(async () => (await house.outbox.outcomes([key])).get(key))
        .toMatchObject({ rejection: null });
      await dayEnds();
      expect(await balances()).toMatchObject([{ available: 10_000_000n }]);
      expect(await closedOf(leaving.userId)).toBe(leavesDust);
    }
  });

  it('leaves fees of more than thirty full days ago out of the last thirty, and in the whole', async () => {
    const usdtOf = async () => (await clientOf(house).call('getRebateSources')).coins[0]!;
    await dayEnds();
    const before = await usdtOf();
    expect(before.fees30Days).toBe(before.fees);
    expect(before.rebates30Days).toBe(before.rebates);
    nowMs += 31 * DAY_MS;
    await system({ type: 'tick' });
    expect(await usdtOf()).toEqual({ ...before, fees30Days: '0', rebates30Days: '0' });
  });

  it('takes no invite code of an account that was closed', async () => {
    const gone = await newPerson(house, false);
    const { user } = await gone.client.call('getInfo');
    await house.pool.query('update identity.user set closed_at = now() where user_id = $1', [gone.userId]);
    const body = {
      type: 'account',
      account: 'too_late_now',
      password: PASSWORD,
      confirmPassword: PASSWORD,
      invite_code: user.invite_code,
    } as const;
    expect((await refusal(clientOf(house).call('register', { body }))).key).toBe('INVITE_CODE_UNKNOWN');
  });
});
