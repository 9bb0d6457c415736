import bearerAuth from '@fastify/bearer-auth';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/**
 * The app that gives metrics to Prometheus, for a port of its own: it is never reached through the hosts of customers or
 * operators. With a token each request must carry it as `Authorization: Bearer …`. Not listening yet.
 */
export async function createMetricsApp(
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  token: string | null,
): Promise<FastifyInstance> {
  const app = Fastify({ logger: false, bodyLimit: 1, exposeHeadRoutes: false });
  if (token !== null) await app.register(bearerAuth, { keys: new Set([token]) });
  app.get('/metrics', async (_request, reply) =>
    reply.header('content-type', metrics.contentType).send(await metrics.text()),
  );
  return app;
}
