import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine, openEngine, readPlaces } from '@candor/journal';
import { type Projections, startProjections } from '@candor/projections';
import type { FastifyInstance } from 'fastify';
import { Pool } from 'pg';
import { type Logger, pino } from 'pino';
import { type Bus, createBus } from '../../../apps/server/base/bus/index.ts';
import { kyselyOf } from '../../../apps/server/base/database/index.ts';
import type { Task } from '../../../apps/server/base/jobs/index.ts';
import { createRefusalLog } from '../../../apps/server/base/limits/refusal-log.ts';
import type { LeftOut, OwnData } from '../../../apps/server/base/records/own-data.ts';
import { createLifecycle } from '../../../apps/server/base/work/lifecycle.ts';
import type { CatalogueFollower } from '../../../apps/server/engine/catalogue/index.ts';
import type { CoreLink } from '../../../apps/server/engine/core/index.ts';
import { type Outbox, openOutbox } from '../../../apps/server/engine/outbox/index.ts';
import type { History, MarketSource } from '../../../apps/server/engine/ports.ts';
import type { Files } from '../../../apps/server/gateway/files/index.ts';
import { createMetrics, loadTranslations, type Metrics } from '../../../apps/server/gateway/http/index.ts';
import type { Deliveries } from '../../../apps/server/gateway/messages/index.ts';
import { startNoticeWriter } from '../../../apps/server/gateway/notices/index.ts';
import { createRealtime, type RealtimeSettings } from '../../../apps/server/gateway/realtime/index.ts';
import type { ReviewKind, Reviews } from '../../../apps/server/gateway/review/index.ts';
import type { Bank } from '../../../apps/server/money/bank/index.ts';
import type { LoanRoom } from '../../../apps/server/money/loan/index.ts';
import type { Recharges } from '../../../apps/server/money/recharges/index.ts';
import type { Withdrawals } from '../../../apps/server/money/withdrawals/index.ts';
import type { Touches } from '../../../apps/server/operators/touches/index.ts';
import {
  createCustomerApp,
  leftOut,
  liveFeeds,
  openServices,
  ownData,
  subjectTasks,
} from '../../../apps/server/program/subjects/index.ts';
import { noticeSources } from '../../../apps/server/program/subjects/notice-sources.ts';
import type { OtcRoom } from '../../../apps/server/trading/otc/index.ts';
import {
  connectTickets,
  createSecondTickets,
  createTicketSigner,
  serveTickets,
} from '../../../apps/server/trading/seconds/index.ts';
import type { Chat } from '../../../apps/server/users/chat/index.ts';
import type { Factors } from '../../../apps/server/users/factors/index.ts';
import { type Identity, usersAfter } from '../../../apps/server/users/identity/index.ts';
import type { Kyc } from '../../../apps/server/users/kyc/index.ts';
import type { ListingRoom } from '../../../apps/server/users/listings/index.ts';
import { lateForOutbox } from '../../support/late-outbox.ts';
import { localCore } from '../../support/local-core.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { patientTuning } from '../../support/patient-tuning.ts';
import type { FreshDatabase } from '../../support/postgres.ts';
import { houseDatabase } from './house-database.ts';
import { bootstrap, indexTick } from './listing.ts';

export interface House {
  readonly url: string;
  readonly engine: Engine;
  readonly core: CoreLink;
  readonly projections: Projections;
  /** Resolves once the notices of all that was committed are stored, in a house that writes them. */
  noticed(): Promise<void>;
  /** Stops the writer of notices, does something, and starts it again. */
  withoutNotices(work: () => Promise<unknown>): Promise<void>;
  readonly identity: Identity;
  readonly factors: Factors;
  readonly reviews: Reviews;
  readonly withdrawals: Withdrawals;
  readonly recharges: Recharges;
  readonly loans: LoanRoom;
  readonly listing: ListingRoom;
  readonly catalogues: CatalogueFollower;
  readonly files: Files;
  readonly kyc: Kyc;
  readonly touches: Touches;
  readonly chat: Chat;
  readonly otc: OtcRoom;
  readonly bank: Bank;
  readonly history: History;
  /** Folder of users' files. */
  readonly filesFolder: string;
  /** The paths of all files in it. */
  storedFiles(): Promise<string[]>;
  /** Runs a job of a subject at once, as the process of the jobs would. */
  runTask(name: string, row: string): Promise<void>;
  /** The rows that the rooms keep about users, and those that no export shows. */
  readonly ownData: readonly OwnData[];
  readonly leftOut: readonly LeftOut[];
  /** Requests to remove lost factors, as the operators' queue takes them. */
  readonly recoveryReview: ReviewKind;
  readonly outbox: Outbox;
  readonly pool: Pool;
  readonly bus: Bus;
  readonly app: FastifyInstance;
  readonly metrics: Metrics;
  /** Returns the log at warn and above, as one text, without what it says of refused calls. */
  readonly logged: () => string;
  /** Returns what the log says of refused calls. */
  readonly refusals: () => readonly Readonly<Record<string, unknown>>[];
  /** From now on calls wait for the read models as long as they do for users, and no longer as long as it takes. */
  letHistoryTrail(): void;
  /** Moves the house's own clock: sessions, limits of a day. */
  advance(ms: number): void;
  now(): number;
  stop(): Promise<void>;
}

