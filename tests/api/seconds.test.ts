import type { Command } from '@candor/kernel';
import { priceTicks } from '@candor/money';
import { INDEX_GRID_MS } from '@candor/prices';
import { checkSecondContract, firstWrongStep, readSignedTicket, sameTicket } from '@candor/proofs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GridClock } from '../support/grid-clock.ts';
import { type House, openHouse } from './support/house.ts';
import { BTCUSDT, ETHUSDT } from './support/listing.ts';
import { clientOf, newPerson, type Person, refusal, send } from './support/person.ts';
import { offerSeconds } from './support/seconds.ts';
import { expectListedByTime } from './support/times.ts';
import { toldTo } from './support/told.ts';

let house: House;
/** The price of both venues' mids from now on, in ticks; null sends nothing. */
let mid: number | null = 5_000_000;
/** Journals a tick at every place of the grid, as the market does. */
const clock = new GridClock(async (tickNo, venueTimeMs) => {
  if (mid === null) return;
  const quote = { venueId: 1, bidTicks: priceTicks(mid - 1), askTicks: priceTicks(mid + 1), venueTimeMs };
  const quotes = [BTCUSDT, ETHUSDT].map((symbolId) => ({ ...quote, symbolId }));
  await system({ type: 'indexTick', tickNo, quotes });
});

async function system(body: Command): Promise<void> {
  const { outcome } = await house.engine.submit({ userId: 0, key: null, bodyHash: null, body });
  if (!outcome.ok) throw new Error(`${body.type}: ${outcome.code}`);
}

beforeAll(async () => {
  house = await openHouse({ clock: clock.now, notices: true });
  const periods = [
    { periodS: 5, payoutPpm: 800_000 },
    { periodS: 3_600, payoutPpm: 925_000 },
  ];
  await offerSeconds(house, periods, [BTCUSDT, ETHUSDT]);
  await clock.pass(INDEX_GRID_MS);
});
afterAll(() => house?.stop());

async function newPlayer(amount = '500'): Promise<Person> {
  const person = await newPerson(house);
  await person.client.call('transfer', { query: { from: '1', to: SECOND_WALLET, coin: 'USDT', amount } });
  return person;
}

const SECOND_WALLET = '3';
const order = { symbol: 'BTC/USDT', direction: 'up', periodSeconds: 5, quantity: 10 } as const;

/** Changes limits and gives what they are then. */
const setLimits = (person: Person) => async (body: object) => {
  expect(await person.client.call('setSecondContractLimits', { body })).toBeNull();
  return person.client.call('getSecondContractLimits');
};

async function listed(person: Person, scope: 'open' | 'history', id: number) {
  const { records } = await person.client.call('secondContractOrderList', { body: { scope } });
  return records.find((row) => row.id === id);
}

async function wallet(person: Person): Promise<string> {
  const { list } = await person.client.call('getMyBalance', { query: { type: SECOND_WALLET } });
  return list.find(({ coin }) => coin === 'USDT')?.available ?? '0';
}

