import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { addressKey } from '../client-address.ts';
import { Refusal } from '../refusal.ts';

export interface IdentityLimits {
  readonly loginAttemptsPerMinute: number;
  readonly registrationsPerHour: number;
}

/** The table of this room's limits. */
export const LIMIT_TABLE = 'rate_limit';

/**
 * Counts registrations against the address (IPv6 by /64), kept in PostgreSQL so that a restart forgives nothing.
 * The function throws Refusal REGISTER_RATE_LIMITED.
 */
export function createRegistrationLimit(pool: Pool, perHour: number): (ip: string) => Promise<void> {
  const byAddress = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    schemaName: 'identity',
    tableName: LIMIT_TABLE,
    tableCreated: true,
    clearExpiredByTimeout: true,
    keyPrefix: 'register-ip',
    points: perHour,
    duration: 3600,
  });
  return async (ip) => {
    try {
      await byAddress.consume(createHash('sha256').update(addressKey(ip)).digest('base64url'));
    } catch (over) {
      if (!(over instanceof RateLimiterRes)) throw over;
      throw new Refusal('REGISTER_RATE_LIMITED', { retryAfterMs: over.msBeforeNext });
    }
  };
}
