import { type Notice, noticeLink } from '@candor/api';
import type { Command } from '@candor/kernel';
import type { Amount, Lots } from '@candor/money';
import { describe, expect, it } from 'vitest';
import { eventually } from '../support/patience.ts';
import { TOLD_ENTRIES } from '../support/told-entries.ts';
import { limit, openContractHouse, positions } from './support/contracts.ts';
import { ETHUSDT, USDT } from './support/listing.ts';
import type { Person } from './support/person.ts';
import { limit as spotLimit } from './support/spot-orders.ts';
import { mailed, mailJobsOf, reached, toldOf, toldTo } from './support/told.ts';

const { house, freshIndex, pair, trader } = openContractHouse({ notices: true });

const open = (
  person: Person,
  positionSide: 'long' | 'short',
  price: string,
  quantity: string,
  symbol = 'BTCUSDT-PERP',
) =>
  person.client.call('openContract', {
    params: { positionSide },
    body: { ...limit(price, quantity), symbol, leverage: 10, marginMode: 'isolated' },
  });
const receiptsOf = async (person: Person, kind: string) => {
  const { records } = await person.client.call('contractReceipts', { params: { symbol: 'all' } });
  return records.filter((each) => each.kind === kind).map(({ id }) => id);
};
/** Each line of a person's bills that is not an own act has a notice. */
const billsAreTold = async (person: Person) => {
  const { records } = await person.client.call('getMyBill', { query: { pageSize: '100' } });
  const told = new Set((await toldTo(house(), person)).map(({ kind }) => kind));
  for (const { kind } of records) {
    const by = TOLD_ENTRIES[kind];
    if (typeof by !== 'string') expect([kind, by.filter((each) => told.has(each))]).not.toEqual([kind, []]);
  }
};
/** Restarts the writer of notices: what it had told it tells nobody again. */
const restarted = async (person: Person, before: readonly Notice[]) => {
  await house().withoutNotices(async () => {});
  expect(await toldTo(house(), person)).toEqual(before);
};

describe('a liquidation that finds nobody in the book', () => {
  it('tells both sides once, each with its receipt, and by the channels that they chose', async () => {
    const { long, short } = await pair();
    await reached(house(), long, '+491702100101');
    await reached(house(), short, '+491702100102');
    const changes = [{ kind: 'deleveraging', channel: 'sms', on: true } as const];
    await short.client.call('setNoticeSettings', { body: { changes } });
    await freshIndex(44_000);
    expect(await positions(long)).toEqual([]);

    const [liquidation, ...more] = await toldOf(house(), long, 'liquidation');
    expect(more).toEqual([]);
    expect(await receiptsOf(long, 'liquidation')).toEqual([liquidation?.facts.receipt]);
    const [reduced, ...others] = await toldOf(house(), short, 'deleveraging');
    expect(others).toEqual([]);
    expect(reduced).toMatchObject({
      read: false,
      facts: {
        symbol_name: 'BTC/USDT',
        positionSide: 'short',
        quantity: '20',
        left: '0',
        coin: 'USDT',
        result: expect.stringMatching(/^\d/),
      },
    });
    expect(await receiptsOf(short, 'deleveraging')).toEqual([reduced?.facts.receipt]);
    expect(noticeLink(reduced!)).toBe('/trade/index?type=usta&symbol=btc');

    expect(await mailJobsOf(house(), short)).toEqual([
      [`mailNotices ${short.userId} at once`, house().now()],
    ]);
    expect(await mailed(house(), short)).toEqual([['deleveraging']]);
    expect(await mailed(house(), short, 'sms')).toEqual([['deleveraging']]);
    expect((await mailed(house(), long)).flat()).toContain('liquidation');
    expect(await mailed(house(), long, 'sms')).toEqual([]);
    for (const person of [long, short]) await billsAreTold(person);
    await restarted(short, await toldTo(house(), short));
  });
});

