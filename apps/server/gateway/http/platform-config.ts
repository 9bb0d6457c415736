import { type PlatformConfig, platformConfig } from '@candor/api';
import type { FastifyInstance } from 'fastify';

/**
 * Serves /platform/dev/config.js: a script of the page's own origin that sets the platform's config. `<` is escaped, so
 * that the text is safe wherever it is put.
 */
export function servePlatformConfig(app: FastifyInstance, config: () => PlatformConfig): void {
  app.get('/platform/dev/config.js', async (_request, reply) => {
    const json = JSON.stringify(platformConfig.parse(config())).replaceAll('<', '\\u003c');
    return reply
      .headers({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' })
      .send(`window.__PLATFORM_CONFIG__ = Object.freeze(${json});\n`);
  });
}
