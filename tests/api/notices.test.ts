import {
  NOTICE_BURST_MS,
  type Notice,
  type NoticeKind,
  privateServerMessageSchema,
  subjects,
} from '@candor/api';
import { rebuild } from '@candor/projections';
import { describe, expect, it } from 'vitest';
import { noteNotice } from '../../apps/server/gateway/notices/index.ts';
import { connect, ofType } from '../realtime/client.ts';
import { eventually } from '../support/patience.ts';
import { openContractHouse, positions } from './support/contracts.ts';
import { newPerson, type Person, refusal } from './support/person.ts';
import { limit } from './support/spot-orders.ts';
import { expectListedByTime, inQuery } from './support/times.ts';
import { mailed, mailJobsOf, reached, toldTo } from './support/told.ts';

const { house, freshIndex, pair, trader } = openContractHouse({ notices: true });

const noticesOf = (person: Person) => toldTo(house(), person);

const kinds = (notices: readonly Notice[]): NoticeKind[] => notices.map(({ kind }) => kind);
const sell = (person: Person, price: string, quantity: string) =>
  person.client.call('exchange', { params: { side: 'sell' }, body: limit(price, quantity) });
const buy = (person: Person, price: string, quantity: string) =>
  person.client.call('exchange', { params: { side: 'buy' }, body: limit(price, quantity) });

describe('fills', () => {
  it('make one notice an order, which changes as it fills and is unread again', async () => {
    const [maker, taker] = [await newPerson(house()), await newPerson(house())];
    await sell(maker, '50000', '0.1');
    for (const _ of [1, 2, 3]) await buy(taker, '50000', '0.01');
    const [part, ...others] = await noticesOf(maker);
    expect(others).toEqual([]);
    expect(part).toMatchObject({
      kind: 'order-filled',
      read: false,
      facts: { whole: false, filled: '0.03', quantity: '0.1', price: '50000', side: 'sell', product: 'spot' },
    });
    expect(kinds(await noticesOf(taker))).toEqual(['order-filled', 'order-filled', 'order-filled']);
    await expectListedByTime(async (times) =>
      (await taker.client.call('getNotices', { query: inQuery(times) })).records.map(({ time }) => time),
    );
    expect(await maker.client.call('readNotices', { body: { ids: [part!.id] } })).toEqual({ unread: 0 });
    await buy(taker, '50000', '0.07');
    const [whole, ...more] = await noticesOf(maker);
    expect(more).toEqual([]);
    expect(whole).toMatchObject({ key: part!.key, read: false, facts: { whole: true, filled: '0.1' } });
    expect(whole!.id).toBeGreaterThan(part!.id);
    const { id } = whole!;
    expect(await maker.client.call('getUnreadNotices')).toEqual({ unread: 1, since: 1, newestId: id });
    const after = (than: number) => ({ query: { after: String(than) } });
    expect((await maker.client.call('getUnreadNotices', after(id - 1))).since).toBe(1);
    expect(await maker.client.call('getUnreadNotices', after(id))).toMatchObject({ unread: 1, since: 0 });
  });

  it('come to the socket with what the settings say of them, and marks come to all devices', async () => {
    const [maker, taker] = [await newPerson(house()), await newPerson(house())];
    const devices = await Promise.all(
      [1, 2].map(async () => {
        const device = await connect(`${house().url}/ws/coin/${maker.userId}`, {});
        device.send({ op: 'auth', token: maker.token });
        await device.next(ofType('snapshot'));
        return device;
      }),
    );
    await maker.client.call('setNoticeSettings', {
      body: { changes: [{ kind: 'order-filled', channel: 'sound', on: true }] },
    });
    const refreshed: unknown[] = [];
    const end = house().bus.subscribe(subjects.refresh(maker.userId), (message) => refreshed.push(message));
    await sell(maker, '50100', '0.01');
    await buy(taker, '50100', '0.01');
    const [first, second] = devices;
    const heard = await first!.next(ofType('notice'));
    expect(privateServerMessageSchema.parse(heard)).toMatchObject({
      notice: { kind: 'order-filled' },
      toast: true,
      sound: true,
      unread: 1,
    });
    const { records } = await maker.client.call('getNotices', { query: { unread: 'true' } });
    await maker.client.call('readNotices', { body: { upTo: records[0]!.id, group: 'trading' } });
    const marks = await second!.next(ofType('noticesRead'));
    expect(marks).toMatchObject({ upTo: records[0]!.id, group: 'trading', ids: [], unread: 0 });
    const [{ id }] = records as [Notice];
    await eventually(async () =>
      expect(refreshed).toEqual(
        expect.arrayContaining([
          { type: 'notice', kind: 'order-filled', id, unread: 1 },
          { type: 'notice', kind: null, id, unread: 0 },
        ]),
      ),
    );
    end();
    for (const device of devices) device.ws.close();
  });
});

