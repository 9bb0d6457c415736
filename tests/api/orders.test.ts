import type { OrderRow } from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type House, openHouse } from './support/house.ts';
import { indexTick } from './support/listing.ts';
import { newPerson, type Person, refusal } from './support/person.ts';

let house: House;
let maker: Person;
beforeAll(async () => {
  house = await openHouse();
  maker = await newPerson(house);
});
afterAll(() => house?.stop());

const symbol = 'BTC/USDT';

async function frozen(person: Person, code: string): Promise<string | undefined> {
  const { list } = await person.client.call('getMyBalance');
  return list.find((row) => row.coin === code)?.frozen;
}

async function listed(person: Person, scope: 'open' | 'history' | 'all'): Promise<OrderRow[]> {
  const params = { scope, symbol: 'BTCUSDT', limit: '20' };
  return (await person.client.call('entrustLog', { params })).records;
}

async function one(person: Person, orderId: number): Promise<OrderRow> {
  return (await person.client.call('transactionDetails', { params: { orderId: String(orderId) } })).order;
}

/** A trade of a hundred-thousandth at a price, between two others. */
async function print(price: string): Promise<void> {
  const other = await newPerson(house);
  const order = { symbol, type: 'limit', price, quantity: '0.001' } as const;
  await maker.client.call('exchange', { params: { side: 'sell' }, body: order });
  await other.client.call('exchange', { params: { side: 'buy' }, body: order });
}

