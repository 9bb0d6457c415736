import type { Command, TickRecord } from '@candor/kernel';
import { type Lots, type PriceTicks, priceTicks } from '@candor/money';
import { INDEX_GRID_MS, NO_TICK_HASH, tickHash } from '@candor/prices';
import { checkSecondContract, checkTickChain, checkTrade } from '@candor/proofs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GridClock } from '../support/grid-clock.ts';
import { eventually } from '../support/patience.ts';
import { type House, openHouse } from './support/house.ts';
import { BTCUSDT, HOUSE } from './support/listing.ts';
import { clientOf, newPerson, type Person } from './support/person.ts';
import { offerSeconds } from './support/seconds.ts';

const SECOND_WALLET = '3';
const DAY_MS = 86_400_000;

let house: House;
let buyer: Person;
let seller: Person;
let record: TickRecord = { no: 0, previousHash: NO_TICK_HASH, hash: NO_TICK_HASH };

/** Chains a tick at every place of the grid, as the recorder does. */
const clock = new GridClock(async (tickNo, chainedMs) => {
  const quote = {
    venueId: 1,
    symbolId: BTCUSDT,
    bidTicks: priceTicks(4_999_999),
    askTicks: priceTicks(5_000_001),
  };
  const quotes = [{ ...quote, venueTimeMs: chainedMs }];
  const at = { no: record.no + 1, previousHash: record.hash };
  record = { ...at, hash: tickHash({ ...at, tickNo, chainedMs, quotes }) };
  await system({ type: 'indexTick', tickNo, chainedMs, record, quotes });
});

async function system(body: Command, userId = 0): Promise<void> {
  const { outcome } = await house.engine.submit({ userId, key: null, bodyHash: null, body });
  if (!outcome.ok) throw new Error(`${body.type}: ${outcome.code}`);
}

beforeAll(async () => {
  house = await openHouse({ clock: clock.now });
  await offerSeconds(house);
  await clock.pass(INDEX_GRID_MS);
  [buyer, seller] = [await newPerson(house), await newPerson(house)];
});
afterAll(() => house?.stop());

const ask = () => clientOf(house).call('getSettled');

/** A limit order at 50,000 that the other side takes. */
async function trade(quantity: string): Promise<void> {
  const body = { symbol: 'BTCUSDT', type: 'limit', price: '50000', quantity } as const;
  await seller.client.call('exchange', { params: { side: 'sell' }, body });
  await buyer.client.call('exchange', { params: { side: 'buy' }, body });
}

async function playSecond(): Promise<void> {
  await buyer.client.call('transfer', {
    query: { from: '1', to: SECOND_WALLET, coin: 'USDT', amount: '100' },
  });
  const order = { symbol: 'BTC/USDT', direction: 'up', periodSeconds: 5, quantity: 10 } as const;
  await buyer.client.call('createSecondContractOrder', { body: order });
  await clock.pass(10_000);
}

