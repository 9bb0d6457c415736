import { type Engine, openEngine, readCommitted } from '@candor/journal';
import { idOf } from '@candor/kernel';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PATIENCE_MS } from '../../tests/support/patience.ts';
import { patientTuning } from '../../tests/support/patient-tuning.ts';
import { type FreshDatabase, freshDatabase } from '../../tests/support/postgres.ts';
import {
  baseAssetId,
  firstUserId,
  houseUserId,
  limitOrder,
  listing,
  OrderFlow,
  practiceGenesis,
  quoteAssetId,
  submission,
} from '../../tools/workload/exchange.ts';
import { statusOf } from '../../tools/workload/outcomes.ts';
import { accountsTable } from './accounts.ts';
import { type Projections, rebuild, startProjections } from './index.ts';
import { tableGroups } from './projections.ts';
import { readModels } from './read-models.ts';
import { CursorMovedError, Store } from './store.ts';
import { Rows } from './table-rows.ts';

const tables = tableGroups(Object.values(readModels)).flat();

const alice = firstUserId;
const bob = firstUserId + 1;
const users = 6;
const symbols = 2;

let database: FreshDatabase;
let url: string;
let engine: Engine;
let projections: Projections | null = null;

beforeEach(async () => {
  database = await freshDatabase();
  url = database.connectionString;
  engine = await openEngine({
    connectionString: url,
    genesis: practiceGenesis,
    bootstrap: listing(users, symbols),
    tuning: patientTuning,
  });
});

afterEach(async () => {
  await projections?.stop();
  projections = null;
  await engine.stop();
  await database.drop();
});

async function start(): Promise<Projections> {
  projections = await startProjections({ connectionString: url, engine });
  return projections;
}

async function query<R extends object>(sql: string): Promise<R[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Every row of every table as text, in the order of the keys. */
async function dump(schema = 'projections'): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const { name, key } of tables)
    all[name] = (
      await query<{ row: string }>(
        `SELECT t::text AS row FROM ${schema}.${name} t ORDER BY ${key.join(', ')}`,
      )
    ).map((each) => each.row);
  return all;
}

const flow = new OrderFlow(77, users, symbols);

async function run(commands: number): Promise<number> {
  let last = 0;
  for (let sent = 0; sent < commands; sent += 50) {
    const lot = Array.from({ length: 50 }, () => flow.next(Date.now()));
    const answers = await Promise.all(lot.map((each) => engine.submit(each)));
    for (const [index, { seq, outcome }] of answers.entries()) {
      last = Math.max(last, seq);
      const sender = lot[index] as (typeof lot)[number];
      if (outcome.ok && statusOf(outcome) === 'open')
        flow.openOrders.push({ userId: sender.userId, orderId: idOf(outcome) });
    }
  }
  return last;
}

