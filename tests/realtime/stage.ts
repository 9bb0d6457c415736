import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PublicTrade, Ticker } from '@candor/api';
import { type CommittedBatch, type Engine, openEngine } from '@candor/journal';
import type { Command } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { Client } from 'pg';
import { type Bus, createBus } from '../../apps/server/base/bus/index.ts';
import type { RefusedRequest } from '../../apps/server/base/limits/refusal-log.ts';
import {
  type CoreLink,
  connectCore,
  type RemoteCore,
  serveCore,
} from '../../apps/server/engine/core/index.ts';
import {
  createRealtime,
  type Realtime,
  type RealtimeSettings,
} from '../../apps/server/gateway/realtime/index.ts';
import { liveFeeds } from '../../apps/server/program/subjects/index.ts';
import { liveQueries } from '../../apps/server/program/subjects/live-queries.ts';
import { BTC, bootstrap, HOUSE, indexTick, USDT } from '../api/support/listing.ts';
import { localCore } from '../support/local-core.ts';
import { patientTuning } from '../support/patient-tuning.ts';
import { freshDatabase } from '../support/postgres.ts';

/** The users of the stage, each funded; the token of user 1000 is "token-1000". */
export const USERS = [1000, 1001, 1002, 1003] as const;
export const tokenOf = (userId: number): string => `token-${userId}`;

export interface Stage {
  readonly url: string;
  readonly engine: Engine;
  readonly bus: Bus;
  /** The connection between engine and realtime; null if they share a process. */
  readonly line: StageLine | null;
  readonly realtime: Realtime;
  /** Valid tokens; delete one and tell the bus to end its session. */
  readonly tokens: Map<string, number>;
  /** The errors that realtime reported. */
  readonly errors: unknown[];
  /** Refusals, as the log takes them. */
  readonly refusals: RefusedRequest[];
  submit(userId: number, body: Command): ReturnType<Engine['submit']>;
  /** Keeps committed batches from realtime while it returns true: they are lost to it. */
  losesBatch: (batch: CommittedBatch) => boolean;
  /** Refuses a query of realtime with the error that it returns. */
  refusesQuery: (name: string) => Error | null;
  /** Cuts every connection to the database, as a failing network does. */
  cutDatabase(): Promise<void>;
  stop(): Promise<void>;
}

/** A Unix socket that serves the engine as doors use it. */
export interface StageLine {
  readonly path: string;
  readonly core: RemoteCore;
  /** Closes every connection and stops listening. */
  cut(): Promise<void>;
  reopen(): Promise<void>;
  close(): Promise<void>;
}

export interface StageOptions {
  /** Connects realtime to the engine over a connection that can be cut. */
  readonly overLine?: boolean;
  /** Wraps the bus that realtime uses. */
  readonly bus?: (bus: Bus) => Bus;
  readonly settings?: Partial<RealtimeSettings>;
  readonly tickers?: readonly Ticker[];
  readonly recentTrades?: readonly PublicTrade[];
  readonly proxies?: readonly string[];
  /** Users by the numbers that they have as merchants. */
  readonly merchants?: ReadonlyMap<number, number>;
  /** The clock of the engine and the sockets, in ms since 1970; the machine's if there is none. */
  readonly now?: () => number;
}

/** Opens realtime on a real engine with a database of its own. */
export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const now = options.now ?? Date.now;
  const database = await freshDatabase();
  const funds = USERS.flatMap((accountUserId): Command[] => [
    { type: 'openAccount', accountUserId, kind: 'user' },
    { type: 'practiceFunds', accountUserId, assetId: USDT, amount: (10n ** 14n) as Amount },
    { type: 'practiceFunds', accountUserId, assetId: BTC, amount: (10n ** 11n) as Amount },
  ]);
  const engine = await openEngine({
    connectionString: database.connectionString,
    genesis: { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: 'ab'.repeat(32) },
    bootstrap: [...bootstrap, ...funds],
    now,
    tuning: patientTuning,
  });
  const submit: Stage['submit'] = (userId, body) =>
    engine.submit({ userId, key: null, bodyHash: null, body });
  await submit(0, indexTick(1, now()));

  const errors: unknown[] = [];
  const refusals: RefusedRequest[] = [];
  const bus = createBus((error) => errors.push(error));
  const tokens = new Map(USERS.map((userId) => [tokenOf(userId), userId]));
  const server = createServer((_request, response) => response.writeHead(404).end());
  const losing = {
    losesBatch: (_batch: CommittedBatch): boolean => false,
    refusesQuery: (_name: string): Error | null => null,
  };
  const line = options.overLine === true ? await openLine(engine) : null;
  const core: CoreLink = line?.core ?? localCore(engine);
  const realtime = await createRealtime({
    server,
    feeds: liveFeeds,
    core: {
      ask: (name, ...args) => {
        const refusal = losing.refusesQuery(name);
        return refusal === null ? core.ask(name, ...args) : Promise.reject(refusal);
      },
      status: () => core.status(),
      onCommitted: (listener) => core.onCommitted((batch) => losing.losesBatch(batch) || listener(batch)),
    },
    bus: options.bus?.(bus) ?? bus,
    market: {
      indexTicks: () => [],
      tickers: () => options.tickers ?? [],
      recentTrades: () => options.recentTrades ?? [],
    },
    sessions: {
      async authenticate(token) {
        if (token === 'unavailable') throw new Error('sessions are unavailable');
        const userId = tokens.get(token);
        return userId === undefined ? null : { userId };
      },
    },
    onError: (error) => errors.push(error),
    refusals: { note: (refused) => refusals.push(refused) },
    proxies: options.proxies ?? [],
    merchantOwner: async (merchantId) => options.merchants?.get(merchantId) ?? null,
    now,
    settings: { flushMs: 20, ...options.settings },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return Object.assign(losing, {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    engine,
    bus,
    line,
    realtime,
    tokens,
    errors,
    refusals,
    submit,
    async cutDatabase() {
      const client = new Client({ connectionString: database.connectionString });
      await client.connect();
      await client.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
      await client.end();
    },
    async stop() {
      await realtime.stop();
      server.close();
      await line?.close();
      await engine.stop();
      await database.drop();
    },
  });
}

/** Longer than a busy machine delays a status message; a lost connection is noticed at once. */
const SILENT_MS = 45_000;

async function openLine(engine: Engine): Promise<StageLine> {
  const folder = await mkdtemp(join(tmpdir(), 'line-'));
  const path = join(folder, 'core.sock');
  const serve = () => serveCore(engine, { path, houseUserId: HOUSE, queries: liveQueries });
  let served = await serve();
  const core = await connectCore({ path, role: 'door', retryMs: 20, silentMs: SILENT_MS });
  return {
    path,
    core,
    cut: () => served.close(),
    async reopen() {
      served = await serve();
    },
    async close() {
      await core.close();
      await served.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