describe('what anybody can check', () => {
  it('is empty and calm before anything was settled', async () => {
    expect(await ask()).toMatchObject({ seconds: [], fills: [] });
    const statistics = await clientOf(house).call('getStatistics');
    expect(statistics).toMatchObject({ fills24h: 0, seconds: { won: 0, lost: 0, even: 0, void: 0 } });
    expect(statistics).toMatchObject({ accounts: 2, withdrawals30d: { count: 0, medianSeconds: null } });
  });

  it('is each fill with both fees and the fund’s parts, which a reader computes again', async () => {
    await trade('0.0123');
    await eventually(async () => expect((await ask()).fills).toHaveLength(1));
    const [fill] = (await ask()).fills;
    expect(fill).toMatchObject({ symbol: 'BTCUSDT', price: '50000.00', amount: '615', takerSide: 'buy' });
    expect(fill).toMatchObject({ house: false, buyer: { coin: 'BTC' }, seller: { coin: 'USDT' } });
    expect(Number(fill!.seller.toSafetyFund)).toBeGreaterThan(0);
    expect(checkTrade(fill!).ok).toBe(true);
    for (const forged of [
      { ...fill!, amount: '615.00000001' },
      { ...fill!, buyer: { ...fill!.buyer, fee: '0' } },
      { ...fill!, seller: { ...fill!.seller, toSafetyFund: '0' } },
    ])
      expect(checkTrade(forged).ok).toBe(false);
  });

  it('marks a fill with the house, whose fee is checked too', async () => {
    const levels = [{ side: 'sell' as const, priceTicks: 5_000_000 as PriceTicks, lots: 1_000 as Lots }];
    await system({ type: 'massQuote', symbolId: BTCUSDT, levels }, HOUSE);
    const body = { symbol: 'BTCUSDT', type: 'limit', price: '50000', quantity: '0.001' } as const;
    await buyer.client.call('exchange', { params: { side: 'buy' }, body });
    await eventually(async () => expect((await ask()).fills[0]?.house).toBe(true));
    expect((await ask()).fills.map((fill) => checkTrade(fill).ok)).toEqual([true, true]);
  });

  it('is each second contract with every input of its settlement', async () => {
    await playSecond();
    await eventually(async () => expect((await ask()).seconds).toHaveLength(1));
    const [second] = (await ask()).seconds;
    expect(second).toMatchObject({ symbol_name: 'BTC/USDT', result: 'even', paid: '10' });
    expect(checkSecondContract(second!).ok).toBe(true);
    for (const forged of [
      { ...second!, paid: '18' },
      { ...second!, result: 'lost' as const },
      { ...second!, closeTicks: 5_000_001 },
    ])
      expect(checkSecondContract(forged).ok).toBe(false);
  });

  it('names no owner, no order and no place at which an owner acted', async () => {
    const { seconds, fills } = await ask();
    const answer = JSON.stringify({ seconds, fills });
    for (const name of ['userId', 'orderId', 'contractId', 'clientOrderId', 'account', 'acceptedSeq'])
      expect(answer).not.toContain(`"${name}"`);
    expect(Object.keys(fills[0]!.buyer)).toEqual(['coin', 'fee', 'feePpm', 'toSafetyFund']);
    expect(Object.keys(seconds[0]!.ticket)).not.toContain('journalSeq');
  });

  it('is the chain of ticks, followed from any record', async () => {
    const client = clientOf(house);
    const recordsAfter = async (after?: number) => {
      const query = after === undefined ? {} : { after: String(after) };
      const { records } = await client.call('getTickChain', { query });
      return records.map(({ quotes, ...rest }) => ({
        ...rest,
        quotes: quotes.map(([venueId, symbolId, bidTicks, askTicks, venueTimeMs]) => ({
          venueId,
          symbolId,
          bidTicks,
          askTicks,
          venueTimeMs,
        })),
      }));
    };
    const first = await recordsAfter();
    expect(first).toHaveLength(40);
    const check = checkTickChain(first, null);
    expect(check).toMatchObject({ checked: 40, links: 39, wrong: null, end: { no: record.no } });
    await clock.pass(3 * INDEX_GRID_MS);
    const next = await recordsAfter(record.no - 3);
    expect(checkTickChain(next, check.end)).toMatchObject({ checked: 3, links: 3, wrong: null });
    expect(await recordsAfter(record.no)).toEqual([]);
    const forged = first.map((each, at) => (at === 20 ? { ...each, quotes: [] } : each));
    expect(checkTickChain(forged, null).wrong).toEqual({ no: first[20]!.no, reason: 'hash' });
  });

  it('is counted once a minute, volumes without the house', async () => {
    await clock.pass(61_000);
    const nowMs = clock.now();
    const ended = async (state: string, tookMs: number, endedDaysAgo: number) => {
      const endedAt = new Date(nowMs - endedDaysAgo * DAY_MS);
      await house.pool.query(
        `insert into withdrawals.withdrawal (user_id, chain, coin, asset_id, address, amount, fee, value_usdt,
          state, requested_at, ended_at) values ($1, 'practice', 'USDT', 1, 'to', 1, 0, 1, $2, $3, $4)`,
        [buyer.userId, state, new Date(endedAt.getTime() - tookMs), endedAt],
      );
    };
    for (const tookMs of [60_000, 120_200, 600_000]) await ended('done', tookMs, 29);
    await ended('done', 5_000, 31);
    await ended('cancelled', 5_000, 1);
    await eventually(async () => {
      const statistics = await clientOf(house).call('getStatistics');
      expect(statistics).toMatchObject({ fills24h: 2, seconds: { won: 0, lost: 0, even: 1, void: 0 } });
      expect(statistics.chainedTicks).toBe(record.no);
      expect(statistics).toMatchObject({ accounts: 2, withdrawals30d: { count: 3, medianSeconds: 121 } });
    });
  });
});