describe('what a user reads', () => {
  /** Alice buys 1,000,000 lots at 100 ticks from Bob, who sells 400,000 of them. */
  async function trade(): Promise<number> {
    await engine.submit(submission(alice, limitOrder(1, 'buy', 100, 1_000_000, { clientOrderId: 'mine' })));
    const { seq } = await engine.submit(submission(bob, limitOrder(1, 'sell', 100, 400_000)));
    return seq;
  }

  test('is there as soon as it is waited for', async () => {
    const it = await start();
    const seq = await trade();
    expect(await it.caughtUp(seq, PATIENCE_MS)).toBe(true);
    expect(it.status()).toMatchObject({ lag: 0, reason: null });
    const { rows } = await it.spot.orders({ userId: alice, limit: 10 });
    expect(rows).toMatchObject([
      {
        symbolId: 1,
        side: 'buy',
        orderType: 'limit',
        timeInForce: 'GTC',
        clientOrderId: 'mine',
        lots: 1_000_000,
        filledLots: 400_000,
        filledQuote: 400_000_000n,
        status: 'partially-filled',
        doneReason: null,
        seq,
      },
    ]);
    const sold = await it.spot.orders({ userId: bob, limit: 10 });
    expect(sold.rows).toMatchObject([{ status: 'filled', doneReason: 'filled', fee: 400_000n }]);
    const fills = await it.spot.fills({ userId: bob, limit: 10 });
    expect(fills.rows).toMatchObject([
      { side: 'sell', maker: false, lots: 400_000, fee: 400_000n, houseCounterparty: false, seq },
    ]);
  });

  test('bills are the double entries, with the balance after each', async () => {
    const it = await start();
    await it.caughtUp(await trade(), PATIENCE_MS);
    const { rows } = await it.bills.bills({ userId: bob, limit: 50 });
    expect(rows.map((row) => [row.kind, row.assetId])).toEqual([
      ['fee', quoteAssetId],
      ['trade', expect.any(Number)],
      ['trade', expect.any(Number)],
      ['practice-funds', quoteAssetId],
      ['practice-funds', baseAssetId],
    ]);
    const balances = await engine.read((view) => view.balances(bob));
    for (const { assetId, available, held } of balances) {
      const lines = rows.filter((row) => row.assetId === assetId).reverse();
      let balance = 0n;
      for (const line of lines) {
        balance += line.amount;
        expect(line.balance).toBe(balance);
      }
      expect(balance).toBe(available + held);
    }
    const fees = await it.bills.bills({ userId: bob, limit: 50, kind: 'fee' });
    expect(fees.rows.map((row) => row.amount)).toEqual([-400_000n]);
  });

  test('every line of a fill names the order of its own user', async () => {
    const it = await start();
    await it.caughtUp(await trade(), PATIENCE_MS);
    for (const userId of [alice, bob]) {
      const own = (await it.spot.orders({ userId, limit: 10 })).rows[0]?.orderId;
      const { rows } = await it.bills.bills({ userId, limit: 50 });
      const ofTrade = rows.filter((row) => row.tradeId > 0);
      expect(ofTrade.map(({ kind }) => kind).sort()).toEqual(['fee', 'trade', 'trade']);
      expect(ofTrade.map(({ orderId }) => orderId)).toEqual([own, own, own]);
    }
  });

  test('pages go through everything once, under every filter', async () => {
    const it = await start();
    await it.caughtUp(await run(600), PATIENCE_MS);
    for (const userId of [alice, bob]) {
      const all = await it.spot.orders({ userId, limit: 500 });
      expect(all.rows.length).toBeGreaterThan(20);
      expect(all.next).toBeNull();
      const paged: number[] = [];
      let cursor: string | null = null;
      do {
        const page = await it.spot.orders({ userId, limit: 7, cursor });
        paged.push(...page.rows.map((row) => row.orderId));
        cursor = page.next;
      } while (cursor !== null);
      expect(paged).toEqual(all.rows.map((row) => row.orderId));

      const bills = await it.bills.bills({ userId, limit: 500 });
      const lines: string[] = [];
      cursor = null;
      do {
        const page = await it.bills.bills({ userId, limit: 3, cursor });
        lines.push(...page.rows.map((row) => `${row.seq}.${row.line}`));
        cursor = page.next;
      } while (cursor !== null);
      expect(lines).toEqual(bills.rows.map((row) => `${row.seq}.${row.line}`));

      const middleMs = all.rows[10]?.createdMs as number;
      const cases = [
        [{ symbolId: 2 }, (row: (typeof all.rows)[number]) => row.symbolId === 2],
        [{ side: 'sell' }, (row: (typeof all.rows)[number]) => row.side === 'sell'],
        [{ orderType: 'market' }, (row: (typeof all.rows)[number]) => row.orderType === 'market'],
        [{ done: false }, (row: (typeof all.rows)[number]) => row.doneReason === null],
        [{ fromMs: middleMs }, (row: (typeof all.rows)[number]) => row.createdMs >= middleMs],
        [{ toMs: middleMs }, (row: (typeof all.rows)[number]) => row.createdMs < middleMs],
      ] as const;
      for (const [filter, keep] of cases) {
        const filtered = await it.spot.orders({ userId, limit: 500, ...filter });
        expect(filtered.rows).toEqual(all.rows.filter(keep));
      }
      const open = await engine.read((view) => view.spot.openOrders(userId, null));
      const stillOpen = await it.spot.orders({ userId, limit: 500, done: false });
      expect(stillOpen.rows.map((row) => [row.orderId, row.filledLots]).sort()).toEqual(
        open.map((row) => [row.orderId, row.filledLots]).sort(),
      );
    }
  });

  test('a forged cursor gives nothing, and no error', async () => {
    const it = await start();
    await it.caughtUp(await trade(), PATIENCE_MS);
    for (const cursor of ['', '1; DROP TABLE', '-1', '9'.repeat(40), '1.2.3', 'NaN'])
      expect(await it.spot.orders({ userId: alice, limit: 10, cursor })).toEqual({ rows: [], next: null });
  });

  test('the house leaves no rows of its own, and its trades are marked', async () => {
    const it = await start();
    await it.caughtUp(await run(600), PATIENCE_MS);
    const tables = await dump();
    expect(await query('SELECT 1 FROM projections.fills WHERE house_counterparty')).not.toHaveLength(0);
    for (const table of ['orders', 'fills', 'entries'])
      expect(await query(`SELECT 1 FROM projections.${table} WHERE user_id = ${houseUserId}`)).toHaveLength(
        0,
      );
    expect(tables.trades?.length).toBeGreaterThan(50);
    const own = await it.spot.ownVolume(1, 0);
    const trades = await it.spot.recentTrades(1, 500);
    const users = trades.filter((row) => !row.house);
    expect(users.length).toBeLessThan(trades.length);
    expect(own.lots).toBe(users.reduce((sum, row) => sum + BigInt(row.lots), 0n));
    expect(own.quote).toBe(users.reduce((sum, row) => sum + row.quoteAmount, 0n));
  });
});

