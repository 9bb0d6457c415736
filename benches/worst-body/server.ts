/**
 * A house and its console on a PostgreSQL of their own that measure the turns of their loop. Tells addresses, tokens and what a fixed peer
 * takes to the process that started it, and the longest turn since the last question whenever it is asked.
 */
import process from 'node:process';
import { type Calls, createClient, routes } from '@candor/api';
import type { Command } from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import { openConsole } from '../../tests/api/support/console.ts';
import { openHouse } from '../../tests/api/support/house.ts';
import { BTC, BTCUSDT, USDT } from '../../tests/api/support/listing.ts';
import { startDatabase } from '../journal/postgres.ts';

export interface WorstBodyServer {
  readonly url: string;
  readonly token: string;
  readonly userId: number;
  readonly consoleUrl: string;
  readonly consoleToken: string;
  readonly symbols: readonly string[];
  /** Processor time of the peer, in ms. */
  readonly peerMs: number;
}

const ACCOUNT = 'bench_user';
const PASSWORD = 'correct-horse-9';
const WIDE = { burst: 1e9, perSecond: 1e9 };
/** Levels of the filled book, both sides together; more are not sent. */
const LEVELS = 1_000;
const ORDERS_A_TRADER = 50;
/** The index stands at 50,000. */
const MID_TICKS = 5_000_000;
const FIRST_TRADER = 50_000;
const PEER_ROWS = 20_000;
const PEER_TURNS = 9;

/** Processor time of this thread, in ms. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Returns the processor time to read and write a fixed list of JSON, in ms: about the 20 that a turn may take. */
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

/** Fills a book on both sides, so that its state is as large as one is sent. */
async function fillBook(): Promise<void> {
  const submit = async (sender: number, body: Command): Promise<void> => {
    const { outcome } = await house.engine.submit({ userId: sender, key: null, bodyHash: null, body });
    if (!outcome.ok) throw new Error(`the book is not filled: ${outcome.code}`);
  };
  for (let trader = 0; trader < LEVELS / ORDERS_A_TRADER; trader += 1) {
    const accountUserId = FIRST_TRADER + trader;
    await submit(0, { type: 'openAccount', accountUserId, kind: 'user' });
    for (const assetId of [USDT, BTC])
      await submit(0, { type: 'practiceFunds', accountUserId, assetId, amount: (10n ** 13n) as Amount });
    for (let order = 0; order < ORDERS_A_TRADER; order += 1) {
      const level = (trader * ORDERS_A_TRADER + order) >> 1;
      const isBid = order % 2 === 0;
      await submit(accountUserId, {
        type: 'placeOrder',
        symbolId: BTCUSDT,
        orderType: 'limit',
        timeInForce: 'GTC',
        postOnly: true,
        quoteAmount: null,
        clientOrderId: null,
        lots: 100 as Lots,
        side: isBid ? 'buy' : 'sell',
        priceTicks: (MID_TICKS + (isBid ? -1 - level : 1 + level)) as PriceTicks,
      });
    }
  }
}

const database = await startDatabase();
const house = await openHouse({
  database: { connectionString: database.connectionString, drop: database.stop },
  checkPublic: false,
  // a stranger may have many addresses; what one socket may send at once stays as it is
  sockets: { handshakeBudget: WIDE, addressBudget: WIDE, snapshotBudget: WIDE, maxConnectionsPerIp: 10_000 },
});
const desk = await openConsole(house);
// an operator who may all: what calls cost is no question of rights
const CONSOLE_TOKEN = 'x'.repeat(43);
desk.room.people.authenticate = async () => ({
  operatorId: 1,
  name: 'operator',
  role: 'admin',
  tokenHash: '',
  expiresAtMs: Number.MAX_SAFE_INTEGER,
});
const visitor = createClient<Calls>(routes, {
  baseUrl: house.url,
  head: 'v1',
  token: () => null,
  language: () => 'en',
  actWindowMs: 60_000,
});
const { satoken } = await visitor.call('register', {
  body: { type: 'account', account: ACCOUNT, password: PASSWORD, confirmPassword: PASSWORD },
});

let lastMs = threadMs();
let longestMs = 0;
function turn(): void {
  const nowMs = threadMs();
  longestMs = Math.max(longestMs, nowMs - lastMs);
  lastMs = nowMs;
  setImmediate(turn);
}

const { symbols } = await house.core.ask('spotCatalogue');
const userId = (await house.identity.contacts.owner('account', ACCOUNT)) ?? 0;
await fillBook();

process.send?.({
  url: house.url,
  token: satoken,
  userId,
  consoleUrl: desk.url,
  consoleToken: CONSOLE_TOKEN,
  symbols: symbols.map(({ name }) => name),
  peerMs: peerMs(),
} satisfies WorstBodyServer);
lastMs = threadMs();
turn();
process.on('message', () => {
  process.send?.(longestMs);
  longestMs = 0;
});
process.once('disconnect', async () => {
  await desk.stop();
  await house.stop();
  process.exit();
});
