import { createClient, routes } from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type House, openHouse } from './support/house.ts';
import { coinOf, newPerson, refusal, send } from './support/person.ts';
import { limit } from './support/spot-orders.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.stop());

describe('idempotency', () => {
  it('answers the same key with the same answer, byte by byte, also in flight and for other spellings', async () => {
    const person = await newPerson(house);
    const ask = (price: string) =>
      send(house, 'POST', '/api/v1/coin/entrust/exchange/buy', {
        token: person.token,
        headers: { 'idempotency-key': 'the-same' },
        body: limit(price, '0.01'),
      });
    const answers = await Promise.all([ask('49000'), ask('49000.0'), ask('49000.00'), ask('49000')]);
    answers.push(await ask('49000'));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.code).toBe(200);
    const other = await ask('49001');
    expect(other.data).toMatchObject({ key: 'KEY_REUSED_WITH_OTHER_BODY' });
    expect((await coinOf(person, 'USDT')).frozen).toBe('490');
  });

  it('uses the client order id where there is no key', async () => {
    const person = await newPerson(house);
    const ask = () =>
      send(house, 'POST', '/api/currency/order/submit', {
        token: person.token,
        body: { side: 'buy', ...limit('49000', '0.01'), clientOrderId: 'trader1234-5' },
      });
    const [first, second] = [await ask(), await ask()];
    expect(first.code).toBe(200);
    expect(second.text).toBe(first.text);
    const third = await send(house, 'POST', '/api/currency/order/submit', {
      token: person.token,
      headers: { 'idempotency-key': 'another-key' },
      body: { side: 'buy', ...limit('49000', '0.01'), clientOrderId: 'trader1234-5' },
    });
    expect(third.data).toMatchObject({ key: 'DUPLICATE_CLIENT_ORDER_ID' });
  });

  it('repeats a refusal too, and refuses a key that is too old to be remembered', async () => {
    const person = await newPerson(house);
    const body = { side: 'buy', ...limit('49000', '1') } as const;
    const options = { idempotencyKey: 'too-poor' };
    const poor = await refusal(person.client.call('currencyOrderSubmit', { body }, options));
    expect(poor.key).toBe('INSUFFICIENT_BALANCE');
    await person.client.call('takePracticeFunds', { body: { coin: 'USDT', amount: '50000' } });
    const again = await refusal(person.client.call('currencyOrderSubmit', { body }, options));
    expect(again.key).toBe('INSUFFICIENT_BALANCE');
    const old = `t${(Date.now() - 8 * 86_400_000).toString(36)}-${'a'.repeat(32)}`;
    const expired = await refusal(
      person.client.call('currencyOrderSubmit', { body }, { idempotencyKey: old }),
    );
    expect(expired.key).toBe('KEY_EXPIRED');
  });

  it('is per user, and the client makes a new key for each act', async () => {
    const [one, two] = [await newPerson(house), await newPerson(house)];
    const options = { idempotencyKey: 'popular' };
    const body = { side: 'buy', ...limit('49000', '0.01') } as const;
    const orders = [
      await one.client.call('currencyOrderSubmit', { body }, options),
      await two.client.call('currencyOrderSubmit', { body }, options),
      await one.client.call('currencyOrderSubmit', { body }),
      await one.client.call('currencyOrderSubmit', { body }),
    ];
    expect(new Set(orders.map(({ orderId }) => orderId)).size).toBe(4);
  });

  it('keeps working while the same key is sent over many connections at once', async () => {
    const person = await newPerson(house);
    const client = createClient(routes, {
      baseUrl: house.url,
      head: 'v1',
      token: () => person.token,
      language: () => 'en',
      actWindowMs: 60_000,
    });
    const body = { side: 'buy', ...limit('47000', '0.001') } as const;
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, at) =>
        client.call('currencyOrderSubmit', { body }, { idempotencyKey: `key-${at % 8}` }),
      ),
    );
    expect(new Set(answers.map(({ orderId }) => orderId)).size).toBe(8);
  });
});