describe('a second contract', () => {
  it('is accepted on signed terms, counts down, is settled by its ticks and leaves a receipt that holds', async () => {
    const person = await newPlayer();
    mid = 5_000_000;
    const made = await person.client.call('createSecondContractOrder', { body: order });
    const { id } = made.order;
    expect(made.order).toMatchObject({
      symbol: 'BTCUSDT',
      symbol_name: 'BTC/USDT',
      direction: 1,
      side: 'up',
      periodSeconds: 5,
      quantity: 10,
      coin: 'USDT',
      stake: '10',
      payoutPercent: '80',
      payout: '8',
      breakEvenPercent: '55.5556',
      openPrice: null,
      currentPrice: null,
      closePrice: null,
      profitLoss: null,
      paid: null,
      result: null,
      status: 'generating',
      simulated: true,
    });
    expect(made.order.openTime - made.order.createTime).toBeGreaterThanOrEqual(3_000);
    expect(made.order.closeTime - made.order.openTime).toBe(5_000);
    expect(made.order.countdown).toBe('00:00:08');
    const key = await clientOf(house).call('getSecondContractKey');
    const ticket = await readSignedTicket(made.ticket, key);
    expect(ticket).toMatchObject({
      contractId: id,
      userId: person.userId,
      payoutPpm: 800_000,
      simulated: true,
    });
    expect(ticket!.journalSeq).toBe(made.order.seq);
    expect(await wallet(person)).toBe('490');

    await clock.pass(3_000);
    expect(await listed(person, 'open', id)).toMatchObject({ status: 'countdown', openPrice: '50000.00' });
    mid = 5_000_010;
    await clock.pass(3_000);
    expect(await listed(person, 'open', id)).toMatchObject({ profitLoss: '8', countdown: '00:00:02' });
    await clock.pass(2_000);
    const row = await listed(person, 'history', id);
    expect(row).toMatchObject({
      status: 'ended',
      result: 'won',
      openPrice: '50000.00',
      closePrice: '50000.10',
      currentPrice: null,
      profitLoss: '8',
      paid: '18',
      countdown: '00:00:00',
    });
    expect(await wallet(person)).toBe('508');
    expect(await toldTo(house, person)).toMatchObject([
      {
        kind: 'second-settled',
        facts: { contractId: id, direction: 'up', result: 'won', stake: '10', paid: '18', profit: '8' },
      },
    ]);

    const told = await person.client.call('getSecondContractReceipt', { query: { id: String(id) } });
    expect(told.ticket).toBe(made.ticket);
    const receipt = told.receipt!;
    expect(sameTicket(ticket!, receipt.ticket)).toBe(true);
    const check = checkSecondContract(receipt);
    expect(check.steps.filter(({ ok }) => !ok)).toEqual([]);
    expect(check.ok).toBe(true);
    const bent = { ...receipt, opening: { ...receipt.opening, priceTicks: 5_000_001 } };
    expect(firstWrongStep(checkSecondContract(bent))).toMatchObject({
      name: 'openIndex',
      recomputed: '50000',
    });

    const { records: bills } = await person.client.call('getMyBill', { query: { wallet: 'second' } });
    expect(bills.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['second-won', '18'],
      ['second-open', '-10'],
      ['transfer', '500'],
    ]);
  });

  it('gives the stake back and says so when the index is stale', async () => {
    const person = await newPlayer();
    mid = 5_000_000;
    await clock.pass(INDEX_GRID_MS);
    const made = await person.client.call('createSecondContractOrder', { body: order });
    mid = null;
    try {
      await clock.pass(10_000);
      await system({ type: 'tick' });
      // time alone gives nothing up: the stake is in escrow until the chain goes on
      expect(await listed(person, 'open', made.order.id)).toBeDefined();
      await system({ type: 'indexTick', tickNo: clock.now() / INDEX_GRID_MS, quotes: [] });
      const row = (await listed(person, 'history', made.order.id))!;
      expect(row).toMatchObject({
        result: 'void',
        voidReason: 'opening-stale',
        wouldHave: 'unknown',
        paid: '10',
      });
      expect(await wallet(person)).toBe('500');
      const { receipt } = await person.client.call('getSecondContractReceipt', {
        query: { id: String(row.id) },
      });
      expect(checkSecondContract(receipt!).ok).toBe(true);
      const stale = await refusal(person.client.call('createSecondContractOrder', { body: order }));
      expect(stale.key).toBe('INDEX_STALE');
    } finally {
      mid = 5_000_000;
      await clock.pass(INDEX_GRID_MS);
    }
  });

  it('is opened once for one key, with the same ticket each time', async () => {
    const person = await newPlayer();
    const open = (quantity: number) =>
      person.client.call(
        'createSecondContractOrder',
        { body: { ...order, quantity } },
        { idempotencyKey: 'once' },
      );
    const [first, second] = await Promise.all([open(3), open(3)]);
    expect(second.order.id).toBe(first.order.id);
    expect(second.ticket).toBe(first.ticket);
    expect(await wallet(person)).toBe('497');
    expect((await refusal(open(4))).key).toBe('KEY_REUSED_WITH_OTHER_BODY');
    await clock.pass(8_000);
    expect(await listed(person, 'history', first.order.id)).toMatchObject({ status: 'ended' });
    expect(await open(3)).toMatchObject({
      ticket: first.ticket,
      // The answer of an act does not change afterwards: lists and receipts tell the end.
      order: { id: first.order.id, status: 'generating' },
    });
  });

  it('is paged, newest first, and belongs to its user alone', async () => {
    const person = await newPlayer();
    const ids: number[] = [];
    for (let i = 0; i < 3; i++) {
      const body = { ...order, periodSeconds: 3_600, quantity: 2 + i, clientOrderId: `mine-${i}` };
      ids.unshift((await person.client.call('createSecondContractOrder', { body })).order.id);
    }
    for (const scope of ['open', 'all'] as const) {
      const first = await person.client.call('secondContractOrderList', { body: { scope, pageSize: 2 } });
      expect(first.records.map(({ id }) => id)).toEqual(ids.slice(0, 2));
      const cursor = first.nextCursor!;
      const rest = await person.client.call('secondContractOrderList', {
        body: { scope, pageSize: 2, cursor },
      });
      expect(rest).toMatchObject({ records: [{ id: ids[2], clientOrderId: 'mine-0' }], nextCursor: null });
      await expectListedByTime(async (times) =>
        (await person.client.call('secondContractOrderList', { body: { scope, ...times } })).records.map(
          ({ createTime }) => createTime,
        ),
      );
    }
    const other = await newPerson(house);
    const stolen = other.client.call('getSecondContractReceipt', { query: { id: String(ids[0]) } });
    expect((await refusal(stolen)).key).toBe('SECONDS_UNKNOWN');
    expect(
      (await person.client.call('getSecondContractReceipt', { query: { id: String(ids[0]) } })).receipt,
    ).toBeNull();
  });

  it('is refused in words that say why', async () => {
    const person = await newPlayer('5');
    const key = async (change: object) =>
      (await refusal(person.client.call('createSecondContractOrder', { body: { ...order, ...change } }))).key;
    expect(await key({ symbol: 'ETHUSDT' })).toBe('SECONDS_NOT_OFFERED');
    expect(await key({ symbol: 'NOPEUSDT' })).toBe('UNKNOWN_SYMBOL');
    expect(await key({ periodSeconds: 7 })).toBe('SECONDS_NOT_OFFERED');
    expect(await key({ quantity: 1 })).toBe('SECONDS_QUANTITY');
    expect(await key({ quantity: 1_001 })).toBe('SECONDS_QUANTITY');
    expect(await key({ quantity: 6 })).toBe('INSUFFICIENT_BALANCE');
    const raw = async (body: unknown) =>
      (
        await send(house, 'POST', '/api/secondContractOrder/createSecondContractOrder', {
          token: person.token,
          body,
        })
      ).code;
    for (const quantity of [1.5, -2, 0, '1.5', null, 1e20])
      expect(await raw({ ...order, quantity })).toBe(400);
    for (const direction of ['UP', 'left', 1]) expect(await raw({ ...order, direction })).toBe(400);
    expect(await raw({ ...order, result: 'won' })).toBe(400);
    expect(await raw({ ...order, country: 'JP' })).toBe(400);
    const visitor = await send(house, 'POST', '/api/secondContractOrder/createSecondContractOrder', {
      body: order,
    });
    expect(visitor.code).toBe(401);
    const german = await send(house, 'POST', '/api/secondContractOrder/createSecondContractOrder', {
      token: person.token,
      body: { ...order, periodSeconds: 7 },
      headers: { language: 'de' },
    });
    expect(german.msg).toBe('Diese Laufzeit ist in diesem Markt nicht verfügbar.');
    expect(await wallet(person)).toBe('5');
  });
});

