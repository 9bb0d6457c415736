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

/** Errors of a connection that was there and broke: a statement, or the answer to it, may have been under way. */
const CUT = new Set(['ECONNRESET', 'EPIPE', '57P01', '57P02', '08006']);
const CUT_WORDS = /Connection terminated(?! due to connection timeout)|encountered a connection error/;

/** True if the database could not be reached, went away or has no room left: what was sent to it may or may not be done. */
export function isDatabaseAway(error: unknown): boolean {
  return isAmong(error, AWAY, BROKEN);
}

/** True if the connection broke: the last commit on it may be done. Of one that was refused, or had no room, nothing is. */
export function isDatabaseCut(error: unknown): boolean {
  return isAmong(error, CUT, CUT_WORDS);
}

function isAmong(error: unknown, codes: ReadonlySet<string>, words: RegExp): boolean {
  const code = (error as { readonly code?: unknown } | null)?.code;
  if (typeof code === 'string' && codes.has(code)) return true;
  return error instanceof Error && words.test(error.message);
}
