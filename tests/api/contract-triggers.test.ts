import { describe, expect, it } from 'vitest';
import { limit, market, openContractHouse, positions } from './support/contracts.ts';
import { type Person, refusal } from './support/person.ts';

const { house, freshIndex, trader, pair } = openContractHouse();

const families = {
  'the coin family': (person: Person, body: object, options: object = {}) =>
    person.client.call(
      'openContract',
      { params: { positionSide: 'long' }, body: { ...limit('50500', '3'), ...body } },
      options,
    ),
  'the legacy family': (person: Person, body: object, options: object = {}) =>
    person.client.call(
      'contractOrderSubmit',
      { body: { direction: 1, ...limit('50500', '3'), ...body } },
      options,
    ),
};
const place = families['the coin family'];

async function listed(person: Person, scope: 'open' | 'all' | 'history') {
  return (await person.client.call('contractOrderList', { query: { scope } })).records;
}

async function details(person: Person, orderId: number) {
  return person.client.call('contractOrderDetails', { params: { orderId: String(orderId) } });
}

describe('a contract order with a trigger price', () => {
  it.each(Object.entries(families))('waits by %s, holds nothing, and is cancelled', async (_, enter) => {
    const person = await trader();
    const placed = await enter(person, { triggerPrice: '51000' });
    expect(placed).toMatchObject({ status: 'waiting', tradedQuantity: '0', averageDealPrice: null });
    const row = {
      id: placed.orderId,
      status: 'waiting',
      price: '50500.00',
      quantity: '3',
      type: 'limit',
      triggerPrice: '51000.00',
      triggerBy: 'mark',
      firedPrice: null,
      firedTime: null,
      rejectKey: null,
    };
    for (const scope of ['open', 'all'] as const) {
      expect(await listed(person, scope)).toMatchObject([{ ...row, triggerDirection: 'rising' }]);
    }
    expect((await details(person, placed.orderId)).order).toMatchObject({ triggerDirection: 'rising' });
    expect(await listed(person, 'history')).toEqual([]);
    const account = await person.client.call('getContractAccount');
    expect(account).toMatchObject({ available: '5000', initialMargin: '0' });
    const depth = await house().app.inject({ url: '/api/v1/coin/open/depth/BTCUSDT-PERP' });
    expect(depth.json().data.b).not.toContainEqual(['50500.00', '3', '0']);

    const query = { id: String(placed.orderId) };
    expect(await person.client.call('contractOrderCancel', { query })).toMatchObject({ status: 'cancelled' });
    expect(await listed(person, 'open')).toEqual([]);
    const cancelled = { ...row, status: 'cancelled', triggerDirection: null };
    expect(await listed(person, 'history')).toMatchObject([cancelled]);
    await freshIndex(51_200);
    expect(await listed(person, 'history')).toMatchObject([{ status: 'cancelled', firedTime: null }]);
  });

  it('rests in the book once the mark rises there, and tells what fired it', async () => {
    const person = await trader();
    const { orderId } = await place(person, { triggerPrice: '51000' });
    await freshIndex(50_900);
    expect(await listed(person, 'open')).toMatchObject([{ status: 'waiting' }]);
    await freshIndex(51_200);
    const fired = {
      status: 'open',
      triggerPrice: '51000.00',
      triggerBy: 'mark',
      firedPrice: '51200.00',
      triggerDirection: 'rising',
    };
    const shown = { id: orderId, ...fired, price: '50500.00', firedTime: expect.any(Number) };
    expect(await listed(person, 'open')).toMatchObject([shown]);
    expect(await listed(person, 'all')).toMatchObject([shown]);
    await person.client.call('cancelContract', { body: {} });
    expect(await listed(person, 'history')).toMatchObject([{ ...fired, status: 'cancelled' }]);
  });

  it('closes at the market once the index falls there, by whichever price it names', async () => {
    const { long } = await pair();
    const close = (body: object) =>
      long.client.call('closeContract', {
        params: { positionSide: 'long' },
        body: { ...market('5'), ...body },
      });
    const byIndex = await close({ triggerPrice: '49500', triggerBy: 'index' });
    const byLast = await close({ triggerPrice: '49500', triggerBy: 'last' });
    expect([byIndex.status, byLast.status]).toEqual(['waiting', 'waiting']);
    const waiting = await listed(long, 'open');
    expect(waiting.map(({ triggerDirection }) => triggerDirection)).toEqual(['falling', 'falling']);
    const buyer = await trader();
    const body = limit('49400', '10');
    await buyer.client.call('openContract', { params: { positionSide: 'long' }, body });
    await freshIndex(49_500);
    // what it sold at 49,400 was the last price then, and fires the other
    expect(await positions(long)).toMatchObject([{ openInterest: '10' }]);
    const done = { type: 'market', status: 'filled', direction: 3, tradedQuantity: '5', closePrice: '49400' };
    expect((await details(long, byIndex.orderId)).order).toMatchObject({
      ...done,
      // fired at the trigger itself, which both directions do
      triggerBy: 'index',
      firedPrice: '49500.00',
      triggerDirection: null,
    });
    expect((await details(long, byLast.orderId)).order).toMatchObject({
      ...done,
      triggerBy: 'last',
      firedPrice: '49400.00',
      triggerDirection: 'falling',
    });
  });

  it('is the same in the list of open orders and in that of all, whether it waits, has fired or is filled in part', async () => {
    const [person, seller] = [await trader(), await trader()];
    const fired = await place(person, { triggerPrice: '51000', price: '51100', quantity: '5' });
    await place(person, { triggerPrice: '52000' });
    await place(person, { price: '50100' });
    await freshIndex(51_050);
    const part = { params: { positionSide: 'short' }, body: limit('51100', '2') } as const;
    await seller.client.call('openContract', part);
    const rows = async (scope: 'open' | 'all') =>
      (await listed(person, scope)).map(({ updateTime: _, seq: __, ...row }) => row);
    const open = await rows('open');
    expect(open).toEqual(await rows('all'));
    expect(open.map(({ status, triggerPrice }) => [status, triggerPrice])).toEqual([
      ['open', null],
      ['waiting', '52000.00'],
      ['partially-filled', '51000.00'],
    ]);
    expect(open[2]).toMatchObject({ id: fired.orderId, firedPrice: '51050.00', tradedQuantity: '2' });
    await person.client.call('cancelContract', { body: {} });
  });

  it('closes no more than there is, and every list says so', async () => {
    const { long } = await pair();
    const body = { ...limit('51500', '30'), triggerPrice: '51000' };
    const close = { params: { positionSide: 'long' }, body } as const;
    const { orderId } = await long.client.call('closeContract', close);
    await freshIndex(51_200);
    const cut = { id: orderId, status: 'open', quantity: '20' };
    expect(await listed(long, 'open')).toMatchObject([cut]);
    expect((await listed(long, 'all')).find(({ id }) => id === orderId)).toMatchObject(cut);
  });

  it('brings its own stops, by a price of their own', async () => {
    const { long, short } = await pair();
    const stops = { stopProfit: '53000', stopLoss: '48000', stopTriggerBy: 'last', stopQuantity: '2' };
    const { orderId } = await place(long, { ...stops, triggerPrice: '51000', price: '51500' });
    const seller = limit('51500', '3');
    await short.client.call('openContract', { params: { positionSide: 'short' }, body: seller });
    expect((await details(long, orderId)).order).toMatchObject({
      status: 'waiting',
      triggerBy: 'mark',
      stopProfit: '53000.00',
      stopLoss: '48000.00',
    });
    await freshIndex(51_200);
    expect(await positions(long)).toMatchObject([{ openInterest: '23' }]);
    const { records } = await long.client.call('contractLossList', { query: {} });
    expect(records.map(({ kind, quantity, triggerBy }) => [kind, quantity, triggerBy])).toEqual([
      ['loss', '2', 'last'],
      ['profit', '2', 'last'],
    ]);
  });

  it('is refused without a trace for what it cannot be', async () => {
    const person = await trader();
    const wrong = (body: object) => refusal(place(person, body));
    expect(await wrong({ triggerPrice: '51000.001' })).toMatchObject({
      key: 'PRICE_INVALID',
      field: 'triggerPrice',
    });
    expect((await wrong({ triggerPrice: '50000' })).key).toBe('TRIGGER_WOULD_FIRE');
    expect((await wrong({ triggerPrice: '0' })).field).toBe('triggerPrice');
    expect((await wrong({ triggerBy: 'last' })).field).toBe('triggerBy');
    expect((await wrong({ triggerPrice: '51000', triggerBy: 'best' })).field).toBe('triggerBy');
    expect((await wrong({ triggerPrice: '51000', quantity: '0.5' })).key).toBe('PERPETUAL_QUANTITY_WHOLE');
    expect((await wrong({ triggerPrice: '51000', price: '1', quantity: '1' })).key).toBe(
      'NOTIONAL_TOO_SMALL',
    );
    expect((await wrong({ stopTriggerBy: 'last' })).field).toBe('stopTriggerBy');
    const stop = { stopLoss: '50600', price: '50500' };
    expect((await wrong({ ...stop, triggerPrice: '51000' })).key).toBe('PERPETUAL_STOPS_WRONG_SIDE');
    expect(await listed(person, 'all')).toEqual([]);
  });

  it('is over with the reason where it cannot be placed when it fires', async () => {
    const person = await trader();
    const unpaid = await place(person, { triggerPrice: '51000', quantity: '2000', leverage: 10 });
    const nothing = await person.client.call('contractOrderSubmit', {
      body: { direction: 4, ...market('1'), triggerPrice: '51000' },
    });
    await freshIndex(51_200);
    expect(await listed(person, 'open')).toEqual([]);
    const over = await listed(person, 'history');
    expect(over.map(({ id, status, rejectKey }) => [id, status, rejectKey])).toEqual([
      [nothing.orderId, 'rejected', 'PERPETUAL_REDUCE_ONLY_REJECTED'],
      [unpaid.orderId, 'rejected', 'INSUFFICIENT_BALANCE'],
    ]);
  });

  it('is one order for one key, in whichever family, and not with another trigger', async () => {
    const person = await trader();
    const once = { idempotencyKey: 'waits-once' };
    const first = await place(person, { triggerPrice: '51000' }, once);
    const again = await families['the legacy family'](
      person,
      { triggerPrice: '51000.00', triggerBy: 'mark' },
      once,
    );
    expect(again).toEqual(first);
    expect((await refusal(place(person, { triggerPrice: '51001' }, once))).key).toBe(
      'KEY_REUSED_WITH_OTHER_BODY',
    );
    expect((await refusal(place(person, {}, once))).key).toBe('KEY_REUSED_WITH_OTHER_BODY');
    await freshIndex(51_200);
    // the same answer once it waits no more
    expect(await place(person, { triggerPrice: '51000' }, once)).toEqual(first);
    await person.client.call('cancelContract', { body: {} });
  });
});

describe('the leverage of an order', () => {
  it('is what is set now while it is open, in every list, and stays as it was when it is over', async () => {
    const person = await trader();
    const { orderId } = await place(person, { price: '49000', leverage: 10 });
    const waiting = await place(person, { triggerPrice: '51000' });
    const lever = (leverageRadio: number) =>
      person.client.call('updateContractLeverage', { body: { symbol: 'BTCUSDT', leverageRadio } });
    const shown = async (scope: 'open' | 'all' | 'history') =>
      (await listed(person, scope)).map(({ id, leverage }) => [id, leverage]);
    await lever(5);
    const now = [
      [waiting.orderId, 5],
      [orderId, 5],
    ];
    expect(await shown('open')).toEqual(now);
    expect(await shown('all')).toEqual(now);
    expect((await details(person, orderId)).order.leverage).toBe(5);
    await person.client.call('contractOrderCancel', { query: { id: String(orderId) } });
    await lever(20);
    expect(await shown('history')).toEqual([[orderId, 5]]);
    expect(await shown('all')).toEqual([
      [waiting.orderId, 20],
      [orderId, 5],
    ]);
  });
});