describe('settings', () => {
  it('switch what may be switched, and refuse the rest', async () => {
    const [maker, taker] = [await newPerson(house()), await newPerson(house())];
    const change = (kind: NoticeKind, channel: 'page' | 'mail' | 'sms' | 'sound', on: boolean) =>
      maker.client.call('setNoticeSettings', { body: { changes: [{ kind, channel, on }] } });
    for (const [kind, channel] of [
      ['new-device', 'mail'],
      ['liquidation', 'page'],
      ['order-filled', 'sms'],
    ] as const)
      expect((await refusal(change(kind, channel, false))).key).toBe('NOTICE_SETTING_FIXED');
    const { list } = await change('order-filled', 'page', false);
    expect(list.find(({ kind }) => kind === 'order-filled')).toMatchObject({
      page: { on: false, fixed: false },
      sms: null,
    });
    await sell(maker, '50200', '0.01');
    await buy(taker, '50200', '0.01');
    // it stands in the list, and nothing counts it
    expect(await noticesOf(maker)).toMatchObject([{ kind: 'order-filled', read: true }]);
    expect((await maker.client.call('getUnreadNotices')).unread).toBe(0);
  });
});

describe('mails', () => {
  it('go once for a burst, and never again for what was sent', async () => {
    const maker = await reached(house(), await newPerson(house()));
    const taker = await newPerson(house());
    await maker.client.call('setNoticeSettings', {
      body: { changes: [{ kind: 'order-filled', channel: 'mail', on: true }] },
    });
    for (const price of ['50310', '50311', '50312']) {
      await sell(maker, price, '0.01');
      await buy(taker, price, '0.01');
      await house().noticed();
    }
    const dueMs = house().now() + NOTICE_BURST_MS;
    expect(await mailJobsOf(house(), maker)).toEqual([[`mailNotices ${maker.userId}`, dueMs]]);
    expect(await mailed(house(), maker)).toEqual([['order-filled', 'order-filled', 'order-filled']]);
    // of the taker nobody knows an address, and fills are not mailed at first
    expect(await mailed(house(), taker)).toEqual([]);
    expect(await mailJobsOf(house(), taker)).toEqual([]);
  });

  it('go at once where a kind is urgent', async () => {
    const { long } = await pair();
    await reached(house(), long);
    await freshIndex(45_260);
    const told = await noticesOf(long);
    expect(kinds(told)).toContain('margin-warning');
    expect(await mailJobsOf(house(), long)).toEqual([[`mailNotices ${long.userId} at once`, house().now()]]);
    expect(await mailed(house(), long)).toEqual([['margin-warning']]);
  });
});

