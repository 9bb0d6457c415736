import { createHash, randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine, openEngine } from '@candor/journal';
import type { Amount } from '@candor/money';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { createBus } from '../../apps/server/base/bus/index.ts';
import { createRefusalLog } from '../../apps/server/base/limits/refusal-log.ts';
import { createLifecycle } from '../../apps/server/base/work/lifecycle.ts';
import type { CoreLink } from '../../apps/server/engine/core/index.ts';
import { openOutbox } from '../../apps/server/engine/outbox/index.ts';
import { createMetrics } from '../../apps/server/gateway/http/index.ts';
import { createCustomerApp, openServices } from '../../apps/server/program/subjects/index.ts';
import { createSecondTickets, createTicketSigner } from '../../apps/server/trading/seconds/index.ts';
import { bootstrap, indexTick } from '../../tests/api/support/listing.ts';

export interface BenchHouse {
  readonly listener: Awaited<ReturnType<typeof createCustomerApp>>;
  /** A signed-in user's token each. */
  readonly tokens: readonly string[];
}

const FIRST_USER = 1000;
const HOUR_MS = 3_600_000;

/** Opens the exchange without its doors: `users` funded accounts on a separate journal. */
export async function openBenchCore(connectionString: string, users: number): Promise<Engine> {
  const engine = await openEngine({
    connectionString,
    genesis: { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: 'ab'.repeat(32) },
    bootstrap,
  });
  const system = (body: Parameters<Engine['submit']>[0]['body']) =>
    engine.submit({ userId: 0, key: null, bodyHash: null, body });
  await system(indexTick(1, Date.now()));
  for (let userId = FIRST_USER; userId < FIRST_USER + users; userId += 1) {
    await system({ type: 'openAccount', accountUserId: userId, kind: 'user' });
    for (const assetId of [1001, 1002]) {
      const amount = (10_000_000n * 100_000_000n) as Amount;
      await system({ type: 'practiceFunds', accountUserId: userId, assetId, amount });
    }
  }
  return engine;
}

export interface BenchHouseOptions {
  readonly connectionString: string;
  /** The core that the rooms query, wherever it runs. */
  readonly core: CoreLink;
  /** Accepts the orders in place of that core: the order handling of a peer. */
  readonly orders?: CoreLink;
  /** The number of the core's users that are signed in. */
  readonly users: number;
  readonly pool: Pool;
}

/** Opens the customers' API as in production, for the users of a core. */
export async function openBenchHouse(options: BenchHouseOptions): Promise<BenchHouse> {
  const { core, orders = core, users, pool } = options;
  const log = pino({ level: 'silent' });
  const now = Date.now;
  const bus = createBus(() => {});
  const outbox = await openOutbox({ pool, core, log });
  const limits = {
    loginAttemptsPerMinute: 1,
    registrationsPerHour: 1,
    codesPerHour: 1,
    smsPerCountryAndHour: 1,
  };
  const deliveries = { email: null, sms: null };
  const lifecycle = createLifecycle(() => {});
  const services = await openServices(lifecycle, {
    pool,
    bus,
    core,
    outbox,
    limits,
    log,
    now,
    deliveries,
    demo: true,
    codesKey: null,
    factorsKey: null,
    publicUrl: null,
    mt5Candles: null,
    fileStore: { masterKey: Buffer.alloc(32), folder: join(tmpdir(), 'candor-bench-files') },
  });
  const { catalogues } = services;
  const listener = await createCustomerApp({
    services: {
      ...services,
      core: orders,
      history: noHistory,
      now,
      secure: false,
      market: noMarket,
      depth: { depthSnapshot: () => null },
      tickets: createSecondTickets({
        core,
        history: noHistory,
        catalogues,
        signer: createTicketSigner(Buffer.alloc(32)),
      }),
    },
    log,
    refusals: createRefusalLog(log),
    head: 'v1',
    proxies: [],
    version: 'bench',
    sharedForMs: 1_000,
    checkPublic: false,
    limits: {
      callsPerSecond: 10_000_000,
      actsPerUserAndDay: 1_000_000_000,
      actsPerAddressAndDay: 1_000_000_000,
    },
    translate: (_, key) => key,
    metrics: createMetrics(core, () => 0),
    platformConfig: () => {
      throw new Error('no page asks');
    },
    webRoot: null,
    securityText: null,
    notReady: () => ({}),
  });
  await listener.ready();
  const tokens: string[] = [];
  for (let user = 0; user < users; user += 1) tokens.push(await signIn(pool, FIRST_USER + user));
  return { listener, tokens };
}

