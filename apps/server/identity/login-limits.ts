import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { SITE_FACTOR } from '../budgets.ts';
import { addressKey, siteKey } from '../client-address.ts';
import { Refusal } from '../refusal.ts';

/** A name's limit over all addresses is this many times an address's: one address alone locks nobody out. */
const ADDRESSES_PER_NAME = 10;
/**
 * Failed attempts of all unknown devices together in a minute, in attempts of an address, from which each further one
 * needs a proof of work. It keeps nobody out, else strangers could.
 */
const ADDRESSES_IN_ALL = 20;
const ALL = 'all';
const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;
/** Wrong codes of a name or of a device in an hour: a guesser with the password needs years, not hours. */
const CODES_PER_HOUR = 20;

/** Who tries to log in, as which name. */
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
  /** A table of `rate-limiter-flexible`. Statements are prepared by its name: no two schemas may share one. */
  readonly table: string;
  /** Limits an address and a known device alike. */
  readonly attemptsPerMinute: number;
}

/** Keys go into the table only as digests: it is no list of who tried. */
const digest = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Limits kept in PostgreSQL, so that a restart or a second process forgives nothing. */
export function createLoginLimits(options: LoginLimitsOptions): LoginLimits {
  const { pool, schema, table, attemptsPerMinute } = options;
  const limiter = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      schemaName: schema,
      tableName: table,
      tableCreated: true,
      clearExpiredByTimeout: true,
      keyPrefix,
      points,
      duration,
    });
  const byAddress = limiter('login-ip', attemptsPerMinute, MINUTE_SECONDS);
  const bySite = limiter('login-site', attemptsPerMinute * SITE_FACTOR, MINUTE_SECONDS);
  const byName = limiter('login-account', attemptsPerMinute * ADDRESSES_PER_NAME, MINUTE_SECONDS);
  const byAll = limiter('login-all', attemptsPerMinute * ADDRESSES_IN_ALL, MINUTE_SECONDS);
  const byDevice = limiter('login-device', attemptsPerMinute, MINUTE_SECONDS);
  const codes = limiter('login-code', CODES_PER_HOUR, HOUR_SECONDS);
  const codeKey = ({ name, device }: LoginAttempt) =>
    digest(device === null ? `name:${name}` : `device:${device}`);

  /** The limits of the place that an attempt comes from, each with its key: the address, and the /48 of an IPv6 one. */
  const placesOf = (address: string): readonly (readonly [RateLimiterPostgres, string])[] => {
    const key = addressKey(address);
    const site = siteKey(key);
    const own = [byAddress, digest(key)] as const;
    return site === null ? [own] : [own, [bySite, digest(site)]];
  };

  return {
    async isNear({ name, address, device }) {
      if (device !== null) return false;
      // the cheapest answer first: a flood is told by one row
      if ((await used(byAll, ALL)) >= byAll.points) return true;
      const limits = [...placesOf(address), [byName, digest(name)] as const];
      const spent: (readonly [attempts: number, most: number])[] = [];
      for (const [limit, key] of limits) spent.push([await used(limit, key), limit.points]);
      // at a limit the attempt is refused with the time to wait: no work would help
      if (spent.some(([attempts, most]) => attempts >= most)) return false;
      return spent.some(([attempts, most]) => attempts * 2 > most);
    },
    async attempt({ name, address, device }) {
      if (device !== null) return consume(byDevice, device);
      for (const [limit, key] of placesOf(address)) await consume(limit, key);
      await consume(byName, digest(name));
      await byAll.penalty(ALL, 1);
    },
    code: (attempt) => consume(codes, codeKey(attempt)),
    async succeeded(attempt) {
      const { name, address, device } = attempt;
      await codes.delete(codeKey(attempt));
      if (device !== null) {
        await byDevice.delete(device);
        return;
      }
      await byAll.reward(ALL);
      await byName.delete(digest(name));
      for (const [limit, key] of placesOf(address)) await limit.reward(key);
    },
  };
}

/** Attempts that count against a key now. */
const used = async (limit: RateLimiterPostgres, key: string): Promise<number> =>
  (await limit.get(key))?.consumedPoints ?? 0;

/** Counts against one limit. @throws Refusal LOGIN_RATE_LIMITED */
async function consume(limit: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limit.consume(key);
  } catch (over) {
    if (!(over instanceof RateLimiterRes)) throw over;
    throw new Refusal('LOGIN_RATE_LIMITED', { retryAfterMs: over.msBeforeNext });
  }
}