describe('orders that wait', () => {
  it('are told once when they fire, with their result', async () => {
    const [owner, other] = [await newPerson(house()), await newPerson(house())];
    await buy(other, '49000', '0.15');
    await owner.client.call('exchange', {
      params: { side: 'sell' },
      body: {
        symbol: 'BTC/USDT',
        type: 'market',
        quantity: '0.1',
        triggerKind: 'stop',
        triggerSource: 'index',
        triggerPrice: '49500',
      },
    });
    expect(await noticesOf(owner)).toEqual([]);
    await freshIndex(49_400);
    expect(await noticesOf(owner)).toMatchObject([
      {
        kind: 'order-fired',
        facts: {
          trigger: 'stop',
          triggerPrice: '49500.00',
          firedPrice: '49400.00',
          outcome: 'filled',
          filled: '0.1',
        },
      },
    ]);
    expect(kinds(await noticesOf(other))).toEqual(['order-filled']);
  });
});

describe('contracts', () => {
  it('tell a warning, a liquidation with its loss and receipt, and nothing twice after a restart and a rebuild', async () => {
    const { long, short } = await pair();
    const other = await trader();
    await freshIndex(46_500);
    await other.client.call('openContract', {
      params: { positionSide: 'long' },
      body: { symbol: 'BTCUSDT-PERP', type: 'limit', price: '45200', quantity: '40' },
    });
    await freshIndex(45_150);
    await eventually(async () => expect(await positions(long)).toEqual([]));
    const told = await noticesOf(long);
    expect(kinds(told)).toContain('liquidation');
    expect(kinds(told).filter((kind) => kind === 'liquidation')).toHaveLength(1);
    const liquidation = told.find(({ kind }) => kind === 'liquidation')!;
    expect(liquidation.facts).toMatchObject({
      symbol_name: 'BTC/USDT',
      positionSide: 'long',
      quantity: '20',
      left: '0',
      result: expect.stringMatching(/^-/),
      fee: expect.any(String),
    });
    const { records } = await long.client.call('contractReceipts', { params: { symbol: 'BTCUSDT-PERP' } });
    expect(records.filter(({ kind }) => kind === 'liquidation').map(({ id }) => id)).toEqual([
      (liquidation.facts as { readonly receipt: string }).receipt,
    ]);
    expect(kinds(await noticesOf(short))).toContain('order-filled');

    const before = await Promise.all([long, short, other].map(noticesOf));
    await house().withoutNotices(() =>
      rebuild({
        connectionString: (house().pool.options as { readonly connectionString: string }).connectionString,
        replay: (afterSeq) => house().engine.replay(afterSeq),
      }),
    );
    expect(await Promise.all([long, short, other].map(noticesOf))).toEqual(before);
  });
});

describe('a notice to everybody', () => {
  it('reaches each open account once, however many there are', async () => {
    const person = await newPerson(house());
    await house().pool.query(
      `insert into identity.user (user_id, account, password_hash, invite_code, language, closed_at)
       select 500000 + n, 'many_' || n, 'x', 'many' || n, 'en', case when n = 7 then now() end
       from generate_series(1, 2300) as n`,
    );
    const facts = {
      terms: 'service',
      symbol: null,
      symbol_name: null,
      coin: null,
      state: 'applied',
      effectiveTime: house().now(),
      reason: 'Clearer words',
    } as const;
    const note = () =>
      house()
        .factors.db.transaction()
        .execute((trx) =>
          noteNotice(trx, {
            userId: null,
            key: 'terms:many',
            kind: 'terms-changed',
            timeMs: house().now(),
            facts,
          }),
        );
    const told = async () => {
      await house().noticed();
      const { rows } = await house().pool.query<{ user_id: string; notice_id: string }>(
        `select user_id, notice_id from notices.notice where key = 'terms:many' order by user_id`,
      );
      return rows;
    };
    await note();
    const first = await told();
    const { rows: users } = await house().pool.query<{ user_id: string }>(
      'select user_id from identity.user where closed_at is null order by user_id',
    );
    expect(first.map(({ user_id }) => user_id)).toEqual(users.map(({ user_id }) => user_id));
    expect(await noticesOf(person)).toMatchObject([{ kind: 'terms-changed', read: false, facts }]);
    // said again, it is no news to anybody
    await note();
    expect(await told()).toEqual(first);
    expect((await house().pool.query('select from notices.noted')).rowCount).toBe(0);
  });
});
