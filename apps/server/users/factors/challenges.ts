import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../base/database/index.ts';
import type { FactorKeys } from './keys.ts';

const LIFETIME_MS = 15 * 60_000;
const TIME_BYTES = 8;
const RANDOM_BYTES = 16;

/**
 * Challenges of WebAuthn, each for one purpose, such as a user's step-up. They carry their end and a keyed hash, so that
 * a visitor who asks for many fills no table; only those that were answered are remembered, until they end.
 */
export interface Challenges {
  issue(purpose: string): Buffer;
  /** True for a challenge of ours in base64url, for this purpose, that has not ended. */
  isValid(purpose: string, challenge: string): boolean;
  /** Uses a challenge up. False where it was used before. */
  use(within: Db, challenge: string): Promise<boolean>;
}

export function createChallenges(keys: FactorKeys, now: () => number): Challenges {
  const macOf = (purpose: string, head: Buffer) =>
    keys.hash('challenge', Buffer.concat([head, Buffer.from(purpose)]));
  return {
    issue(purpose) {
      const head = Buffer.alloc(TIME_BYTES + RANDOM_BYTES);
      head.writeBigUInt64BE(BigInt(Math.floor(now()) + LIFETIME_MS));
      randomBytes(RANDOM_BYTES).copy(head, TIME_BYTES);
      return Buffer.concat([head, macOf(purpose, head)]);
    },
    isValid(purpose, challenge) {
      const bytes = Buffer.from(challenge, 'base64url');
      const head = bytes.subarray(0, TIME_BYTES + RANDOM_BYTES);
      const mac = macOf(purpose, head);
      const given = bytes.subarray(head.length);
      if (given.length !== mac.length || !timingSafeEqual(given, mac)) return false;
      return head.readBigUInt64BE() > BigInt(Math.floor(now()));
    },
    async use(within, challenge) {
      const time = new Date(now());
      await sql`delete from factors.used_challenge where expires_at < ${time}`.execute(within);
      const { numInsertedOrUpdatedRows } = await within
        .insertInto('factors.used_challenge')
        .values({
          challenge_hash: createHash('sha256').update(challenge).digest(),
          expires_at: new Date(now() + LIFETIME_MS),
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },
  };
}
