// Own server: it plays a made recording, and its core is stopped.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/patience.ts';
import { endAll, processesOf, type RunningProgram, startProgram, untilReady } from '../support/program.ts';
import { registerTrader, type Trader } from '../support/trader.ts';

const GRID_MS = 250;
/** The price falls at the end of each round, for a short time, and is the same otherwise. */
const ROUND_MS = 42_000;
const FALL_MS = 1_250;
const ROUNDS = 40;
const PRICE = 50_000;
const FALLEN = 44_000;
const PERIOD_S = 30;
/** Contracts opened this long before a fall end in it: their opening tick comes 3 s after they were accepted. */
const OPENED_MS = 32_100;
/** The core is stopped this long before a fall, or less where the stop is short. */
const AHEAD_MS = 1_250;
/** Rounds in which contracts may miss the fall, as they do when a busy machine opens them late. */
const MOST_TRIES = 8;
/** Each try opens them so much earlier than the one before. */
const EARLIER_MS = 200;

let folder: string;
let program: RunningProgram;
let trader: Trader;
/** The start of the first fall that the index showed. */
let firstFallMs: number;

/** A recorded feed as the replay reads it: one level on each side, replaced by each message. */
function recording(): string {
  const startMs = Date.UTC(2026, 0, 5);
  const level = (price: number, quantity: string) => [price.toFixed(2), quantity];
  const first = { lastUpdateId: 1, bids: [level(PRICE - 1, '50')], asks: [level(PRICE + 1, '50')] };
  const lines = [`${startMs}000000 ${JSON.stringify(first)}`];
  let shown = PRICE;
  for (let ms = GRID_MS, u = 2; ms < ROUNDS * ROUND_MS; ms += GRID_MS / 2, u++) {
    const price = ms % ROUND_MS < FALL_MS && ms > FALL_MS ? FALLEN : PRICE;
    const sides = (offset: number) => [
      ...(price === shown ? [] : [level(shown + offset, '0')]),
      level(price + offset, '50'),
    ];
    const data = {
      e: 'depthUpdate',
      E: startMs + ms,
      s: 'BTCUSDT',
      U: u,
      u,
      b: sides(-1),
      a: sides(1),
    };
    lines.push(`${startMs + ms}000000 ${JSON.stringify({ stream: 'btcusdt@depth', data })}`);
    shown = price;
  }
  return `${lines.join('\n')}\n`;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-late-'));
  const path = join(folder, 'falls.feed.gz');
  await writeFile(path, gzipSync(recording()));
  const env = { CALLS_PER_SECOND: '100000' };
  program = await startProgram({ args: ['--feed', `replay:${path}`], env });
  const { url } = await program.ready();
  await untilReady(url);
  trader = await registerTrader(url, 'late_ticks');
  await trader.client.call('transfer', { query: { from: '1', to: '3', coin: 'USDT', amount: '3000' } });
  firstFallMs = await eventually(async () => {
    const fallen = (await ticks()).find(isFallen);
    expect(fallen).toBeDefined();
    return fallen!.t;
  });
});
afterAll(async () => {
  await endAll(program.dataDir);
  await rm(folder, { recursive: true, force: true });
});

const ticks = () =>
  trader.client.call('getIndexTicks', { params: { symbol: 'BTCUSDT' }, query: { limit: '1200' } });

const isFallen = ({ p }: { readonly p: string | null }) => p !== null && Number(p) < FALLEN + 100;

const reached = (timeMs: number) => sleep(Math.max(0, timeMs - Date.now()));

/** Returns the first fall that begins so long from now. */
function fallIn(ms: number): number {
  const since = Date.now() + ms - firstFallMs;
  return firstFallMs + Math.ceil(since / ROUND_MS) * ROUND_MS;
}

/** Opens one contract each way. */
async function openPair(): Promise<readonly number[]> {
  const open = (direction: 'up' | 'down') =>
    eventually(async () => {
      const body = { symbol: 'BTC/USDT', direction, periodSeconds: PERIOD_S, quantity: 10 } as const;
      return (await trader.client.call('createSecondContractOrder', { body })).order.id;
    });
  return Promise.all([open('up'), open('down')]);
}

/** Expects that none is void, and that each ended as its own ticks say; returns how they ended. */
async function settled(ids: readonly number[]): Promise<readonly (string | null)[]> {
  const results: (string | null)[] = [];
  for (const id of ids) {
    const { receipt, order } = await eventually(async () => {
      const found = await trader.client.call('getSecondContractReceipt', { query: { id: String(id) } });
      expect(found.receipt).not.toBeNull();
      return found;
    });
    const { opening, closing, result } = receipt!;
    const prices = closing.flatMap(({ priceTicks }) => (priceTicks === null ? [] : [priceTicks]));
    expect(prices.length, `closing ticks of ${id}`).toBeGreaterThanOrEqual(3);
    const close = prices.toSorted((a, b) => a - b)[(prices.length - 1) >> 1]!;
    const rose = Math.sign(close - opening.priceTicks!) * (order.side === 'up' ? 1 : -1);
    expect(result).toBe({ '-1': 'lost', '0': 'even', '1': 'won' }[String(rose)]);
    results.push(result);
  }
  return results;
}

/** Stops the core over a fall in which contracts end; returns how they ended. */
async function stopOver(stopS: number, aheadMs: number): Promise<readonly (string | null)[]> {
  const fallMs = fallIn(aheadMs + 500);
  const stopMs = fallMs - Math.min(AHEAD_MS, 400 * stopS);
  await reached(fallMs - aheadMs);
  const ids = await openPair();
  const pid = (await processesOf(program.dataDir)).get('core')!;
  await reached(stopMs);
  process.kill(pid, 'SIGSTOP');
  try {
    await reached(stopMs + 1_000 * stopS);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  return settled(ids);
}

test.each([1, 4, 6])(
  'the core stopped for %i s over a fall: contracts that end in it are settled at its price',
  async (stopS) => {
    const seen: unknown[] = [];
    while (seen.length < MOST_TRIES) {
      const results = await stopOver(stopS, OPENED_MS + seen.length * EARLIER_MS);
      if (results[0] === 'lost' && results[1] === 'won') return;
      seen.push(results);
    }
    expect.fail(`no contracts ended in a fall: ${JSON.stringify(seen)}`);
  },
  600_000,
);
