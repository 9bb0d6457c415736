import type { FastifyInstance } from 'fastify';

export interface Readiness {
  /** The server's clock, in ms since 1970. */
  readonly now: () => number;
  /** Why the program is not ready, per part; empty when it is. */
  readonly notReady: () => Reasons | Promise<Reasons>;
  /** Names of the program's processes; none where they are not known. */
  readonly processNames?: () => readonly string[];
}

type Reasons = Readonly<Record<string, string>>;

/** Parts without which nobody is served: a balancer takes a server away that lacks one. */
const NEEDED = ['server', 'core', 'journal', 'history', 'bus', 'door'] as const;
/** Parts without which login, balances and requests of withdrawals go on. */
const BESIDES = ['feed', 'market', 'recorder', 'house', 'chain', 'signer', 'jobs', 'console'] as const;

/** Parts that are processes: without a chain, for one, two of them do not run. */
const PROCESSES: ReadonlySet<string> = new Set([
  'core',
  'history',
  'door',
  'recorder',
  'house',
  'chain',
  'signer',
  'jobs',
  'console',
]);

/** A process of several doors is named with its number. */
const isBeside = (part: string): boolean => BESIDES.some((each) => each === part) || /^door-\d+$/.test(part);

/**
 * /livez says that the process lives and what time it has. /readyz says whether it can serve: 503 where a part is away that
 * all need; other parts that are away are named as `degraded`. /readyz?part=feed judges one part.
 */
export function serveOperations(
  app: FastifyInstance,
  { notReady, now, processNames = () => [] }: Readiness,
): void {
  // balancers and uptime checks ask by HEAD
  app.get('/livez', { exposeHeadRoute: true }, async (_request, reply) =>
    reply.header('server-time', String(now())).send({ status: 'alive' }),
  );
  app.get<{ Querystring: { readonly part?: unknown } }>(
    '/readyz',
    { exposeHeadRoute: true },
    async ({ query }, reply) => {
      const reasons = await notReady();
      const { code, body } =
        query.part === undefined
          ? judgeAll(reasons)
          : judgePart(reasons, String(query.part), partsOf(processNames()));
      return reply.code(code).send(body);
    },
  );
}

/** Judges the whole program for /readyz. */
export function judge(reasons: Reasons): {
  readonly status: 200 | 503;
  readonly notReady: Reasons;
  readonly degraded: Reasons;
} {
  const entries = Object.entries(reasons);
  const notReady = Object.fromEntries(entries.filter(([name]) => !isBeside(name)));
  const degraded = Object.fromEntries(entries.filter(([name]) => isBeside(name)));
  return { status: Object.keys(notReady).length === 0 ? 200 : 503, notReady, degraded };
}

/** Parts that can be asked for: of processes those that run, once that is known. */
function partsOf(running: readonly string[]): readonly string[] {
  const known = [...NEEDED, ...BESIDES].filter(
    (part) => running.length === 0 || !PROCESSES.has(part) || running.includes(part),
  );
  return [...known, ...running.filter((name) => /^door-\d+$/.test(name))];
}

/** Judges one part for /readyz; 404 for one that there is not. */
function judgePart(reasons: Reasons, part: string, parts: readonly string[]) {
  if (!parts.includes(part)) return { code: 404, body: { status: 'unknown part', parts } };
  const reason = reasons[part] ?? reasons.server;
  return reason === undefined
    ? { code: 200, body: { status: 'ready', part } }
    : { code: 503, body: { status: 'not ready', part, reason } };
}

function judgeAll(reasons: Reasons) {
  const { status: code, notReady, degraded } = judge(reasons);
  return code === 200
    ? { code, body: { status: 'ready', degraded } }
    : { code, body: { status: 'not ready', notReady, degraded } };
}