describe('an order that waits for a price', () => {
  it('waits for the index unless it says otherwise, and never for a last price that is not there', async () => {
    const person = await newPerson(house);
    const ether = { symbol: 'ETHUSDT', side: 'buy', type: 'market', quoteAmount: '100' } as const;
    const stop = { ...ether, triggerKind: 'stop', triggerPrice: '2600' } as const;
    const refused = await refusal(
      person.client.call('currencyOrderSubmit', { body: { ...stop, triggerSource: 'last' } }),
    );
    expect(refused).toMatchObject({ key: 'LAST_PRICE_MISSING', field: 'triggerSource' });
    expect(await person.client.call('currencyOrderSubmit', { body: stop })).toMatchObject({
      status: 'waiting',
      triggerSource: 'index',
    });
    const sell = { symbol, quantity: '0.001', triggerPrice: '46000', price: '54000', stopPrice: '45900' };
    const call = (params: { side: 'buy' | 'sell' }, body: object) =>
      person.client.call('exchangeOco', { params, body: { ...sell, ...body } });
    expect(await call({ side: 'sell' }, {})).toMatchObject({ triggerSource: 'index' });
  });

  it('holds, is listed with its trigger, is changed, and is cancelled', async () => {
    const person = await newPerson(house);
    const receipt = await person.client.call('exchange', {
      params: { side: 'sell' },
      body: {
        symbol,
        type: 'limit',
        price: '47900.00',
        quantity: '0.02',
        triggerKind: 'stop',
        triggerPrice: '48000.00',
        clientOrderId: 'stop-1',
      },
    });
    expect(receipt).toMatchObject({ status: 'waiting', tradedQuantity: '0.00000', clientOrderId: 'stop-1' });
    expect(await frozen(person, 'BTC')).toBe('0.02');
    const waiting = {
      id: receipt.orderId,
      status: 'waiting',
      type: 'limit',
      price: '47900.00',
      triggerPrice: '48000.00',
      trigger: { kind: 'stop', source: 'index', thresholdPrice: '48000.00', firedPrice: null },
      twinOrderId: null,
      rejectKey: null,
    };
    expect(await listed(person, 'open')).toMatchObject([waiting]);
    expect(await listed(person, 'all')).toMatchObject([waiting]);
    expect(await listed(person, 'history')).toEqual([]);
    const changed = await person.client.call('amendEntrust', {
      body: {
        symbol,
        clientOrderId: 'stop-1',
        quantity: '0.01',
        triggerPrice: '48500.00',
        price: '48400.00',
      },
    });
    expect(changed).toMatchObject({ orderId: receipt.orderId, status: 'waiting' });
    expect(await frozen(person, 'BTC')).toBe('0.01');
    expect(await one(person, receipt.orderId)).toMatchObject({
      quantity: '0.01000',
      price: '48400.00',
      triggerPrice: '48500.00',
    });
    await person.client.call('currencyOrderCancel', { query: { id: String(receipt.orderId) } });
    expect(await frozen(person, 'BTC')).toBe('0');
    expect(await listed(person, 'history')).toMatchObject([{ id: receipt.orderId, status: 'cancelled' }]);
  });

  it('fires at the last price and keeps its id, its fills and its story', async () => {
    const person = await newPerson(house);
    await maker.client.call('exchange', {
      params: { side: 'buy' },
      body: { symbol, type: 'limit', price: '49400.00', quantity: '0.01' },
    });
    await print('50000.00');
    const receipt = await person.client.call('currencyOrderSubmit', {
      body: {
        symbol,
        side: 'sell',
        type: 'market',
        quantity: '0.004',
        triggerKind: 'stop',
        triggerSource: 'last',
        triggerPrice: '49500.00',
      },
    });
    expect(receipt.status).toBe('waiting');
    await print('49500.00');
    const order = await one(person, receipt.orderId);
    expect(order).toMatchObject({
      status: 'filled',
      tradedQuantity: '0.00400',
      averagePrice: '49400',
      trigger: { thresholdPrice: '49500.00', firedPrice: '49500.00' },
    });
    expect(order.trigger?.firedTime).toBeGreaterThan(0);
    const { fills } = await person.client.call('transactionDetails', {
      params: { orderId: String(receipt.orderId) },
    });
    expect(fills).toMatchObject([{ price: '49400.00', quantity: '0.00400', role: 'taker' }]);
    expect(await listed(person, 'open')).toEqual([]);
  });

  it('ends as rejected with a reason that its owner sees', async () => {
    const person = await newPerson(house);
    const receipt = await person.client.call('exchange', {
      params: { side: 'buy' },
      body: {
        symbol,
        type: 'limit',
        postOnly: true,
        price: '51200.00',
        quantity: '0.001',
        triggerKind: 'stop',
        triggerSource: 'last',
        triggerPrice: '51000.00',
      },
    });
    await maker.client.call('exchange', {
      params: { side: 'sell' },
      body: { symbol, type: 'limit', price: '51100.00', quantity: '0.002' },
    });
    await print('51000.00');
    expect(await one(person, receipt.orderId)).toMatchObject({
      status: 'rejected',
      rejectKey: 'POST_ONLY_WOULD_TAKE',
    });
    expect(await frozen(person, 'USDT')).toBe('0');
    expect(await listed(person, 'history')).toMatchObject([{ id: receipt.orderId, status: 'rejected' }]);
  });

  it('trails the index', async () => {
    const person = await newPerson(house);
    await house.engine.submit({ userId: 0, key: null, bodyHash: null, body: indexTick(2, Date.now()) });
    const receipt = await person.client.call('exchange', {
      params: { side: 'sell' },
      body: {
        symbol,
        type: 'market',
        quantity: '0.001',
        triggerKind: 'trailing-stop',
        triggerSource: 'index',
        callbackPercent: '1.5',
      },
    });
    const [row] = await listed(person, 'open');
    expect(row).toMatchObject({
      id: receipt.orderId,
      triggerPrice: null,
      trigger: { kind: 'trailing-stop', source: 'index', callbackPercent: '1.5', callbackPrice: null },
    });
    const best = Number(row?.trigger?.bestPrice);
    expect(Number(row?.trigger?.thresholdPrice)).toBeCloseTo(best * 0.985, 1);
  });

  it('is refused once and for all under one key, whatever the family', async () => {
    const person = await newPerson(house);
    const body = {
      symbol,
      type: 'market',
      quantity: '0.001',
      triggerKind: 'stop',
      triggerPrice: '40000',
    } as const;
    const options = { idempotencyKey: 'once' };
    const first = await person.client.call('exchange', { params: { side: 'sell' }, body }, options);
    const again = await person.client.call(
      'currencyOrderSubmit',
      { body: { ...body, side: 'sell' } },
      options,
    );
    expect(again).toEqual(first);
    expect(await listed(person, 'open')).toHaveLength(1);
    const other = { ...body, triggerPrice: '41000' };
    const refused = await refusal(
      person.client.call('exchange', { params: { side: 'sell' }, body: other }, options),
    );
    expect(refused.key).toBe('KEY_REUSED_WITH_OTHER_BODY');
  });

  it.each([
    ['a stop without a price', { triggerKind: 'stop' }, 'TRIGGER_INVALID'],
    [
      'a stop with a callback',
      { triggerKind: 'stop', triggerPrice: '40000', callbackPercent: '1' },
      'TRIGGER_INVALID',
    ],
    [
      'a trailing stop with two callbacks',
      { triggerKind: 'trailing-stop', callbackPercent: '1', callbackPrice: '5' },
      'TRIGGER_INVALID',
    ],
    [
      'a trigger price between two ticks',
      { triggerKind: 'stop', triggerPrice: '40000.001' },
      'PRICE_INVALID',
    ],
    ['a trigger that was crossed', { triggerKind: 'take-profit', triggerPrice: '10' }, 'TRIGGER_WOULD_FIRE'],
    ['a trigger price without a kind', { triggerPrice: '40000' }, 'INVALID_INPUT'],
  ] as const)('refuses %s', async (_, fields, key) => {
    const person = await newPerson(house);
    const body = { symbol, type: 'market', quantity: '0.001', ...fields } as const;
    const refused = await refusal(person.client.call('exchange', { params: { side: 'sell' }, body }));
    expect(refused.key).toBe(key);
  });
});

