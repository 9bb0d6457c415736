import type { Command, KernelView } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { checkSwap } from '@candor/proofs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type House, openHouse } from './support/house.ts';
import { BTC, BTCUSDT, ETH, ETHUSDT, indexTick, USDT } from './support/listing.ts';
import { clientOf, newPerson, type Person, refusal } from './support/person.ts';
import { expectListedByTime, inQuery } from './support/times.ts';

const REASON = 'Terms of this test';
const coins = (whole: number) => (BigInt(Math.round(whole * 10_000)) * 10_000n) as Amount;

let house: House;
let nowMs = Date.UTC(2026, 0, 1);

beforeAll(async () => {
  house = await openHouse({ clock: () => nowMs });
  for (const body of offer) await system(body);
});
afterAll(() => house.stop());

const terms = (assetId: number, symbolId: number, spreadPpm: number, most: number): Command => ({
  type: 'setSwapTerms',
  assetId,
  symbolId,
  spreadPpm,
  reason: REASON,
  minAmount: coins(0.001),
  maxAmount: coins(most),
  maxInventory: coins(10 * most),
});
const funds = (assetId: number, whole: number): Command => ({
  type: 'fundSwaps',
  assetId,
  amount: coins(whole),
  fromUserId: 0,
  reason: REASON,
});
const offer = [
  funds(USDT, 100_000),
  funds(BTC, 0.5),
  funds(ETH, 20),
  terms(USDT, 0, 0, 50_000),
  terms(BTC, BTCUSDT, 1_000, 2),
  terms(ETH, ETHUSDT, 2_000, 20),
];

async function system(body: Command): Promise<void> {
  const { outcome } = await house.engine.submit({ userId: 0, key: null, bodyHash: null, body });
  if (!outcome.ok) throw new Error(`${body.type} was refused: ${outcome.code}`);
}

/** Moves the clock and gives a fresh index of that moment. */
async function fresh(btc = 50_000, passedMs = 250): Promise<void> {
  nowMs += passedMs;
  await system(indexTick(Math.floor(nowMs / 250), nowMs, btc));
}

const quote = (person: Person, from: string, to: string, amount: string, key?: string) =>
  person.client.call(
    'quoteSwap',
    { body: { from, to, amount } },
    key === undefined ? {} : { idempotencyKey: key },
  );
const accept = (person: Person, id: number, key?: string) =>
  person.client.call('acceptSwap', { body: { id } }, key === undefined ? {} : { idempotencyKey: key });
const available = async (person: Person, coin: string) => {
  const { list } = await person.client.call('getMyBalance', { query: { type: '1' } });
  return list.find((row) => row.coin === coin)?.available ?? '0';
};

