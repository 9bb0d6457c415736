import { type Call, type OperatorLogRow, operatorCalls } from '@candor/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { clientAddressReader } from '../client-address.ts';
import type { CoreLink } from '../core/index.ts';
import type { CallContext, Handlers } from '../http/context.ts';
import { deviceCookie, deviceOf } from '../http/cookie.ts';
import type { Translate } from '../http/envelope.ts';
import type { Metrics } from '../http/metrics.ts';
import { type Readiness, serveMetrics, serveOperations } from '../http/operations.ts';
import { servePages } from '../http/pages.ts';
import { answerProtocolErrors, BODY_LIMIT_BYTES, readJsonOnly, refuseUnroutable } from '../http/protocol.ts';
import { limitRequests, type RequestLimit } from '../http/request-limit.ts';
import { answerHeaders, secureAnswers, securePages } from '../http/security.ts';
import { serveCalls } from '../http/serve-calls.ts';
import type { Visitor } from '../identity/index.ts';
import type { Delivered, Outbox } from '../outbox/index.ts';
import { createTurns } from '../turns.ts';
import type { CatalogueFollower, History } from '../usecases/index.ts';
import { createOperatorActs } from './acts.ts';
import { type FeedSource, type ProcessRow, readDashboard } from './dashboard.ts';
import type { OperatorRoom } from './operator-room.ts';
import type { OperatorSession } from './operators.ts';
import { createSecondsDesk } from './seconds.ts';
import { createSymbolStates } from './symbols.ts';

/** Everything that the operators' app stands on. */
export interface ConsoleDeps extends Readiness {
  readonly log: Logger;
  readonly secure: boolean;
  /** Whether a proxy of ours sits in front: then the address that it saw counts. */
  readonly trustProxy: boolean;
  readonly version: string;
  readonly callsPerSecond: number;
  readonly translate: Translate;
  readonly now: () => number;
  readonly core: CoreLink;
  readonly history: Pick<History, 'status'>;
  readonly catalogues: CatalogueFollower;
  readonly feed: FeedSource;
  readonly outbox: Outbox;
  readonly operators: OperatorRoom;
  /** Of the whole program, both apps' calls among them. */
  readonly metrics: Metrics;
  /** Returns the state of the program's processes. */
  readonly processes: () => Promise<ProcessRow[]>;
  /** The folder of the built console; null serves the calls alone. */
  readonly webRoot: string | null;
}

/** The operators' HTTP app, for a port of its own. Not listening yet: await `ready()` and hand requests to `routing`. */
export async function createConsoleApp(deps: ConsoleDeps): Promise<FastifyInstance> {
  let limit: RequestLimit;
  const app = Fastify({
    // Its own logger watches the end of every answer and checks itself anew for each; what is said here says more.
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    frameworkErrors: refuseUnroutable(deps.translate, (request, reply) =>
      limit.admits(request, reply),
    ) as never,
    exposeHeadRoutes: false,
  });
  limit = limitRequests(app, {
    clientAddress: clientAddressReader(deps.trustProxy),
    pointsPerSecond: deps.callsPerSecond,
    // Operators' acts pass through the outbox: no key tells a retry here.
    repeatsPerSecond: 0,
    translate: deps.translate,
    headers: answerHeaders(deps.secure),
    onRefused: deps.metrics.refused,
  });
  readJsonOnly(app);
  answerProtocolErrors(app, deps.log, deps.translate);
  await app.register(async (api) => {
    secureAnswers(api, deps.secure);
    serveOperations(api, deps);
    serveMetrics(api, deps.metrics);
    serveCalls(api, {
      log: deps.log,
      table: operatorCalls,
      handlers: handlersOf(deps),
      head: 'v1',
      authenticate: (token) => deps.operators.people.authenticate(token),
      translate: deps.translate,
      limit,
      userKey: ({ operatorId }) => `operator ${operatorId}`,
      shared: null,
      turns: createTurns(1),
      checkPublic: true,
      headers: Object.entries(answerHeaders(deps.secure)).flat(),
      now: deps.now,
      onAnswer: deps.metrics.answered,
    });
  });
  const { webRoot } = deps;
  if (webRoot !== null) {
    await app.register(async (pages) => {
      await securePages(pages, deps.secure);
      await servePages(pages, webRoot);
    });
  }
  return app;
}

const DEFAULT_LOG_PAGE = 50;

