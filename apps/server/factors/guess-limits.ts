import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '../refusal.ts';
import { LIMIT_TABLE } from './schema.ts';

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
/** Guesses at passwords and codes of one login in an hour, and of one user in a day over all logins. */
const PER_FAMILY_AND_HOUR = 20;
const PER_USER_AND_DAY = 100;

/** Counts guesses at what can be guessed. A passkey is not counted: its owner gets in whoever else guesses. */
export interface GuessLimits {
  /** Counts a guess. @throws Refusal STEP_UP_LIMITED */
  count(userId: number, family: string): Promise<void>;
  /** Gives a guess back that was right. */
  right(userId: number, family: string): Promise<void>;
}

/** Limits kept in PostgreSQL, so that neither a restart nor a second door forgives anything. */
export function createGuessLimits(pool: Pool): GuessLimits {
  const limiter = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      schemaName: 'factors',
      tableName: LIMIT_TABLE,
      tableCreated: true,
      clearExpiredByTimeout: true,
      keyPrefix,
      points,
      duration,
    });
  const byFamily = limiter('family', PER_FAMILY_AND_HOUR, HOUR_SECONDS);
  const byUser = limiter('user', PER_USER_AND_DAY, DAY_SECONDS);
  const consume = async (limit: RateLimiterPostgres, key: string): Promise<void> => {
    try {
      await limit.consume(key);
    } catch (over) {
      if (!(over instanceof RateLimiterRes)) throw over;
      throw new Refusal('STEP_UP_LIMITED', { retryAfterMs: over.msBeforeNext });
    }
  };
  return {
    async count(userId, family) {
      await consume(byFamily, family);
      await consume(byUser, String(userId));
    },
    async right(userId, family) {
      await byFamily.reward(family);
      await byUser.reward(String(userId));
    },
  };
}
