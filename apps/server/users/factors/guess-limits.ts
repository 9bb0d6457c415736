import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Guesser } from '../identity/index.ts';
import { LIMIT_TABLE } from './schema.ts';

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
/** Guesses at passwords and codes of one login in an hour, and of one user in a day over all logins. */
const PER_FAMILY_AND_HOUR = 20;
const PER_USER_AND_DAY = 100;

/** Counts guesses at what can be guessed. A passkey is not counted: its owner gets in whoever else guesses. */
export interface GuessLimits {
  /** Counts a guess of a login against it and against its user. @throws Refusal STEP_UP_LIMITED */
  count(userId: number, family: string): Promise<void>;
  /** Counts a guess at the second step of a login. @throws Refusal STEP_UP_LIMITED */
  countEntry(userId: number, guesser: Guesser): Promise<void>;
  /** Gives such a guess back that was right. */
  rightEntry(userId: number, guesser: Guesser): Promise<void>;
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
  /** A known device has a day of its own; strangers share theirs, and use up neither that nor the step-ups' day. */
  const entryKeys = (userId: number, { device, address }: Guesser) => {
    const key = createHash('sha256')
      .update(device ?? `${userId} ${address}`)
      .digest('base64url');
    return { hour: `entry ${key}`, day: device === null ? `entry ${userId}` : `entry ${key}` };
  };
  return {
    async countEntry(userId, guesser) {
      const { hour, day } = entryKeys(userId, guesser);
      await consume(byFamily, hour);
      await consume(byUser, day);
    },
    async rightEntry(userId, guesser) {
      const { hour, day } = entryKeys(userId, guesser);
      await byFamily.reward(hour);
      await byUser.reward(day);
    },
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
