import { calls, type PlatformConfig } from '@candor/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { clientAddressReader } from '../client-address.ts';
import type { Content } from '../content/index.ts';
import type { CoreLink } from '../core/index.ts';
import type { Identity, Session } from '../identity/index.ts';
import type { Outbox } from '../outbox/index.ts';
import { aloneAtDoor, type ShareLimit } from '../shared-limits.ts';
import type { Tickets } from '../tickets/index.ts';
import { createTurns } from '../turns.ts';
import {
  type CatalogueFollower,
  type ContractFollower,
  createActLimit,
  createBalanceReader,
  createContractMarkets,
  createContractRecords,
  createContracts,
  createFeeTierReader,
  createMargin,
  createOrders,
  createRecords,
  createSeconds,
  createTransfers,
  type DepthSource,
  type History,
  limitActs,
  limitPractice,
  type MarketSource,
  type Practice,
} from '../usecases/index.ts';
import type { Handlers } from './context.ts';
import { serveDocs } from './docs.ts';
import type { Translate } from './envelope.ts';
import { accountHandlers } from './handlers/account.ts';
import { contractHandlers } from './handlers/contracts.ts';
import { marginHandlers } from './handlers/margin.ts';
import { marketHandlers } from './handlers/market.ts';
import { secondsHandlers } from './handlers/seconds.ts';
import { startupHandlers } from './handlers/startup.ts';
import { tradingHandlers } from './handlers/trading.ts';
import { legacyHandlers } from './handlers/trading-legacy.ts';
import { orderHandlers } from './handlers/trading-orders.ts';
import { walletHandlers } from './handlers/wallet.ts';
import type { Metrics } from './metrics.ts';
import { type Readiness, serveOperations } from './operations.ts';
import { servePages } from './pages.ts';
import { servePlatformConfig } from './platform-config.ts';
import { answerProtocolErrors, BODY_LIMIT_BYTES, readJsonOnly, refuseUnroutable } from './protocol.ts';
import { limitRequests, type RequestLimit } from './request-limit.ts';
import { answerHeaders, secureAnswers, securePages } from './security.ts';
import { serveCalls } from './serve-calls.ts';
import type { Services } from './services.ts';
import { createSharedAnswers } from './shared-answers.ts';

export interface HttpLimits {
  /** Points of an address, and of a user, in a second; a common call costs one. */
  readonly callsPerSecond: number;
  /** The clock by whose seconds points are counted, in ms; the machine's steady one if there is none. */
  readonly clock?: () => number;
  /** How much one user may have journaled in a UTC day. */
  readonly actsPerUserAndDay: number;
  /** Shares these limits with the other doors; without it, they count this door only. */
  readonly share?: ShareLimit;
}

/** Everything that the customers' app stands on; it makes nothing of this itself and ends nothing of it. */
export interface HttpDeps extends Readiness {
  readonly log: Logger;
  /** The prefix that stands for {head}. */
  readonly head: string;
  /** Whether users come over https: then cookies are bound to the host and HSTS is sent. */
  readonly secure: boolean;
  /** Whether a proxy of ours sits in front: then the address that it saw counts. */
  readonly trustProxy: boolean;
  readonly version: string;
  readonly limits: HttpLimits;
  /** How long public answers are kept as bytes, in ms. */
  readonly sharedForMs: number;
  /** Checks public rows against the contract before they leave; rows of a user are always checked. */
  readonly checkPublic: boolean;
  readonly translate: Translate;
  readonly now: () => number;
  readonly core: CoreLink;
  readonly catalogues: CatalogueFollower;
  readonly contractListings: ContractFollower;
  readonly history: History;
  readonly market: MarketSource;
  readonly depth: DepthSource;
  readonly identity: Identity;
  readonly outbox: Outbox;
  readonly practice: Practice;
  readonly content: Content;
  /** Signs the terms of second contracts. */
  readonly tickets: Tickets;
  readonly platformConfig: () => PlatformConfig;
  /** Told of every answer; served to operators only. */
  readonly metrics: Metrics;
  /** The folder of the built web app; null serves the API alone. */
  readonly webRoot: string | null;
}

