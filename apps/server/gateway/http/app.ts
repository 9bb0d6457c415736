import { type Call, type Calls, calls, type PlatformConfig } from '@candor/api';
import { loadCustomerRoom } from '@candor/i18n';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { clientAddressReader } from '../../base/limits/client-address.ts';
import type { RefusalLog } from '../../base/limits/refusal-log.ts';
import type { ShareLimit } from '../../base/limits/shared-limits.ts';
import { createTurns } from '../../base/limits/turns.ts';
import { type Files, serveFiles } from '../files/index.ts';
import { BODY_LIMIT_BYTES } from './body-limit.ts';
import type { Handlers, SignedIn } from './context.ts';
import { serveDocs } from './docs.ts';
import type { Translate } from './envelope.ts';
import type { Metrics } from './metrics.ts';
import { type Readiness, serveOperations } from './operations.ts';
import { servePages } from './pages.ts';
import { servePlatformConfig } from './platform-config.ts';
import { answerProtocolErrors, readForms, readJsonOnly, refuseUnroutable } from './protocol.ts';
import { limitRequests, type RequestLimit } from './request-limit.ts';
import { answerHeaders, secureAnswers, securePages } from './security.ts';
import { type SecurityContact, serveSecurityText } from './security-text.ts';
import {
  type Authenticate,
  type AuthenticateKey,
  type ServeCallsOptions,
  serveCalls,
} from './serve-calls.ts';
import { createSharedAnswers } from './shared-answers.ts';
import type { StepUpGate } from './step-up-gate.ts';

export interface HttpLimits {
  /** Points of an address, and of a user, in a second; a common call costs one. */
  readonly callsPerSecond: number;
  /** The clock by whose seconds points are counted, in ms; the machine's steady one if there is none. */
  readonly clock?: () => number;
  /** Shares these limits with the other doors; without it, they count this door only. */
  readonly share?: ShareLimit;
}

/** Everything that the customers' app stands on; it makes nothing of this itself and ends nothing of it. */
export interface HttpDeps<Session extends SignedIn> extends Readiness {
  readonly log: Logger;
  /** The prefix that stands for {head}. */
  readonly head: string;
  /** True if users connect over https: cookies are then bound to the host and HSTS is sent. */
  readonly secure: boolean;
  /** True if HSTS holds for the hosts below ours too. */
  readonly subdomains?: boolean;
  /** Addresses and networks of our proxies in front: the address that they saw is then the client's. */
  readonly proxies: readonly string[];
  readonly version: string;
  readonly limits: HttpLimits;
  /** Time for which public answers are kept as bytes, in ms. */
  readonly sharedForMs: number;
  /** Checks public rows against the contract before they leave; rows of a user are always checked. */
  readonly checkPublic: boolean;
  readonly translate: Translate;
  readonly now: () => number;
  readonly handlers: Handlers<Calls, Session>;
  readonly authenticate: Authenticate<Session>;
  readonly byKey: AuthenticateKey<Session>;
  /** See `ServeCallsOptions`. */
  readonly admit: (call: Call, session: Session) => void;
  readonly stepUp: StepUpGate<Session>;
  /** Objects that public answers depend on: a kept answer ends when one of them is replaced. */
  readonly publicState: () => readonly unknown[];
  readonly platformConfig: () => PlatformConfig;
  /** The images of users, shown by links that expire. */
  readonly files: Files;
  /** See `ServeCallsOptions`. */
  readonly visitorKey?: ServeCallsOptions<typeof calls, Session>['visitorKey'];
  /** Serves what is neither a call nor a page, such as the files of one subject. */
  readonly downloads?: (api: FastifyInstance, headers: Readonly<Record<string, string>>) => void;
  /** Takes what is refused; whoever made it ends it. */
  readonly refusals: RefusalLog;
  /** Records every answer; served to operators only. */
  readonly metrics: Metrics;
  /** Text of security.txt; null serves none. */
  readonly securityText: SecurityContact | null;
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
export async function createHttpApp<Session extends SignedIn>(
  deps: HttpDeps<Session>,
): Promise<FastifyInstance> {
  const { refusals } = deps;
  let limit: RequestLimit;
  const app = Fastify({
    // Fastify's logger watches the end of every answer and checks itself each time; our own log lines say more.
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    frameworkErrors: refuseUnroutable(deps.translate, (request, reply) =>
      limit.admits(request, reply),
    ) as never,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 256 },
    exposeHeadRoutes: false,
  });
  limit = limitRequests(app, {
    clientAddress: clientAddressReader(deps.proxies),
    ...(deps.limits.clock === undefined ? {} : { clock: deps.limits.clock }),
    share: deps.limits.share,
    pointsPerSecond: deps.limits.callsPerSecond,
    repeatsPerSecond: Math.ceil(deps.limits.callsPerSecond / CALLS_PER_REPEAT),
    translate: deps.translate,
    headers: answerHeaders(deps),
    onRefused(address) {
      deps.metrics.refused();
      refusals.note({ address, who: null, call: null, why: 'RATE_LIMITED' });
    },
  });
  readJsonOnly(app);
  readForms(app, limit);
  answerProtocolErrors(app, deps.log, deps.translate);

  await app.register(async (api) => {
    secureAnswers(api, deps);
    serveOperations(api, deps);
    if (deps.securityText !== null) serveSecurityText(api, deps.securityText, deps.now);
    serveFiles(api, deps.files, 'customer', answerHeaders(deps));
    deps.downloads?.(api, answerHeaders(deps));
    serveCalls(api, {
      log: deps.log,
      table: calls,
      handlers: deps.handlers,
      head: deps.head,
      authenticate: deps.authenticate,
      byKey: deps.byKey,
      admit: deps.admit,
      ...(deps.visitorKey === undefined ? {} : { visitorKey: deps.visitorKey }),
      stepUp: deps.stepUp,
      translate: deps.translate,
      limit,
      refusals,
      userKey: ({ userId }) => `user ${userId}`,
      shared: createSharedAnswers(deps.sharedForMs, deps.publicState),
      turns: createTurns(PUBLIC_ANSWERS_AT_ONCE),
      checkPublic: deps.checkPublic,
      headers: Object.entries(answerHeaders(deps)).flat(),
      now: deps.now,
      onAnswer: deps.metrics.answered,
    });
  });
  const errorTexts = await loadCustomerRoom('en', 'error');
  await app.register(async (pages) => {
    await securePages(pages, deps);
    if (deps.webRoot !== null) await servePages(pages, deps.webRoot);
    serveDocs(pages, calls, { title: 'Candor API', version: deps.version, head: deps.head }, errorTexts);
    servePlatformConfig(pages, deps.platformConfig);
  });
  return app;
}
