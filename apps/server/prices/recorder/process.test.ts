import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Committed, type EngineStatus, JournalError, type Submission } from '@candor/journal';
import { type Command, createKernel, type IndexTick, type Kernel } from '@candor/kernel';
import type { Amount, Lots } from '@candor/money';
import { type Candle, NO_TICK_HASH, tickHash, tradeCandle } from '@candor/prices';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../../tests/support/patience.ts';
import { createBus } from '../../base/bus/index.ts';
import type { QueryArgs, QueryName, QueryResult } from '../../engine/core/index.ts';
import { liveQueries } from '../../program/subjects/live-queries.ts';
import type { FeedSink, MarketFeed, PastCandles, VenueTrade } from '../feeds/index.ts';
import { connectRecorder } from './bus-recorder.ts';
import { openRecorderProcess, type RecorderCore, type RecorderProcess } from './process.ts';
import { TickFile } from './tick-file.ts';

/** A core that may be unreachable, and whose answers may be lost. */
class Core implements RecorderCore {
  kernel: Kernel = createKernel();
  isThere = true;
  /** The number of next commands that are done while their answers are lost. */
  lostAnswers = 0;
  /** The number of next commands that are lost before they are done. */
  lostCommands = 0;
  readonly ticks: IndexTick[] = [];

  constructor(venues: readonly number[] = [1]) {
    const listing: Command[] = [
      { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: 'ab' },
      { type: 'listAsset', assetId: 1001, code: 'BTC', name: 'Bitcoin', scale: 8 },
      { type: 'listAsset', assetId: 1002, code: 'USDT', name: 'Tether', scale: 8 },
      {
        type: 'listSymbol',
        symbolId: 1,
        name: 'BTCUSDT',
        baseAssetId: 1001,
        quoteAssetId: 1002,
        tickDecimal: '0.01',
        lotDecimal: '0.001',
        minNotional: 1n as Amount,
        maxLots: 1_000 as Lots,
        maxOpenOrders: 5,
        priceBandPpm: 0,
      },
      ...venues.map((venueId): Command => ({ type: 'setVenue', venueId, name: 'one', weightPpm: 1_000_000 })),
    ];
    for (const body of listing) this.apply(body);
  }

  apply(body: Command) {
    const timeMs = Math.max(this.kernel.timeMs, Date.now());
    const envelope = { seq: this.kernel.seq + 1, timeMs, userId: 0, key: null, bodyHash: null, body };
    return { ...envelope, outcome: this.kernel.apply(envelope).outcome };
  }

  async submit({ body }: Submission): Promise<Committed> {
    if (!this.isThere) throw new JournalError('NOT_READY', 'the line is lost');
    if (this.lostCommands > 0) {
      this.lostCommands -= 1;
      throw new JournalError('NOT_COMMITTED', 'nothing was done');
    }
    const { seq, timeMs, outcome } = this.apply(body);
    if (outcome.ok) this.ticks.push(body as IndexTick);
    if (this.lostAnswers > 0) {
      this.lostAnswers -= 1;
      throw new JournalError('OUTCOME_UNKNOWN', 'the line is lost');
    }
    return { seq, timeMs, outcome };
  }

  async ask<Name extends QueryName>(name: Name, ...args: QueryArgs<Name>): Promise<QueryResult<Name>> {
    if (!this.isThere) throw new JournalError('NOT_READY', 'the line is lost');
    return (liveQueries[name] as (view: unknown, ...args: unknown[]) => never)(this.kernel, ...args);
  }

  status(): EngineStatus {
    return { state: this.isThere ? 'ready' : 'recovering' } as EngineStatus;
  }
}

