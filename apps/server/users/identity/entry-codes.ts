import type { EntryFactorKind, Language } from '@candor/api';
import type { Db } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Codes, SentCode } from '../../gateway/codes/index.ts';
import { channelOf, type EntryFactors, type Guesser, type Guest } from './entry-factors.ts';
import { readLoginName } from './names.ts';
import type { Tickets } from './tickets.ts';
import { findLogin, findUser } from './users.ts';

interface Asked {
  readonly contact: 'email' | 'phone';
  readonly guest: Guest;
  readonly language: Language;
}

/** A code for a registration, or for the reset of a password: the visitor names the contact. */
export interface ContactCode extends Asked {
  readonly purpose: 'register' | 'reset';
  readonly account: string;
  readonly browser: string;
}

/** A code for a second step: it goes to the user's own contact. */
export interface TicketCode extends Asked {
  readonly act: 'login' | 'reset';
  readonly ticket: string;
}

/** Sends the codes of logins, registrations and resets. */
export interface EntryCodes {
  /**
   * The answer and the work are the same whether the contact has an account or not: a registration with one that has
   * tells its owner so by the message alone, and the reset of one that has none sends nothing.
   */
  toContact(code: ContactCode): Promise<SentCode>;
  /** @throws Refusal LOGIN_TICKET_OVER, or INVALID_INPUT for a contact that this step does not ask for */
  toUser(code: TicketCode): Promise<SentCode>;
}

export interface EntryCodesOptions {
  readonly db: Db;
  readonly codes: Codes;
  readonly tickets: Tickets;
  readonly factors: EntryFactors;
  readonly antiPhishingOf: (userId: number) => Promise<string | null>;
  readonly guesserOf: (guest: Guest, userId: number) => Promise<Guesser>;
}

/** An id that nobody has: what is read of a user is read of nobody in the same way. */
const NOBODY = 0;

export function createEntryCodes(options: EntryCodesOptions): EntryCodes {
  const { db, codes, tickets, factors, antiPhishingOf } = options;
  return {
    async toContact({ contact, purpose, account, browser, guest, language }) {
      const { value: to } = readLoginName(contact, account);
      const found = await findLogin(db, { type: contact, value: to });
      const antiPhishing = await antiPhishingOf(found?.userId ?? NOBODY);
      const isRegistration = purpose === 'register';
      const send =
        isRegistration === (found === null)
          ? 'code'
          : isRegistration
            ? ({ notice: 'accountExists' } as const)
            : 'nothing';
      const { device } = await options.guesserOf(guest, found?.userId ?? NOBODY);
      return codes.send({
        browser,
        purpose,
        to,
        ip: guest.ip,
        device,
        language,
        antiPhishing,
        send,
        channel: channelOf[contact],
        userId: found?.userId ?? null,
      });
    },
    async toUser({ act, ticket, contact, guest, language }) {
      const { userId, reset } = await tickets.find(act, ticket);
      const user = await findUser(db, userId);
      if (user === null) throw new Refusal('LOGIN_TICKET_OVER');
      const asked =
        reset === null ? await factors.ofLogin(user, false) : await factors.ofReset(user, reset.contact);
      factors.pick(asked, contact satisfies EntryFactorKind);
      const to = user[contact];
      if (to === null) throw new Refusal('INVALID_INPUT', { field: 'kind' });
      const { device } = await options.guesserOf(guest, userId);
      return codes.send({
        browser: ticket,
        purpose: 'login',
        to,
        ip: guest.ip,
        device,
        language,
        userId,
        send: 'code',
        channel: channelOf[contact],
        antiPhishing: await antiPhishingOf(userId),
      });
    },
  };
}