describe('one cancels the other', () => {
  const pair = {
    symbol,
    quantity: '0.01',
    price: '54000.00',
    triggerPrice: '45500.00',
    stopPrice: '45400.00',
    clientOrderId: 'profit',
    stopClientOrderId: 'loss',
  } as const;

  it('holds once, shows each its twin, and the end of one is the end of both', async () => {
    const person = await newPerson(house);
    const receipt = await person.client.call('exchangeOco', { params: { side: 'sell' }, body: pair });
    expect(receipt).toMatchObject({ status: 'open', stopStatus: 'waiting', stopClientOrderId: 'loss' });
    expect(await frozen(person, 'BTC')).toBe('0.01');
    for (const scope of ['open', 'all'] as const) {
      expect(await listed(person, scope)).toMatchObject([
        { id: receipt.stopOrderId, twinOrderId: receipt.orderId, status: 'waiting', clientOrderId: 'loss' },
        { id: receipt.orderId, twinOrderId: receipt.stopOrderId, status: 'open', clientOrderId: 'profit' },
      ]);
    }
    await person.client.call('cancelEntrust', { body: { orderId: receipt.orderId } });
    expect(await listed(person, 'open')).toEqual([]);
    expect(await frozen(person, 'BTC')).toBe('0');
    expect(await listed(person, 'history')).toMatchObject([{ status: 'cancelled' }, { status: 'cancelled' }]);
  });

  it('ends the stop with the first fill, and answers a repeated key alike', async () => {
    const [person, taker] = [await newPerson(house), await newPerson(house)];
    const options = { idempotencyKey: 'pair' };
    const body = { ...pair, price: '50500.00', side: 'sell' } as const;
    const receipt = await person.client.call('currencyOrderOco', { body }, options);
    expect(await person.client.call('currencyOrderOco', { body }, options)).toEqual(receipt);
    await taker.client.call('exchange', {
      params: { side: 'buy' },
      body: { symbol, type: 'limit', price: '50500.00', quantity: '0.002' },
    });
    expect(await listed(person, 'open')).toMatchObject([
      { id: receipt.orderId, status: 'partially-filled', tradedQuantity: '0.00200' },
    ]);
    expect(await one(person, receipt.stopOrderId)).toMatchObject({ status: 'cancelled' });
  });

  it('refuses prices on one side and leaves nothing behind', async () => {
    const person = await newPerson(house);
    const body = { ...pair, price: '44000.00' };
    const refused = await refusal(person.client.call('exchangeOco', { params: { side: 'sell' }, body }));
    expect(refused).toMatchObject({ key: 'OCO_PRICES_INVALID', field: 'price' });
    const ask = async (side: 'buy' | 'sell', more: object) => {
      const { key, field } = await refusal(
        person.client.call('exchangeOco', { params: { side }, body: { ...pair, ...more } }),
      );
      return [key, field];
    };
    expect(await ask('sell', { triggerPrice: '56000' })).toEqual(['TRIGGER_WOULD_FIRE', 'triggerPrice']);
    const buys = { price: '46000', triggerPrice: '53000', stopPrice: '53100' };
    expect(await ask('buy', { ...buys, price: '54000' })).toEqual(['OCO_PRICES_INVALID', 'price']);
    expect(await ask('buy', { ...buys, triggerPrice: '46500' })).toEqual([
      'TRIGGER_WOULD_FIRE',
      'triggerPrice',
    ]);
    const market = { ...buys, stopPrice: undefined };
    expect(await ask('buy', market)).toEqual(['QUANTITY_REQUIRED', 'stopQuoteAmount']);
    expect(await ask('buy', { ...buys, stopQuoteAmount: '500' })).toEqual([
      'INVALID_INPUT',
      'stopQuoteAmount',
    ]);
    expect(await ask('sell', { stopPrice: undefined, stopQuoteAmount: '500' })).toEqual([
      'INVALID_INPUT',
      'stopQuoteAmount',
    ]);
    await maker.client.call('exchange', {
      params: { side: 'buy' },
      body: { symbol, type: 'limit', price: '49300.00', quantity: '0.001' },
    });
    const filling = { ...pair, price: '49000.00' };
    const named = await refusal(
      person.client.call('exchangeOco', { params: { side: 'sell' }, body: filling }),
    );
    expect(named).toMatchObject({ key: 'OCO_LIMIT_WOULD_FILL', field: 'price' });
    expect(await listed(person, 'all')).toEqual([]);
    expect(await frozen(person, 'BTC')).toBe('0');
  });
});

