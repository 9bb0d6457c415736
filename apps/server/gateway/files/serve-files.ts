import type { FastifyInstance } from 'fastify';
import { FILE_PATH, type Files } from './files.ts';
import type { LinkAudience } from './vault.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const EXPIRES = /^\d{1,15}$/;
const SIGNATURE = /^[\w-]{43}$/;

/**
 * Serves files by their links. The type is that of what we wrote, and a browser that opens the address by itself saves
 * the file and runs nothing of it.
 */
export function serveFiles(
  app: FastifyInstance,
  files: Files,
  audience: LinkAudience,
  headers: Readonly<Record<string, string>>,
): void {
  const fileHeaders = {
    ...headers,
    'content-type': 'image/jpeg',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cache-control': 'private, no-store',
  };
  app.get<{ Params: { id: string }; Querystring: { expires?: unknown; signature?: unknown } }>(
    `${FILE_PATH}/:id`,
    async (request, reply) => {
      const { id } = request.params;
      const { expires, signature } = request.query;
      const isForm =
        UUID.test(id) &&
        typeof expires === 'string' &&
        EXPIRES.test(expires) &&
        typeof signature === 'string' &&
        SIGNATURE.test(signature);
      const image = isForm ? await files.open(audience, id, Number(expires), signature) : null;
      if (image === null) return reply.callNotFound();
      // Past the framework: its hook would put the API's own policy in place of this one.
      reply.hijack();
      reply.raw.writeHead(200, {
        ...fileHeaders,
        'content-length': image.length,
        'content-disposition': `attachment; filename="${id}.jpg"`,
      });
      reply.raw.end(image);
      return reply;
    },
  );
}
