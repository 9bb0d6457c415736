import { NOTICE_BURST_MS, type Notice, type NoticeKind, privateServerMessageSchema } from '@candor/api';
import { rebuild } from '@candor/projections';
import { describe, expect, it } from 'vitest';
import { connect, ofType } from '../realtime/client.ts';
import { eventually } from '../support/patience.ts';
import { openContractHouse, positions } from './support/contracts.ts';
import { newPerson, type Person, refusal } from './support/person.ts';
import { limit } from './support/spot-orders.ts';

const { house, freshIndex, pair, trader } = openContractHouse({ notices: true });

async function noticesOf(person: Person): Promise<readonly Notice[]> {
  await house().noticed();
  return (await person.client.call('getNotices', { query: {} })).records;
}

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
    expect(await maker.client.call('readNotices', { body: { ids: [part!.id] } })).toEqual({ unread: 0 });
    await buy(taker, '50000', '0.07');
    const [whole, ...more] = await noticesOf(maker);
    expect(more).toEqual([]);
    expect(whole).toMatchObject({ key: part!.key, read: false, facts: { whole: true, filled: '0.1' } });
    expect(whole!.id).toBeGreaterThan(part!.id);
    expect(await maker.client.call('getUnreadNotices')).toEqual({ unread: 1, newestId: whole!.id });
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
  const jobsOf = async ({ userId }: Person) => {
    const { rows } = await house().pool.query<{ key: string; run_at: Date }>(
      `select key, run_at from jobs.jobs where key like 'mailNotices ' || $1 || '%' order by key`,
      [userId],
    );
    return rows.map(({ key, run_at }) => [key, run_at.getTime()]);
  };
  const mailsOf = async ({ userId }: Person) => {
    const { rows } = await house().pool.query<{ kinds: string[] }>(
      `select array(select n ->> 'kind' from jsonb_array_elements(notices) n) as kinds
       from messages.message where user_id = $1 and kind = 'notice' order by message_id`,
      [userId],
    );
    return rows.map(({ kinds: each }) => each);
  };
  const reached = async (person: Person) => {
    await house()
      .factors.db.transaction()
      .execute((trx) =>
        house().identity.contacts.set(trx, person.userId, 'email', `${person.account}@example.com`),
      );
    return person;
  };

  it('go once for a burst, and never again for what was sent', async () => {
    const maker = await reached(await newPerson(house()));
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
    expect(await jobsOf(maker)).toEqual([[`mailNotices ${maker.userId}`, dueMs]]);
    for (const _ of [1, 2]) await house().runTask('mailNotices', String(maker.userId));
    expect(await mailsOf(maker)).toEqual([['order-filled', 'order-filled', 'order-filled']]);
    // of the taker nobody knows an address, and fills are not mailed at first
    await house().runTask('mailNotices', String(taker.userId));
    expect(await mailsOf(taker)).toEqual([]);
    expect(await jobsOf(taker)).toEqual([]);
  });

  it('go at once where a kind is urgent', async () => {
    const { long } = await pair();
    await reached(long);
    await freshIndex(45_260);
    const told = await noticesOf(long);
    expect(kinds(told)).toContain('margin-warning');
    expect(await jobsOf(long)).toEqual([[`mailNotices ${long.userId} at once`, house().now()]]);
    await house().runTask('mailNotices', String(long.userId));
    expect(await mailsOf(long)).toEqual([['margin-warning']]);
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
