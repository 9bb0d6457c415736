import type { ErrorKey } from '@candor/api';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '../errors/refusal.ts';

/** Acts that one key may do within a time. */
export interface KeptLimit {
  /** Counts one act. Throws the limit's refusal, with the time until the count is reset. */
  count(key: string): Promise<void>;
  /** Takes one act back. */
  giveBack(key: string): Promise<void>;
}

export interface KeptLimitsOptions {
  readonly pool: Pool;
  readonly schema: string;
  /** A table as `rate-limiter-flexible` has it. */
  readonly table: string;
  /** Key of the refusal of one act too many. */
  readonly refusal: ErrorKey;
}

/**
 * Makes limits whose counts are kept in PostgreSQL, so that neither a restart nor a second door forgives anything. Each
 * prefix names one limit of the table.
 */
export function createKeptLimits({ pool, schema, table, refusal }: KeptLimitsOptions) {
  return (keyPrefix: string, points: number, durationSeconds: number): KeptLimit => {
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      schemaName: schema,
      tableName: table,
      tableCreated: true,
      clearExpiredByTimeout: true,
      keyPrefix,
      points,
      duration: durationSeconds,
    });
    return {
      async count(key) {
        try {
          await limiter.consume(key);
        } catch (over) {
          if (!(over instanceof RateLimiterRes)) throw over;
          throw new Refusal(refusal, { retryAfterMs: over.msBeforeNext });
        }
      },
      async giveBack(key) {
        await limiter.reward(key);
      },
    };
  };
}
