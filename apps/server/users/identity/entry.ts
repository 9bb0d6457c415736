import type { EntryFactorKind } from '@candor/api';
import type { Db, Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Codes } from '../../gateway/codes/index.ts';
import type { Messages } from '../../gateway/messages/index.ts';
import { createEntryCodes, type EntryCodes } from './entry-codes.ts';
import {
  createEntryFactors,
  type EntryFactor,
  type Guesser,
  type Guest,
  stepDetails,
} from './entry-factors.ts';
import { createRecovery, type Recovery } from './recovery.ts';
import type { Sessions } from './sessions.ts';
import { createTickets, type TicketAct } from './tickets.ts';
import { findUser, type User } from './users.ts';

/** A login on a device that completed none before. */
export interface NewDeviceLogin {
  readonly userId: number;
  /** Browser and system as they were stated; '' if unknown. */
  readonly device: string;
  readonly address: string;
}

/** Joins the parts that other rooms add to logins and resets, once at the start. */
export interface EntryPart {
  readonly factors?: readonly EntryFactor[];
  /** The user's anti-phishing code, which every message shows; null where none is set, and for nobody's id. */
  readonly antiPhishingOf?: (userId: number) => Promise<string | null>;
  /** Prepares the notice of a login on a device that was not known; the result writes it in the login's transaction. */
  readonly noticeOfLogin?: (login: NewDeviceLogin) => Promise<(trx: Trx) => Promise<void>>;
  /** Called in the transaction of each login. */
  readonly onLogin?: (trx: Trx, userId: number) => Promise<void>;
  /** Called in the transaction that changes a password by a reset. */
  readonly onPasswordChanged?: (trx: Trx, userId: number) => Promise<void>;
}

export interface SecondStep {
  readonly ticket: string;
  readonly kind: EntryFactorKind;
  readonly code: string;
}

/** Ways of people to get in: codes, second steps and resets. */
export interface EntryRoom<Visitor, Entrance> {
  readonly codes: EntryCodes;
  readonly recovery: Recovery;
  /**
   * Takes the hash that the password matched. @throws Refusal LOGIN_STEP_ONE with a ticket where the login is not complete
   * by the password; WRONG_CREDENTIALS where the password was changed meanwhile
   */
  refuseFirstStep(user: User, isKnownDevice: boolean, passwordHash: string): Promise<void>;
  /** True where a login on a new device that showed this contact, beside the password, waits for no other factor. */
  isComplete(user: User, contact: 'email' | 'phone' | null): Promise<boolean>;
  /** Whose ticket it is, and the hash of the password that a reset has chosen. @throws Refusal LOGIN_TICKET_OVER */
  holderOf(
    act: TicketAct,
    ticket: string,
  ): Promise<{ readonly userId: number; readonly passwordHash: string | null }>;
  /** @throws Refusal LOGIN_TICKET_OVER, or for a wrong code */
  completeLogin(step: SecondStep, visitor: Visitor): Promise<Entrance>;
  /** Prepares the notice of a login on a new device; the result writes it in the login's transaction. */
  noticeOfLogin(login: NewDeviceLogin): Promise<(trx: Trx) => Promise<void>>;
  /** Does what other rooms add to each login, in its transaction. */
  onLogin(trx: Trx, userId: number): Promise<void>;
  join(part: EntryPart): void;
}

/**
 * The proof of the one who enters, checked in the transaction that opens the session, while the user's row is locked. It
 * gets the hash of the password that stands then, and throws a Refusal where it no longer holds.
 */
export type EntryProof = (trx: Trx, passwordHash: string) => Promise<void>;

export interface EntryOptions<Visitor extends Guest, Entrance> {
  readonly db: Db;
  readonly codes: Codes;
  readonly messages: Messages;
  readonly sessions: Pick<Sessions, 'distrust' | 'sayEnded'>;
  /** Opens a session for a user who took both steps. */
  readonly enter: (userId: number, visitor: Visitor, proof: EntryProof) => Promise<Entrance>;
  readonly guesserOf: (visitor: Guest, userId: number) => Promise<Guesser>;
  readonly now: () => number;
}

export function createEntry<Visitor extends Guest, Entrance>(
  options: EntryOptions<Visitor, Entrance>,
): EntryRoom<Visitor, Entrance> {
  const { db, codes, messages, now, guesserOf } = options;
  const tickets = createTickets(db, now);
  const factors = createEntryFactors(codes, messages);
  let part: EntryPart = {};
  const onLogins: NonNullable<EntryPart['onLogin']>[] = [];
  const antiPhishingOf = async (userId: number) => (await part.antiPhishingOf?.(userId)) ?? null;
  return {
    codes: createEntryCodes({
      db,
      codes,
      tickets,
      factors,
      antiPhishingOf,
      guesserOf,
    }),
    recovery: createRecovery({
      db,
      codes,
      messages,
      tickets,
      factors,
      antiPhishingOf,
      now,
      guesserOf,
      sessions: options.sessions,
      onPasswordChanged: async (trx, userId) => part.onPasswordChanged?.(trx, userId),
    }),
    async refuseFirstStep(user, isKnownDevice, passwordHash) {
      const asked = await factors.ofLogin(user, isKnownDevice);
      if (asked.length === 0) return;
      const ticket = await tickets.openLogin(user.userId, passwordHash);
      throw new Refusal('LOGIN_STEP_ONE', { details: stepDetails(ticket, asked, user) });
    },
    async isComplete(user, contact) {
      const asked = await factors.ofLogin(user, false);
      return asked.length === 0 || asked.some(({ kind }) => kind === contact);
    },
    async holderOf(act, ticket) {
      const { userId, reset } = await tickets.find(act, ticket);
      return { userId, passwordHash: reset?.passwordHash ?? null };
    },
    async completeLogin({ ticket, kind, code }, visitor) {
      const { userId } = await tickets.attempt('login', ticket);
      const user = await findUser(db, userId);
      if (user === null) throw new Refusal('LOGIN_TICKET_OVER');
      await factors
        .pick(await factors.ofLogin(user, false), kind)
        .check(user, code, ticket, await guesserOf(visitor, userId));
      return options.enter(userId, visitor, (trx) => tickets.end(ticket, trx));
    },
    onLogin: async (trx, userId) => {
      for (const each of onLogins) await each(trx, userId);
    },
    noticeOfLogin: async (login) => (await part.noticeOfLogin?.(login)) ?? (async () => {}),
    join(added) {
      part = { ...part, ...added };
      if (added.onLogin !== undefined) onLogins.push(added.onLogin);
      for (const factor of added.factors ?? []) factors.add(factor);
    },
  };
}
