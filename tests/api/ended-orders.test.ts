import { newActKey } from '@candor/api';
import { describe, expect, it } from 'vitest';
import { limit as contractLimit, market as contractMarket, openContractHouse } from './support/contracts.ts';
import { refusal } from './support/person.ts';
import { limit } from './support/spot-orders.ts';
import { keyOf } from './support/step-up.ts';

const { trader, pair, freshIndex } = openContractHouse();

type Person = Awaited<ReturnType<typeof trader>>;

const UNKNOWN_ID = 987_654_321;

async function spotOrder(person: Person, price: string, clientOrderId: string, side: 'buy' | 'sell' = 'buy') {
  const { orderId } = await person.client.call('exchange', {
    params: { side },
    body: { ...limit(price, '0.01'), clientOrderId },
  });
  return orderId;
}

describe('an act on a spot order that is not open', () => {
  it('is told whether it was filled, was cancelled, or is not the user’s', async () => {
    const [person, other] = [await trader(), await trader()];
    const cancelled = await spotOrder(person, '47000', 'gone');
    await person.client.call('cancelEntrust', { body: { orderId: cancelled } });
    const filled = await spotOrder(person, '49000', 'done', 'buy');
    await spotOrder(other, '49000', 'theirs', 'sell');
    const open = await spotOrder(other, '46000', 'open');
    const answers = async (orderId: number, clientOrderId: string | null) => [
      await keyOf(person.client.call('cancelEntrust', { body: { orderId } })),
      await keyOf(person.client.call('currencyOrderCancel', { query: { id: String(orderId) } })),
      await keyOf(
        person.client.call('amendEntrust', { body: { symbol: 'BTCUSDT', orderId, quantity: '0.02' } }),
      ),
      ...(clientOrderId === null
        ? []
        : [await keyOf(person.client.call('cancelEntrust', { body: { clientOrderId } }))]),
    ];
    expect(await answers(cancelled, 'gone')).toEqual(Array(4).fill('ORDER_CANCELLED'));
    expect(await answers(filled, 'done')).toEqual(Array(4).fill('ORDER_FILLED'));
    expect(await answers(UNKNOWN_ID, 'never')).toEqual(Array(4).fill('UNKNOWN_ORDER'));
    expect(await answers(open, null)).toEqual(Array(3).fill('UNKNOWN_ORDER'));
  });

  it('has a list that finds it by the client’s own id', async () => {
    const [person, other] = [await trader(), await trader()];
    const first = await spotOrder(person, '47000', 'mine');
    await person.client.call('cancelEntrust', { body: { orderId: first } });
    const second = await spotOrder(person, '46000', 'mine');
    await spotOrder(person, '46500', 'another');
    await spotOrder(other, '46500', 'mine');
    const ids = async (scope: 'all' | 'open' | 'history') => [
      (
        await person.client.call('currencyOrderList', { query: { scope, clientOrderId: 'mine' } })
      ).records.map(({ id }) => id),
      (
        await person.client.call('getEntrustLogCurrency', { body: { scope, clientOrderId: 'mine' } })
      ).records.map(({ id }) => id),
    ];
    expect(await ids('all')).toEqual([
      [second, first],
      [second, first],
    ]);
    expect(await ids('open')).toEqual([[second], [second]]);
    expect(await ids('history')).toEqual([[first], [first]]);
  });
});

describe('an act on a contract order that is not open', () => {
  it('is told whether it was filled, was cancelled, or is not the user’s', async () => {
    const [person, other] = [await trader(), await trader()];
    const place = async (who: Person, positionSide: 'long' | 'short', price: string, clientOrderId: string) =>
      (
        await who.client.call('openContract', {
          params: { positionSide },
          body: { ...contractLimit(price, '2'), clientOrderId },
        })
      ).orderId;
    const cancel = (id: number) =>
      keyOf(person.client.call('contractOrderCancel', { query: { id: String(id) } }));
    const cancelled = await place(person, 'long', '48000', 'gone');
    await person.client.call('contractOrderCancel', { query: { id: String(cancelled) } });
    const filled = await place(person, 'long', '50100', 'done');
    await place(other, 'short', '50100', 'theirs');
    const open = await place(other, 'long', '47600', 'open');
    expect(await cancel(cancelled)).toBe('ORDER_CANCELLED');
    expect(await cancel(filled)).toBe('ORDER_FILLED');
    expect(await cancel(open)).toBe('UNKNOWN_ORDER');
    expect(await cancel(UNKNOWN_ID)).toBe('UNKNOWN_ORDER');
    const byOwnId = (clientOrderId: string) =>
      keyOf(person.client.call('contractOrderCancel', { query: { clientOrderId } }));
    expect(await byOwnId('gone')).toBe('ORDER_CANCELLED');
    expect(await byOwnId('done')).toBe('ORDER_FILLED');
    expect(await byOwnId('open')).toBe('UNKNOWN_ORDER');
    const found = await person.client.call('contractOrderList', { query: { clientOrderId: 'done' } });
    expect(found.records.map(({ id }) => id)).toEqual([filled]);
  });
});

