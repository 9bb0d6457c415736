import { type Call, mayCall, type OperatorCallName, type OperatorCalls, operatorCalls } from '@candor/api';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Refusal } from '../../base/errors/refusal.ts';
import { clientAddressReader } from '../../base/limits/client-address.ts';
import { createRefusalLog } from '../../base/limits/refusal-log.ts';
import { createTurns } from '../../base/limits/turns.ts';
import { BODY_LIMIT_BYTES } from '../../gateway/http/body-limit.ts';
import type { Translate } from '../../gateway/http/envelope.ts';
import type { Metrics } from '../../gateway/http/metrics.ts';
import { serveOperations } from '../../gateway/http/operations.ts';
import { servePages } from '../../gateway/http/pages.ts';
import {
  answerProtocolErrors,
  readForms,
  readJsonOnly,
  refuseUnroutable,
} from '../../gateway/http/protocol.ts';
import { limitRequests, type RequestLimit } from '../../gateway/http/request-limit.ts';
import { answerHeaders, secureAnswers, securePages } from '../../gateway/http/security.ts';
import { serveCalls } from '../../gateway/http/serve-calls.ts';
import { createOperatorActs } from './acts.ts';
import type { DeskDeps, DeskHandlers } from './desk.ts';
import type { FourEyesActs } from './four-eyes.ts';
import type { OperatorSession } from './operator-types.ts';
import { createProposals } from './proposals.ts';
import { createRefusedCalls } from './refused-calls.ts';
import type { Staff } from './staff.ts';

/** Everything that the operators' app stands on. */
export interface ConsoleDeps extends Omit<DeskDeps, 'acts' | 'proposals'> {
  readonly log: Logger;
  /** True if HSTS holds for the hosts below the console’s too. */
  readonly subdomains?: boolean;
  /** Addresses and networks of our proxies in front: the address that they saw is then the client's. */
  readonly proxies: readonly string[];
  readonly callsPerSecond: number;
  readonly translate: Translate;
  /** Counts the calls of this app. */
  readonly metrics: Pick<Metrics, 'answered' | 'refused'>;
  /** Makes the handlers of all desks. */
  readonly handlersOf: (deps: DeskDeps) => DeskHandlers<OperatorCalls>;
  /** The acts of subjects that wait for a second operator. */
  readonly fourEyes: Omit<FourEyesActs, keyof Staff['fourEyes']>;
  /** Routes beside the calls, such as images. */
  readonly downloads?: (api: FastifyInstance, headers: Readonly<Record<string, string>>) => void;
  /** The folder of the built console; null serves the calls alone. */
  readonly webRoot: string | null;
}

/** The operators' HTTP app, for a port of its own. Not listening yet: await `ready()` and hand requests to `routing`. */
export async function createConsoleApp(deps: ConsoleDeps): Promise<FastifyInstance> {
  const { operators, outbox, now } = deps;
  const acts = createOperatorActs({ outbox, now, db: operators.db, log: operators.log });
  const proposals = createProposals({
    outbox,
    now,
    db: operators.db,
    log: operators.log,
    addedLately: operators.addedLately,
    acts: { ...operators.staff.fourEyes, ...deps.fourEyes },
  });
  const refusedCalls = createRefusedCalls(operators.db, operators.log, now);
  const admit = async (call: Call, { name, role }: OperatorSession) => {
    if (mayCall(role, call.name as OperatorCallName)) return;
    await refusedCalls.note(name, call.name);
    throw new Refusal('OPERATOR_NOT_ALLOWED');
  };
  const refusals = createRefusalLog(deps.log);
  let limit: RequestLimit;
  const app = Fastify({
    // Fastify's logger watches the end of every answer and checks itself each time; our own log lines say more.
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    frameworkErrors: refuseUnroutable(deps.translate, (request, reply) =>
      limit.admits(request, reply),
    ) as never,
    exposeHeadRoutes: false,
  });
  limit = limitRequests(app, {
    clientAddress: clientAddressReader(deps.proxies),
    pointsPerSecond: deps.callsPerSecond,
    // Operators' acts pass through the outbox: no key identifies a retry here.
    repeatsPerSecond: 0,
    translate: deps.translate,
    headers: answerHeaders(deps),
    onRefused(address) {
      deps.metrics.refused();
      refusals.note({ address, who: null, call: null, why: 'RATE_LIMITED' });
    },
  });
  app.addHook('onClose', async () => refusals.end());
  readJsonOnly(app);
  readForms(app, limit);
  answerProtocolErrors(app, deps.log, deps.translate);
  await app.register(async (api) => {
    secureAnswers(api, deps);
    serveOperations(api, deps);
    deps.downloads?.(api, answerHeaders(deps));
    serveCalls(api, {
      log: deps.log,
      table: operatorCalls,
      handlers: deps.handlersOf({ ...deps, acts, proposals }),
      admit,
      head: 'v1',
      authenticate: (token) => deps.operators.people.authenticate(token),
      translate: deps.translate,
      limit,
      refusals,
      userKey: ({ operatorId }) => `operator ${operatorId}`,
      shared: null,
      turns: createTurns(1),
      checkPublic: true,
      headers: Object.entries(answerHeaders(deps)).flat(),
      now: deps.now,
      onAnswer: deps.metrics.answered,
    });
  });
  const { webRoot } = deps;
  if (webRoot !== null) {
    await app.register(async (pages) => {
      await securePages(pages, deps);
      await servePages(pages, webRoot);
    });
  }
  return app;
}