describe('what everybody may know of second contracts', () => {
  it('is offered by market, with break-even rates and the rule', async () => {
    const offered = await clientOf(house).call('periodList', { body: {} });
    expect(offered).toMatchObject({
      enabled: true,
      simulated: true,
      openingDelaySeconds: 3,
      closingTicks: 5,
      closingTicksMin: 3,
      records: [{ symbol: 'BTCUSDT', coin: 'USDT', minQuantity: 2, maxQuantity: 1_000, formula: 1 }],
    });
    expect(offered.records[0]!.periods).toEqual([
      { periodSeconds: 5, payoutPercent: '80', breakEvenPercent: '55.5556' },
      { periodSeconds: 3_600, payoutPercent: '92.5', breakEvenPercent: '51.9481' },
    ]);
    expect((await clientOf(house).call('periodList', { body: { symbol: 'ETHUSDT' } })).records).toEqual([]);
    const { coinList, currencyList } = await clientOf(house).call('getCoinList');
    expect(coinList.map(({ coin }) => coin)).toEqual(['BTC']);
    expect(currencyList.map(({ coin }) => coin)).toEqual(['BTC', 'ETH']);
  });

  it('is the pool with its caps', async () => {
    const before = await clientOf(house).call('getSecondContractPool');
    const person = await newPlayer();
    const body = { ...order, periodSeconds: 3_600, quantity: 100 };
    await person.client.call('createSecondContractOrder', { body });
    const after = await clientOf(house).call('getSecondContractPool');
    const grown = (field: 'available' | 'reserved' | 'stakes') =>
      Number(after[field]) - Number(before[field]);
    expect([grown('available'), grown('reserved'), grown('stakes')]).toEqual([-92.5, 92.5, 100]);
    expect(after.exposures.map(({ symbol, cap }) => [symbol, cap])).toEqual([
      [null, '2000'],
      ['BTCUSDT', '2000'],
    ]);
  });
});