describe('an order is cancelled by the client’s own id', () => {
  it('in every call that cancels one, and no order of another user', async () => {
    const [person, other] = [await trader(), await trader()];
    const spot = await spotOrder(person, '47000', 'spot-1');
    await spotOrder(other, '47000', 'spot-1');
    const { orderId } = await person.client.call('openContract', {
      params: { positionSide: 'long' },
      body: { ...contractLimit('48000', '2'), clientOrderId: 'contract-1' },
    });
    const cancelled = { status: 'cancelled' };
    expect(
      await person.client.call('currencyOrderCancel', { query: { clientOrderId: 'spot-1' } }),
    ).toMatchObject({ orderId: spot, ...cancelled });
    expect(
      await person.client.call('contractOrderCancel', { query: { clientOrderId: 'contract-1' } }),
    ).toMatchObject({ orderId, ...cancelled });
    const left = await other.client.call('currencyOrderList', { query: { scope: 'open' } });
    expect(left.records.map(({ clientOrderId }) => clientOrderId)).toEqual(['spot-1']);
    for (const call of ['currencyOrderCancel', 'contractOrderCancel'] as const) {
      for (const query of [{}, { id: '1', clientOrderId: 'x' }])
        expect(await keyOf(person.client.call(call, { query }))).toBe('INVALID_INPUT');
    }
  });

  it('an amended order keeps its own id in the answer, also where the amendment fills it and when it is repeated', async () => {
    const [person, other] = [await trader(), await trader()];
    await spotOrder(other, '49000', 'asked', 'sell');
    const orderId = await spotOrder(person, '47000', 'kept');
    const amend = (body: { readonly price?: string; readonly quantity?: string }, idempotencyKey: string) =>
      person.client.call(
        'amendEntrust',
        { body: { symbol: 'BTCUSDT', orderId, ...body } },
        { idempotencyKey },
      );
    expect(await amend({ quantity: '0.009' }, newActKey(null))).toMatchObject({ clientOrderId: 'kept' });
    const key = newActKey(null);
    const filled = await amend({ price: '49000' }, key);
    expect(filled).toMatchObject({ clientOrderId: 'kept', status: 'filled' });
    expect(await amend({ price: '49000' }, key)).toEqual(filled);
    const plain = await person.client.call('exchange', {
      params: { side: 'buy' },
      body: limit('46000', '0.01'),
    });
    const body = { symbol: 'BTCUSDT', orderId: plain.orderId, quantity: '0.009' };
    expect(await person.client.call('amendEntrust', { body })).toMatchObject({ clientOrderId: null });
  });
});

describe('a stop that does not wait any more', () => {
  it('is told whether it was executed, was cancelled, or is not the user’s', async () => {
    const [person, other] = [await trader(), await trader()];
    const open = async (who: Person, positionSide: 'long' | 'short') =>
      who.client.call('openContract', {
        params: { positionSide },
        body: { ...contractLimit('50100', '2'), leverage: 5 },
      });
    await open(person, 'long');
    await open(other, 'short');
    const positions = async (who: Person) =>
      (await who.client.call('contractPositionList', { query: {} })).records;
    const [mine] = await positions(person);
    const [theirs] = await positions(other);
    const set = async (who: Person, id: number, stops: { stopProfit?: string; stopLoss?: string }) =>
      (await who.client.call('contractLossSett', { body: { id, ...stops } })).records;
    const cancel = (id: number) =>
      keyOf(person.client.call('contractLossCancel', { query: { id: String(id) } }));
    const [gone] = await set(person, mine!.id, { stopProfit: '60000' });
    expect(await person.client.call('contractLossCancel', { query: { id: String(gone!.id) } })).toBeNull();
    expect(await cancel(gone!.id)).toBe('ORDER_CANCELLED');
    const [replaced] = await set(person, mine!.id, { stopLoss: '45000' });
    const [waiting] = await set(person, mine!.id, { stopLoss: '46000' });
    expect(await cancel(replaced!.id)).toBe('ORDER_CANCELLED');
    const [foreign] = await set(other, theirs!.id, { stopLoss: '55000' });
    expect(await cancel(foreign!.id)).toBe('UNKNOWN_ORDER');
    expect(await cancel(UNKNOWN_ID)).toBe('UNKNOWN_ORDER');
    expect(waiting!.id).not.toBe(replaced!.id);
  });
});