describe('funding', () => {
  const FUNDING_MS = 10_000;

  it('is in the list of both sides once, counts as read, and is mailed to who wants it', async () => {
    const [long, short] = [await trader(), await trader()];
    const body: Command = {
      type: 'listPerpetual',
      symbolId: 102,
      name: 'ETHUSDT-PERP',
      indexSymbolId: ETHUSDT,
      settleAssetId: USDT,
      tickDecimal: '0.01',
      lotDecimal: '0.01',
      minNotional: 5_00000000n as Amount,
      maxLots: 1_000_000 as Lots,
      maxOpenOrders: 50,
      priceBandPpm: 50_000,
      tiers: [{ floorNotional: 0n as Amount, mmrPpm: 5_000, maxLeverage: 100 }],
      fundingIntervalMs: FUNDING_MS,
      impactNotional: 10_00000000n as Amount,
      makerFeePpm: 200,
      takerFeePpm: 500,
      liquidationFeePpm: 5_000,
    };
    const { outcome } = await house().engine.submit({ userId: 0, key: null, bodyHash: null, body });
    expect(outcome.ok).toBe(true);
    await freshIndex();
    await eventually(() => open(short, 'short', '2500', '20', 'ETHUSDT-PERP'));
    await open(long, 'long', '2500', '20', 'ETHUSDT-PERP');
    await reached(house(), long);
    const changes = [{ kind: 'funding-paid', channel: 'mail', on: true } as const];
    await long.client.call('setNoticeSettings', { body: { changes } });
    while ((await receiptsOf(long, 'funding')).length === 0) await freshIndex();

    const [paid, ...more] = await toldOf(house(), long, 'funding-paid');
    expect(more).toEqual([]);
    expect(paid).toMatchObject({
      read: true,
      facts: { symbol_name: 'ETH/USDT', positionSide: 'long', coin: 'USDT', rate: expect.any(String) },
    });
    const [received] = await toldOf(house(), short, 'funding-paid');
    expect(Number(paid?.facts.amount)).toBeLessThan(0);
    expect(Number(received?.facts.amount)).toBe(-Number(paid?.facts.amount));
    expect(await receiptsOf(long, 'funding')).toEqual([paid?.facts.receipt]);
    expect(noticeLink(paid!)).toBe('/trade/index?type=usta&symbol=eth');
    expect((await mailJobsOf(house(), long)).map(([key]) => key)).toEqual([`mailNotices ${long.userId}`]);
    expect(await mailed(house(), long)).toEqual([['funding-paid']]);
    expect(await mailJobsOf(house(), short)).toEqual([]);
    for (const person of [long, short]) await billsAreTold(person);
    await restarted(long, await toldTo(house(), long));
  });
});

describe('an order that the house ends', () => {
  const endsOf = async (person: Person) =>
    (await toldOf(house(), person, 'order-ended')).map((notice) => {
      const { orderId, reason, filled } = notice.facts;
      return { orderId, reason, filled, link: noticeLink(notice) };
    });
  const CONTRACTS = '/account/entrust/future/u';

  it('is told where it would have traded with its owner’s own, in each product', async () => {
    const person = await trader();
    const spot = async (side: 'buy' | 'sell') =>
      (await person.client.call('exchange', { params: { side }, body: spotLimit('50000', '0.01') })).orderId;
    const ended = { reason: 'self-trade', filled: '0' };
    const spotOrders = [await spot('sell'), await spot('buy')];
    const contracts = [await open(person, 'long', '49900', '2'), await open(person, 'short', '49900', '2')];
    // what its owner cancels is no news
    await person.client.call('cancelEntrust', { body: { orderId: spotOrders[1]! } });
    await person.client.call('contractOrderCancel', { query: { id: String(contracts[1]!.orderId) } });
    expect(await endsOf(person)).toEqual([
      { orderId: contracts[0]!.orderId, ...ended, link: CONTRACTS },
      { orderId: spotOrders[0], ...ended, link: '/account/entrust/spot' },
    ]);
    await restarted(person, await toldTo(house(), person));
  });

  it('is told where a liquidation cancels it or leaves it nothing to reduce, by one mail to who wants it', async () => {
    const { long } = await pair();
    await reached(house(), long);
    const changes = [{ kind: 'order-ended', channel: 'mail', on: true } as const];
    await long.client.call('setNoticeSettings', { body: { changes } });
    const opening = await open(long, 'long', '48000', '2');
    const closing = await long.client.call('closeContract', {
      params: { positionSide: 'long' },
      body: limit('51000', '20'),
    });
    await freshIndex(44_000);
    expect(await positions(long)).toEqual([]);
    const ends = await endsOf(long);
    expect(ends).toHaveLength(2);
    expect(ends).toEqual(
      expect.arrayContaining([
        { orderId: opening.orderId, reason: 'liquidation', filled: '0', link: CONTRACTS },
        { orderId: closing.orderId, reason: 'position', filled: '0', link: CONTRACTS },
      ]),
    );
    const [mail, ...more] = await mailed(house(), long);
    expect(more).toEqual([]);
    expect(mail?.filter((kind) => kind === 'order-ended')).toHaveLength(2);
    expect(mail).toContain('liquidation');
  });
});
