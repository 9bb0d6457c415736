import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { linkOf } from '../../gateway/messages/index.ts';
import type { Identity } from '../identity/index.ts';

/** Time for which the link of a mail works. */
export const LINK_MS = 6 * 3_600_000;

/** Links of a user that work at the same time. Further logins in these hours send no message: one of these freezes as well. */
const LINKS_PER_USER = 10;

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/**
 * Freezing by a link: whoever reads the mail about a login can stop it without logging in. Its page freezes by a POST
 * alone, for mail scanners open links.
 */
export interface Freezes {
  /**
   * Makes a link within the caller's transaction. Resolves with what its secret is derived from (`linkOf`), and null
   * where the user has enough links: whoever logs in again and again buries no mailbox.
   */
  link(trx: Trx, userId: number): Promise<Buffer | null>;
  /**
   * Freezes the account of a link, ends its sessions and tickets, and forgets its devices. Once more is no error.
   * @throws Refusal FREEZE_LINK_INVALID
   */
  freeze(token: string): Promise<void>;
  isFrozen(userId: number): Promise<boolean>;
  /** Unfreezes within the act's transaction. Links of earlier mails end. */
  unfreeze(trx: Trx, userId: number): Promise<void>;
}

export function createFreezes(
  db: Db,
  sessions: Pick<Identity['sessions'], 'distrust' | 'sayEnded'>,
  linkKey: Uint8Array,
  now: () => number,
): Freezes {
  return {
    async link(caller, userId) {
      const trx = caller;
      const nonce = randomBytes(16);
      // logins at once wait for each other here, so that each counts the links of the others
      await sql`select 1 from identity.user where user_id = ${userId} for no key update`.execute(trx);
      await trx
        .deleteFrom('factors.freeze_link')
        .where('user_id', '=', BigInt(userId))
        .where('expires_at', '<', new Date(now()))
        .execute();
      const { links } = await trx
        .selectFrom('factors.freeze_link')
        .select((each) => each.fn.countAll<bigint>().as('links'))
        .where('user_id', '=', BigInt(userId))
        .executeTakeFirstOrThrow();
      if (Number(links) >= LINKS_PER_USER) return null;
      await trx
        .insertInto('factors.freeze_link')
        .values({
          link_hash: hashOf(linkOf(linkKey, nonce)),
          user_id: userId,
          used_at: null,
          expires_at: new Date(now() + LINK_MS),
        })
        .execute();
      return nonce;
    },
    async freeze(token) {
      const userId = await db.transaction().execute(async (trx) => {
        const link = await trx
          .updateTable('factors.freeze_link')
          .set((each) => ({
            used_at: each.fn.coalesce('used_at', sql<Date>`${new Date(now())}::timestamptz`),
          }))
          .where('link_hash', '=', hashOf(token))
          .where('expires_at', '>', new Date(now()))
          .returning('user_id')
          .executeTakeFirst();
        if (link === undefined) throw new Refusal('FREEZE_LINK_INVALID');
        const frozen = idOf(link.user_id);
        await sessions.distrust(trx, frozen, null);
        await sql`
          update identity.user set frozen_at = coalesce(frozen_at, ${new Date(now())}::timestamptz)
          where user_id = ${frozen}`.execute(trx);
        return frozen;
      });
      sessions.sayEnded(userId);
    },
    async isFrozen(userId) {
      const { rows } = await sql<{ frozen: boolean }>`
        select frozen_at is not null as frozen from identity.user where user_id = ${userId}`.execute(db);
      return rows[0]?.frozen === true;
    },
    async unfreeze(trx, userId) {
      await trx.deleteFrom('factors.freeze_link').where('user_id', '=', BigInt(userId)).execute();
      await sql`update identity.user set frozen_at = null where user_id = ${userId}`.execute(trx);
    },
  };
}
