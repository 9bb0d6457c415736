import type { FastifyInstance } from 'fastify';
import type { Lifecycle } from '../../base/work/lifecycle.ts';
import type { Front } from './front.ts';

/** Opens the app to clients. The stop runs in reverse: first no new clients are admitted, then the app closes. */
export async function mountApp(lifecycle: Lifecycle, app: FastifyInstance, front: Front): Promise<void> {
  await app.ready();
  await lifecycle.stage(
    'the open door',
    () => front.mount(app.routing),
    () => front.close(),
  );
}