export interface HouseOptions {
  /** True for a house that writes notices. */
  readonly notices?: boolean;
  readonly loginAttemptsPerMinute?: number;
  readonly registrationsPerHour?: number;
  readonly callsPerSecond?: number;
  readonly codesPerHour?: number;
  readonly smsPerCountryAndHour?: number;
  /** Deliverers of messages; the console by default, and nothing leaves the house. */
  readonly deliveries?: Deliveries;
  /** The clock by whose seconds calls are counted; the machine's if there is none. */
  readonly limitClock?: () => number;
  readonly actsPerUserAndDay?: number;
  readonly actsPerAddressAndDay?: number;
  /** Public answers are computed for each request unless this says for how many ms they are kept. */
  readonly sharedForMs?: number;
  /** Says whether public rows are checked against the contract as well: they are unless this is false. */
  readonly checkPublic?: boolean;
  readonly secure?: boolean;
  /** Limits of the sockets that differ from the program's. */
  readonly sockets?: Partial<RealtimeSettings>;
  readonly webRoot?: string | null;
  readonly recentTrades?: MarketSource['recentTrades'];
  readonly candles?: MarketSource['candles'];
  readonly feedKind?: MarketSource['feedKind'];
  /** Folder of recorded candles of gold and currencies. */
  readonly mt5Candles?: string;
  /** The clock of the house and its engine, in ms since 1970; the machine's if there is none. */
  readonly clock?: () => number;
  /** Connections to the database. With one alone, what asks for a second within a transaction waits for ever. */
  readonly connections?: number;
  /** Database of the house, to open it again; the caller drops it. Else it has one of its own. */
  readonly database?: FreshDatabase;
}

/** The key that codes are derived with in every house. */
export const CODES_KEY: Uint8Array = Buffer.alloc(32, 9);

