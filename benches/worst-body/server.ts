/**
 * A house on a PostgreSQL of its own that measures the turns of its loop. Tells its address, a token and what a fixed peer
 * takes to the process that started it, and the longest turn since the last question whenever it is asked.
 */
import process from 'node:process';
import { type Calls, createClient, routes } from '@candor/api';
import { openHouse } from '../../tests/api/support/house.ts';
import { startDatabase } from '../journal/postgres.ts';

export interface WorstBodyServer {
  readonly url: string;
  readonly token: string;
  /** Processor time of the peer, in ms. */
  readonly peerMs: number;
}

const PASSWORD = 'correct-horse-9';
const PEER_ROWS = 20_000;
const PEER_TURNS = 9;

/** Processor time of this thread, in ms. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** What the thread takes to read and write a fixed list of JSON: about the 20 ms that a turn may take. */
function peerMs(): number {
  const text = JSON.stringify(
    Array.from({ length: PEER_ROWS }, (_, id) => ({ id, price: `${id}.25`, side: 'buy', open: true })),
  );
  const times: number[] = [];
  for (let turn = 0; turn < PEER_TURNS; turn += 1) {
    const startMs = threadMs();
    if (JSON.stringify(JSON.parse(text)).length !== text.length) throw new Error('the peer changed its text');
    times.push(threadMs() - startMs);
  }
  return times.sort((left, right) => left - right)[PEER_TURNS >> 1] as number;
}

const database = await startDatabase();
const house = await openHouse({
  database: { connectionString: database.connectionString, drop: database.stop },
  checkPublic: false,
});
const visitor = createClient<Calls>(routes, {
  ...{ baseUrl: house.url, head: 'v1', token: () => null, language: () => 'en', actWindowMs: 60_000 },
});
const { satoken } = await visitor.call('register', {
  body: { type: 'account', account: 'bench_user', password: PASSWORD, confirmPassword: PASSWORD },
});

let lastMs = threadMs();
let longestMs = 0;
function turn(): void {
  const nowMs = threadMs();
  longestMs = Math.max(longestMs, nowMs - lastMs);
  lastMs = nowMs;
  setImmediate(turn);
}

process.send?.({ url: house.url, token: satoken, peerMs: peerMs() } satisfies WorstBodyServer);
lastMs = threadMs();
turn();
process.on('message', () => {
  process.send?.(longestMs);
  longestMs = 0;
});
process.once('disconnect', async () => {
  await house.stop();
  process.exit();
});