/** A feed that delivers what the test chooses. */
class Feed implements MarketFeed {
  readonly kind = 'live';
  readonly source = 'live';
  readonly symbols = ['BTCUSDT'];
  readonly venues = [{ venueId: 1, name: 'one', weightPpm: 1_000_000 }];
  readonly candleFolders = [];
  readonly primaryVenueId = 1;
  minutes = new Map<string, Candle>();
  pieces: PastCandles[] = [];
  #sink: FeedSink | null = null;
  status() {
    return { kind: 'live', phase: 'running', note: 'fine', marketTimeMs: 5, round: 1, venues: [] } as const;
  }
  marketTimeMs() {
    return Date.now();
  }
  async *past() {
    yield* this.pieces;
  }
  openMinutes() {
    return this.minutes;
  }
  async start(sink: FeedSink) {
    this.#sink = sink;
  }
  async stop() {
    this.#sink = null;
  }
  say(price: bigint) {
    const side = [{ price, quantity: 1n }];
    this.#sink?.book({ venueId: 1, symbol: 'BTCUSDT', bids: side, asks: side, timeMs: Date.now() });
  }
  trade(id: number, price: bigint, marketTimeMs = Date.now()) {
    const trade: VenueTrade = {
      venueId: 1,
      symbol: 'BTCUSDT',
      id: String(id),
      price,
      quantity: 1n,
      takerSide: 'buy',
      marketTimeMs,
    };
    this.#sink?.trade(trade);
  }
}

const noErrors = (error: unknown): never => {
  throw error;
};

let folder: string;
let said: string[];
let feed: Feed;
let core: Core;
let bus = createBus(noErrors);
const running: RecorderProcess[] = [];

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'candor-recorder-')), 'recorder');
  said = [];
  feed = new Feed();
  core = new Core();
});
afterEach(async () => {
  for (const recorder of running.splice(0)) await recorder.stop();
  await rm(join(folder, '..'), { recursive: true });
});

/** Starts a recorder in the test's folder. */
async function record(to: RecorderCore = core): Promise<RecorderProcess> {
  bus = createBus(noErrors);
  feed = new Feed();
  const log = (line: string) => said.push(line);
  const recorder = await openRecorderProcess({ feed, speed: 1, folder, now: Date.now, log });
  running.push(recorder);
  await recorder.run({ core: Promise.resolve(to), bus: Promise.resolve(bus) });
  return recorder;
}

const journaled = (count: number) =>
  eventually(() => expect(core.ticks.length).toBeGreaterThanOrEqual(count));

/** Verifies that the kernel's ticks are one chain without a gap. */
function expectOneChain(): void {
  expect(core.ticks.map(({ record }) => record!.no)).toEqual(core.ticks.map((_, at) => at + 1));
}

test('what is chained reaches the core in order, and nothing is lost with answers, commands or the line', async () => {
  await record();
  feed.say(100_00000000n);
  await journaled(2);
  core.lostAnswers = 1;
  await journaled(4);
  core.lostCommands = 2;
  await journaled(6);
  core.isThere = false;
  await eventually(() => expect(running[0]!.waiting).toBeGreaterThan(2));
  feed.say(101_00000000n);
  core.isThere = true;
  await journaled(10);
  expectOneChain();
  expect(core.kernel.index(1)?.priceTicks).toBe(10_100);
});

test('after a restart it goes on from its file, and sends what the core has not, also without the core at first', async () => {
  const first = await record();
  await journaled(2);
  core.isThere = false;
  await eventually(() => expect(first.waiting).toBeGreaterThan(3));
  await first.stop();
  const second = await record();
  await eventually(() => expect(second.waiting).toBeGreaterThan(1));
  expect(core.ticks.length).toBeLessThan(5);
  core.isThere = true;
  await journaled(9);
  expectOneChain();
  expect(said.filter((line) => !line.startsWith('Index ticks wait'))).toEqual([]);
});

test('a file that was lost: the chain goes on after the core’s', async () => {
  const first = await record();
  await journaled(3);
  await first.stop();
  await rm(folder, { recursive: true });
  await record();
  await journaled(6);
  expectOneChain();
});