describe('a stop that fired and goes on for what it left open', () => {
  it('is named under its old id, in spot, and ends under the client’s own id', async () => {
    const [person, buyer] = [await trader(), await trader()];
    const { orderId } = await person.client.call('exchange', {
      params: { side: 'sell' },
      body: {
        ...limit('47500', '0.03'),
        timeInForce: 'IOC',
        triggerKind: 'stop',
        triggerPrice: '48000',
        clientOrderId: 'guard',
      },
    });
    const ids = [orderId];
    const cancel = (id: number) => refusal(person.client.call('cancelEntrust', { body: { orderId: id } }));
    const amend = (id: number) =>
      refusal(
        person.client.call('amendEntrust', { body: { symbol: 'BTCUSDT', orderId: id, quantity: '0.01' } }),
      );
    const open = async () =>
      (await person.client.call('currencyOrderList', { query: { scope: 'open' } })).records;
    for (const price of [47_900, 47_800]) {
      await spotOrder(buyer, String(price), `bid-${price}`);
      await freshIndex(price);
      const [kept] = await open();
      expect(kept).toMatchObject({ clientOrderId: 'guard' });
      for (const id of ids) {
        const replaced = { key: 'ORDER_CANCELLED', details: { keptAs: String(kept!.id) } };
        expect(await cancel(id)).toMatchObject(replaced);
        expect(await amend(id)).toMatchObject(replaced);
      }
      ids.push(kept!.id);
    }
    expect(new Set(ids).size).toBe(3);
    const body = { clientOrderId: 'guard' };
    expect(await person.client.call('cancelEntrust', { body })).toEqual({
      orderId: ids[2],
      status: 'cancelled',
    });
    const over = { key: 'ORDER_CANCELLED', details: { keptAs: String(ids[2]) } };
    expect(await cancel(ids[0]!)).toMatchObject(over);
    expect((await cancel(ids[2]!)).details).toBeUndefined();
    expect((await refusal(buyer.client.call('cancelEntrust', { body: { orderId } }))).key).toBe(
      'UNKNOWN_ORDER',
    );
  });

  it.each([
    ['is cancelled', 'ORDER_CANCELLED'],
    ['fills', 'ORDER_FILLED'],
  ])('is named under its old id, of a contract, also once it %s', async (end, key) => {
    const { long } = await pair();
    const buyer = await trader();
    const { orderId } = await long.client.call('closeContract', {
      params: { positionSide: 'long' },
      body: { ...contractMarket('20'), triggerPrice: '49500', clientOrderId: `guard-${key}` },
    });
    const bid = (quantity: string) =>
      buyer.client.call('openContract', {
        params: { positionSide: 'long' },
        body: contractLimit('49400', quantity),
      });
    await bid('8');
    await freshIndex(49_400);
    const cancel = () => refusal(long.client.call('contractOrderCancel', { query: { id: String(orderId) } }));
    const [kept] = (await long.client.call('contractOrderList', { query: { scope: 'open' } })).records;
    expect(kept).toMatchObject({ status: 'waiting', clientOrderId: `guard-${key}` });
    expect(kept!.id).not.toBe(orderId);
    const details = { keptAs: String(kept!.id) };
    expect(await cancel()).toMatchObject({ key: 'ORDER_CANCELLED', details });
    if (end === 'fills') {
      await bid('12');
      await freshIndex(49_400);
    } else {
      const query = { clientOrderId: `guard-${key}` };
      const done = await long.client.call('contractOrderCancel', { query });
      expect(done).toEqual({ orderId: kept!.id, status: 'cancelled' });
    }
    expect(await cancel()).toMatchObject({ key, details });
  });
});

describe('a refused quantity or leverage', () => {
  it('names the bound that it passes, and what is filled already', async () => {
    const [person, other] = [await trader(), await trader()];
    const { maximum } = { maximum: expect.stringMatching(/^\d+(\.\d+)?$/) };
    const orderId = await spotOrder(person, '49000', 'part');
    await other.client.call('exchange', { params: { side: 'sell' }, body: limit('49000', '0.006') });
    const amend = (quantity: string) =>
      refusal(person.client.call('amendEntrust', { body: { symbol: 'BTCUSDT', orderId, quantity } }));
    for (const quantity of ['0.005', '0.006'])
      expect(await amend(quantity)).toMatchObject({ key: 'QUANTITY_BELOW_FILLED', field: 'quantity' });
    const above = { key: 'QUANTITY_ABOVE_MAXIMUM', field: 'quantity', details: { maximum } };
    expect(await amend('99999')).toMatchObject(above);
    const buy = { params: { side: 'buy' as const }, body: limit('47000', '99999') };
    expect(await refusal(person.client.call('exchange', buy))).toMatchObject(above);
    const leverage = { symbol: 'BTCUSDT-PERP', leverageRadio: 120 };
    expect(await refusal(person.client.call('updateContractLeverage', { body: leverage }))).toMatchObject({
      key: 'PERPETUAL_LEVERAGE_ABOVE_MAXIMUM',
      field: 'leverageRadio',
      details: { maximum },
    });
  });
});
