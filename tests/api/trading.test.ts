import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type House, openHouse } from './support/house.ts';
import { coinOf, newPerson, refusal } from './support/person.ts';
import { limit } from './support/spot-orders.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.stop());

describe('practice funds', () => {
  it('come from the labelled custody account, up to a cap a coin and day', async () => {
    const person = await newPerson(house, false);
    const before = await custody('USDT');
    const grant = await person.client.call('takePracticeFunds', {
      body: { coin: 'usdt', amount: '60000.5' },
    });
    expect(grant).toMatchObject({
      coin: 'USDT',
      amount: '60000.5',
      dailyCap: '100000',
      remaining: '39999.5',
    });
    expect((await coinOf(person, 'USDT')).available).toBe('60000.5');
    expect(before - (await custody('USDT'))).toBe(6_000_050_000_000n);
    const over = await refusal(
      person.client.call('takePracticeFunds', { body: { coin: 'USDT', amount: '39999.50000001' } }),
    );
    expect(over).toMatchObject({
      key: 'PRACTICE_CAP_EXCEEDED',
      field: 'amount',
      details: { cap: '100000', remaining: '39999.5', coin: 'USDT' },
    });
    await person.client.call('takePracticeFunds', { body: { coin: 'USDT', amount: '39999.5' } });
    const spent = await refusal(
      person.client.call('takePracticeFunds', { body: { coin: 'USDT', amount: '1' } }),
    );
    expect(spent).toMatchObject({ key: 'PRACTICE_CAP_REACHED', details: { remaining: '0', coin: 'USDT' } });
    const { list } = await person.client.call('getPracticeFunds');
    expect(list.find((row) => row.coin === 'USDT')?.remaining).toBe('0');
  });

  it('say how much is left when more is asked for, also at the first time', async () => {
    const person = await newPerson(house, false);
    const body = { coin: 'USDT', amount: '200000' };
    const left = { key: 'PRACTICE_CAP_EXCEEDED', details: { remaining: '100000' } };
    expect(await refusal(person.client.call('takePracticeFunds', { body }))).toMatchObject(left);
    const answer = await fetch(`${house.url}/api/v1/coin/practice/funds`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: person.token, lang: 'de' },
      body: JSON.stringify(body),
    });
    expect(((await answer.json()) as { msg: string }).msg).toContain('100000 USDT');
  });

  it('cannot be taken twice over by asking many times at once', async () => {
    const person = await newPerson(house, false);
    const tries = Array.from({ length: 8 }, () =>
      person.client.call('takePracticeFunds', { body: { coin: 'BTC', amount: '0.6' } }),
    );
    const answers = await Promise.allSettled(tries);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect((await coinOf(person, 'BTC')).available).toBe('1.8');
  });

  it('are given once for one key, also when asked at once, and refuse another body', async () => {
    const person = await newPerson(house, false);
    const take = (amount: string) =>
      person.client.call('takePracticeFunds', { body: { coin: 'BTC', amount } }, { idempotencyKey: 'once' });
    const answers = await Promise.all([take('0.5'), take('0.5'), take('0.50')]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect((await refusal(take('0.6'))).key).toBe('KEY_REUSED_WITH_OTHER_BODY');
    expect((await coinOf(person, 'BTC')).available).toBe('0.5');
  });
});

async function custody(code: string): Promise<bigint> {
  return house.engine.read((view) => {
    const asset = view.assets().find((listed) => listed.code === code);
    const sum = view.ledgerSums().find(({ assetId }) => assetId === asset?.assetId);
    if (sum === undefined) throw new Error(`no ${code}`);
    expect(sum.sum).toBe(0n);
    return sum.custody;
  });
}