const isRefusal = (line: string): boolean =>
  /"msg":"(a request was|more requests of this address were) refused/.test(line);

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
  const database = options.database ?? (await houseDatabase(openHouse));
  const lines: string[] = [];
  const log: Logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  let offsetMs = 0;
  const clock = options.clock ?? Date.now;
  const now = () => clock() + offsetMs;
  const pool = new Pool({ connectionString: database.connectionString, max: options.connections ?? 6 });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const bus = createBus((error) => log.error({ err: error }, 'bus'));
  const engine = await openEngine({
    connectionString: database.connectionString,
    genesis: { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: 'ab'.repeat(32) },
    bootstrap,
    now: clock,
    tuning: patientTuning,
  });
  await engine.submit({ userId: 0, key: null, bodyHash: null, body: indexTick(1, clock()) });
  const core = localCore(engine);
  const projections = await startProjections({ connectionString: database.connectionString, engine });
  let leastWaitMs = PATIENCE_MS;
  const caughtUp: Projections['caughtUp'] = (seq, timeoutMs = 0) =>
    projections.caughtUp(seq, Math.max(timeoutMs, leastWaitMs));
  const places: History['places'] = (seqs) => readPlaces(pool, seqs);
  const history: Projections & Pick<History, 'places'> = Object.create(projections, {
    caughtUp: { value: caughtUp },
    places: { value: places },
  });
  const outbox = await openOutbox({ pool, core: lateForOutbox(core), log, retryMs: 50 });
  const lifecycle = createLifecycle((line) => log.error(line));
  const filesFolder = await mkdtemp(join(tmpdir(), 'candor-files-'));
  const services = await openServices(lifecycle, {
    pool,
    bus,
    core,
    outbox,
    log,
    now,
    demo: true,
    deliveries: options.deliveries ?? { email: 'console', sms: 'console' },
    codesKey: CODES_KEY,
    factorsKey: Buffer.alloc(32, 9),
    publicUrl: null,
    fileStore: { masterKey: Buffer.alloc(32, 8), folder: filesFolder },
    mt5Candles: options.mt5Candles ?? null,
    limits: {
      codesPerHour: options.codesPerHour ?? 10_000,
      smsPerCountryAndHour: options.smsPerCountryAndHour ?? 10_000,
      loginAttemptsPerMinute: options.loginAttemptsPerMinute ?? 10_000,
      registrationsPerHour: options.registrationsPerHour ?? 10_000,
    },
  });
  const {
    identity,
    factors,
    files,
    kyc,
    touches,
    catalogues,
    reviews,
    withdrawals,
    recharges,
    loans,
    listing,
    chat,
    otc,
    bank,
  } = services;
  const furnished = { ...services, pool, core, history, outbox, now };
  const tasks: readonly Task[] = subjectTasks(furnished);
  const writeNotices = () =>
    startNoticeWriter({
      pool,
      bus,
      journal: engine,
      sources: noticeSources({ ...services, db: kyselyOf(pool), history, now }),
      caughtUp: (seq, timeoutMs) => projections.caughtUp(seq, timeoutMs),
      usersAfter,
      now,
      log: (line) => log.error(line),
    });
  let notices = options.notices === true ? await writeNotices() : null;
  const signer = createTicketSigner(Buffer.alloc(32, 7));
  serveTickets(createSecondTickets({ core, history, catalogues, signer }), bus);
  const server = createServer();
  const refusals = createRefusalLog(log);
  const realtime = await createRealtime({
    server,
    core,
    bus,
    market: noMarket,
    sessions: identity.sessions,
    chatOwner: chat.ownerOf,
    merchantOwner: otc.ownerOf,
    feeds: liveFeeds,
    refusals,
    proxies: ['127.0.0.0/8', '::1'],
    settings: options.sockets ?? {},
    onError: (error) => log.error({ err: error }, 'realtime'),
  });
  const metrics = createMetrics(core, () => projections.status().lag);
  const app = await createCustomerApp({
    services: {
      ...services,
      core,
      history,
      now,
      depth: realtime,
      secure: options.secure ?? false,
      market: {
        ...noMarket,
        recentTrades: options.recentTrades ?? noMarket.recentTrades,
        candles: options.candles ?? noMarket.candles,
        feedKind: options.feedKind ?? noMarket.feedKind,
      },
      tickets: await connectTickets(bus),
    },
    log,
    refusals,
    head: 'v1',
    proxies: ['127.0.0.0/8', '::1'],
    version: '0.0.0-test',
    sharedForMs: options.sharedForMs ?? 0,
    checkPublic: options.checkPublic ?? true,
    limits: {
      callsPerSecond: options.callsPerSecond ?? 1_000_000,
      actsPerUserAndDay: options.actsPerUserAndDay ?? 1_000_000,
      actsPerAddressAndDay: options.actsPerAddressAndDay ?? 1_000_000,
      ...(options.limitClock === undefined ? {} : { clock: options.limitClock }),
    },
    translate: await loadTranslations(),
    platformConfig: () => ({
      head: 'v1',
      apiBase: '',
      socketBase: '',
      mqttPath: '/mqtt',
      mode: 'practice',
      tenantId: 'candor',
      tokenAgeSeconds: 604_800,
      cookieTimeDays: 7,
      withdrawalKey: withdrawals.sealed.currentKey(),
    }),
    metrics,
    webRoot: options.webRoot ?? null,
    securityText: null,
    notReady: () => (engine.status().state === 'ready' ? {} : { journal: engine.status().reason ?? '' }),
  });
  await app.ready();
  server.on('request', app.routing);
  // the kernel resets connections past the backlog where a busy machine is slow to accept them
  const place = { port: 0, host: '127.0.0.1', backlog: 4_096 };
  await new Promise<void>((resolve) => server.listen(place, resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    engine,
    core,
    projections,
    noticed: async () => notices?.settled(),
    async withoutNotices(work) {
      await notices?.stop();
      await work();
      notices = await writeNotices();
    },
    identity,
    factors,
    files,
    kyc,
    touches,
    chat,
    reviews,
    withdrawals,
    recharges,
    loans,
    listing,
    otc,
    bank,
    history,
    catalogues,
    filesFolder,
    async storedFiles() {
      const found = await readdir(filesFolder, { recursive: true, withFileTypes: true });
      return found.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
    },
    async runTask(name, row) {
      const task = tasks.find((each) => each.name === name);
      if (task === undefined) throw new Error(`no task is named ${name}`);
      await task.run(row, { attempt: 1, isLast: false });
    },
    ownData: ownData(furnished),
    leftOut,
    recoveryReview: services.recovery.review,
    outbox,
    pool,
    bus,
    app,
    metrics,
    logged: () => lines.filter((line) => !isRefusal(line)).join(''),
    refusals: () => lines.filter(isRefusal).map((line) => JSON.parse(line)),
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
      refusals.end();
      await lifecycle.stop();
      await outbox.stop();
      await notices?.stop();
      await projections.stop();
      await engine.stop();
      await pool.end();
      await rm(filesFolder, { recursive: true, force: true });
      if (options.database === undefined) await database.drop();
    },
  };
}
