import { NOTICES_PAGE, type NoticeContent, noticeLink } from '@candor/api';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type Db, kyselyOf } from '../../base/database/index.ts';
import type { Attempt, Task } from '../../base/jobs/index.ts';
import { codeOf, linkOf } from './code-of.ts';
import { DeliveryError } from './delivery-error.ts';
import { type LinkUse, linkUse } from './kinds.ts';
import { mailHtml, mailText } from './mail/mail-text.ts';
import type { MailServer } from './mail/smtp.ts';
import { DELIVER_TASK } from './messages.ts';
import type { MessageRow, MessageState } from './schema.ts';
import type { SmsCentre } from './sms/smsc.ts';
import type { MessageContent, Words } from './words.ts';

export interface DeliverOptions {
  readonly pool: Pool;
  readonly words: Words;
  /** Key from which codes are derived. */
  readonly codesKey: Uint8Array;
  /** The address of the pages, which links begin with. */
  readonly pagesUrl: string;
  /** The address of the console, which the links of operators begin with. */
  readonly consoleUrl: string;
  /** Null where messages of the channel stay on this machine. */
  readonly mail: MailServer | null;
  readonly sms: SmsCentre | null;
  /** Shows a message that stays on this machine as one line of the terminal. */
  readonly say: (line: string) => void;
  readonly now: () => number;
  readonly log: Pick<Logger, 'warn'>;
}

/** A delivery takes up to this long: one that could end after the message has expired does not begin. */
const DELIVERY_MS = 30_000;

/**
 * The task that delivers a message: to the mail server or the SMSC, or, without one, to the terminal and the console.
 * A delivery that fails is tried again until the message expires.
 */
export function deliverTask(options: DeliverOptions): Task {
  const db: Db = kyselyOf(options.pool);
  const end = (row: MessageRow, state: MessageState, reason: string | null = null) =>
    db
      .updateTable('messages.message')
      .set({ state, reason, ended_at: new Date(options.now()) })
      .where('message_id', '=', row.message_id)
      .execute();

  return {
    name: DELIVER_TASK,
    async run(id, { isLast }: Attempt) {
      const row = (await db
        .updateTable('messages.message')
        .set((each) => ({ attempts: each('attempts', '+', 1) }))
        .where('message_id', '=', BigInt(id))
        .where('state', '=', 'waiting')
        .returningAll()
        .executeTakeFirst()) as MessageRow | undefined;
      if (row === undefined) return;
      if (row.is_withheld) return void (await end(row, 'withheld'));
      const leftMs = row.expires_at.getTime() - options.now();
      if (leftMs < DELIVERY_MS) return void (await end(row, 'expired', row.reason));
      try {
        await end(row, await deliver(row, leftMs, options));
      } catch (error) {
        if (!(error instanceof DeliveryError)) throw error;
        const refusal = { messageId: id, reason: error.message, said: error.sentence };
        options.log.warn(refusal, 'a message was not accepted');
        if (error.isFinal || isLast) return void (await end(row, 'failed', error.message));
        await db
          .updateTable('messages.message')
          .set({ reason: error.message })
          .where('message_id', '=', BigInt(id))
          .execute();
        throw error;
      }
    },
  };
}

/** The content of a stored message, its code derived. */
export function contentOf(
  row: Pick<
    MessageRow,
    | 'kind'
    | 'language'
    | 'anti_phishing'
    | 'code_nonce'
    | 'link_nonce'
    | 'device'
    | 'address'
    | 'withdrawal'
    | 'act'
    | 'notices'
    | 'created_at'
    | 'expires_at'
  >,
  { codesKey, pagesUrl, consoleUrl }: Pick<DeliverOptions, 'codesKey' | 'pagesUrl' | 'consoleUrl'>,
): MessageContent {
  const use = linkUse(row.kind);
  return {
    kind: row.kind,
    language: row.language,
    antiPhishing: row.anti_phishing,
    code: row.code_nonce === null ? null : codeOf(codesKey, row.code_nonce),
    login:
      row.kind === 'newDevice'
        ? { device: row.device ?? '', address: row.address ?? '', atMs: row.created_at.getTime() }
        : null,
    withdrawal: row.withdrawal,
    act: row.act,
    notices: row.notices ?? [],
    link:
      row.notices === null
        ? linkOfMessage(use, row.link_nonce, { codesKey, pagesUrl, consoleUrl })
        : `${pagesUrl}${linkOfNotices(row.notices)}`,
    minutes: Math.round((row.expires_at.getTime() - row.created_at.getTime()) / 60_000),
  };
}

/** The page of the one notice that a message is about, or the page of all. */
function linkOfNotices(notices: readonly NoticeContent[]): string {
  const [only] = notices;
  return notices.length === 1 && only !== undefined ? noticeLink(only) : NOTICES_PAGE;
}

/** The link of a message of a use; null where there is none. */
function linkOfMessage(
  use: LinkUse | null,
  nonce: Buffer | null,
  { codesKey, pagesUrl, consoleUrl }: Pick<DeliverOptions, 'codesKey' | 'pagesUrl' | 'consoleUrl'>,
): string | null {
  if (use === 'support') return `${pagesUrl}/home/index#support`;
  if (use === null || nonce === null) return null;
  // behind the #, which browsers send to no server
  return `${use === 'setup' ? consoleUrl : `${pagesUrl}/user`}/${use}#${linkOf(codesKey, nonce, use)}`;
}

async function deliver(row: MessageRow, leftMs: number, options: DeliverOptions): Promise<MessageState> {
  const { words, mail, sms, say } = options;
  const content = contentOf(row, options);
  const to = row.recipient;
  if (row.channel === 'email') {
    const parts = words.mail(content);
    if (mail === null) {
      const shown = parts.code ?? parts.link;
      say(`Mail to ${to}: ${parts.subject}.${shown === null ? '' : ` ${shown}`}`);
      return 'kept';
    }
    const { subject } = parts;
    const id = `message-${row.message_id}-${row.created_at.getTime()}`;
    await mail.send({ id, to, subject, text: mailText(parts), html: mailHtml(parts, row.language) });
    return 'sent';
  }
  const text = words.sms(content);
  if (sms === null) {
    say(`SMS to ${to}: ${text}`);
    return 'kept';
  }
  await sms.send({ reference: Number(BigInt(row.message_id) & 0xffn), to, text, validMs: leftMs });
  return 'sent';
}