const noMarket = {
  feedKind: () => 'simulator' as const,
  tickers: () => [],
  candles: () => [],
  recentTrades: () => [],
  indexTicks: () => [],
  indexCandles: () => [],
  venues: () => [],
};
const noPage = async () => ({ rows: [], next: null });
const noEarn = {
  orders: noPage,
  order: async () => null,
  entries: noPage,
  sums: async () => [],
  renewing: noPage,
  offerChanges: async () => [],
  paidTo: async () => new Map(),
  principalMoves: async () => [],
};
const noHistory = {
  spot: {
    orders: noPage,
    order: async () => null,
    keptAs: async () => null,
    fills: noPage,
    lastTrades: async () => [],
    tradesSince: async () => 0,
  },
  bills: {
    bills: noPage,
    firstMs: async () => null,
    lastBefore: async () => [],
    dailyChanges: async () => [],
    tradesOf: async () => [],
  },
  market: { changes: noPage, listings: async () => [] },
  loan: {
    applications: async () => [],
    byApplications: async () => [],
    applicationOf: async () => null,
    borrowers: async () => [],
    entries: async () => [],
    poolEntries: noPage,
    poolSums: async () => [],
    offerChanges: async () => [],
    credit: noPage,
    creditSteps: noPage,
  },
  staking: noEarn,
  finance: noEarn,
  mining: {
    moves: noPage,
    move: async () => null,
    moveBy: async () => null,
    fundings: async () => [],
    holders: async () => [],
    entries: noPage,
    principalMoves: async () => [],
    points: async () => [],
    paid: async () => ({ paid7Days: 0n as Amount, paid30Days: 0n as Amount }),
  },
  otc: {
    orders: noPage,
    order: async () => null,
    entries: async () => [],
    standing: async () => ({ released: 0, faults: 0, medianReleaseMs: null }),
    payer: async () => ({ released: 0, sellers: 0, firstMs: null }),
    pairReleased: async () => 0,
    volume: async () => [],
  },
  swaps: { swaps: noPage, swap: async () => null, quote: async () => null, changes: noPage },
  referral: {
    sums: async () => [],
    days: noPage,
    agentDays: noPage,
    rebates: noPage,
    brought: async () => [],
    fees: async () => [],
    figures: async () => [],
  },
  seconds: {
    contracts: async () => [],
    contract: async () => null,
    changes: async () => [],
    lastEnded: async () => [],
    lastResults: async () => new Map(),
  },
  margin: {
    loans: async () => ({ rows: [], next: null }),
    interest: async () => ({ rows: [], next: null }),
    receipts: async () => ({ rows: [], next: null }),
  },
  perpetual: {
    orders: noPage,
    order: async () => null,
    keptAs: async () => null,
    fills: noPage,
    closedPositions: noPage,
    closedPosition: async () => null,
    exit: async () => null,
    exits: noPage,
    receipts: noPage,
    funding: noPage,
  },
  places: async () => new Map(),
  caughtUp: async () => true,
  status: () => ({ seq: 0, lag: 0, reason: null }),
};

/** Creates a session of a user without the cost of a password. */
async function signIn(pool: Pool, userId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await pool.query(
    `insert into identity.user (user_id, account, password_hash, invite_code, language) values ($1, $2, '-', $3, 'en')`,
    [userId, `bench_${userId}`, `BENCH${userId}`],
  );
  await pool.query(
    `insert into identity.session (token_hash, user_id, family, issued_at, expires_at)
     values ($1, $2, gen_random_uuid(), now(), $3)`,
    [createHash('sha256').update(token).digest(), userId, new Date(Date.now() + HOUR_MS)],
  );
  return token;
}
