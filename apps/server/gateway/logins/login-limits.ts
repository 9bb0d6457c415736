import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { Refusal } from '../../base/errors/refusal.ts';
import { SITE_FACTOR } from '../../base/limits/budgets.ts';
import { addressKey, siteKey } from '../../base/limits/client-address.ts';
import { createLimitCounts, type Limit } from './limit-counts.ts';

/** A name's limit over all addresses is this many times an address's: one address alone locks nobody out. */
const ADDRESSES_PER_NAME = 10;
/**
 * Failed attempts of all unknown devices together in a minute, in attempts of an address, from which each further one
 * needs a proof of work. It keeps nobody out, else strangers could.
 */
const ADDRESSES_IN_ALL = 20;
const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;
/** Wrong codes of a name or of a device in an hour: a guesser with the password needs years, not hours. */
const CODES_PER_HOUR = 20;

/** Attempt to log in: the name, and the address and device that it comes from. */
export interface LoginAttempt {
  readonly name: string;
  readonly address: string;
  /** The id of a device that completed a login under this name before; null for any other. */
  readonly device: string | null;
}

/**
 * The limits of a login. A known device has a limit of its own, so that others' attempts never keep its owner out. All
 * other attempts count against the address (IPv6 by /64 and, more generously, by /48) and then against the name.
 */
export interface LoginLimits {
  /**
   * True where a limit is near: half of the attempts of an address, a site or a name are used up, or many fail in all.
   * Never for a known device. Counts nothing, so that attempts without a proof keep no owner out.
   */
  isNear(attempt: LoginAttempt): Promise<boolean>;
  /** Counts an attempt. @throws Refusal LOGIN_RATE_LIMITED */
  attempt(attempt: LoginAttempt): Promise<void>;
  /** Counts a code of the second factor. @throws Refusal LOGIN_RATE_LIMITED */
  code(attempt: LoginAttempt): Promise<void>;
  /**
   * After a complete login: forgets what counted against the name or the device, and gives the address and its site
   * their attempt back. Their failures stay, else a login of one's own would pay for guesses at others.
   */
  succeeded(attempt: LoginAttempt): Promise<void>;
}

export interface LoginLimitsOptions {
  readonly pool: Pool;
  readonly schema: string;
  /** A table as `rate-limiter-flexible` has it. Statements are prepared by its name: no two schemas may share one. */
  readonly table: string;
  /** Limits an address and a known device alike. */
  readonly attemptsPerMinute: number;
}

/** Keys go into the table only as digests: it is no list of who tried. */
const digest = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Limits kept in PostgreSQL, so that a restart or a second process forgives nothing. */
export function createLoginLimits(options: LoginLimitsOptions): LoginLimits {
  const { attemptsPerMinute } = options;
  const counts = createLimitCounts(options);
  const limit = (prefix: string, most: number, seconds: number) => (key: string) => ({
    key: `${prefix}:${key}`,
    most,
    durationMs: seconds * 1_000,
  });
  const byAddress = limit('login-ip', attemptsPerMinute, MINUTE_SECONDS);
  const bySite = limit('login-site', attemptsPerMinute * SITE_FACTOR, MINUTE_SECONDS);
  const byName = limit('login-account', attemptsPerMinute * ADDRESSES_PER_NAME, MINUTE_SECONDS);
  const byAll = limit('login-all', attemptsPerMinute * ADDRESSES_IN_ALL, MINUTE_SECONDS)('all');
  const byDevice = limit('login-device', attemptsPerMinute, MINUTE_SECONDS);
  const codes = limit('login-code', CODES_PER_HOUR, HOUR_SECONDS);
  const codeKey = ({ name, device }: LoginAttempt) =>
    digest(device === null ? `name:${name}` : `device:${device}`);

  /** The limits of the place that an attempt comes from: the address, and the /48 of an IPv6 one. */
  const placesOf = (address: string): readonly Limit[] => {
    const key = addressKey(address);
    const site = siteKey(key);
    const own = byAddress(digest(key));
    return site === null ? [own] : [own, bySite(digest(site))];
  };
  async function count(...limits: readonly Limit[]): Promise<void> {
    const waitMs = await counts.add(limits);
    if (waitMs !== null) throw new Refusal('LOGIN_RATE_LIMITED', { retryAfterMs: waitMs });
  }

  return {
    async isNear({ name, address, device }) {
      if (device !== null) return false;
      const limits = [...placesOf(address), byName(digest(name))];
      const used = await counts.read([byAll, ...limits]);
      const usedOf = ({ key }: Limit) => used.get(key) ?? 0;
      if (usedOf(byAll) >= byAll.most) return true;
      // at a limit the attempt is refused with the time to wait: no work would help
      if (limits.some((each) => usedOf(each) >= each.most)) return false;
      return limits.some((each) => usedOf(each) * 2 > each.most);
    },
    async attempt({ name, address, device }) {
      if (device !== null) return count(byDevice(device));
      // nothing is refused because of all
      const all = { ...byAll, most: Number.MAX_SAFE_INTEGER };
      return count(...placesOf(address), byName(digest(name)), all);
    },
    code: (attempt) => count(codes(codeKey(attempt))),
    async succeeded(attempt) {
      const { name, address, device } = attempt;
      const forgotten = (limit: Limit) => ({ ...limit, isForgotten: true });
      const takenBack = (limit: Limit) => ({ ...limit, isForgotten: false });
      // in the order in which an attempt counts
      const counted =
        device !== null
          ? [forgotten(byDevice(device))]
          : [...placesOf(address).map(takenBack), forgotten(byName(digest(name))), takenBack(byAll)];
      await counts.forgive([...counted, forgotten(codes(codeKey(attempt)))]);
    },
  };
}
