import { calls, callUrl, REQUEST_WINDOW_MS } from '@candor/api';
import type { Command } from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import { INDEX_GRID_MS } from '@candor/prices';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';
import { actsElsewhere, otcActs } from './support/acts-elsewhere.ts';
import { actOnFinance, actOnLoans, actOnMining, actOnStaking, offerEarning } from './support/earning-acts.ts';
import { type House, openHouse } from './support/house.ts';
import { type Done, type Keyed, late, newActor } from './support/keyed-acts.ts';
import { BTC, BTCUSDT, HOUSE, indexTick, USDT } from './support/listing.ts';
import { newPerson, send } from './support/person.ts';
import { offerSeconds } from './support/seconds.ts';
import {
  actOnMargin,
  actOnSeconds,
  actOnSpot,
  actOnSwaps,
  actWithContracts,
  limit,
  market,
  positionOf,
  side,
} from './support/trading-acts.ts';

const coins = (whole: bigint) => (whole * 100_000_000n) as Amount;

let database: FreshDatabase;
let house: House;
let ticker: NodeJS.Timeout;
const done: Done[] = [];
const keyed: Keyed = { house: () => house, done };

async function system(body: Command, userId = 0): Promise<void> {
  const { outcome } = await house.engine.submit({ userId, key: null, bodyHash: null, body });
  if (!outcome.ok) throw new Error(`${body.type}: ${outcome.code}`);
}

/** The index at 50,000 at every place of the grid. */
function startTicks(): NodeJS.Timeout {
  let lastTickNo = 1;
  return setInterval(() => {
    const tickNo = Math.floor(Date.now() / INDEX_GRID_MS);
    if (tickNo === lastTickNo) return;
    lastTickNo = tickNo;
    const body = indexTick(tickNo, Date.now());
    void house.engine.submit({ userId: 0, key: null, bodyHash: null, body });
  }, 50);
}

async function open(): Promise<void> {
  house = await openHouse({ database });
  ticker = startTicks();
}

async function close(): Promise<void> {
  clearInterval(ticker);
  await house.stop();
}

beforeAll(async () => {
  database = await freshDatabase();
  await open();
  await system({ type: 'fundMarginPool', into: 'pool', assetId: USDT, amount: coins(1_000_000n) });
  for (const assetId of [BTC, USDT]) {
    const terms = { assetId, borrowable: true, hourlyRatePpb: 10_000, haircutPpm: 900_000 };
    await system({ type: 'setMarginAsset', ...terms, maxBorrow: coins(100_000n) });
  }
  for (const symbolId of [0, BTCUSDT]) {
    await system({
      type: 'setMarginTerms',
      symbolId,
      valueAssetId: USDT,
      maxLeverage: 5,
      transferPpm: 2_000_000,
      callPpm: 1_200_000,
      liquidationPpm: 1_100_000,
      saleBandPpm: 50_000,
    });
  }
  const swaps = {
    type: 'setSwapTerms',
    spreadPpm: 1_000,
    reason: 'a test',
    minAmount: 1n as Amount,
  } as const;
  for (const [assetId, symbolId] of [
    [USDT, 0],
    [BTC, BTCUSDT],
  ] as const) {
    await system({ type: 'fundSwaps', assetId, amount: coins(100n), fromUserId: 0, reason: 'a test' });
    await system({ ...swaps, assetId, symbolId, maxAmount: coins(50n), maxInventory: coins(10_000n) });
  }
  await offerSeconds(house);
  await offerEarning(house);
});
afterAll(async () => {
  await close();
  await database.drop();
});

/** The house sells one and bids for one, near 50,000. */
const quotes: Command = {
  type: 'massQuote',
  symbolId: BTCUSDT,
  levels: [
    { side: 'sell', priceTicks: 5_001_000 as PriceTicks, lots: 100_000 as Lots },
    { side: 'buy', priceTicks: 4_999_000 as PriceTicks, lots: 100_000 as Lots },
  ],
};

/** Has the read models stand still until the returned function is called: read by all, written by nobody. */
async function holdHistory(): Promise<() => Promise<void>> {
  const holder = await house.pool.connect();
  const { rows } = await holder.query<{ name: string }>(
    "SELECT format('projections.%I', tablename) AS name FROM pg_tables WHERE schemaname = 'projections'",
  );
  await holder.query(`BEGIN; LOCK TABLE ${rows.map(({ name }) => name).join(', ')} IN SHARE MODE`);
  house.letHistoryTrail();
  return async () => {
    await holder.query('ROLLBACK');
    holder.release();
  };
}

async function answers(
  headers?: Readonly<Record<string, string>>,
): Promise<readonly (readonly [string, string])[]> {
  const found: [string, string][] = [];
  for (const act of done) found.push([act.name, await act.repeat(headers)]);
  return found;
}

