import type { Client, OperatorCalls, TimelineEvent } from '@candor/api';
import { loadMessages } from '@candor/i18n';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/patience.ts';
import { type OperatorsConsole, openConsole } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { newPerson, type Person, refusal } from './support/person.ts';

const ADDRESS = `0x${'ab'.repeat(20)}`;
const HASH = `0x${'cd'.repeat(32)}`;
const MINUTE_MS = 60_000;

let house: House;
let desk: OperatorsConsole;
let admin: Client<OperatorCalls>;
let sam: Client<OperatorCalls>;
let ada: Person;
let bob: Person;

beforeAll(async () => {
  house = await openHouse();
  desk = await openConsole(house);
  admin = await desk.signIn();
  sam = await desk.add('sam', 'support', admin);
  ada = await newPerson(house);
  bob = await newPerson(house, false);
  await house.pool.query(
    `insert into deposits.deposit (chain, transaction_hash, ordinal, user_id, address, sender, coin, amount, decimals,
       confirmations_needed, block_number, block_hash, state, seen_at)
     select 'practice-evm', $1 || n, 0, $2, $3, $3, 'USDT', n * 1000000, 6, 3, n, 'b', 'seen',
       now() - n * interval '1 hour'
     from generate_series(1, 5) n`,
    [HASH, ada.userId, ADDRESS],
  );
  await house.pool.query('update identity.user set email = $1, phone = $2 where user_id = $3', [
    'ada@example.org',
    '+4915112345678',
    ada.userId,
  ]);
});
afterAll(async () => {
  await desk?.stop();
  await house?.stop();
});

const look = (userId: number, by = sam) =>
  by.call('getOperatorUser', { params: { userId: String(userId) }, query: { why: 'request' } });
const touchesOf = async (person: Person) =>
  (await person.client.call('getAccountTouches')).records.map(({ act, code }) => `${act} ${code}`);
const entries = async (act: string) =>
  (await admin.call('getOperatorLog', { query: { act } })).records.map(({ details }) => details);

describe('a search', () => {
  it('finds a user by each thing that an operator has at hand, and stands in the log', async () => {
    const { orderId } = await ada.client.call('exchange', {
      params: { side: 'buy' },
      body: { symbol: 'BTCUSDT', type: 'limit', price: '50000', quantity: '0.01' },
    });
    const { rows } = await house.pool.query('select invite_code from identity.user where user_id = $1', [
      ada.userId,
    ]);
    const by = async (q: string) =>
      (await sam.call('findOperatorUsers', { query: { q } }))
        .filter(({ userId }) => userId === ada.userId)
        .map((found) => found.by);
    expect(await by(String(ada.userId))).toContain('id');
    expect(await by(ada.account.toUpperCase())).toEqual(['account']);
    expect(await by('ADA@example.org')).toEqual(['email']);
    expect(await by('+49 151 12345678')).toContain('phone');
    expect(await by(String(rows[0].invite_code))).toContain('invite');
    expect(await by(ADDRESS.toUpperCase().replace('0X', '0x'))).toEqual(['address']);
    expect(await by(`${HASH}3`)).toEqual(['transaction']);
    expect(await by('1')).toContain('deposit');
    await eventually(async () => expect(await by(String(orderId))).toContain('order'));
    expect(await by("'; drop table identity.user --")).toEqual([]);
    const found = (await sam.call('findOperatorUsers', { query: { q: 'ada@example.org' } }))[0];
    expect(JSON.stringify(found)).not.toContain('ada@example.org');
    expect((await entries('findUser'))[0]).toEqual({ search: 'ada@example.org', count: '1' });
    expect(await touchesOf(ada)).toEqual([]);
  });
});