/** Beside its points an address has a tenth as many retries of what was done. */
const CALLS_PER_REPEAT = 10;
/** At most so many dear answers are computed at once for one address, so that it never holds every database connection. */
const PUBLIC_ANSWERS_AT_ONCE = 2;

/**
 * The customers' HTTP app: the API, its documentation, the operations' endpoints and the web app. Not listening yet:
 * await `ready()` and hand requests to `routing`.
 */
export async function createHttpApp(deps: HttpDeps): Promise<FastifyInstance> {
  let limit: RequestLimit;
  const app = Fastify({
    // Its own logger watches the end of every answer and checks itself anew for each; what is said here says more.
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    frameworkErrors: refuseUnroutable(deps.translate, (request, reply) =>
      limit.admits(request, reply),
    ) as never,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 256 },
    exposeHeadRoutes: false,
  });
  const { catalogues, contractListings } = deps;
  limit = limitRequests(app, {
    clientAddress: clientAddressReader(deps.trustProxy),
    ...(deps.limits.clock === undefined ? {} : { clock: deps.limits.clock }),
    share: deps.limits.share,
    pointsPerSecond: deps.limits.callsPerSecond,
    repeatsPerSecond: Math.ceil(deps.limits.callsPerSecond / CALLS_PER_REPEAT),
    translate: deps.translate,
    headers: answerHeaders(deps.secure),
    onRefused: deps.metrics.refused,
  });
  readJsonOnly(app);
  answerProtocolErrors(app, deps.log, deps.translate);

  await app.register(async (api) => {
    secureAnswers(api, deps.secure);
    serveOperations(api, deps);
    serveCalls(api, {
      log: deps.log,
      table: calls,
      handlers: handlersOf(servicesOf(deps)),
      head: deps.head,
      authenticate: (token) => deps.identity.sessions.authenticate(token),
      translate: deps.translate,
      limit,
      userKey: ({ userId }) => `user ${userId}`,
      shared: createSharedAnswers(deps.sharedForMs, () => [catalogues.current(), contractListings.current()]),
      turns: createTurns(PUBLIC_ANSWERS_AT_ONCE),
      checkPublic: deps.checkPublic,
      headers: Object.entries(answerHeaders(deps.secure)).flat(),
      now: deps.now,
      onAnswer: deps.metrics.answered,
    });
  });
  await app.register(async (pages) => {
    await securePages(pages, deps.secure);
    if (deps.webRoot !== null) await servePages(pages, deps.webRoot);
    serveDocs(pages, calls, { title: 'Candor API', version: deps.version, head: deps.head });
    servePlatformConfig(pages, deps.platformConfig);
  });
  return app;
}

function servicesOf(deps: HttpDeps): Services {
  const { catalogues, history, contractListings, practice } = deps;
  const { actsPerUserAndDay, share = aloneAtDoor } = deps.limits;
  const acts = createActLimit(actsPerUserAndDay, deps.now, share('acts'));
  const core = limitActs(deps.core, acts);
  return {
    ...deps,
    core,
    practice: limitPractice(deps.core, practice, acts),
    orders: createOrders(core, catalogues),
    feeTiers: createFeeTierReader(core, catalogues),
    records: createRecords(core, history, catalogues),
    seconds: createSeconds({ ...deps, core }),
    balances: createBalanceReader(core, catalogues),
    contracts: createContracts({ core, history, catalogues, listings: contractListings }),
    contractRecords: createContractRecords(core, history, catalogues, contractListings),
    contractMarkets: createContractMarkets({ ...deps, core, contracts: contractListings }),
    transfers: createTransfers(core, catalogues),
    margin: createMargin({ ...deps, core }),
  };
}

function handlersOf(services: Services): Handlers<typeof calls, Session> {
  return {
    ...startupHandlers(services),
    ...accountHandlers(services),
    ...walletHandlers(services),
    ...marketHandlers(services),
    ...tradingHandlers(services),
    ...orderHandlers(services),
    ...legacyHandlers(services),
    ...contractHandlers(services),
    ...secondsHandlers(services),
    ...marginHandlers(services),
  };
}
