import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type ConfirmedAct, type Language, plainCode } from '@candor/api';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { type Db, kyselyOf, migrate, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import {
  type Channel,
  codeOf,
  type MessageKind,
  type Messages,
  type WithdrawalNotice,
} from '../messages/index.ts';
import { type CodeLimits, createCodeCounts } from './limits.ts';
import { migrations } from './schema.ts';
import { smsNumber } from './sms-number.ts';

/** Names the purpose of a code. A code of one purpose serves no other. */
export type CodePurpose = 'register' | 'login' | 'reset' | 'bind' | 'confirm' | 'withdrawal';

const kinds: Readonly<Record<CodePurpose, MessageKind>> = {
  register: 'codeRegister',
  login: 'codeLogin',
  reset: 'codeReset',
  bind: 'codeBind',
  confirm: 'codeConfirm',
  withdrawal: 'codeWithdrawal',
};

/** The browser, purpose and address that a code is bound to. */
export interface CodeFlow {
  /** A secret of the browser, or the family of a session: another's tries count in another flow. */
  readonly browser: string;
  readonly purpose: CodePurpose;
  readonly channel: Channel;
  /** A normalised mail address or phone number. */
  readonly to: string;
}

export interface CodeRequest extends CodeFlow {
  /** Null for a code that the house sends by itself: it counts for no network address. */
  readonly ip: string | null;
  /**
   * The id of a known device of the recipient: it has codes of its own, which strangers do not use up, nor who has the
   * user's token alone. Null or left out for anybody else.
   */
  readonly device?: string | null;
  readonly language: Language;
  readonly userId: number | null;
  readonly antiPhishing: string | null;
  /** Names the withdrawal that the code confirms. */
  readonly withdrawal?: WithdrawalNotice;
  /** The act that a code of purpose `confirm` confirms: such a code is never sent without it. */
  readonly act?: ConfirmedAct;
  /** Input from which the link that freezes the account is derived; null for no link. */
  readonly linkNonce?: Buffer | null;
  /**
   * `code`: send one. `notice`: send this message instead, and let no code fit. `nothing`: the same without a message.
   * The answer, the limits and the work are the same in all three.
   */
  readonly send: 'code' | 'nothing' | { readonly notice: MessageKind };
}

export interface SentCode {
  readonly expiresAtMs: number;
  readonly resendAtMs: number;
}

/** Codes of six digits that prove that somebody reads a mailbox or a phone. */
export interface Codes {
  /**
   * Sends a code; the flow's earlier one ends.
   * @throws Refusal CODE_TOO_SOON, CODES_LIMITED, MESSAGES_NOT_OPEN or PHONE_NOT_MOBILE
   */
  send(request: CodeRequest): Promise<SentCode>;
  /**
   * Uses up a code. A flow has five tries; then, after 10 minutes and after its use, no code fits.
   * @throws Refusal CODE_WRONG, alike for a wrong, an expired and a used code and where none was sent
   */
  use(flow: CodeFlow, code: string): Promise<void>;
  /**
   * Checks a code, and returns what uses it up within the caller's transaction: the code fits until that commits. What is
   * returned throws the same where the code was used meanwhile.
   * @throws Refusal CODE_WRONG, as `use` does
   */
  check(flow: CodeFlow, code: string): Promise<UseCode>;
}

/** Uses up a code that was checked. @throws Refusal CODE_WRONG */
export type UseCode = (trx: Trx) => Promise<void>;

export interface CodesOptions {
  readonly pool: Pool;
  readonly messages: Messages;
  /** 32 random bytes, kept outside the database: codes are derived with it. */
  readonly key: Uint8Array;
  readonly limits: CodeLimits;
  readonly now: () => number;
}

export const CODE_LIFETIME_MS = 10 * 60_000;
const RESEND_MS = 60_000;
const TRIES = 5;

/** Refuses another code soon after the last one of a flow. @throws Refusal CODE_TOO_SOON */
async function refuseSoon(db: Db, flowHash: Buffer, now: () => number): Promise<void> {
  const row = await db
    .selectFrom('codes.flow')
    .select('sent_at')
    .where('flow_hash', '=', flowHash)
    .executeTakeFirst();
  if (row === undefined) return;
  const retryAfterMs = row.sent_at.getTime() + RESEND_MS - now();
  if (retryAfterMs > 0) throw new Refusal('CODE_TOO_SOON', { retryAfterMs });
}

/** The flow of a code that fits, and the nonce of the code. */
interface Fitting {
  readonly flowHash: Buffer;
  readonly nonce: Buffer;
}

/** Counts a try of a flow, and returns the code if it fits. @throws Refusal CODE_WRONG */
async function tryCode(
  { db, key, now }: { readonly db: Db } & Pick<CodesOptions, 'key' | 'now'>,
  flow: CodeFlow,
  code: string,
): Promise<Fitting> {
  const flowHash = hashOf(flow);
  const time = new Date(now());
  const tried = await db
    .updateTable('codes.flow')
    .set((each) => ({ tries: each('tries', '+', 1) }))
    .where('flow_hash', '=', flowHash)
    .where('tries', '<', TRIES)
    .where('expires_at', '>', time)
    .returning('nonce')
    .executeTakeFirst();
  const nonce = tried?.nonce ?? null;
  // computed in any case, so that a flow without a code costs the same work
  const fits = isEqual(codeOf(key, nonce ?? Buffer.alloc(16)), plainCode(code));
  if (nonce === null || !fits) throw new Refusal('CODE_WRONG', { field: 'code' });
  return { flowHash, nonce };
}

/** Takes a code out of its flow. @throws Refusal CODE_WRONG */
async function useUp(db: Db, { flowHash, nonce }: Fitting): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('codes.flow')
    .where('flow_hash', '=', flowHash)
    .where('nonce', '=', nonce)
    .executeTakeFirst();
  // two requests at once with the same code: the first one used it
  if (numDeletedRows !== 1n) throw new Refusal('CODE_WRONG', { field: 'code' });
}

