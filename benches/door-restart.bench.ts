/**
 * Measures how soon 2,000 sockets have their books again after their door was killed, and the effect on the core's
 * commits. The server runs with all its processes; the bench queries the core as another door would.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createClient, routes } from '@candor/api';
import type { PlaceOrder } from '@candor/kernel';
import type { Lots, PriceTicks } from '@candor/money';
import { RECONNECT_DELAY_MS } from '@candor/products';
import { connectCore, type RemoteCore } from '../apps/server/engine/core/index.ts';
import { listeningPaths } from '../tests/support/process-group.ts';
import { endAll, processesOf, quietPorts, startProgram, untilReady } from '../tests/support/program.ts';
import type { SocketsResult } from './door-restart/sockets.ts';
import { median } from './http-orders/running.ts';
import type { BenchRow } from './row.ts';

const SOCKETS = 2_000;
const ADDRESSES = 50;
const BACK_WITHIN_MS = 5_000;
const MOST_TIMES = 1.5;
const ORDERS_PER_SECOND = 200;
/** The time in which all clients must be reconnected. */
const TURN_MS = BACK_WITHIN_MS;
/** The budget of handshakes of an address refills in this time. */
const BETWEEN_MS = 5_000;
const PRICE_TICKS_PER_USDT = 100;
const PASSWORD = 'correct-horse-9';

/** Returns the rows `door-restart` and `door-restart-commit`. Throws if a client saw a gap. */
export async function run(quick = false): Promise<BenchRow[]> {
  const [port, consolePort] = await quietPorts(2);
  const program = await startProgram({
    env: { TRUSTED_PROXIES: '127.0.0.0/8,::1', PORT: String(port), CONSOLE_PORT: String(consolePort) },
  });
  const clients = fork(join(import.meta.dirname, 'door-restart', 'sockets.ts'));
  let core: RemoteCore | null = null;
  try {
    const { url } = await program.ready();
    await untilReady(url);
    const order = await orderOfNobodyElse(url);
    core = await connectCore({ path: await corePath(program.dataDir), role: 'door', events: false });
    const everybody = async (sinceMs: number): Promise<SocketsResult> => {
      clients.send({ sinceMs });
      return (await once(clients, 'message'))[0] as SocketsResult;
    };
    clients.send({ url: url.replace('http', 'ws'), sockets: SOCKETS, addresses: ADDRESSES });
    await everybody(0);
    await commits(core, order);
    const figures = { backMs: [] as number[], quiet: [] as number[], killed: [] as number[] };
    for (let turn = 0; turn < (quick ? 2 : 7); turn += 1) {
      await sleep(BETWEEN_MS);
      figures.quiet.push(await commits(core, order));
      const killedMs = Date.now();
      process.kill((await processesOf(program.dataDir)).get('door')!, 'SIGKILL');
      const [result, p99] = await Promise.all([everybody(killedMs), commits(core, order)]);
      if (result.gaps > 0) throw new Error(`${result.gaps} updates did not follow what a client had`);
      figures.backMs.push(result.lastMs - killedMs);
      figures.killed.push(p99);
    }
    return rowsOf(figures);
  } finally {
    clients.disconnect();
    await core?.close();
    await endAll(program.dataDir);
  }
}

function rowsOf(figures: {
  readonly backMs: readonly number[];
  readonly quiet: readonly number[];
  readonly killed: readonly number[];
}): BenchRow[] {
  const { quiet, killed } = figures;
  const slowestMs = Math.max(...figures.backMs);
  const ratio = median(killed.map((ms, turn) => (MOST_TIMES * quiet[turn]!) / ms));
  const turns = `${killed.length} turns`;
  return [
    {
      name: 'door-restart',
      ours: slowestMs,
      peer: BACK_WITHIN_MS,
      ratio: Number((BACK_WITHIN_MS / slowestMs).toFixed(2)),
      unit: 'ms',
      note:
        `from the kill of the one door to the book of the last of ${SOCKETS} sockets, which connect again after ` +
        `${RECONNECT_DELAY_MS / 1000} s as the web app does; the slowest of ${turns}, no gap in any; peer: the target`,
    },
    {
      name: 'door-restart-commit',
      ours: Number(median(killed).toFixed(2)),
      peer: Number(median(quiet).toFixed(2)),
      ratio: Number(ratio.toFixed(2)),
      unit: 'ms p99',
      note:
        `${ORDERS_PER_SECOND} orders/s asked of the core by another line in the ${TURN_MS / 1000} s from the kill on; ` +
        `peer: the same before it; medians of ${turns}; ratio: ${MOST_TIMES} x before / after`,
    },
  ];
}

/** Returns the path of the core's socket. */
async function corePath(dataDir: string): Promise<string> {
  const pid = (await processesOf(dataDir)).get('core');
  const path = pid === undefined ? undefined : (await listeningPaths([pid]))[0];
  if (path === undefined) throw new Error('the core listens nowhere');
  return path;
}

/** Returns an order of a user who has no other trades, so far below the market that it ends unfilled. */
async function orderOfNobodyElse(url: string): Promise<{ userId: number; body: PlaceOrder }> {
  let token: string | null = null;
  const client = createClient(routes, { baseUrl: url, head: 'v1', token: () => token, language: () => 'en' });
  const body = { type: 'account', account: 'bench', password: PASSWORD, confirmPassword: PASSWORD } as const;
  token = (await client.call('register', { body })).satoken;
  await client.call('takePracticeFunds', { body: { coin: 'USDT', amount: '10000' } });
  const { user } = await client.call('getInfo');
  const { b } = await client.call('getDepth', { params: { symbol: 'BTCUSDT' } });
  const priceTicks = Math.floor(Number(b[0]?.[0]) * 0.95 * PRICE_TICKS_PER_USDT) as PriceTicks;
  return {
    userId: user.userId,
    body: {
      type: 'placeOrder',
      symbolId: 1,
      side: 'buy',
      orderType: 'limit',
      timeInForce: 'IOC',
      postOnly: false,
      priceTicks,
      lots: 100 as Lots,
      quoteAmount: null,
      clientOrderId: null,
    },
  };
}

/**
 * Returns the p99 of the time from sending an order to its commit, in ms, at a steady rate. Throws if one is refused.
 */
async function commits(
  core: RemoteCore,
  { userId, body }: { userId: number; body: PlaceOrder },
): Promise<number> {
  const took: number[] = [];
  const pending: Promise<void>[] = [];
  const startMs = performance.now();
  const ask = async (dueMs: number): Promise<void> => {
    const { outcome } = await core.submit({ userId, key: null, bodyHash: null, body });
    if (!outcome.ok) throw new Error(`an order was refused: ${outcome.code}`);
    took.push(performance.now() - dueMs);
  };
  const total = (TURN_MS / 1_000) * ORDERS_PER_SECOND;
  while (pending.length < total) {
    const dueMs = startMs + (pending.length * 1_000) / ORDERS_PER_SECOND;
    const waitMs = dueMs - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    pending.push(ask(dueMs));
  }
  await Promise.all(pending);
  took.sort((a, b) => a - b);
  return took[Math.floor(took.length * 0.99)]!;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.table(await run(process.argv.includes('--quick')));
  process.exit();
}
