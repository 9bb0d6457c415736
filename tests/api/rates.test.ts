import type { Client, OperatorCalls } from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperatorsConsole, openConsole } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { indexTick } from './support/listing.ts';
import { clientOf, refusal } from './support/person.ts';

const REASON = 'The reference rates of the day';

let house: House;
let desk: OperatorsConsole;
let operator: Client<OperatorCalls>;
let feedKind: 'live' | 'simulator' = 'live';
let nowMs = Date.UTC(2026, 0, 10, 12);

beforeAll(async () => {
  // rates of days stand beside a real market; practice takes its feed's
  house = await openHouse({ clock: () => nowMs, feedKind: () => feedKind });
  desk = await openConsole(house);
  operator = await desk.signIn();
});
afterAll(async () => {
  await desk?.stop();
  await house?.stop();
});

async function tick(): Promise<void> {
  nowMs += 250;
  const body = indexTick(Math.floor(nowMs / 250), nowMs);
  const { outcome } = await house.engine.submit({ userId: 0, key: null, bodyHash: null, body });
  expect(outcome.ok).toBe(true);
}

const change = (currency: string, rate: string, asOf: string, source = 'European Central Bank') =>
  operator.call('setExchangeRate', { params: { currency }, body: { rate, asOf, source, reason: REASON } });

describe('rates', () => {
  it('are listed for visitors, the first currency first, each with its day and what is old said so', async () => {
    await tick();
    const { currencies, coins, refreshMs } = await clientOf(house).call('getCoinRate');
    expect(refreshMs).toBe(300_000);
    expect(currencies[0]).toMatchObject({
      code: 'CNY',
      symbol: '¥',
      rate: '7.29936',
      asOf: '2024-12-31',
      changedAt: null,
      stale: true,
    });
    expect(coins).toEqual([
      { coin: 'BTC', usdt: '50000', btc: '1.00000000' },
      { coin: 'USDT', usdt: '1', btc: '0.00002000' },
      { coin: 'ETH', usdt: '2500', btc: '0.05000000' },
    ]);
  });

  it('of coins are none while the index is stale', async () => {
    await tick();
    nowMs += 60_000;
    await house.engine.submit({
      userId: 0,
      key: null,
      bodyHash: null,
      body: { type: 'indexTick', tickNo: Math.floor(nowMs / 250), quotes: [] },
    });
    const { coins } = await clientOf(house).call('getCoinRate');
    expect(coins.map(({ coin, usdt, btc }) => [coin, usdt, btc])).toEqual([
      ['BTC', null, null],
      ['USDT', '1', null],
      ['ETH', null, null],
    ]);
  });

  it('are changed by operators with a reason, once, and the log has the rate before', async () => {
    const before = (await desk.room.log.head()).entries;
    const rows = await change('CNY', '7.1000', '2026-01-09');
    expect(rows.find(({ code }) => code === 'CNY')).toMatchObject({
      rate: '7.1',
      asOf: '2026-01-09',
      changedAt: house.now(),
      stale: false,
    });
    await change('CNY', '7.1', '2026-01-09');
    expect((await desk.room.log.head()).entries).toBe(before + 1);
    const { records } = await operator.call('getOperatorLog', { query: { pageSize: '1' } });
    expect(records[0]).toMatchObject({
      action: 'setExchangeRate',
      details: { currency: 'CNY', was: '7.29936', rate: '7.1', day: '2026-01-09', reason: REASON },
    });
    const visitor = clientOf(house);
    expect((await visitor.call('getCoinRate')).currencies[0]).toMatchObject({ code: 'CNY', rate: '7.1' });
    const table = await visitor.call('getData', { params: { table: 'exchange_rate' }, query: {} });
    expect(table.records).toContainEqual(
      expect.objectContaining({ quote_currency: 'CNY', exchange_value: '7.1', rate: '7.1' }),
    );
  });

  it('of practice come from its feed, with their time', async () => {
    feedKind = 'simulator';
    const visitor = clientOf(house);
    const { currencies, time } = await visitor.call('getCoinRate');
    feedKind = 'live';
    const of = (code: string) => currencies.find((each) => each.code === code);
    for (const code of ['CNY', 'EUR', 'JPY', 'KRW', 'THB', 'BRL', 'TWD', 'VND', 'RUB'])
      expect(of(code)).toMatchObject({ source: 'simulator', time, stale: false });
    expect(currencies[0]?.code).toBe('CNY');
    expect(Number(of('CNY')?.rate)).toBeGreaterThan(6.5);
    expect(Number(of('EUR')?.rate)).toBeLessThan(1.2);
    // its pairs of rates are known, and not listed among the quotes
    const quotes = (await visitor.call('getMt5Quotes')).records.map(({ coin }) => coin);
    expect(quotes).not.toContain('USDCNY');
  });

  it('are of a known currency and of no day to come', async () => {
    expect((await refusal(change('XXX', '1', '2026-01-09'))).key).toBe('NOT_FOUND');
    expect((await refusal(change('EUR', '1', '2026-02-01'))).key).toBe('INVALID_INPUT');
    expect((await refusal(change('EUR', '0', '2026-01-09'))).key).toBe('INVALID_INPUT');
    expect((await refusal(change('EUR', '1', '2026-13-41'))).key).toBe('INVALID_INPUT');
  });
});