test('a file of another journal is put aside, and the chain goes on after this one’s', async () => {
  const other = new Core();
  const first = await record(other);
  await eventually(() => expect(other.ticks.length).toBeGreaterThan(1));
  await first.stop();
  const tick = { tickNo: 1, chainedMs: 250, quotes: [] };
  const at = { no: 1, previousHash: NO_TICK_HASH };
  const body = { type: 'indexTick', ...tick, record: { ...at, hash: tickHash({ ...at, ...tick }) } } as const;
  await core.submit({ userId: 0, key: null, bodyHash: null, body });
  await record();
  await journaled(4);
  expectOneChain();
  expect(said.filter((line) => !line.startsWith('Index ticks wait'))).toEqual([
    expect.stringMatching(/put aside: it ends with record \d+ .* journal's last record is 1/),
  ]);
  expect((await readdir(folder)).some((name) => name.startsWith('aside-'))).toBe(true);
});

test('a file that is much ahead of the core is of another journal: no more than ten minutes ever wait', async () => {
  const file = await TickFile.open({ folder, log: () => {} });
  let previousHash = NO_TICK_HASH;
  const appended: Promise<void>[] = [];
  for (let no = 1; no <= 5_000; no++) {
    const tick = { tickNo: no, chainedMs: no * 250, quotes: [] };
    const hash = tickHash({ no, previousHash, ...tick });
    appended.push(file.append({ type: 'indexTick', ...tick, record: { no, previousHash, hash } }));
    previousHash = hash;
  }
  await Promise.all(appended);
  await file.close();
  await record();
  await journaled(2);
  expectOneChain();
  expect(core.ticks[0]!.tickNo).toBeGreaterThan(5_000);
  expect(said).toEqual([expect.stringContaining('put aside')]);
});

test('a torn end is cut off, and the core is asked first: it may have what was cut', async () => {
  const first = await record();
  await journaled(3);
  await first.stop();
  const [segment] = (await readdir(folder)).filter((name) => name.startsWith('ticks-'));
  await appendFile(join(folder, segment!), Buffer.from([0, 0, 1, 2, 3]));
  await record();
  await journaled(6);
  expectOneChain();
  expect(said).toEqual([expect.stringContaining('5 bytes cut off')]);
});

test('a venue that the core does not know yet holds ticks up, and loses none', async () => {
  core = new Core([]);
  await record();
  feed.say(100_00000000n);
  await eventually(() => expect(said).toEqual([expect.stringContaining('UNKNOWN_VENUE')]));
  core.apply({ type: 'setVenue', venueId: 1, name: 'one', weightPpm: 1_000_000 });
  await journaled(5);
  expectOneChain();
});

test('on the bus it gives past, open minutes and status, and each trade once', async () => {
  const recorder = await record();
  const minuteMs = Math.floor(Date.now() / 60_000) * 60_000;
  const candles = [tradeCandle(minuteMs - 60_000, 7n, 1n)];
  feed.pieces = [1, 2, 3].map(() => ({ symbol: 'BTCUSDT', interval: '1m', candles }));
  feed.trade(1, 100n);
  const remote = await connectRecorder({ bus, now: Date.now, log: (line) => said.push(line) });
  expect(remote).toMatchObject({ ...recorder.facts });
  expect(remote.status()).toMatchObject({ phase: 'running', note: 'fine' });
  const past: PastCandles[] = [];
  for await (const piece of remote.past(null)) past.push(piece);
  expect(past).toEqual(feed.pieces);
  feed.trade(2, 103n);
  const minutes = await remote.openMinutes();
  feed.trade(3, 90n);
  const heard = { trades: [] as string[], books: 0, ticks: [] as number[] };
  await new Promise(setImmediate);
  await remote.start(
    {
      trade: ({ id }) => void heard.trades.push(id),
      book: () => void heard.books++,
      restarted: () => {},
      tick: ({ record }) => void heard.ticks.push(record.no),
    },
    [],
    core.kernel.chain,
  );
  feed.trade(4, 95n);
  feed.say(100_00000000n);
  await eventually(() => expect(heard.ticks.length).toBeGreaterThan(2));
  expect(heard).toMatchObject({ trades: ['3', '4'], books: 1 });
  // a new minute may have begun meanwhile
  const minute = minutes.get('BTCUSDT');
  if (minute?.openMs === minuteMs)
    expect(minute).toMatchObject({ open: 100n, high: 103n, low: 100n, close: 103n });
  expect(heard.ticks).toEqual(heard.ticks.map((_, at) => heard.ticks[0]! + at));
  await remote.stop();
  expect(remote.status().phase).toBe('stopped');
});
