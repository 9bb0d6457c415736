import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '../../base/errors/refusal.ts';
import { SITE_FACTOR } from '../../base/limits/budgets.ts';
import { addressKey, siteKey } from '../../base/limits/client-address.ts';

export interface IdentityLimits {
  readonly loginAttemptsPerMinute: number;
  readonly registrationsPerHour: number;
}

/** The table of this room's limits. */
export const LIMIT_TABLE = 'rate_limit';

/**
 * Counts registrations against the address (IPv6 by /64 and, more generously, by /48), kept in PostgreSQL so that a
 * restart forgives nothing. The function throws Refusal REGISTER_RATE_LIMITED.
 */
export function createRegistrationLimit(pool: Pool, perHour: number): (ip: string) => Promise<void> {
  const limiter = (keyPrefix: string, points: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      schemaName: 'identity',
      tableName: LIMIT_TABLE,
      tableCreated: true,
      clearExpiredByTimeout: true,
      keyPrefix,
      points,
      duration: 3600,
    });
  const byAddress = limiter('register-ip', perHour);
  const bySite = limiter('register-site', perHour * SITE_FACTOR);
  const consume = async (limit: RateLimiterPostgres, key: string): Promise<void> => {
    try {
      await limit.consume(createHash('sha256').update(key).digest('base64url'));
    } catch (over) {
      if (!(over instanceof RateLimiterRes)) throw over;
      throw new Refusal('REGISTER_RATE_LIMITED', { retryAfterMs: over.msBeforeNext });
    }
  };
  return async (ip) => {
    const address = addressKey(ip);
    await consume(byAddress, address);
    const site = siteKey(address);
    if (site !== null) await consume(bySite, site);
  };
}