/** Takes back the try of a code that fits and is not used up yet: its owner may need it again. */
async function takeBackTry(db: Db, { flowHash, nonce }: Fitting): Promise<void> {
  await db
    .updateTable('codes.flow')
    .set((each) => ({ tries: each('tries', '-', 1) }))
    .where('flow_hash', '=', flowHash)
    .where('nonce', '=', nonce)
    .execute();
}

/** Opens the room: migrates its schema and returns it. */
export async function openCodes({ pool, messages, key, limits, now }: CodesOptions): Promise<Codes> {
  await migrate(pool, 'codes', migrations);
  const db: Db = kyselyOf(pool);
  const counts = createCodeCounts(pool, limits);

  return {
    async send({
      ip,
      device = null,
      language,
      userId,
      antiPhishing,
      send,
      withdrawal,
      act,
      linkNonce,
      ...flow
    }) {
      const { channel, purpose, to } = flow;
      if (purpose === 'confirm' && act === undefined) throw new RangeError('a code must name its act');
      messages.refuseClosed(channel);
      const callingCode = channel === 'sms' ? await smsNumber(to) : null;
      const flowHash = hashOf(flow);
      await refuseSoon(db, flowHash, now);
      if (ip !== null) await counts.countAddress(ip);
      await counts.countRecipient(purpose, to, { ip, device });
      if (callingCode !== null) await counts.countCountry(callingCode);
      const sentAtMs = now();
      const expiresAtMs = sentAtMs + CODE_LIFETIME_MS;
      const nonce = randomBytes(16);
      await db.transaction().execute(async (trx) => {
        await openFlow(trx, flowHash, send === 'code' ? nonce : null, sentAtMs, expiresAtMs);
        const isNotice = typeof send === 'object';
        await messages.send(trx, {
          channel,
          to,
          language,
          userId,
          antiPhishing,
          expiresAtMs,
          ...(act === undefined ? {} : { act }),
          ...(withdrawal === undefined ? {} : { withdrawal, linkNonce: linkNonce ?? null }),
          kind: isNotice ? send.notice : kinds[purpose],
          codeNonce: isNotice ? null : nonce,
          isWithheld: send === 'nothing',
        });
      });
      return { expiresAtMs, resendAtMs: sentAtMs + RESEND_MS };
    },
    use: async (flow, code) => useUp(db, await tryCode({ db, key, now }, flow, code)),
    async check(flow, code) {
      const fitting = await tryCode({ db, key, now }, flow, code);
      await takeBackTry(db, fitting);
      return (trx) => useUp(trx, fitting);
    },
  };
}

/** Begins the flow's next code. Of two requests at once the second waits and is too soon. */
async function openFlow(
  trx: Trx,
  flowHash: Buffer,
  nonce: Buffer | null,
  sentAtMs: number,
  expiresAtMs: number,
): Promise<void> {
  await sql`delete from codes.flow where expires_at < ${new Date(sentAtMs)}`.execute(trx);
  const { rows } = await sql`
    insert into codes.flow (flow_hash, nonce, tries, sent_at, expires_at)
    values (${flowHash}, ${nonce}, 0, ${new Date(sentAtMs)}, ${new Date(expiresAtMs)})
    on conflict (flow_hash) do update
      set nonce = excluded.nonce, tries = 0, sent_at = excluded.sent_at, expires_at = excluded.expires_at
      where flow.sent_at <= ${new Date(sentAtMs - RESEND_MS)}
    returning 1`.execute(trx);
  if (rows.length === 0) throw new Refusal('CODE_TOO_SOON', { retryAfterMs: RESEND_MS });
}

function hashOf({ browser, purpose, channel, to }: CodeFlow): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([browser, purpose, channel, to]))
    .digest();
}

function isEqual(expected: string, given: string): boolean {
  const left = Buffer.from(expected);
  const right = Buffer.from(given);
  return left.length === right.length && timingSafeEqual(left, right);
}