describe('a changed order', () => {
  it('shrinks in place, moves under its id, and a refused change changes nothing', async () => {
    const person = await newPerson(house);
    const { orderId } = await person.client.call('exchange', {
      params: { side: 'buy' },
      body: { symbol, type: 'limit', price: '46000.00', quantity: '0.1' },
    });
    await person.client.call('amendEntrust', { body: { symbol, orderId, quantity: '0.05' } });
    expect(await frozen(person, 'USDT')).toBe('2300');
    const depth = await house.app.inject({ url: '/api/v1/coin/open/depth/btc_usdt?levels=50' });
    expect(JSON.stringify(depth.json().data.b)).toContain('"46000.00","0.05000","0"');
    await person.client.call('currencyOrderAmend', { body: { symbol, orderId, price: '47000.00' } });
    const moved = await house.app.inject({ url: '/api/v1/coin/open/depth/btc_usdt?levels=50' });
    expect(JSON.stringify(moved.json().data.b)).not.toContain('"46000.00"');
    expect(JSON.stringify(moved.json().data.b)).toContain('"47000.00","0.05000","0"');
    for (const scope of ['open', 'all'] as const) {
      expect(await listed(person, scope)).toMatchObject([
        { id: orderId, price: '47000.00', quantity: '0.05000', status: 'open' },
      ]);
    }
    const refused = await refusal(
      person.client.call('amendEntrust', { body: { symbol, orderId, quantity: '5' } }),
    );
    expect(refused.key).toBe('INSUFFICIENT_BALANCE');
    expect(await frozen(person, 'USDT')).toBe('2350');
    const other = await newPerson(house);
    const strange = await refusal(
      other.client.call('amendEntrust', { body: { symbol, orderId, quantity: '0.01' } }),
    );
    expect(strange.key).toBe('UNKNOWN_ORDER');
  });
});

describe('fee tiers', () => {
  it('show one pair of rates until there is a table', async () => {
    const tiers = await maker.client.call('getFeeTiers');
    expect(tiers).toMatchObject({ volumeCoin: null, nextTurnTime: null, own: null });
    expect(tiers.tiers).toMatchObject([{ tier: 0, minVolume: '0', perpetualMakerPercent: null }]);
  });

  it('show the table to everybody, and to a user the own tier, volume and what the next one needs', async () => {
    const asset = await house.engine.read((view) => view.assets().find(({ code }) => code === 'USDT'));
    const rates = { makerPpm: 1000, takerPpm: 2000, perpetualMakerPpm: 200, perpetualTakerPpm: 500 };
    await house.engine.submit({
      userId: 0,
      key: null,
      bodyHash: null,
      body: {
        type: 'setFeeTiers',
        volumeAssetId: asset?.assetId ?? 0,
        tiers: [
          { minVolume: 0n, ...rates },
          { minVolume: 100_000_000_000n, ...rates, makerPpm: 800, takerPpm: 1550 },
        ],
      },
    });
    const [person, other] = [await newPerson(house), await newPerson(house)];
    const order = { symbol, type: 'limit', price: '49500.00', quantity: '0.01' } as const;
    await person.client.call('exchange', { params: { side: 'sell' }, body: order });
    await other.client.call('exchange', { params: { side: 'buy' }, body: order });
    const tiers = await person.client.call('getFeeTiers');
    expect(tiers).toMatchObject({
      volumeCoin: 'USDT',
      tiers: [
        { tier: 0, minVolume: '0', makerPercent: '0.1', takerPercent: '0.2', perpetualMakerPercent: '0.02' },
        { tier: 1, minVolume: '1000', takerPercent: '0.155' },
      ],
      own: { tier: 0, volume30d: '0', nextTier: 1, volumeToNextTier: '1000' },
    });
    expect(Number(tiers.own?.volumeToday)).toBeGreaterThan(0);
    expect((tiers.nextTurnTime ?? 1) % 86_400_000).toBe(0);
    const visitor = await house.app.inject({ url: '/api/v1/coin/open/getFeeTiers' });
    expect(visitor.json()).toMatchObject({ code: 200, data: { own: null, volumeCoin: 'USDT' } });
  });
});
