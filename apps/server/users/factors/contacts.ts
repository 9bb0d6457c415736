import { createHash } from 'node:crypto';
import { factsOf, type Language } from '@candor/api';
import { maskAccount } from '@candor/i18n';
import type { Db, Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Identity, Session, User } from '../identity/index.ts';
import { readLoginName } from '../identity/index.ts';
import type { AntiPhishing } from './anti-phishing.ts';
import type { CodeSender } from './code-sender.ts';
import type { Notices } from './notices.ts';

export type ContactKind = 'email' | 'phone';

/** An email or a phone that a user wants to bind, as it was typed. */
export interface Contact {
  readonly type: ContactKind;
  readonly account: string;
}

/** The email and the phone of a user. A new one takes the place of the old one. */
export interface Contacts {
  /**
   * Sends a code to the new contact. One that belongs to another account gets a notice and no code; the answer is the
   * same. @throws Refusal ACCOUNT_INVALID, CONTACT_SAME, MESSAGES_NOT_OPEN, PHONE_NOT_MOBILE or those of codes
   */
  sendCode(
    session: Session,
    contact: Contact,
    asked: { readonly ip: string; readonly language: Language },
  ): Promise<{ readonly expiresAtMs: number; readonly resendAtMs: number }>;
  /** Uses the code up and remembers for this login that it was right. @throws Refusal CODE_WRONG */
  prove(session: Session, contact: Contact, code: string): Promise<void>;
  /** Binds a proven contact within the act's transaction, and tells the earlier ones. @throws Refusal CODE_WRONG */
  bind(trx: Trx, session: Session, contact: Contact, code: string): Promise<void>;
}

interface ContactsDeps {
  readonly db: Db;
  readonly identity: Pick<Identity, 'contacts'>;
  readonly user: (userId: number) => Promise<User>;
  readonly antiPhishing: AntiPhishing;
  readonly codes: CodeSender | null;
  readonly notices: Notices;
  readonly now: () => number;
}

/** Lifetime of a proof of the new contact: as long as a step-up may take. */
const PROVEN_MS = 15 * 60_000;
const channelOf = { email: 'email', phone: 'sms' } as const;

export function createContacts(deps: ContactsDeps): Contacts {
  const { db, identity, user, antiPhishing, codes, notices, now } = deps;

  const read = ({ type, account }: Contact) => readLoginName(type, account).value;
  const flowOf = (session: Session, type: ContactKind, to: string) =>
    ({ browser: `bind:${session.family}`, purpose: 'bind', channel: channelOf[type], to }) as const;
  const proofOf = (session: Session, type: ContactKind, to: string, code: string) =>
    createHash('sha256')
      .update(JSON.stringify([session.family, type, to, code]))
      .digest();

  function sender(): CodeSender {
    if (codes === null) throw new Refusal('MESSAGES_NOT_OPEN');
    return codes;
  }

  return {
    async sendCode(session, contact, { ip, language }) {
      const to = read(contact);
      const own = await user(session.userId);
      if (own[contact.type] === to) throw new Refusal('CONTACT_SAME', { field: 'account' });
      const isTaken = (await identity.contacts.owner(contact.type, to)) !== null;
      const words = await antiPhishing.of(session.userId);
      return sender().send({
        ...flowOf(session, contact.type, to),
        ip,
        language,
        userId: isTaken ? null : session.userId,
        antiPhishing: isTaken ? null : words,
        send: isTaken ? { notice: 'accountExists' } : 'code',
      });
    },
    async prove(session, contact, code) {
      const to = read(contact);
      const proof = proofOf(session, contact.type, to, code);
      const known = await db
        .selectFrom('factors.proven_contact')
        .select('user_id')
        .where('user_id', '=', BigInt(session.userId))
        .where('proof', '=', proof)
        .where('expires_at', '>', new Date(now()))
        .executeTakeFirst();
      if (known !== undefined) return;
      await sender().use(flowOf(session, contact.type, to), code);
      const kept = { proof, expires_at: new Date(now() + PROVEN_MS) };
      await db
        .insertInto('factors.proven_contact')
        .values({ user_id: session.userId, ...kept })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(kept))
        .execute();
    },
    async bind(trx, session, contact, code) {
      const to = read(contact);
      const { numDeletedRows } = await trx
        .deleteFrom('factors.proven_contact')
        .where('user_id', '=', BigInt(session.userId))
        .where('proof', '=', proofOf(session, contact.type, to, code))
        .where('expires_at', '>', new Date(now()))
        .executeTakeFirst();
      if (numDeletedRows !== 1n) throw new Refusal('CODE_WRONG', { field: 'code' });
      // before the change, so that the earlier contacts are told
      await notices.tell(trx, session.userId, 'contactChanged', {
        act: {
          name: contact.type === 'email' ? 'bindEmail' : 'accountVerificationBinding',
          facts: factsOf({ contact: maskAccount({ [contact.type]: to }) }),
        },
      });
      await identity.contacts.set(trx, session.userId, contact.type, to);
    },
  };
}
