import type { IncomingHttpHeaders } from 'node:http';

/** The scheme that may stand before a token; no token has a space. */
const SCHEME = /^Bearer /i;
const tokenPattern = /^[A-Za-z0-9_-]{20,128}$/;

/**
 * The session token of a request: the `authorization` header (bare or after "Bearer ") or `satoken`. Both must agree
 * when both are there. A cookie is never looked at, so no other site can make a signed-in user's browser act.
 */
export function tokenOf(headers: IncomingHttpHeaders): string | null {
  const authorization = bare(headers.authorization ?? '');
  const { satoken = '' } = headers;
  if (typeof satoken !== 'string') return null;
  const token = authorization === '' ? satoken : authorization;
  if (satoken !== '' && satoken !== token) return null;
  return tokenPattern.test(token) ? token : null;
}

const bare = (header: string): string => (header.includes(' ') ? header.replace(SCHEME, '') : header);
