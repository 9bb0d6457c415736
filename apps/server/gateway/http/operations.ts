import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

export interface Readiness {
  /** The server's clock, in ms since 1970. */
  readonly now: () => number;
  /** Why the program is not ready, per part; empty when it is. */
  readonly notReady: () => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
}

/** /healthz says that the process lives and what time it has, /readyz whether it can serve. */
export function serveOperations(app: FastifyInstance, { notReady, now }: Readiness): void {
  app.get('/healthz', async (_request, reply) =>
    reply.header('server-time', String(now())).send({ status: 'alive' }),
  );
  app.get('/readyz', async (_request, reply) => {
    const reasons = await notReady();
    const ready = Object.keys(reasons).length === 0;
    return reply
      .code(ready ? 200 : 503)
      .send(ready ? { status: 'ready' } : { status: 'not ready', notReady: reasons });
  });
}

/** Serves /metrics, for operators only: load, memory and traffic. */
export function serveMetrics(app: FastifyInstance, metrics: Metrics): void {
  app.get('/metrics', async (_request, reply) =>
    reply.header('content-type', metrics.contentType).send(await metrics.text()),
  );
}
