import { createHash } from 'node:crypto';
import type { ErrorKey } from '@candor/contract';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { addressKey } from '../client-address.ts';
import { Refusal } from '../refusal.ts';

/**
 * An account's limit over all addresses is this many times an address's: enough against guessing, and nobody can lock an
 * owner out from one address.
 */
const ADDRESSES_PER_ACCOUNT = 10;

export interface IdentityLimits {
  readonly loginAttemptsPerMinute: number;
  readonly registrationsPerHour: number;
}

export interface Limits {
  /** Counts a login attempt against the address and the account. @throws Refusal LOGIN_RATE_LIMITED */
  login(ip: string, account: string): Promise<void>;
  /** Forgets the account's attempts after one that succeeded. */
  loggedIn(account: string): Promise<void>;
  /** Counts a registration against the address. @throws Refusal REGISTER_RATE_LIMITED */
  register(ip: string): Promise<void>;
}

/** Names go into the table only as digests: it is no list of who tried. */
const digest = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Limits kept in PostgreSQL, so that a restart or a second process forgives nothing. */
export function createLimits(pool: Pool, limits: IdentityLimits): Limits {
  const limiter = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      schemaName: 'identity',
      tableName: 'rate_limit',
      tableCreated: true,
      clearExpiredByTimeout: true,
      keyPrefix,
      points,
      duration,
    });
  const loginByIp = limiter('login-ip', limits.loginAttemptsPerMinute, 60);
  const perAccount = limits.loginAttemptsPerMinute * ADDRESSES_PER_ACCOUNT;
  const loginByAccount = limiter('login-account', perAccount, 60);
  const registerByIp = limiter('register-ip', limits.registrationsPerHour, 3600);

  async function consume(from: RateLimiterPostgres, key: string, refusal: ErrorKey): Promise<void> {
    try {
      await from.consume(digest(key));
    } catch (over) {
      if (!(over instanceof RateLimiterRes)) throw over;
      throw new Refusal(refusal, { retryAfterMs: over.msBeforeNext });
    }
  }

  return {
    async login(ip, account) {
      await consume(loginByIp, addressKey(ip), 'LOGIN_RATE_LIMITED');
      await consume(loginByAccount, account, 'LOGIN_RATE_LIMITED');
    },
    async loggedIn(account) {
      await loginByAccount.delete(digest(account));
    },
    register: (ip) => consume(registerByIp, addressKey(ip), 'REGISTER_RATE_LIMITED'),
  };
}
