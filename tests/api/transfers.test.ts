import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type House, openHouse } from './support/house.ts';
import { newPerson, type Person, refusal, send } from './support/person.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.stop());

const available = async (
  person: Person,
  type: '0' | '1' | '2' | '6' | '8',
  coin: string,
  symbol?: string,
) => {
  const { list } = await person.client.call('getMyBalance', { query: { type, symbol } });
  return list.find((row) => row.coin === coin)?.available;
};

describe('a transfer', () => {
  it('moves a coin to another account at once, and the total stays', async () => {
    const person = await newPerson(house);
    const receipt = await person.client.call('transfer', {
      query: { from: '1', to: '2', coin: 'usdt', amount: '2500.5' },
    });
    expect(receipt).toMatchObject({ coin: 'USDT', amount: '2500.5', id: expect.any(Number) });
    expect(await available(person, '1', 'USDT')).toBe('7499.5');
    expect(await available(person, '2', 'USDT')).toBe('2500.5');
    expect(await available(person, '0', 'USDT')).toBe('10000');
    const { list } = await person.client.call('getWalletAccount');
    expect(list.find(({ type }) => type === '0')).toMatchObject({ totalUsdt: '60000', complete: true });
    expect(list.find(({ type }) => type === '2')).toMatchObject({ totalUsdt: '2500.5', symbol: null });
    expect(list.some(({ type }) => type === '8')).toBe(false);
    const where = await person.client.call('getCurrencyAccount', { query: { coin: 'USDT' } });
    expect(where.list.map(({ type, transferable }) => [type, transferable])).toEqual([
      ['1', '7499.5'],
      ['2', '2500.5'],
    ]);
  });

  it('is on the bill of both wallets', async () => {
    const person = await newPerson(house);
    const query = { from: '1', to: '6', toSymbol: 'BTC/USDT', coin: 'BTC', amount: '0.25' } as const;
    const { id } = await person.client.call('transfer', { query });
    const bills = await person.client.call('getMyBill', { query: { kind: 'transfer' } });
    expect(
      bills.records.map((row) => [row.wallet, row.symbol, row.amount, row.balance, row.orderId]),
    ).toEqual([
      ['margin-isolated', 'BTCUSDT', '0.25', '0.25', id],
      ['spot', null, '-0.25', '0.75', id],
    ]);
    const ofWallet = await person.client.call('postMyBill', { body: { wallet: 'margin-isolated' } });
    expect(ofWallet.records).toEqual([bills.records[0]]);
    const spot = await person.client.call('getMyBill', { query: { wallet: 'spot', kind: 'transfer' } });
    expect(spot.records).toEqual([bills.records[1]]);
  });

  it('is made once for one key, also when asked at once, and refuses another body', async () => {
    const person = await newPerson(house);
    const move = (amount: string) =>
      person.client.call(
        'transfer',
        { query: { from: '1', to: '2', coin: 'USDT', amount } },
        { idempotencyKey: 'once' },
      );
    const answers = await Promise.all([move('10'), move('10'), move('10.0')]);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect((await refusal(move('11'))).key).toBe('KEY_REUSED_WITH_OTHER_BODY');
    expect(await available(person, '2', 'USDT')).toBe('10');
  });

  it('takes what is available, not what an order holds', async () => {
    const person = await newPerson(house);
    await person.client.call('exchange', {
      params: { side: 'buy' },
      body: { symbol: 'BTCUSDT', type: 'limit', price: '45000', quantity: '0.1' },
    });
    const move = (amount: string) =>
      person.client.call('transfer', { query: { from: '1', to: '2', coin: 'USDT', amount } });
    expect((await refusal(move('5500.00000001'))).key).toBe('INSUFFICIENT_BALANCE');
    await move('5500');
    expect(await available(person, '1', 'USDT')).toBe('0');
  });

  it('keeps isolated margin accounts apart, each with the two coins of its market', async () => {
    const person = await newPerson(house);
    await person.client.call('transfer', {
      query: { from: '1', to: '6', toSymbol: 'BTCUSDT', coin: 'USDT', amount: '100' },
    });
    await person.client.call('transfer', {
      query: { from: '6', fromSymbol: 'BTCUSDT', to: '6', toSymbol: 'ETHUSDT', coin: 'USDT', amount: '40' },
    });
    expect(await available(person, '6', 'USDT', 'BTCUSDT')).toBe('60');
    expect(await available(person, '6', 'USDT', 'ETHUSDT')).toBe('40');
    expect(await available(person, '6', 'USDT')).toBe('100');
    const wrong = person.client.call('transfer', {
      query: { from: '1', to: '6', toSymbol: 'ETHUSDT', coin: 'BTC', amount: '0.1' },
    });
    expect((await refusal(wrong)).key).toBe('TRANSFER_ASSET_NOT_KEPT');
  });

  it.each([
    ['?from=1&to=1&coin=USDT&amount=1', 'TRANSFER_SAME_WALLET'],
    ['?from=1&to=2&coin=USDT&amount=0', 'INVALID_INPUT'],
    ['?from=1&to=2&coin=USDT&amount=-1', 'INVALID_INPUT'],
    ['?from=1&to=2&coin=USDT&amount=0.000000001', 'AMOUNT_INVALID'],
    ['?from=1&to=2&coin=USDT&amount=999999999999999999', 'AMOUNT_TOO_LARGE'],
    ['?from=1&to=2&coin=USDT&amount=10000.00000001', 'INSUFFICIENT_BALANCE'],
    ['?from=2&to=1&coin=USDT&amount=1', 'INSUFFICIENT_BALANCE'],
    ['?from=1&to=2&coin=NOPE&amount=1', 'UNKNOWN_COIN'],
    ['?from=1&to=6&coin=USDT&amount=1', 'INVALID_INPUT'],
    ['?from=1&to=6&toSymbol=NOPE&coin=USDT&amount=1', 'UNKNOWN_SYMBOL'],
    ['?from=1&fromSymbol=BTCUSDT&to=2&coin=USDT&amount=1', 'INVALID_INPUT'],
    ['?from=0&to=2&coin=USDT&amount=1', 'INVALID_INPUT'],
    ['?from=1&to=7&coin=USDT&amount=1', 'INVALID_INPUT'],
    ['?from=1&to=2&coin=USDT', 'INVALID_INPUT'],
    ['', 'INVALID_INPUT'],
  ])('%s is refused', async (query, key) => {
    const person = await newPerson(house);
    for (const path of ['/api/v1/coin/wallet/trans', '/api/v1/coin/assets/wallet/trans']) {
      const answer = await send(house, 'GET', path + query, { token: person.token });
      expect(answer).toMatchObject({ status: 200, data: { key } });
    }
    expect(await available(person, '0', 'USDT')).toBe('10000');
  });

  it('moves coins to the OTC wallet and back', async () => {
    const person = await newPerson(house);
    await person.client.call('transfer', { query: { from: '1', to: '8', coin: 'USDT', amount: '7' } });
    expect(await available(person, '8', 'USDT')).toBe('7');
    await person.client.call('transfer', { query: { from: '8', to: '1', coin: 'USDT', amount: '7' } });
    expect(await available(person, '1', 'USDT')).toBe('10000');
  });

  it('is told on the private socket for both wallets', async () => {
    const person = await newPerson(house);
    const socket = new WebSocket(`${house.url.replace('http', 'ws')}/ws/coin/${person.userId}`);
    const heard: { readonly type: string; readonly balance?: unknown }[] = [];
    const seen = (count: number) =>
      expect.poll(() => heard.filter(({ type }) => type === 'balance').length).toBe(count);
    socket.addEventListener('open', () => socket.send(JSON.stringify({ op: 'auth', token: person.token })));
    socket.addEventListener('message', ({ data }) => heard.push(JSON.parse(String(data))));
    await expect.poll(() => heard.some(({ type }) => type === 'snapshot')).toBe(true);
    await person.client.call('transfer', {
      query: { from: '1', to: '6', toSymbol: 'ETHUSDT', coin: 'USDT', amount: '7' },
    });
    await seen(2);
    socket.close();
    expect(heard.filter(({ type }) => type === 'balance').map(({ balance }) => balance)).toEqual([
      expect.objectContaining({ wallet: 'spot', symbol: null, asset: 'USDT', available: '9993.00000000' }),
      expect.objectContaining({ wallet: 'margin-isolated', symbol: 'ETHUSDT', available: '7.00000000' }),
    ]);
  });
});