describe('a swap', () => {
  it('is quoted at the index less the published spread, and done at that rate though the index moves', async () => {
    await fresh();
    const person = await newPerson(house);
    const quoted = await quote(person, 'usdt', 'btc', '5000');
    expect(quoted).toMatchObject({
      from: 'USDT',
      to: 'BTC',
      amount: '5000',
      arrives: '0.0999',
      spreadPercent: '0.1',
      rate: '0.00001998',
      expiresAt: quoted.quotedAt + 10_000,
      counterparty: 'house',
    });
    await fresh(51_000);
    const swap = await accept(person, quoted.id);
    const { seq: _, time: __, ...done } = swap;
    expect(done).toEqual(quoted);
    expect(checkSwap(swap).steps.filter(({ ok }) => !ok)).toEqual([]);
    expect([await available(person, 'USDT'), await available(person, 'BTC')]).toEqual(['5000', '1.0999']);
    const log = await person.client.call('getSwapLog', { query: {} });
    const journal = expect.objectContaining({ seq: swap.seq });
    expect(log.records).toEqual([{ ...swap, journal }]);
    await expectListedByTime(async (times) =>
      (await person.client.call('getSwapLog', { query: inQuery(times) })).records.map(({ time }) => time),
    );
    const receipt = await person.client.call('getSwapReceipt', { query: { id: String(swap.id) } });
    expect(receipt).toEqual(log.records[0]);
    const bills = await person.client.call('getMyBill', { query: { kind: 'swap' } });
    expect(bills.records.map(({ coin, amount, orderId }) => [coin, amount, orderId])).toEqual([
      ['BTC', '0.0999', swap.id],
      ['USDT', '-5000', swap.id],
    ]);
  });

  it('between two coins takes both spreads, rounded down once for the house', async () => {
    await fresh();
    const person = await newPerson(house);
    const quoted = await quote(person, 'BTC', 'ETH', '0.00123457');
    // 0.00123457 x 50000 / 2500 x 0.997
    expect(quoted).toMatchObject({ arrives: '0.02461732', spreadPercent: '0.3' });
    expect(checkSwap(quoted).ok).toBe(true);
    const other = { ...quoted, arrives: '0.02461733' };
    expect(checkSwap(other).steps.find(({ name }) => name === 'arrives')).toMatchObject({ ok: false });
  });

  it('is done once for one key, and a quote is taken once', async () => {
    await fresh();
    const person = await newPerson(house);
    const quotes = await Promise.all([1, 2, 3].map(() => quote(person, 'USDT', 'BTC', '100', 'one')));
    expect(new Set(quotes.map(({ id }) => id)).size).toBe(1);
    const { id } = quotes[0]!;
    const swaps = await Promise.all([1, 2, 3].map(() => accept(person, id, 'two')));
    expect(swaps[1]).toEqual(swaps[0]);
    expect(await available(person, 'USDT')).toBe('9900');
    expect((await refusal(accept(person, id))).key).toBe('SWAP_QUOTE_ENDED');
    // both are answered as they were, long after they are over
    await fresh(51_000, 60_000);
    expect(await quote(person, 'USDT', 'BTC', '100', 'one')).toEqual(quotes[0]);
    expect(await accept(person, id, 'two')).toEqual(swaps[0]);
    expect(await available(person, 'USDT')).toBe('9900');
  });

  it('is refused after ten seconds, after a newer quote, and by somebody else', async () => {
    await fresh();
    const person = await newPerson(house);
    const other = await newPerson(house);
    const first = await quote(person, 'USDT', 'BTC', '100');
    const second = await quote(person, 'USDT', 'BTC', '200');
    expect((await refusal(accept(person, first.id))).key).toBe('SWAP_QUOTE_ENDED');
    expect((await refusal(accept(other, second.id))).key).toBe('SWAP_QUOTE_ENDED');
    await fresh(50_000, 9_500);
    await accept(person, second.id);
    const third = await quote(person, 'USDT', 'BTC', '100');
    await fresh(50_000, 10_000);
    expect((await refusal(accept(person, third.id))).key).toBe('SWAP_QUOTE_ENDED');
    expect(await available(person, 'USDT')).toBe('9800');
  });

  it('is refused while the index is stale, and its quote is taken once that is fresh again', async () => {
    await fresh();
    const person = await newPerson(house);
    const quoted = await quote(person, 'USDT', 'BTC', '100');
    nowMs += 6_000;
    expect((await refusal(quote(person, 'USDT', 'BTC', '100'))).key).toBe('INDEX_STALE');
    expect((await refusal(accept(person, quoted.id))).key).toBe('INDEX_STALE');
    await fresh();
    expect((await accept(person, quoted.id)).arrives).toBe(quoted.arrives);
  });

  it('is refused while an operator halts it, with its reason on the page', async () => {
    await fresh();
    const person = await newPerson(house);
    const quoted = await quote(person, 'USDT', 'BTC', '100');
    await system({ type: 'setSwapState', state: 'halted', reason: 'Checking the inventory' });
    expect((await refusal(accept(person, quoted.id))).key).toBe('SWAP_HALTED');
    expect((await refusal(quote(person, 'USDT', 'BTC', '100'))).key).toBe('SWAP_HALTED');
    const visitor = clientOf(house);
    expect(await visitor.call('getSwapOffer')).toMatchObject({
      state: 'halted',
      stateReason: 'Checking the inventory',
    });
    await system({ type: 'setSwapState', state: 'trading', reason: 'All is counted' });
    await accept(person, quoted.id);
    const changes = await visitor.call('getSwapChanges', { query: { pageSize: '2' } });
    expect(changes.records.map(({ change, reason }) => [change.what, reason])).toEqual([
      ['state', 'All is counted'],
      ['state', 'Checking the inventory'],
    ]);
  });

  it('stays within the published bounds and what the house has', async () => {
    await fresh();
    const person = await newPerson(house);
    const refused = async (from: string, to: string, amount: string) =>
      (await refusal(quote(person, from, to, amount))).key;
    expect(await refused('USDT', 'BTC', '10000.01')).toBe('INSUFFICIENT_BALANCE');
    expect(await refused('USDT', 'BTC', '0.0009')).toBe('SWAP_AMOUNT');
    expect(await refused('BTC', 'BTC', '0.1')).toBe('SWAP_NOT_OFFERED');
    expect(await refused('BTC', 'NONE', '0.1')).toBe('UNKNOWN_COIN');
    expect(await refused('BTC', 'ETH', '0.000000001')).toBe('AMOUNT_INVALID');
  });
});