describe('a profile', () => {
  it('shows the account whole, after the look stands where the user reads it', async () => {
    const profile = await look(ada.userId);
    expect(profile).toMatchObject({ userId: ada.userId, email: 'ada@example.org', frozenTime: null });
    expect(profile.balances.find(({ coin, wallet }) => coin === 'BTC' && wallet === 'spot')).toMatchObject({
      available: '1',
    });
    expect(profile.orders).toMatchObject([
      { product: 'spot', market: 'BTCUSDT', price: '50000.00', waits: false },
    ]);
    expect(profile.sessions).toHaveLength(1);
    expect(await touchesOf(ada)).toEqual(['profileViewed look.request']);
    expect((await entries('viewUser'))[0]).toEqual({ user: String(ada.userId), why: 'request' });
  });

  it('is one visit for five minutes and each reason, and always an entry of the log', async () => {
    await look(ada.userId);
    await sam.call('getOperatorUserTimeline', {
      params: { userId: String(ada.userId) },
      query: { why: 'risk' },
    });
    expect(await touchesOf(ada)).toEqual(['profileViewed look.risk', 'profileViewed look.request']);
    house.advance(6 * MINUTE_MS);
    await look(ada.userId);
    expect((await touchesOf(ada)).slice(0, 1)).toEqual(['profileViewed look.request']);
    expect(await touchesOf(ada)).toHaveLength(3);
    expect((await entries('viewUser')).length).toBe(4);
  });

  it('is refused without a reason, for nobody, and for a role that may not', async () => {
    const params = { userId: String(ada.userId) };
    expect((await refusal(sam.call('getOperatorUser', { params, query: {} as never }))).key).toBe(
      'INVALID_INPUT',
    );
    expect((await refusal(look(999_999_999))).key).toBe('NOT_FOUND');
    const con = await desk.add('con', 'content', admin);
    expect((await refusal(look(ada.userId, con))).key).toBe('OPERATOR_NOT_ALLOWED');
    expect(await touchesOf(bob)).toEqual([]);
  });

  it('takes notes that stay, of which the user reads that they were written', async () => {
    const params = { userId: String(bob.userId) };
    // a page that lost the first answer sends it again
    for (let times = 0; times < 2; times += 1)
      await sam.call('noteOperatorUser', { params, body: { text: 'Called back at noon' } });
    expect((await look(bob.userId, admin)).notes).toMatchObject([
      { operator: 'sam', text: 'Called back at noon' },
    ]);
    expect((await touchesOf(bob)).filter((touch) => touch === 'noteWritten null')).toHaveLength(1);
    await expect(house.pool.query("update operator.user_note set text = ''")).rejects.toThrow();
  });
});

