import type { FastifyInstance, FastifyRequest } from 'fastify';
import { EXPORT_PATH, type Exports } from './exports.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const EXPIRES = /^\d{1,15}$/;
const SIGNATURE = /^[\w-]{43}$/;

export interface ServeExportsOptions {
  readonly exports: Pick<Exports, 'open'>;
  /** The user of the session that a request came with; null without one. */
  readonly userOf: (request: FastifyRequest) => Promise<number | null>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Serves exports by their links, to their owners alone: a link without the owner's session opens nothing. */
export function serveExports(app: FastifyInstance, { exports, userOf, headers }: ServeExportsOptions): void {
  app.get<{ Params: { id: string }; Querystring: { expires?: unknown; signature?: unknown } }>(
    `${EXPORT_PATH}/:id`,
    async (request, reply) => {
      const { id } = request.params;
      const { expires, signature } = request.query;
      const isForm =
        UUID.test(id) &&
        typeof expires === 'string' &&
        EXPIRES.test(expires) &&
        typeof signature === 'string' &&
        SIGNATURE.test(signature);
      const userId = isForm ? await userOf(request) : null;
      const archive =
        userId === null ? null : await exports.open(userId, id, Number(expires), signature as string);
      if (archive === null) return reply.callNotFound();
      // Past the framework: its hook would put the API's own headers in place of these.
      reply.hijack();
      reply.raw.writeHead(200, {
        ...headers,
        'content-type': 'application/zip',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'cache-control': 'private, no-store',
        'content-length': archive.length,
        'content-disposition': 'attachment; filename="candor-my-data.zip"',
      });
      reply.raw.end(archive);
      return reply;
    },
  );
}