describe('a user’s own limits', () => {
  const soon = () => clock.now() + 3_600_000;

  it('hold at once when lowered and a day later when raised', async () => {
    const person = await newPlayer();
    const set = setLimits(person);
    expect(await person.client.call('getSecondContractLimits')).toMatchObject({
      coin: 'USDT',
      dailyLossLimit: null,
      remaining: null,
      lostToday: '0',
      openStakes: '0',
    });
    expect(await set({ dailyLossLimit: '25.5' })).toMatchObject({
      dailyLossLimit: '25.5',
      remaining: '25.5',
    });
    const body = { ...order, periodSeconds: 3_600, quantity: 20 };
    await person.client.call('createSecondContractOrder', { body });
    const over = person.client.call('createSecondContractOrder', { body: { ...body, quantity: 6 } });
    expect((await refusal(over)).key).toBe('SECONDS_LOSS_LIMIT');
    const raised = await set({ dailyLossLimit: '400' });
    expect(raised).toMatchObject({
      dailyLossLimit: '25.5',
      pendingLimit: '400',
      openStakes: '20',
      remaining: '5.5',
    });
    expect(raised.pendingFrom! - clock.now()).toBeGreaterThan(23 * 3_600_000);
    expect(await set({ dailyLossLimit: null })).toMatchObject({ dailyLossLimit: '25.5', pendingLimit: null });
  });

  it('pause for as long as was said, and never shorter', async () => {
    const person = await newPlayer();
    const set = setLimits(person);
    const until = soon();
    expect(await set({ coolingOffUntil: until })).toMatchObject({
      coolingOffUntil: until,
      selfExcludedUntil: null,
    });
    expect((await refusal(set({ coolingOffUntil: until - 1 }))).key).toBe('SECONDS_LIMIT_SHORTER');
    expect(await set({ selfExcludedUntil: until + 10 })).toMatchObject({ selfExcludedUntil: until + 10 });
    expect((await refusal(set({ selfExcludedUntil: until }))).key).toBe('SECONDS_LIMIT_SHORTER');
    expect((await refusal(set({ selfExcludedUntil: 1 }))).key).toBe('SECONDS_PAUSE_INVALID');
    const open = person.client.call('createSecondContractOrder', { body: order });
    expect((await refusal(open)).key).toBe('SECONDS_EXCLUDED');
  });

  it('take no nonsense', async () => {
    const person = await newPlayer();
    const raw = async (body: unknown) =>
      (await send(house, 'POST', '/api/secondContractOrder/setLimits', { token: person.token, body })).code;
    for (const dailyLossLimit of ['-1', 'x', '1e3', -5, '', `1${'0'.repeat(18)}`]) {
      expect(await raw({ dailyLossLimit })).not.toBe(200);
    }
    expect(await raw({})).toBe(400);
    expect(await raw({ coolingOffUntil: 'soon' })).toBe(400);
    expect(await raw({ dailyLossLimit: '0.000000001' })).toBe(3003);
  });
});