function handlersOf(deps: ConsoleDeps): Handlers<typeof operatorCalls, OperatorSession> {
  const { people, log, db } = deps.operators;
  const visitorOf = ({ ip, headers }: Pick<CallContext<Call, unknown>, 'ip' | 'headers'>): Visitor => ({
    ip,
    deviceToken: deviceOf('operator-device', headers, deps.secure),
  });
  const acts = createOperatorActs({ ...deps, db, log });
  const symbols = createSymbolStates({ ...deps, acts });
  const seconds = createSecondsDesk({ ...deps, acts });
  return {
    async operatorLogin({ body, ...from }) {
      const { ticket, expiresAtMs, enrolment } = await people.login(
        body.name,
        body.password,
        visitorOf(from),
      );
      return { ticket, expiresAt: expiresAtMs, enrolment };
    },
    async operatorSecondFactor({ body, setHeader, ...from }) {
      const { token, session, device } = await people.secondFactor(body.ticket, body.code, visitorOf(from));
      setHeader('set-cookie', deviceCookie('operator-device', device, deps.secure));
      const { operatorId, name, expiresAtMs } = session;
      return { token, operator: { operatorId, name }, expiresAt: expiresAtMs };
    },
    async changeOperatorPassword({ session, body, ...from }) {
      return { endedSessions: await people.changePassword(session, body, visitorOf(from)) };
    },
    async getOperatorDevices({ session, ...from }) {
      const devices = await people.devices(session, visitorOf(from));
      return devices.map(({ id, knownSinceMs, lastUsedMs, current }) => ({
        ...{ id, current },
        createTime: knownSinceMs,
        lastTime: lastUsedMs,
      }));
    },
    async forgetOperatorDevice({ session, params }) {
      await people.forgetDevice(session, params.id);
      return null;
    },
    async operatorLogout({ session }) {
      await people.logout(session);
      return null;
    },
    getOperator: ({ session: { operatorId, name, expiresAtMs } }) => ({
      operatorId,
      name,
      expiresAt: expiresAtMs,
    }),
    getDashboard: () => readDashboard({ ...deps, log }),
    getOperatorSymbols: () => symbols.list(),
    setSymbolState: ({ session, params, body, idempotencyKey }) =>
      symbols.set(session, { symbolId: params.symbolId, ...body }, idempotencyKey),
    getOperatorSeconds: () => seconds.read(),
    changeSecondsTerms: ({ session, params, body, idempotencyKey }) =>
      seconds.changeTerms(session, params.symbolId, body, idempotencyKey),
    changeSecondsCap: ({ session, params, body, idempotencyKey }) =>
      seconds.changeCap(session, params.symbolId, body, idempotencyKey),
    setSecondsUserCap: ({ session, body, idempotencyKey }) =>
      seconds.setUserCap(session, body, idempotencyKey),
    setSecondsState: ({ session, params, body, idempotencyKey }) =>
      seconds.setState(session, params.symbolId, body, idempotencyKey),
    addToSecondsPool: ({ session, body, idempotencyKey }) => seconds.addToPool(session, body, idempotencyKey),
    async getOperatorLog({ query }) {
      const limit = query.pageSize ?? DEFAULT_LOG_PAGE;
      const before = query.cursor === undefined ? null : Number.parseInt(query.cursor, 10);
      await people.settleFailures();
      const entries = Number.isNaN(before) ? [] : await log.page(before, limit);
      const keys = entries.flatMap(({ details: { key } }) => (key === undefined ? [] : [key]));
      const outcomes = await deps.outbox.outcomes(keys);
      const records = entries.map(({ timeMs, ...entry }) => ({
        ...entry,
        time: timeMs,
        command: commandOf(entry.details.key, outcomes),
      }));
      const last = entries.at(-1);
      const more = entries.length === limit && last !== undefined && last.no > 1;
      return { records, nextCursor: more ? String(last.no) : null };
    },
    verifyOperatorLog: () => log.verify(),
  };
}

/** What became of the command that an entry tells of; null where it tells of none. */
function commandOf(
  key: string | undefined,
  outcomes: ReadonlyMap<string, Delivered | null>,
): OperatorLogRow['command'] {
  if (key === undefined) return null;
  const outcome = outcomes.get(key) ?? null;
  return { seq: outcome?.seq ?? null, rejection: outcome?.rejection ?? null };
}