describe('a key that was used', () => {
  it('is answered while the read models stand still, alike when what it did is over, and after a restart', async () => {
    await system(quotes, HOUSE);
    // no act of any product waits for them
    const release = await holdHistory();
    const acting = [
      actOnSeconds(keyed),
      actWithContracts(keyed),
      actOnSpot(keyed),
      actOnMargin(keyed),
      actOnSwaps(keyed),
      actOnStaking(keyed),
      actOnFinance(keyed),
      actOnLoans(keyed),
      actOnMining(keyed),
    ] as const;
    const [secondsOver] = await Promise.all(acting).finally(release);
    await secondsOver();
    const first = done.map(({ name, answer }) => [name, answer]);
    const tried = new Set(done.map(({ name }) => name.split(' ')[1]));
    const acts = Object.values(calls).filter((call) => call.act && !tried.has(call.name));
    expect(acts.map(({ name }) => name).toSorted()).toEqual([...actsElsewhere, ...otcActs].toSorted());
    const sequence = house.engine.status().committedSeq;
    expect(await answers(late(house))).toEqual(first);
    await close();
    await open();
    expect(house.engine.status().committedSeq).toBeGreaterThanOrEqual(sequence);
    expect(await answers()).toEqual(first);
    for (const { sum } of await house.engine.read((view) => view.ledgerSums())) expect(sum).toBe(0n);
  });

  it('does not begin an act after its time, and refuses times that cannot be', async () => {
    const { token } = await newPerson(house);
    const ask = async (path: string, headers: object, method = 'GET', body?: object) => {
      const answer = await send(house, method, path, { token, headers: { ...headers }, body });
      return { key: (answer.data as { key?: string } | null)?.key ?? answer.code, answer };
    };
    const url = callUrl(calls.addOptional, 'v1', { params: { symbolId: BTCUSDT, flag: '1' } });
    // a favourite has no key: an earlier try may have been done
    expect((await ask(url, late(house))).answer.data).toEqual({ key: 'REQUEST_LATE', kept: false });
    const nowMs = house.now();
    expect((await ask(url, { 'request-time': String(nowMs + 60_000) })).key).toBe('REQUEST_TIME_AHEAD');
    for (const headers of [
      { 'request-time': 'yesterday' },
      { 'request-window': '5000' },
      { 'request-time': String(nowMs), 'request-window': '60001' },
      { 'request-time': `-${nowMs}` },
    ])
      expect((await ask(url, headers)).key, JSON.stringify(headers)).toBe('REQUEST_TIME_INVALID');
    // a request that names no time has the usual window from when it came: the core begins nothing later
    const submit = vi.spyOn(house.engine, 'submit');
    const order = { body: { symbol: 'BTCUSDT', type: 'limit', price: '20000', quantity: '0.001' } };
    const buy = callUrl(calls.exchange, 'v1', { params: { side: 'buy' } });
    await send(house, calls.exchange.method, buy, { token, ...order });
    const begun = house.now();
    // the house may deliver something of its own meanwhile
    const placed = submit.mock.calls.filter(([{ body }]) => body.type === 'placeOrder');
    for (const [{ notAfterMs }] of placed) {
      expect(notAfterMs).toBeGreaterThanOrEqual(nowMs + REQUEST_WINDOW_MS);
      expect(notAfterMs).toBeLessThanOrEqual(begun + REQUEST_WINDOW_MS);
    }
    expect(placed).toHaveLength(1);
    submit.mockRestore();
    const { key, answer } = await ask(url, { 'request-time': String(nowMs), 'request-window': '60000' });
    expect(key).toBe(200);
    expect(Math.abs(Number(answer.headers.get('server-time')) - house.now())).toBeLessThan(60_000);
    for (const call of [calls.register, calls.setLanguage]) {
      const account = { type: 'account', account: 'too_late_1', password: 'correct-horse-9' };
      const body =
        call === calls.register ? { ...account, confirmPassword: account.password } : { language: 'de' };
      expect((await ask(call.path.replace('{head}', 'v1'), late(house), 'POST', body)).key).toBe(
        'REQUEST_LATE',
      );
    }
  });

  it('is answered as unknown while the read models trail, and alike once they do not', async () => {
    const [long, short] = [await newActor(keyed, '2'), await newActor(keyed, '2')];
    await short.also('openContract', side('short', limit('50000', '5')));
    await long.also('openContract', side('long', market('5')));
    await short.also('openContract', side('long', limit('49990', '5')));
    const { id } = await positionOf(long);
    const release = await holdHistory();
    await long.act('contractStopOrder', { query: { id: String(id) } });
    const closing = done.at(-1)!;
    expect(JSON.parse(await closing.repeat())).toMatchObject({ data: { key: 'OUTCOME_UNKNOWN' } });
    await release();
    await expect.poll(() => closing.repeat()).toBe(closing.answer);
  });
});
