import type { FastifyInstance } from 'fastify';

/** Contact to which a found weakness is reported. */
export interface SecurityContact {
  /** A `mailto:` or `https:` address. */
  readonly contact: string;
  /** The address that users type; null where none was given. */
  readonly publicUrl: string | null;
}

const DAY_MS = 86_400_000;
/** RFC 9116 advises less than a year. */
const EXPIRES_AFTER_DAYS = 180;
const PATH = '/.well-known/security.txt';

/**
 * Serves security.txt (RFC 9116). It expires half a year after the day on which it is read; `now` is the server's clock, in
 * ms since 1970.
 */
export function serveSecurityText(
  app: FastifyInstance,
  { contact, publicUrl }: SecurityContact,
  now: () => number,
): void {
  app.get(PATH, async (_request, reply) => {
    const day = Math.floor(now() / DAY_MS) * DAY_MS;
    const expires = new Date(day + EXPIRES_AFTER_DAYS * DAY_MS).toISOString();
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      ...(publicUrl?.startsWith('https:') === true ? [`Canonical: ${publicUrl}${PATH}`] : []),
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
