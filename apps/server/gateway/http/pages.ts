import { sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Files whose name carries a hash of their content may be kept for ever; all others are asked for again. */
const FOREVER = 'public, max-age=31536000, immutable';
const ASK_AGAIN = 'no-cache';

/** Paths that are never a page of the browser's router: the API, sockets, scripts and files with an ending. */
const notAPage = /^\/(api|ws|mqtt|platform|static|docs)(\/|$)|\.([A-Za-z0-9]{1,8}|webmanifest)$/;

/** Serves a built app: its files, and its index page for every path that a router in the browser knows. */
export async function servePages(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    serve: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders(reply, path) {
      reply.header('cache-control', path.includes(`${sep}static${sep}`) ? FOREVER : ASK_AGAIN);
    },
  });
  app.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    if (!notAPage.test(path)) return reply.sendFile('index.html');
    return /^\/(api|ws|mqtt)(\/|$)/.test(path) ? reply.callNotFound() : reply.sendFile(request.params['*']);
  });
}
