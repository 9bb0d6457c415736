import type { IncomingHttpHeaders } from 'node:http';
import type { DeviceToken, NewSession } from '../identity/index.ts';

const SECONDS = 1000;

/** In production the cookie is bound to this very host; on plain http, as on a developer's machine, that is not possible. */
const named = (name: string, secure: boolean) => `${secure ? '__Host-' : ''}candor-${name}`;
const nameOf = (secure: boolean) => named('session', secure);
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

/** Who a device is known to: hosts share their cookies over all ports, so each app names its own. */
export type DeviceOwner = 'device' | 'operator-device';

/**
 * The Set-Cookie header after a complete login. The device is then known: its attempts to log in are counted apart
 * from everybody's. The cookie authenticates nothing.
 */
export function deviceCookie(owner: DeviceOwner, device: DeviceToken, secure: boolean): string {
  const maxAge = Math.floor(device.lifetimeMs / SECONDS);
  return `${named(owner, secure)}=${device.token}; Max-Age=${maxAge}; ${attributesOf(secure)}`;
}

/** The secret of the device cookie that came with a request; null where none did. */
export function deviceOf(owner: DeviceOwner, headers: IncomingHttpHeaders, secure: boolean): string | null {
  const start = `${named(owner, secure)}=`;
  const found = headers.cookie?.split('; ').find((each) => each.startsWith(start));
  return found?.slice(start.length) ?? null;
}
