import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

export interface Readiness {
  /** Why the program is not ready, per part; empty when it is. */
  readonly notReady: () => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
}

/** /healthz says that the process lives, /readyz whether it can serve, /metrics how it does. */
export function serveOperations(app: FastifyInstance, { notReady }: Readiness, metrics: Metrics): void {
  app.get('/healthz', async () => ({ status: 'alive' }));
  app.get('/readyz', async (_request, reply) => {
    const reasons = await notReady();
    const ready = Object.keys(reasons).length === 0;
    return reply
      .code(ready ? 200 : 503)
      .send(ready ? { status: 'ready' } : { status: 'not ready', notReady: reasons });
  });
  app.get('/metrics', async (_request, reply) =>
    reply.header('content-type', metrics.contentType).send(await metrics.text()),
  );
}
