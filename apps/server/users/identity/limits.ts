import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { SITE_FACTOR } from '../../base/limits/budgets.ts';
import { addressKey, siteKey } from '../../base/limits/client-address.ts';
import { createKeptLimits } from '../../base/limits/kept-limits.ts';

export interface IdentityLimits {
  readonly loginAttemptsPerMinute: number;
  readonly registrationsPerHour: number;
}

/** The table of this room's limits. */
export const LIMIT_TABLE = 'rate_limit';
const HOUR_SECONDS = 3_600;

/** Counts a registration of an address. What it returns takes that back. @throws Refusal REGISTER_RATE_LIMITED */
export type CountRegistration = (ip: string) => Promise<() => Promise<void>>;

/**
 * Counts registrations against the address (IPv6 by /64 and, more generously, by /48), kept in PostgreSQL so that a
 * restart forgives nothing.
 */
export function createRegistrationLimit(pool: Pool, perHour: number): CountRegistration {
  const limiter = createKeptLimits({
    pool,
    schema: 'identity',
    table: LIMIT_TABLE,
    refusal: 'REGISTER_RATE_LIMITED',
  });
  const byAddress = limiter('register-ip', perHour, HOUR_SECONDS);
  const bySite = limiter('register-site', perHour * SITE_FACTOR, HOUR_SECONDS);
  const digest = (key: string) => createHash('sha256').update(key).digest('base64url');
  return async (ip) => {
    const address = addressKey(ip);
    await byAddress.count(digest(address));
    const site = siteKey(address);
    if (site !== null) await bySite.count(digest(site));
    return async () => {
      await byAddress.giveBack(digest(address));
      if (site !== null) await bySite.giveBack(digest(site));
    };
  };
}
