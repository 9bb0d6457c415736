import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Engine, openEngine } from '@candor/journal';
import { type Projections, startProjections } from '@candor/projections';
import type { FastifyInstance } from 'fastify';
import { Pool } from 'pg';
import { type Logger, pino } from 'pino';
import { type Bus, createBus } from '../../../apps/server/bus/index.ts';
import { openContent } from '../../../apps/server/content/index.ts';
import { type CoreLink, localLink } from '../../../apps/server/core/index.ts';
import {
  createHttpApp,
  createMetrics,
  loadTranslations,
  type Metrics,
} from '../../../apps/server/http/index.ts';
import { type Identity, openIdentity } from '../../../apps/server/identity/index.ts';
import { type Outbox, openOutbox } from '../../../apps/server/outbox/index.ts';
import { createRealtime } from '../../../apps/server/realtime/index.ts';
import { connectTickets, createTicketSigner, serveTickets } from '../../../apps/server/tickets/index.ts';
import {
  createSecondTickets,
  followCatalogue,
  followContracts,
  type MarketSource,
  openPractice,
} from '../../../apps/server/usecases/index.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { patientTuning } from '../../support/patient-tuning.ts';
import { type FreshDatabase, freshDatabase } from '../../support/postgres.ts';
import { bootstrap, indexTick } from './listing.ts';

export interface House {
  readonly url: string;
  readonly engine: Engine;
  readonly core: CoreLink;
  readonly projections: Projections;
  readonly identity: Identity;
  readonly outbox: Outbox;
  readonly pool: Pool;
  readonly bus: Bus;
  readonly app: FastifyInstance;
  readonly metrics: Metrics;
  /** What was logged at warn and above, as one text. */
  readonly logged: () => string;
  /** From now on calls wait for the read models as long as they do for users, and no longer as long as it takes. */
  letHistoryTrail(): void;
  /** Moves the house's own clock: sessions, limits of a day. */
  advance(ms: number): void;
  now(): number;
  stop(): Promise<void>;
}

export interface HouseOptions {
  readonly loginAttemptsPerMinute?: number;
  readonly registrationsPerHour?: number;
  readonly callsPerSecond?: number;
  /** The clock by whose seconds calls are counted; the machine's if there is none. */
  readonly limitClock?: () => number;
  readonly actsPerUserAndDay?: number;
  /** Public answers are computed for each request unless this says for how many ms they are kept. */
  readonly sharedForMs?: number;
  readonly secure?: boolean;
  readonly webRoot?: string | null;
  readonly recentTrades?: MarketSource['recentTrades'];
  readonly candles?: MarketSource['candles'];
  /** The clock of the house and its engine, in ms since 1970; the machine's if there is none. */
  readonly clock?: () => number;
  /** Where the house lies, to open it again; the caller drops it. Else it has one of its own. */
  readonly database?: FreshDatabase;
}

/** A market without a venue: what the public sees before the first price. */
const noMarket: MarketSource = {
  feedKind: () => 'simulator',
  tickers: () => [],
  candles: () => [],
  recentTrades: () => [],
  indexTicks: () => [],
  indexCandles: () => [],
  venues: () => [],
};

/** Opens a whole house on a database of its own: engine, read models, identity, realtime and the HTTP app. */
export async function openHouse(options: HouseOptions = {}): Promise<House> {
  const database = options.database ?? (await freshDatabase());
  const lines: string[] = [];
  const log: Logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  let offsetMs = 0;
  const clock = options.clock ?? Date.now;
  const now = () => clock() + offsetMs;
  const pool = new Pool({ connectionString: database.connectionString, max: 6 });
  pool.on('error', () => {});
  const bus = createBus((error) => log.error({ err: error }, 'bus'));
  const engine = await openEngine({
    connectionString: database.connectionString,
    genesis: { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: 'ab'.repeat(32) },
    bootstrap,
    now: clock,
    tuning: patientTuning,
  });
  await engine.submit({ userId: 0, key: null, bodyHash: null, body: indexTick(1, clock()) });
  const core = localLink(engine);
  const projections = await startProjections({ connectionString: database.connectionString, engine });
  let leastWaitMs = PATIENCE_MS;
  const caughtUp: Projections['caughtUp'] = (seq, timeoutMs = 0) =>
    projections.caughtUp(seq, Math.max(timeoutMs, leastWaitMs));
  const history: Projections = Object.create(projections, { caughtUp: { value: caughtUp } });
  const outbox = await openOutbox({ pool, core, log, retryMs: 50 });
  const identity = await openIdentity({
    pool,
    bus,
    outbox,
    log,
    now,
    limits: {
      loginAttemptsPerMinute: options.loginAttemptsPerMinute ?? 10_000,
      registrationsPerHour: options.registrationsPerHour ?? 10_000,
    },
  });
  const catalogues = await followCatalogue(core, (error) => log.error({ err: error }, 'catalogue'));
  const contractListings = await followContracts(core, (error) => log.error({ err: error }, 'contracts'));
  const practice = await openPractice({ pool, core, outbox, catalogues, enabled: true, now });
  const signer = createTicketSigner(Buffer.alloc(32, 7));
  serveTickets(createSecondTickets({ core, history, catalogues, signer }), bus);
  const server = createServer();
  const realtime = await createRealtime({
    server,
    core,
    bus,
    market: noMarket,
    sessions: identity.sessions,
    onError: (error) => log.error({ err: error }, 'realtime'),
  });
  const metrics = createMetrics(core, () => projections.status().lag);
  const app = await createHttpApp({
    log,
    head: 'v1',
    secure: options.secure ?? false,
    trustProxy: true,
    version: '0.0.0-test',
    sharedForMs: options.sharedForMs ?? 0,
    checkPublic: true,
    limits: {
      callsPerSecond: options.callsPerSecond ?? 1_000_000,
      actsPerUserAndDay: options.actsPerUserAndDay ?? 1_000_000,
      ...(options.limitClock === undefined ? {} : { clock: options.limitClock }),
    },
    translate: await loadTranslations(),
    now,
    core,
    catalogues,
    contractListings,
    history,
    market: {
      ...noMarket,
      recentTrades: options.recentTrades ?? noMarket.recentTrades,
      candles: options.candles ?? noMarket.candles,
    },
    depth: realtime,
    identity,
    outbox,
    practice,
    tickets: await connectTickets(bus),
    content: await openContent(pool),
    platformConfig: () => ({
      head: 'v1',
      apiBase: '',
      socketBase: '',
      mqttPath: '/mqtt',
      mode: 'practice',
      tokenAgeSeconds: 604_800,
      cookieTimeDays: 7,
    }),
    metrics,
    webRoot: options.webRoot ?? null,
    notReady: () => (engine.status().state === 'ready' ? {} : { journal: engine.status().reason ?? '' }),
  });
  await app.ready();
  server.on('request', app.routing);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    engine,
    core,
    projections,
    identity,
    outbox,
    pool,
    bus,
    app,
    metrics,
    logged: () => lines.join(''),
    letHistoryTrail: () => {
      leastWaitMs = 0;
    },
    advance: (ms) => {
      offsetMs += ms;
    },
    now,
    async stop() {
      server.closeAllConnections();
      await realtime.stop();
      server.close();
      await app.close();
      identity.stop();
      await outbox.stop();
      catalogues.stop();
      await projections.stop();
      await engine.stop();
      await pool.end();
      if (options.database === undefined) await database.drop();
    },
  };
}