describe('an order', () => {
  it('rests, is seen at once, and is cancelled', async () => {
    const person = await newPerson(house);
    const receipt = await person.client.call('exchange', {
      params: { side: 'buy' },
      body: { ...limit('49000.00', '0.01'), clientOrderId: 'mine-1' },
    });
    expect(receipt).toMatchObject({ status: 'open', tradedQuantity: '0.00000', averagePrice: null });
    const open = await person.client.call('entrustLog', {
      params: { scope: 'open', symbol: 'BTCUSDT', limit: '10' },
    });
    expect(open.records).toHaveLength(1);
    expect(open.records[0]).toMatchObject({
      id: receipt.orderId,
      clientOrderId: 'mine-1',
      symbol_name: 'BTC/USDT',
      direction: 1,
      price: '49000.00',
      quantity: '0.01000',
      entrustedValue: '490',
      status: 'open',
    });
    expect(await coinOf(person, 'USDT')).toMatchObject({ available: '9510', frozen: '490', amount: '10000' });
    const depth = await house.app.inject({ url: '/api/v1/coin/open/depth/btc_usdt' });
    expect(JSON.stringify(depth.json().data.b)).toContain('"49000.00","0.01000","0"');
    const cancelled = await person.client.call('cancelEntrust', { body: { clientOrderId: 'mine-1' } });
    expect(cancelled).toEqual({ orderId: receipt.orderId, status: 'cancelled' });
    expect(await coinOf(person, 'USDT')).toMatchObject({ available: '10000', frozen: '0' });
    const history = await person.client.call('currencyOrderList', { query: { scope: 'history' } });
    expect(history.records[0]).toMatchObject({ id: receipt.orderId, status: 'cancelled' });
  });

  it('fills, and balances, fills, bills, fee and safety fund agree to the last unit', async () => {
    const [maker, taker] = [await newPerson(house), await newPerson(house)];
    const before = await sums('BTC');
    const resting = await maker.client.call('exchange', {
      params: { side: 'sell' },
      body: limit('50000.00', '0.0123'),
    });
    const receipt = await taker.client.call('currencyOrderSubmit', {
      body: { symbol: 'BTCUSDT', side: 'buy', type: 'market', quoteAmount: '615' },
    });
    expect(receipt).toMatchObject({ status: 'filled', tradedQuantity: '0.01230', tradedAmount: '615' });
    expect(receipt.averagePrice).toBe('50000');
    // The taker pays 0.2 percent of the BTC received.
    expect((await coinOf(taker, 'BTC')).available).toBe('1.0122754');
    expect((await coinOf(taker, 'USDT')).available).toBe('9385');
    expect((await coinOf(maker, 'USDT')).available).toBe('10614.385');
    const { records: fills } = await taker.client.call('myExchangeLog', { params: { symbol: 'all' } });
    expect(fills[0]).toMatchObject({
      price: '50000.00',
      quantity: '0.01230',
      amount: '615',
      fee: { coin: 'BTC', amount: '0.0000246' },
      feePpm: 2000,
      role: 'taker',
      counterpartyHouse: false,
    });
    const { order, fills: own } = await taker.client.call('transactionDetails', {
      params: { orderId: String(receipt.orderId) },
    });
    expect(own).toEqual(fills);
    expect(order).toMatchObject({ quoteAmount: '615', serviceCharge: { coin: 'BTC', amount: '0.0000246' } });
    const bills = await taker.client.call('getMyBill', { query: { coin: 'BTC', pageSize: '10' } });
    const change = bills.records.reduce((sum, bill) => sum + Number(bill.amount), 0);
    expect(change).toBeCloseTo(1.0122754, 12);
    expect(bills.records[0]?.balance).toBe('1.0122754');
    // whoever was hit: every entry of the fill names the own order, in the account that it moved
    const ofMaker = await maker.client.call('getMyBill', { query: { kind: 'trade', pageSize: '10' } });
    expect(ofMaker.records.map(({ coin: code, orderId, wallet }) => [code, orderId, wallet]).sort()).toEqual([
      ['BTC', resting.orderId, 'spot'],
      ['USDT', resting.orderId, 'spot'],
    ]);
    const after = await sums('BTC');
    expect(after.safetyFund).toBe((before.fees + before.safetyFund + 2460n) / 10n);
    expect(after.fees + after.safetyFund - before.fees - before.safetyFund).toBe(2460n);
  });

  it('is refused without a trace for what it cannot be', async () => {
    const person = await newPerson(house);
    const place = (body: object) =>
      refusal(person.client.call('currencyOrderSubmit', { body: body as never }));
    const buy = { side: 'buy', ...limit('49000', '0.01') };
    const before = await house.engine.read((view) => view.balances(person.userId).map((row) => ({ ...row })));
    expect((await place({ ...buy, symbol: 'XXXUSDT' })).key).toBe('UNKNOWN_SYMBOL');
    expect((await place({ ...buy, price: '49000.001' })).key).toBe('PRICE_INVALID');
    expect((await place({ ...buy, quantity: '0.000001' })).key).toBe('QUANTITY_INVALID');
    expect((await place({ ...buy, quantity: '99999' })).key).toBe('QUANTITY_ABOVE_MAXIMUM');
    const minimum = { minimum: expect.stringMatching(/^\d+$/), coin: 'USDT' };
    const small = { key: 'NOTIONAL_TOO_SMALL', details: minimum };
    expect(await place({ ...buy, quantity: '0.0001' })).toMatchObject({ ...small, field: 'quantity' });
    const byAmount = { ...buy, type: 'market', price: undefined, quantity: undefined, quoteAmount: '1' };
    expect(await place(byAmount)).toMatchObject({ ...small, field: 'quoteAmount' });
    expect((await place({ ...buy, quantity: '5' })).key).toBe('INSUFFICIENT_BALANCE');
    expect(await place({ ...buy, price: '80000' })).toMatchObject({
      key: 'PRICE_OUTSIDE_RANGE',
      field: 'price',
      details: { percent: '20' },
    });
    expect((await place({ ...buy, price: undefined })).key).toBe('PRICE_REQUIRED');
    expect((await place({ ...buy, quantity: undefined })).key).toBe('QUANTITY_REQUIRED');
    expect((await place({ ...buy, type: 'market' })).field).toBe('price');
    const market = { side: 'buy', symbol: 'BTCUSDT', type: 'market' };
    expect((await place({ ...market, quantity: '1', quoteAmount: '1' })).field).toBe('quoteAmount');
    expect((await place({ ...market, quoteAmount: '1.123456789' })).key).toBe('AMOUNT_INVALID');
    expect((await place({ ...market, quoteAmount: '999999999999999999' })).key).toBe('AMOUNT_TOO_LARGE');
    expect((await place({ ...market, timeInForce: 'GTC', quantity: '1' })).field).toBe('timeInForce');
    const after = await house.engine.read((view) => view.balances(person.userId).map((row) => ({ ...row })));
    expect(after).toEqual(before);
    const orders = await person.client.call('getEntrustLogCurrency', { body: {} });
    expect(orders.records).toEqual([]);
  });

  it('belongs to its user: nobody else sees, reads or cancels it', async () => {
    const [owner, other] = [await newPerson(house), await newPerson(house)];
    const { orderId } = await owner.client.call('exchange', {
      params: { side: 'buy' },
      body: { ...limit('48000', '0.01'), clientOrderId: 'private' },
    });
    const cancels = [
      other.client.call('cancelEntrust', { body: { orderId } }),
      other.client.call('cancelEntrust', { body: { clientOrderId: 'private' } }),
      other.client.call('currencyOrderCancel', { query: { id: String(orderId) } }),
      other.client.call('transactionDetails', { params: { orderId: String(orderId) } }),
    ];
    const problems = await Promise.all(cancels.map(refusal));
    expect(problems.map(({ key }) => key)).toEqual(cancels.map(() => 'UNKNOWN_ORDER'));
    const seen = await other.client.call('currencyOrderList', { query: { scope: 'all' } });
    expect(seen.records).toEqual([]);
    await owner.client.call('cancelAllEntrust', { body: {} });
    const open = await owner.client.call('currencyOrderList', { query: { scope: 'open' } });
    expect(open.records).toEqual([]);
  });

  it('is cancelled with the others of its market alone, if that is named, else with all', async () => {
    const person = await newPerson(house);
    const waits = { type: 'market', quoteAmount: '100', triggerKind: 'stop' } as const;
    const place = async (symbol: string, triggerPrice: string) => {
      const body = { symbol, side: 'buy', ...waits, triggerPrice } as const;
      return (await person.client.call('currencyOrderSubmit', { body })).orderId;
    };
    await person.client.call('exchange', { params: { side: 'buy' }, body: limit('48000', '0.01') });
    await place('BTC/USDT', '52000');
    const ether = await place('ETH/USDT', '2600');
    const open = async () =>
      (await person.client.call('currencyOrderList', { query: { scope: 'open' } })).records.map(
        ({ id }) => id,
      );
    expect(await open()).toHaveLength(3);
    await person.client.call('cancelAllEntrust', { body: { symbol: 'BTC/USDT' } });
    expect(await open()).toEqual([ether]);
    const other = await place('BTC/USDT', '52000');
    expect(await open()).toEqual([other, ether]);
    await person.client.call('cancelAllEntrust', { body: {} });
    expect(await open()).toEqual([]);
  });

  it('is paged by a cursor, without gaps or repeats', async () => {
    const person = await newPerson(house);
    for (let count = 0; count < 7; count += 1) {
      await person.client
        .call('exchange', { params: { side: 'buy' }, body: limit(`4${count}000`, '0.001') })
        .catch(() => null);
    }
    for (const scope of ['open', 'all'] as const) {
      const ids: number[] = [];
      let cursor: string | undefined;
      do {
        const query = { scope, pageSize: '2', ...(cursor === undefined ? {} : { cursor }) };
        const page = await person.client.call('currencyOrderList', { query });
        ids.push(...page.records.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(ids.length).toBeGreaterThan(2);
      expect(ids).toEqual([...new Set(ids)].toSorted((left, right) => right - left));
    }
  });
});

async function sums(code: string) {
  return house.engine.read((view) => {
    const asset = view.assets().find((listed) => listed.code === code);
    const sum = view.ledgerSums().find(({ assetId }) => assetId === asset?.assetId);
    if (sum === undefined) throw new Error(`no ${code}`);
    expect(sum.sum).toBe(0n);
    return { fees: sum.fees as bigint, safetyFund: sum.safetyFund as bigint };
  });
}

describe('the two families', () => {
  it('place, list and cancel alike', async () => {
    const [legacy, modern] = [await newPerson(house), await newPerson(house)];
    const order = limit('48500', '0.02');
    const placed = [
      await legacy.client.call('currencyOrderSubmit', { body: { side: 'buy', ...order } }),
      await modern.client.call('exchange', { params: { side: 'buy' }, body: order }),
    ];
    const strip = ({ orderId: _, ...rest }: { orderId: number }) => rest;
    expect(strip(placed[0] as never)).toEqual(strip(placed[1] as never));
    const lists = [
      await legacy.client.call('currencyOrderList', { query: { scope: 'open', symbol: 'btc_usdt' } }),
      await modern.client.call('entrustLog', { params: { scope: 'open', symbol: 'BTC-USDT', limit: '5' } }),
      await modern.client.call('getEntrustLogCurrency', { body: { scope: 'open' } }),
    ];
    const shapes = lists.map(({ records }) =>
      records.map(({ id: _1, orderNo: _2, createTime: _3, updateTime: _4, seq: _5, ...rest }) => rest),
    );
    expect(shapes[0]).toEqual(shapes[1]);
    expect(shapes[1]).toEqual(shapes[2]);
    const cancels = [
      await legacy.client.call('currencyOrderCancel', { query: { id: String(placed[0]?.orderId) } }),
      await modern.client.call('cancelEntrust', { body: { orderId: placed[1]?.orderId } }),
    ];
    expect(cancels.map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
  });

  it('share the keys of acts: a retry through the other family is the same order', async () => {
    const person = await newPerson(house);
    const options = { idempotencyKey: 'across-families' };
    const order = limit('48500', '0.02');
    const first = await person.client.call('exchange', { params: { side: 'buy' }, body: order }, options);
    const again = await person.client.call(
      'currencyOrderSubmit',
      { body: { side: 'buy', ...order } },
      options,
    );
    expect(again).toEqual(first);
    const open = await person.client.call('currencyOrderList', { query: { scope: 'open' } });
    expect(open.records).toHaveLength(1);
  });
});
