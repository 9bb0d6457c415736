import type { FastifyInstance } from 'fastify';
import type { Front } from './front.ts';
import type { Lifecycle } from './lifecycle.ts';

/** Lets people in. Stopping goes the other way round: first nobody comes in any more, then the app ends. */
export async function mountApp(lifecycle: Lifecycle, app: FastifyInstance, front: Front): Promise<void> {
  await app.ready();
  await lifecycle.stage(
    'the open door',
    () => front.mount(app.routing),
    () => front.close(),
  );
}
