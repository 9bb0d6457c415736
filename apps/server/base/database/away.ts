/** Connection errors of Node and of PostgreSQL: refused, cut, shutting down, starting up, too many connections, a full disk. */
const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08003',
  '08006',
  '53100',
  '53300',
]);
/** Errors that the driver makes itself, without a code, of a connection that broke. */
const BROKEN =
  /Connection terminated|encountered a connection error|timeout exceeded when trying to connect|^timeout expired$/;

/** True if the database could not be reached, went away or has no room left: what was sent to it may or may not be done. */
export function isDatabaseAway(error: unknown): boolean {
  const code = (error as { readonly code?: unknown } | null)?.code;
  if (typeof code === 'string' && AWAY.has(code)) return true;
  return error instanceof Error && BROKEN.test(error.message);
}