describe('the rows', () => {
  test('are the same however they came about: live, caught up, in pieces, rebuilt', async () => {
    const it = await start();
    await run(300);
    await it.stop();
    await run(300);
    const again = await start();
    expect(await again.caughtUp(await run(300), PATIENCE_MS)).toBe(true);
    await again.stop();
    projections = null;
    const live = await dump();
    // No product trades in this flow.
    const filled = Object.keys(live).filter((table) => live[table]!.length > 0);
    expect(filled).toEqual(['accounts', 'entries', 'orders', 'trades', 'fills', 'market_changes']);

    const replay = (afterSeq: number) => readCommitted({ connectionString: url, afterSeq });
    const rebuilt = await rebuild({ connectionString: url, replay });
    expect(rebuilt.tables.map(({ table }) => table)).toEqual(tables.map(({ name }) => name));
    expect(rebuilt.tables.every(({ identical }) => identical === true)).toBe(true);
    expect(rebuilt.seq).toBe(engine.status().committedSeq);
    expect(await dump()).toEqual(live);
  });

  test('a rebuild tells when the old rows were wrong, and mends them', async () => {
    const it = await start();
    await it.caughtUp(await run(200), PATIENCE_MS);
    await it.stop();
    projections = null;
    const right = await dump();
    await query('UPDATE projections.fills SET fee = fee + 1 WHERE trade_id = 3');
    const replay = (afterSeq: number) => readCommitted({ connectionString: url, afterSeq });
    const { tables } = await rebuild({ connectionString: url, replay });
    expect(tables.filter((table) => !table.identical).map((table) => table.table)).toEqual(['fills']);
    expect(await dump()).toEqual(right);
  });

  test('are rebuilt where they are ahead of the journal or of another format', async () => {
    const it = await start();
    await it.caughtUp(await run(100), PATIENCE_MS);
    await it.stop();
    const right = await dump();
    await query('UPDATE projections.cursor SET seq = seq + 1000');
    const ahead = await start();
    expect(await ahead.caughtUp(engine.status().committedSeq, PATIENCE_MS)).toBe(true);
    await ahead.stop();
    expect(await dump()).toEqual(right);
    await query('UPDATE projections.cursor SET format = 0');
    const older = await start();
    expect(await older.caughtUp(engine.status().committedSeq, PATIENCE_MS)).toBe(true);
    expect(await dump()).toEqual(right);
  });

  test('survive a lost connection and a rebuild beside the running writer', async () => {
    const it = await start();
    await it.caughtUp(await run(100), PATIENCE_MS);
    await query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'candor-projections'",
    );
    await query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'candor-history'",
    );
    expect(await it.caughtUp(await run(100), PATIENCE_MS)).toBe(true);
    await rebuild({ connectionString: url, replay: (afterSeq) => engine.replay(afterSeq) });
    expect(await it.caughtUp(await run(100), PATIENCE_MS)).toBe(true);
    await it.stop();
    projections = null;
    const live = await dump();
    const replay = (afterSeq: number) => readCommitted({ connectionString: url, afterSeq });
    expect((await rebuild({ connectionString: url, replay })).tables.every((table) => table.identical)).toBe(
      true,
    );
    expect(await dump()).toEqual(live);
  });

  test('are written once: a writer whose cursor was moved writes nothing', async () => {
    const it = await start();
    await it.caughtUp(await run(100), PATIENCE_MS);
    await it.stop();
    projections = null;
    const right = await dump();
    const client = new Client({ connectionString: url });
    await client.connect();
    const store = new Store(client, 'projections', engine.status().committedSeq - 1, [tables]);
    const rows = new Rows();
    rows.of(accountsTable).put({ user_id: 4711, house: false, time_ms: 1, seq: 1 });
    rows.lastSeq = engine.status().committedSeq;
    await expect(store.flush(rows)).rejects.toThrow(CursorMovedError);
    await client.end();
    expect(await dump()).toEqual(right);
  });

  test('the cursor follows a journal that leaves no rows', async () => {
    const it = await start();
    const { seq } = await engine.submit(submission(0, { type: 'tick' }));
    expect(await it.caughtUp(seq, PATIENCE_MS)).toBe(true);
    await it.stop();
    projections = null;
    expect(await query('SELECT seq FROM projections.cursor')).toEqual([{ seq: String(seq) }]);
  });
});
