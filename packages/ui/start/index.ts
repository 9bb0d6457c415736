import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const part = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');

/** The script that starts an app; namedFiles of apps/web writes its own tag before it. */
export const BOOT = '/boot.js';
const EMPTY_ROOT = '<div id="root"></div>';

/** Serves the script and the markup that every app starts with, before any code of its own is there. */
export function startPage(): Plugin {
  return {
    name: 'start-page',
    transformIndexHtml: {
      order: 'pre',
      handler(html) {
        if (!html.includes(EMPTY_ROOT)) throw new Error('index.html has no empty #root');
        return html.replace(EMPTY_ROOT, part('start.html').trimEnd());
      },
    },
    configureServer(server) {
      server.middlewares.use(BOOT, (_, response) => {
        response.setHeader('content-type', 'text/javascript');
        response.end(part('boot.js'));
      });
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: BOOT.slice(1), source: part('boot.js') });
    },
  };
}
