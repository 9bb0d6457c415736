import type { IncomingHttpHeaders } from 'node:http';
import { COOKIE_DAYS } from '@candor/products';

const SECONDS = 1000;
const COOKIE_AGE_SECONDS = COOKIE_DAYS * 86_400;

/** The parts of a session that its cookie carries. */
export interface CookieSession {
  readonly token: string;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
}

/** The secret of a known device, and for how long it stays known. */
export interface CookieDevice {
  readonly token: string;
  readonly lifetimeMs: number;
}

/** In production the cookie is bound to this very host; on plain http, as on a developer's machine, that is not possible. */
const named = (name: string, secure: boolean) => `${secure ? '__Host-' : ''}candor-${name}`;
const nameOf = (secure: boolean) => named('session', secure);
const attributesOf = (secure: boolean) => `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;

/** The Set-Cookie header beside a new session, which may outlive it by a day. The cookie alone never authenticates a call. */
export function sessionCookie(session: CookieSession, secure: boolean): string {
  const lifetime = Math.floor((session.expiresAtMs - session.issuedAtMs) / SECONDS);
  const maxAge = Math.min(lifetime, COOKIE_AGE_SECONDS);
  return `${nameOf(secure)}=${session.token}; Max-Age=${maxAge}; ${attributesOf(secure)}`;
}

/** The Set-Cookie header that takes the cookie away. */
export function noSessionCookie(secure: boolean): string {
  return `${nameOf(secure)}=; Max-Age=0; ${attributesOf(secure)}`;
}

const BROWSER_AGE_SECONDS = 86_400;

/** The Set-Cookie header with the secret by which a visitor's browser is told from others: codes are bound to it. */
export function browserCookie(token: string, secure: boolean): string {
  return `${named('browser', secure)}=${token}; Max-Age=${BROWSER_AGE_SECONDS}; ${attributesOf(secure)}`;
}

/** The secret of the browser that a request came from; null where it has none. */
export function browserOf(headers: IncomingHttpHeaders, secure: boolean): string | null {
  const token = cookieOf(headers, named('browser', secure));
  return token !== null && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : null;
}

/** App that a device is known to: hosts share their cookies over all ports, so each app names its own. */
export type DeviceOwner = 'device' | 'operator-device';

/**
 * The Set-Cookie header after a complete login. The device is then known: its attempts to log in are counted apart
 * from everybody's. The cookie authenticates nothing.
 */
export function deviceCookie(owner: DeviceOwner, device: CookieDevice, secure: boolean): string {
  const maxAge = Math.floor(device.lifetimeMs / SECONDS);
  return `${named(owner, secure)}=${device.token}; Max-Age=${maxAge}; ${attributesOf(secure)}`;
}

/** The secret of the device cookie that came with a request; null where none did. */
export function deviceOf(owner: DeviceOwner, headers: IncomingHttpHeaders, secure: boolean): string | null {
  return cookieOf(headers, named(owner, secure));
}

/** The same where it is not known if the host is served over TLS. */
export const anyDeviceOf = (owner: DeviceOwner, headers: IncomingHttpHeaders): string | null =>
  deviceOf(owner, headers, true) ?? deviceOf(owner, headers, false);

function cookieOf(headers: IncomingHttpHeaders, name: string): string | null {
  const start = `${name}=`;
  const found = headers.cookie?.split('; ').find((each) => each.startsWith(start));
  return found?.slice(start.length) ?? null;
}
