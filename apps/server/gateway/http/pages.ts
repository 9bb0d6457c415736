import { readdirSync } from 'node:fs';
import { sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Files whose name carries a hash of their content may be kept for ever; all others are asked for again. */
const FOREVER = 'public, max-age=31536000, immutable';
const ASK_AGAIN = 'no-cache';

/** Paths that are never a page of the browser's router: the API, sockets, scripts. */
const notAPage = /^\/(api|ws|mqtt|platform|static|docs)(\/|$)/;
/** Ending of a file, and of some addresses too, such as that of BTC.USDT. */
const ending = /\.([A-Za-z0-9]{1,8}|webmanifest)$/;

/** Names of all files below a folder, as paths of addresses. */
const filesOf = (root: string): ReadonlySet<string> =>
  new Set(readdirSync(root, { recursive: true }).map((path) => `/${String(path).split(sep).join('/')}`));

/**
 * Serves a built app: its files, and its index page for every path that a router in the browser knows. A path with an
 * ending is a page where a person opens it and no file has its name: a script that asks for a lost file is told so.
 */
export async function servePages(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    serve: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders(reply, path) {
      reply.header('cache-control', path.includes(`${sep}static${sep}`) ? FOREVER : ASK_AGAIN);
      // a contract's source is read, not saved
      if (path.endsWith('.sol')) reply.header('content-type', 'text/plain; charset=utf-8');
    },
  });
  const files = filesOf(root);
  // uptime checks ask by HEAD
  app.get<{ Params: { '*': string } }>('/*', { exposeHeadRoute: true }, (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const isOpened = request.headers.accept?.includes('text/html') === true;
    const isPage = !notAPage.test(path) && (!ending.test(path) || (isOpened && !files.has(path)));
    if (isPage) return reply.sendFile('index.html');
    return /^\/(api|ws|mqtt)(\/|$)/.test(path) ? reply.callNotFound() : reply.sendFile(request.params['*']);
  });
}
