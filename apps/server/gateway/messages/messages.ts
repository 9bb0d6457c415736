import type { ConfirmedAct, Language, NoticeContent } from '@candor/api';
import type { Pool } from 'pg';
import { migrate, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { addJob, migrateJobs } from '../../base/jobs/index.ts';
import type { Channel, MessageKind, WithdrawalNotice } from './kinds.ts';
import { migrations } from './schema.ts';

/** The task that delivers one message. */
export const DELIVER_TASK = 'deliverMessage';

/** Deliverer of a channel's messages: a server of another machine, the console of this one, or nobody. */
export type Delivery = 'server' | 'console' | null;
export type Deliveries = Readonly<Record<Channel, Delivery>>;

/** A login on a new device, and what the link that freezes the account is derived from. */
export interface LoginNotice {
  /** Browser and system as they were stated; '' if unknown. */
  readonly device: string;
  readonly address: string;
  readonly linkNonce: Buffer;
}

export interface NewMessage {
  readonly channel: Channel;
  /** A mail address, or a phone number in international form. */
  readonly to: string;
  readonly kind: MessageKind;
  readonly language: Language;
  readonly userId: number | null;
  readonly antiPhishing: string | null;
  /** Nonce from which the code of a message is derived. */
  readonly codeNonce: Buffer | null;
  /** The login that a message of kind `newDevice` is about. */
  readonly login?: LoginNotice;
  /** Names the withdrawal that a code of kind `codeWithdrawal` confirms. */
  readonly withdrawal?: WithdrawalNotice;
  /** Names the act that a code confirms, or that a notice is about. */
  readonly act?: ConfirmedAct;
  /** The notices that a message of kind `notice` is about, the oldest first. */
  readonly notices?: readonly NoticeContent[];
  /** Input from which the link is derived, for a message of another kind. */
  readonly linkNonce?: Buffer | null;
  /** The message is not delivered after this time. */
  readonly expiresAtMs: number;
  /** True for a message that costs the work of any other and reaches nobody. */
  readonly isWithheld?: boolean;
}

/** Mail and SMS to users. */
export interface Messages {
  /** Writes a message and its job within the caller's transaction. Resolves with its id. @throws Refusal MESSAGES_NOT_OPEN */
  send(trx: Trx, message: NewMessage): Promise<bigint>;
  /** True if somebody delivers messages of this channel. */
  isOpen(channel: Channel): boolean;
  /** True if messages of this channel stay on this machine, for its terminal and the console. */
  isKept(channel: Channel): boolean;
  /** @throws Refusal MESSAGES_NOT_OPEN */
  refuseClosed(channel: Channel): void;
}

export interface MessagesOptions {
  readonly pool: Pool;
  readonly deliveries: Deliveries;
  readonly now: () => number;
}

/** Opens the room: brings its tables and those of the jobs up to date. */
export async function openMessages({ pool, deliveries, now }: MessagesOptions): Promise<Messages> {
  await migrateJobs(pool);
  await migrate(pool, 'messages', migrations);

  const isOpen = (channel: Channel): boolean => deliveries[channel] !== null;
  const refuseClosed = (channel: Channel): void => {
    if (!isOpen(channel)) throw new Refusal('MESSAGES_NOT_OPEN');
  };
  return {
    isOpen,
    isKept: (channel) => deliveries[channel] === 'console',
    refuseClosed,
    async send(trx, message) {
      refuseClosed(message.channel);
      const { message_id: id } = await trx
        .insertInto('messages.message')
        .values({
          channel: message.channel,
          recipient: message.to,
          kind: message.kind,
          language: message.language,
          user_id: message.userId,
          anti_phishing: message.antiPhishing,
          code_nonce: message.codeNonce,
          is_withheld: message.isWithheld ?? false,
          link_nonce: message.login?.linkNonce ?? message.linkNonce ?? null,
          device: message.login?.device ?? null,
          address: message.login?.address ?? null,
          withdrawal: message.withdrawal === undefined ? null : JSON.stringify(message.withdrawal),
          act: message.act === undefined ? null : JSON.stringify(message.act),
          notices: message.notices === undefined ? null : JSON.stringify(message.notices),
          created_at: new Date(now()),
          expires_at: new Date(message.expiresAtMs),
        })
        .returning('message_id')
        .executeTakeFirstOrThrow();
      await addJob(trx, { task: DELIVER_TASK, row: String(id) });
      return id;
    },
  };
}
