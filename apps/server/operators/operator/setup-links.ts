import { createHash, randomBytes } from 'node:crypto';
import type { Language } from '@candor/api';
import { sql } from 'kysely';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { type Messages, setupLinkOf } from '../../gateway/messages/index.ts';
import { SETUP_MS } from './first-operators.ts';

/** Time that an operator waits before another link is sent to the same newcomer. */
const RESEND_MS = 60_000;
const NONCE_BYTES = 32;

/** The way of a mail to a newcomer. */
export type SetupMailState = 'waiting' | 'sent' | 'kept' | 'expired' | 'failed';

/** A newcomer who may set up. */
export interface Newcomer {
  readonly operatorId: number;
  readonly linkHash: Buffer;
}

/**
 * The links by which new operators set up alone. A link goes to the newcomer's mail and nowhere else: the table holds
 * its hash, the row of the message a nonce, and the key lies in the data folder. It works until the newcomer has a
 * password and a factor, for 72 hours, or until another one is sent.
 */
export interface SetupLinks {
  /** @throws Refusal MESSAGES_NOT_OPEN where no mail is delivered */
  refuseClosed(): void;
  /** Sends a link in the caller's transaction. An earlier one ends, and so does each login that it began. */
  issue(
    trx: Trx,
    to: { readonly operatorId: number; readonly mail: string; readonly language: Language },
    actKey: string,
  ): Promise<void>;
  /** True if the act with this key sent the newest link. @throws Refusal RATE_LIMITED within a minute of another act's */
  isSent(trx: Trx, operatorId: number, actKey: string): Promise<boolean>;
  /** Returns whose link it is. @throws Refusal OPERATOR_LINK_WRONG */
  find(link: string): Promise<Newcomer>;
  /** Refuses unless the link still stands, and keeps it until the transaction ends. @throws Refusal OPERATOR_LINK_WRONG */
  hold(trx: Trx, newcomer: Newcomer): Promise<void>;
  /** Ends the link of an operator. */
  end(trx: Trx, operatorId: number): Promise<void>;
  /** Returns how the newest mail fares, by operator. */
  mailStates(): Promise<ReadonlyMap<number, SetupMailState>>;
}

export interface SetupLinksOptions {
  readonly db: Db;
  readonly messages: Pick<Messages, 'send' | 'refuseClosed'>;
  /** Key from which links are derived, kept outside the database. */
  readonly key: Uint8Array;
  readonly now: () => number;
}

/** Returns the hash under which a link is kept. */
export const hashOfLink = (link: string): Buffer => createHash('sha256').update(link).digest();

export function createSetupLinks({ db, messages, key, now }: SetupLinksOptions): SetupLinks {
  const standing = (within: Db, linkHash: Buffer) =>
    within
      .selectFrom('operator.setup_link')
      .select('operator_id')
      .where('link_hash', '=', linkHash)
      .where('expires_at', '>', new Date(now()));

  return {
    refuseClosed: () => messages.refuseClosed('email'),
    async issue(trx, { operatorId, mail, language }, actKey) {
      const linkNonce = randomBytes(NONCE_BYTES);
      const expiresAtMs = now() + SETUP_MS;
      const messageId = await messages.send(trx, {
        channel: 'email',
        to: mail,
        kind: 'operatorSetup',
        language,
        linkNonce,
        expiresAtMs,
        userId: null,
        antiPhishing: null,
        codeNonce: null,
      });
      const link = {
        link_hash: hashOfLink(setupLinkOf(key, linkNonce)),
        message_id: messageId,
        act_key: actKey,
        sent_at: new Date(now()),
        expires_at: new Date(expiresAtMs),
      };
      await trx
        .insertInto('operator.setup_link')
        .values({ operator_id: operatorId, ...link })
        .onConflict((conflict) => conflict.column('operator_id').doUpdateSet(link))
        .execute();
      await trx.deleteFrom('operator.ticket').where('operator_id', '=', BigInt(operatorId)).execute();
    },
    async isSent(trx, operatorId, actKey) {
      const row = await trx
        .selectFrom('operator.setup_link')
        .select(['act_key', 'sent_at'])
        .where('operator_id', '=', BigInt(operatorId))
        .executeTakeFirst();
      if (row === undefined) return false;
      if (row.act_key === actKey) return true;
      const waitMs = row.sent_at.getTime() + RESEND_MS - now();
      if (waitMs > 0) throw new Refusal('RATE_LIMITED', { retryAfterMs: waitMs });
      return false;
    },
    async find(link) {
      const linkHash = hashOfLink(link);
      const row = await standing(db, linkHash).executeTakeFirst();
      if (row === undefined) throw new Refusal('OPERATOR_LINK_WRONG');
      return { operatorId: idOf(row.operator_id), linkHash };
    },
    async hold(trx, { operatorId, linkHash }) {
      const row = await standing(trx, linkHash)
        .where('operator_id', '=', BigInt(operatorId))
        .forShare()
        .executeTakeFirst();
      if (row === undefined) throw new Refusal('OPERATOR_LINK_WRONG');
    },
    async end(trx, operatorId) {
      await trx.deleteFrom('operator.setup_link').where('operator_id', '=', BigInt(operatorId)).execute();
    },
    async mailStates() {
      const { rows } = await sql<{ operator_id: bigint; state: SetupMailState | null }>`
        select l.operator_id, m.state from operator.setup_link l
        left join messages.message m on m.message_id = l.message_id`.execute(db);
      // a message that is forgotten after its days was not delivered in time
      return new Map(rows.map(({ operator_id, state }) => [idOf(operator_id), state ?? 'expired']));
    },
  };
}