describe('the timeline', () => {
  it('has everything of a user newest first, page by page, and nothing of anybody else', async () => {
    const params = { userId: String(ada.userId) };
    const all: TimelineEvent[] = [];
    let cursor: string | undefined;
    do {
      const query = { why: 'check', pageSize: '4', ...(cursor === undefined ? {} : { cursor }) } as const;
      const page = await sam.call('getOperatorUserTimeline', { params, query });
      all.push(...page.records);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.map(({ time }) => time)).toEqual(all.map(({ time }) => time).toSorted((a, b) => b - a));
    const kinds = new Set(all.map(({ kind }) => kind));
    for (const kind of ['registered', 'depositSeen', 'balanceMoved', 'spotOrder', 'operatorActed'])
      expect(kinds, kind).toContain(kind);
    expect(all.filter(({ kind }) => kind === 'depositSeen')).toHaveLength(5);
    const moved = all.filter(({ kind }) => kind === 'balanceMoved').map(({ facts }) => facts);
    expect(moved).toContainEqual([{ of: 'entry', word: 'practice-funds' }, { text: '10000 USDT' }]);
    const texts = await loadMessages('en');
    const untold = all
      .flatMap(({ facts }) => facts)
      .flatMap((fact) => ('word' in fact ? [`console.facts.${fact.of}.${fact.word}`] : []))
      .filter((id) => texts[id] === undefined);
    expect(untold).toEqual([]);
    const whole = await sam.call('getOperatorUserTimeline', {
      params,
      query: { why: 'check', pageSize: '100' },
    });
    expect(whole.records.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    const money = await sam.call('getOperatorUserTimeline', {
      params,
      query: { why: 'check', part: 'money' },
    });
    expect(new Set(money.records.map(({ kind }) => kind))).toEqual(new Set(['depositSeen', 'balanceMoved']));
    const upwards: string[] = [];
    let place: string | undefined;
    do {
      const query = { why: 'check', sort: 'time', pageSize: '4' } as const;
      const page = await sam.call('getOperatorUserTimeline', {
        params,
        query: place === undefined ? query : { ...query, cursor: place },
      });
      upwards.push(...page.records.map(({ id }) => id));
      place = page.nextCursor ?? undefined;
    } while (place !== undefined);
    expect(upwards.filter((id) => all.some((event) => event.id === id))).toEqual(
      all.map(({ id }) => id).toReversed(),
    );
    const [newest, , third] = all.map(({ time }) => time).filter((time, at, times) => time !== times[at - 1]);
    const stretch = { from: String(third), to: String(newest) };
    const between = await sam.call('getOperatorUserTimeline', {
      params,
      query: { why: 'check', pageSize: '100', ...stretch },
    });
    expect(between.records.map(({ id }) => id)).toEqual(
      all.filter(({ time }) => time >= third! && time < newest!).map(({ id }) => id),
    );
    const none = await sam.call('getOperatorUserTimeline', {
      params,
      query: { why: 'check', cursor: 'AAAA' },
    });
    expect(none.records).toEqual([]);
  });
});

describe('lists of the console', () => {
  const deposits = (query: object) => sam.call('getOperatorDeposits', { query });

  it('filter and order at the server, page by page in either direction', async () => {
    const numbers = async (query: object) => (await deposits(query)).records.map(({ no }) => no);
    expect(await numbers({})).toEqual([5, 4, 3, 2, 1]);
    expect(await numbers({ sort: 'no' })).toEqual([1, 2, 3, 4, 5]);
    expect(await numbers({ sort: '-time' })).toEqual([1, 2, 3, 4, 5]);
    expect(await numbers({ transaction: `${HASH}4` })).toEqual([4]);
    expect(await numbers({ state: 'credited' })).toEqual([]);
    expect(await numbers({ from: String(Date.now() - 2.5 * 3_600_000) })).toEqual([2, 1]);
    for (const sort of ['time', '-time', 'no', '-no']) {
      const seen: number[] = [];
      let cursor: string | undefined;
      do {
        const page = await deposits({ sort, pageSize: '2', ...(cursor === undefined ? {} : { cursor }) });
        seen.push(...page.records.map(({ no }) => no));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(seen, sort).toEqual(await numbers({ sort }));
    }
    expect(await numbers({ cursor: Buffer.from('["x","1"]').toString('base64url'), sort: 'time' })).toEqual(
      [],
    );
    expect((await refusal(deposits({ sort: 'amount' }))).key).toBe('INVALID_INPUT');
  });

  it('of one user are looks that the user reads, and each page stands in the log', async () => {
    house.advance(6 * MINUTE_MS);
    const before = await touchesOf(bob);
    await deposits({ coin: 'usdt' });
    expect(await touchesOf(bob)).toEqual(before);
    const { records } = await sam.call('getOperatorBills', { query: { userId: String(bob.userId) } });
    expect(records).toEqual([]);
    expect((await touchesOf(bob))[0]).toBe('recordsViewed null');
    expect((await entries('viewRecords')).slice(0, 2)).toEqual([
      { list: 'bills', filter: `userId=${bob.userId}`, count: '0' },
      { list: 'deposits', filter: 'coin=usdt', count: '5' },
    ]);
  });

  it('of users mask contacts, and filter by what was approved', async () => {
    const { records } = await sam.call('getOperatorUsers', { query: { account: 'EXAMPLE.org' } });
    expect(records).toMatchObject([{ userId: ada.userId, email: 'ad****rg', kyc: 'none', frozen: false }]);
    const newest = await sam.call('getOperatorUsers', { query: { sort: '-createTime', pageSize: '1' } });
    expect(newest.records.map(({ userId }) => userId)).toEqual([bob.userId]);
    const kyc = await sam.call('getOperatorUsers', { query: { kyc: 'advanced' } });
    expect(kyc.records).toEqual([]);
  });

  it('of bills need a user, and say what moved', async () => {
    const query = { userId: String(ada.userId), kind: 'practice-funds', sort: 'time' } as const;
    const { records } = await sam.call('getOperatorBills', { query });
    expect(records.map(({ amount, coin, wallet }) => `${amount} ${coin} ${wallet}`)).toEqual([
      '10000 USDT spot',
      '1 BTC spot',
    ]);
    expect((await refusal(sam.call('getOperatorBills', { query: {} as never }))).key).toBe('INVALID_INPUT');
  });

  it('of withdrawals and jobs answer the same mechanism', async () => {
    expect(await sam.call('getOperatorWithdrawals', { query: { sort: '-value', state: 'done' } })).toEqual({
      records: [],
      nextCursor: null,
    });
    expect((await admin.call('getOperatorJobs', { query: { sort: '-attempts' } })).nextCursor).toBeNull();
  });
});

describe('saved views', () => {
  it('are each operator’s own, replaced by their name, and deleted', async () => {
    const body = { desk: '/deposits', name: 'Seen', search: 'state=seen&sort=-time' };
    await sam.call('saveOperatorView', { body });
    const saved = await sam.call('saveOperatorView', { body: { ...body, search: 'state=seen' } });
    expect(saved).toMatchObject([{ name: 'Seen', search: 'state=seen' }]);
    const query = { desk: '/deposits' };
    expect(await admin.call('getOperatorViews', { query })).toEqual([]);
    const params = { id: String(saved[0]?.id) };
    expect((await refusal(admin.call('deleteOperatorView', { params, body: {} }))).key).toBe('NOT_FOUND');
    await sam.call('deleteOperatorView', { params, body: {} });
    expect(await sam.call('getOperatorViews', { query })).toEqual([]);
    for (let index = 0; index < 50; index += 1)
      await sam.call('saveOperatorView', { body: { ...body, name: `View ${index}` } });
    expect((await refusal(sam.call('saveOperatorView', { body }))).key).toBe('OPERATOR_VIEWS_FULL');
    await sam.call('saveOperatorView', { body: { ...body, name: 'View 7', search: '' } });
  });
});
