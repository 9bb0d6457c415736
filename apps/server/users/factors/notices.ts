import { randomUUID } from 'node:crypto';
import { type ConfirmedAct, FACTOR_CHANGES } from '@candor/api';
import type { Trx } from '../../base/database/index.ts';
import type { MessageKind, Messages } from '../../gateway/messages/index.ts';
import { noteNotice } from '../../gateway/notices/index.ts';
import type { NewDeviceLogin, User } from '../identity/index.ts';
import type { AntiPhishing } from './anti-phishing.ts';
import { type Freezes, LINK_MS } from './freezes.ts';

export interface NoticeOptions {
  /** The act that the notice names. */
  readonly act?: ConfirmedAct;
  /** The last message to an account that ends: it is nobody's, so that it outlives the account. */
  readonly isLast?: boolean;
  /** Input from which the link is derived, of a kind that has one. */
  readonly linkNonce?: Buffer;
  /** Until when it may be delivered; a day where it is left out. */
  readonly expiresAtMs?: number;
}

/** Tells users by mail, SMS and on their pages what was changed in their account, whoever did it. */
export interface Notices {
  /**
   * Writes a notice to each contact of the user as the transaction has it now. It waits for no second connection: acts
   * that together held all of them would wait for ever.
   */
  tell(trx: Trx, userId: number, kind: MessageKind, options?: NoticeOptions): Promise<void>;
  /**
   * Writes a notice of a login on a new device, with a link that freezes the account, by mail; by SMS where there is no
   * mail. What it needs is read first: a login's transaction waits for no second connection.
   */
  ofLogin(login: NewDeviceLogin): Promise<(trx: Trx) => Promise<void>>;
}

interface NoticesDeps {
  readonly user: (userId: number, trx?: Trx) => Promise<User>;
  readonly antiPhishing: Pick<AntiPhishing, 'of'>;
  readonly messages: Pick<Messages, 'isOpen' | 'send'>;
  readonly freezes: Pick<Freezes, 'link'>;
  readonly now: () => number;
}

const LIFETIME_MS = 24 * 3_600_000;
const channelOf = { email: 'email', phone: 'sms' } as const;

export function createNotices({ user, antiPhishing, messages, freezes, now }: NoticesDeps): Notices {
  return {
    async tell(trx, userId, kind, { act, isLast = false, linkNonce, expiresAtMs } = {}) {
      const contacts = await user(userId, trx);
      const words = await antiPhishing.of(userId, trx);
      await noteChange(trx, userId, kind, act ?? null, now());
      for (const contact of ['email', 'phone'] as const) {
        const to = contacts[contact];
        if (to === null || !messages.isOpen(channelOf[contact])) continue;
        await messages.send(trx, {
          channel: channelOf[contact],
          to,
          kind,
          userId: isLast ? null : userId,
          antiPhishing: words,
          language: contacts.language,
          codeNonce: null,
          linkNonce: linkNonce ?? null,
          ...(act === undefined ? {} : { act }),
          expiresAtMs: expiresAtMs ?? now() + LIFETIME_MS,
        });
      }
    },
    async ofLogin({ userId, device, address }) {
      const contacts = await user(userId);
      const contact = (['email', 'phone'] as const).find(
        (each) => contacts[each] !== null && messages.isOpen(channelOf[each]),
      );
      const to = contact === undefined ? null : contacts[contact];
      const note = (trx: Trx) => noteLogin(trx, { userId, device, address }, now());
      if (contact === undefined || to === null) return note;
      const words = await antiPhishing.of(userId);
      return async (trx) => {
        await note(trx);
        const linkNonce = await freezes.link(trx, userId);
        if (linkNonce === null) return;
        await messages.send(trx, {
          channel: channelOf[contact],
          to,
          kind: 'newDevice',
          userId,
          antiPhishing: words,
          language: contacts.language,
          codeNonce: null,
          login: { device, address, linkNonce },
          expiresAtMs: now() + LINK_MS,
        });
      };
    },
  };
}

/** Notes a change of the account's security for its owner's pages: its mail and text are written here. */
async function noteChange(
  trx: Trx,
  userId: number,
  kind: MessageKind,
  act: ConfirmedAct | null,
  timeMs: number,
): Promise<void> {
  const change = FACTOR_CHANGES.find((each) => each === kind);
  if (change === undefined) return;
  const facts = { change, act: act === null ? null : { name: act.name, facts: [...act.facts] } };
  await noteNotice(trx, { userId, key: `security:${randomUUID()}`, kind: 'factor-changed', timeMs, facts });
}

const noteLogin = (
  trx: Trx,
  { userId, device, address }: Pick<NewDeviceLogin, 'userId' | 'device' | 'address'>,
  timeMs: number,
): Promise<void> =>
  noteNotice(trx, {
    userId,
    key: `device:${randomUUID()}`,
    kind: 'new-device',
    timeMs,
    facts: { device, address },
  });
