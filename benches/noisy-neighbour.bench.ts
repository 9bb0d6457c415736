/**
 * Compares how long other users wait while one address spends all of its budget on the dearest calls, and asks for much
 * more that is refused, with how long they wait when it is quiet; by turns on one running server.
 */
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { type Calls, type Client, createClient, routes } from '@candor/api';
import { endAll, startProgram } from '../tests/support/program.ts';
import { median } from './http-orders/running.ts';
import { disturb } from './noisy-neighbour/disturb.ts';
import type { BenchRow } from './row.ts';

const USERS = 8;
/** Rate of all other users together: half of them look at the markets, half place an order. */
const REQUESTS_PER_SECOND = 80;
/** The budget of an address lets some 17 calls of these through; all else is refused. */
const NEIGHBOUR_PER_SECOND = 400;
const MOST_TIMES = 3;
/** The maximum time that the bench waits for any request. */
const TIMEOUT_MS = 20_000;
const PASSWORD = 'correct-horse-9';

/** The row `noisy-neighbour`: its ratio is three times the quiet p50 over the noisy one. */
export async function run(quick = false): Promise<BenchRow[]> {
  const program = await startProgram({ env: { TRUSTED_PROXIES: '127.0.0.0/8,::1' } });
  try {
    const { url } = await program.ready();
    const users: Client<Calls>[] = [];
    for (let index = 0; index < USERS; index += 1) users.push(await openUser(url, index));
    const price = await farPrice(users[0] as Client<Calls>);
    const seconds = quick ? 3 : 8;
    await use(users, price, seconds);
    const figures = { quiet: [] as number[], noisy: [] as number[], answered: 0, refused: 0, unanswered: 0 };
    for (let turn = 0; turn < (quick ? 3 : 7); turn += 1) {
      figures.quiet.push(await use(users, price, seconds));
      const [noisy, neighbour] = await Promise.all([
        use(users, price, seconds),
        disturb({ url, seconds, requestsPerSecond: NEIGHBOUR_PER_SECOND, timeoutMs: TIMEOUT_MS }),
      ]);
      figures.noisy.push(noisy);
      figures.answered += neighbour.answered;
      figures.refused += neighbour.refused;
      figures.unanswered += neighbour.unanswered;
    }
    return [rowOf(figures, seconds)];
  } finally {
    await endAll(program.dataDir);
  }
}

function rowOf(
  figures: {
    readonly quiet: readonly number[];
    readonly noisy: readonly number[];
    readonly answered: number;
    readonly refused: number;
    readonly unanswered: number;
  },
  seconds: number,
): BenchRow {
  const { quiet, noisy, answered, refused, unanswered } = figures;
  const ratio = median(noisy.map((ms, turn) => (MOST_TIMES * (quiet[turn] as number)) / ms));
  const perSecond = (count: number) => Math.round(count / (seconds * noisy.length));
  return {
    name: 'noisy-neighbour',
    ours: Number(median(noisy).toFixed(2)),
    peer: Number(median(quiet).toFixed(2)),
    ratio: Number(ratio.toFixed(2)),
    unit: 'ms p50',
    note:
      `${USERS} users of other addresses, ${REQUESTS_PER_SECOND} requests/s, market lists and orders by turns; the ` +
      `neighbour got ${perSecond(answered)} answers/s (1,500 candles never asked for before, /docs) and ` +
      `${perSecond(refused)} refusals/s, ${unanswered} of its requests none; peer: the same users without it; medians of ${noisy.length} turns; ` +
      `ratio: ${MOST_TIMES} x quiet / noisy`,
  };
}

/** A user with funds, at an address of its own. */
async function openUser(url: string, index: number): Promise<Client<Calls>> {
  let token: string | null = null;
  const client = createClient(routes, {
    baseUrl: url,
    head: 'v1',
    token: () => token,
    language: () => 'en',
    // A busy machine makes no act late.
    actWindowMs: 60_000,
    fetch: (input, init) =>
      fetch(input, {
        ...init,
        headers: { ...init?.headers, 'x-forwarded-for': `198.51.100.${index + 1}` },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }),
  });
  const account = `neighbour_${index}`;
  const body = { type: 'account', account, password: PASSWORD, confirmPassword: PASSWORD } as const;
  token = (await client.call('register', { body })).satoken;
  await client.call('takePracticeFunds', { body: { coin: 'USDT', amount: '10000' } });
  return client;
}

/** Below the market, where nothing is filled, and within its price band. */
async function farPrice(client: Client<Calls>): Promise<string> {
  const { b } = await client.call('getDepth', { params: { symbol: 'BTCUSDT' } });
  return (Number(b[0]?.[0]) * 0.95).toFixed(2);
}

/** Uses the exchange at the given rate, each request counted from when it was due. The median in ms. */
async function use(users: readonly Client<Calls>[], price: string, seconds: number): Promise<number> {
  const tookMs: number[] = [];
  const pending: Promise<void>[] = [];
  const startMs = performance.now();
  const total = seconds * REQUESTS_PER_SECOND;
  const order = { symbol: 'BTCUSDT', type: 'limit', timeInForce: 'IOC', price, quantity: '0.001' } as const;
  const ask = async (at: number, dueMs: number) => {
    const user = users[at % USERS] as Client<Calls>;
    // Each user does both.
    if ((at + Math.floor(at / USERS)) % 2 === 0) await user.call('getSpotGoods');
    else await user.call('exchange', { params: { side: 'buy' }, body: order });
    tookMs.push(performance.now() - dueMs);
  };
  await new Promise<void>((resolve, reject) => {
    const fail = (error: unknown) => {
      clearInterval(timer);
      reject(error);
    };
    const timer = setInterval(() => {
      const nowMs = performance.now();
      while (pending.length < total && startMs + (pending.length * 1_000) / REQUESTS_PER_SECOND <= nowMs) {
        const dueMs = startMs + (pending.length * 1_000) / REQUESTS_PER_SECOND;
        const asked = ask(pending.length, dueMs);
        asked.catch(fail);
        pending.push(asked);
      }
      if (pending.length < total) return;
      clearInterval(timer);
      resolve();
    }, 1);
  });
  await Promise.all(pending);
  return median(tookMs);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.table(await run(process.argv.includes('--quick')));
  process.exit();
}
