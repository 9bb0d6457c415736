import type { Transaction } from 'kysely';
import type { User } from '../identity/index.ts';
import type { MessageKind, Messages } from '../messages/index.ts';
import type { AntiPhishing } from './anti-phishing.ts';

/** Tells users by mail and SMS what was changed in their account, whoever did it. */
export interface Notices {
  /** Writes a notice to each contact of the user as it is now, within the transaction of the change. */
  tell<Schema>(trx: Transaction<Schema>, userId: number, kind: MessageKind): Promise<void>;
}

interface NoticesDeps {
  readonly user: (userId: number) => Promise<User>;
  readonly antiPhishing: Pick<AntiPhishing, 'of'>;
  readonly messages: Pick<Messages, 'isOpen' | 'send'>;
  readonly now: () => number;
}

const LIFETIME_MS = 24 * 3_600_000;
const channelOf = { email: 'email', phone: 'sms' } as const;

export function createNotices({ user, antiPhishing, messages, now }: NoticesDeps): Notices {
  return {
    async tell(trx, userId, kind) {
      const contacts = await user(userId);
      const words = await antiPhishing.of(userId);
      for (const contact of ['email', 'phone'] as const) {
        const to = contacts[contact];
        if (to === null || !messages.isOpen(channelOf[contact])) continue;
        await messages.send(trx, {
          ...{ channel: channelOf[contact], to, kind, userId, antiPhishing: words },
          ...{ language: contacts.language, codeNonce: null },
          expiresAtMs: now() + LIFETIME_MS,
        });
      }
    },
  };
}
