import type { NewSession } from '../identity/index.ts';

const SECONDS = 1000;

/** In production the cookie is bound to this very host; on plain http, as on a developer's machine, that is not possible. */
const nameOf = (secure: boolean) => (secure ? '__Host-candor-session' : 'candor-session');
const attributesOf = (secure: boolean) => `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;

/** The Set-Cookie header beside a new session. The cookie alone never authenticates a call. */
export function sessionCookie(session: NewSession, secure: boolean): string {
  const maxAge = Math.floor((session.expiresAtMs - session.issuedAtMs) / SECONDS);
  return `${nameOf(secure)}=${session.token}; Max-Age=${maxAge}; ${attributesOf(secure)}`;
}

/** The Set-Cookie header that takes the cookie away. */
export function noSessionCookie(secure: boolean): string {
  return `${nameOf(secure)}=; Max-Age=0; ${attributesOf(secure)}`;
}