describe('quotes that nobody took', () => {
  const bitcoin = () =>
    house.engine.read((view) => view.swap.assets().find(({ assetId }) => assetId === BTC)!.inventory);

  it('hold nothing of the house: others are quoted, and who takes first is served first', async () => {
    await fresh();
    const each = coins(0.1998);
    const most = Number((await bitcoin()) / each);
    const persons: Person[] = [];
    for (let made = 0; made < most + 2; made++) persons.push(await newPerson(house));
    const quotes: number[] = [];
    for (const person of persons) quotes.push((await quote(person, 'USDT', 'BTC', '10000')).id);
    for (let at = most + 1; at > 1; at--) await accept(persons[at]!, quotes[at]!);
    expect(await bitcoin()).toBeLessThan(each);
    expect((await refusal(accept(persons[0]!, quotes[0]!))).key).toBe('SWAP_HOUSE_LIMIT');
    expect((await refusal(quote(persons[1]!, 'USDT', 'BTC', '10000'))).key).toBe('SWAP_HOUSE_LIMIT');
    expect(await available(persons[0]!, 'USDT')).toBe('10000');
    // a quote that was refused stands until its end, and so does one that a refused quote would have replaced
    await system(funds(BTC, 1));
    await accept(persons[0]!, quotes[0]!);
    await accept(persons[1]!, quotes[1]!);
    for (const { sum } of await house.engine.read((view) => view.ledgerSums())) expect(sum).toBe(0n);
  });

  it('do not carry the house beyond its largest inventory once they are taken', async () => {
    await fresh();
    const [person, other] = [await newPerson(house), await newPerson(house)];
    const inventory = await bitcoin();
    const room = { maxInventory: (inventory + coins(0.15)) as Amount };
    await system({ ...terms(BTC, BTCUSDT, 1_000, 2), ...room } as Command);
    const first = await quote(person, 'BTC', 'USDT', '0.1');
    const second = await quote(other, 'BTC', 'USDT', '0.1');
    await accept(person, first.id);
    expect((await refusal(accept(other, second.id))).key).toBe('SWAP_HOUSE_LIMIT');
    expect(await bitcoin()).toBe(inventory + coins(0.1));
    await system(terms(BTC, BTCUSDT, 1_000, 2));
  });
});

describe('what operators change', () => {
  it('holds for later quotes, and one that is open keeps its own', async () => {
    await fresh();
    const person = await newPerson(house);
    const before = await quote(person, 'USDT', 'BTC', '1000');
    await system(terms(BTC, BTCUSDT, 10_000, 2));
    expect((await accept(person, before.id)).arrives).toBe('0.01998');
    expect((await quote(person, 'USDT', 'BTC', '1000')).arrives).toBe('0.0198');
    await system(terms(BTC, BTCUSDT, 1_000, 2));
  });

  it('leaves what open quotes promise in the house’s account', async () => {
    await fresh();
    const person = await newPerson(house);
    const inventory = (view: KernelView) => view.swap.assets().find(({ assetId }) => assetId === BTC)!;
    const free = await house.engine.read((view) => inventory(view).inventory - inventory(view).promised);
    const most = Number(free) / 1e8;
    expect(most).toBeGreaterThan(0.2);
    const amount = String(Math.floor(most * 50_000 * 0.6));
    const { id } = await quote(person, 'USDT', 'BTC', amount.length > 4 ? '9000' : amount);
    const sums = await house.engine.read((view) => inventory(view));
    expect(sums.promised).toBeGreaterThan(0n);
    await system({
      type: 'fundSwaps',
      assetId: BTC,
      fromUserId: 1,
      reason: 'Back to the house',
      amount: -(sums.inventory - sums.promised) as Amount,
    });
    const { outcome } = await house.engine.submit({
      userId: 0,
      key: null,
      bodyHash: null,
      body: {
        type: 'fundSwaps',
        assetId: BTC,
        fromUserId: 1,
        reason: 'Back to the house',
        amount: -1n as Amount,
      },
    });
    expect(outcome).toMatchObject({ ok: false, code: 'INSUFFICIENT_BALANCE' });
    await accept(person, id);
    await system(funds(BTC, 0.5));
    for (const { sum } of await house.engine.read((view) => view.ledgerSums())) expect(sum).toBe(0n);
  });
});
