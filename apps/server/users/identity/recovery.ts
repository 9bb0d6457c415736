import { randomUUID } from 'node:crypto';
import type { Language } from '@candor/api';
import type { Db, Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Codes } from '../../gateway/codes/index.ts';
import { hashHashedPassword } from '../../gateway/logins/index.ts';
import type { Messages } from '../../gateway/messages/index.ts';
import { noteNotice } from '../../gateway/notices/index.ts';
import { isCommonHash } from './common-passwords.ts';
import {
  channelOf,
  type EntryFactor,
  type EntryFactors,
  type Guesser,
  type Guest,
  stepDetails,
} from './entry-factors.ts';
import { readLoginName } from './names.ts';
import type { Sessions } from './sessions.ts';
import type { Tickets } from './tickets.ts';
import { findLogin, findUser, type User } from './users.ts';

/** A new password for an account whose mail or phone somebody reads. */
export interface Reset {
  readonly type: 'email' | 'phone';
  readonly account: string;
  readonly code: string;
  /** SHA-256 of the new password, in hexadecimal digits. */
  readonly sha256: string;
  readonly browser: string;
}

export interface Recovery {
  /**
   * Changes the password, ends all sessions and tickets, and forgets all known devices.
   * @throws Refusal CODE_WRONG, alike for a wrong code and an unknown account; PASSWORD_COMMON; RESET_STEP_ONE with a
   * ticket where the account has another factor: it keeps its password until that is shown
   */
  reset(reset: Reset): Promise<void>;
  /** The second step. @throws Refusal LOGIN_TICKET_OVER, or for a wrong code */
  complete(ticket: string, kind: EntryFactor['kind'], code: string, guest: Guest): Promise<void>;
}

export interface RecoveryOptions {
  readonly db: Db;
  readonly codes: Codes;
  readonly messages: Messages;
  readonly tickets: Tickets;
  readonly factors: EntryFactors;
  /** The user's anti-phishing code; null where none is set. */
  readonly antiPhishingOf: (userId: number) => Promise<string | null>;
  /** The sessions that a new password ends, with what else an earlier one opened. */
  readonly sessions: Pick<Sessions, 'distrust' | 'sayEnded'>;
  /** Called in the transaction that changes the password. */
  readonly onPasswordChanged: (trx: Trx, userId: number) => Promise<void>;
  readonly guesserOf: (guest: Guest, userId: number) => Promise<Guesser>;
  readonly now: () => number;
}

const NOTICE_LIFETIME_MS = 24 * 3_600_000;

export function createRecovery(options: RecoveryOptions): Recovery {
  const { db, codes, messages, tickets, factors, antiPhishingOf, sessions, now } = options;

  async function change(user: User, passwordHash: string): Promise<void> {
    const antiPhishing = await antiPhishingOf(user.userId);
    await db.transaction().execute(async (trx) => {
      await trx
        .updateTable('identity.user')
        .set({ password_hash: passwordHash })
        .where('user_id', '=', BigInt(user.userId))
        .execute();
      await sessions.distrust(trx, user.userId, null);
      await options.onPasswordChanged(trx, user.userId);
      await noteNotice(trx, {
        userId: user.userId,
        key: `security:${randomUUID()}`,
        kind: 'factor-changed',
        timeMs: now(),
        facts: { change: 'passwordChanged', act: null },
      });
      for (const contact of ['email', 'phone'] as const) {
        const to = user[contact];
        if (to === null || !messages.isOpen(channelOf[contact])) continue;
        await messages.send(trx, {
          channel: channelOf[contact],
          to,
          kind: 'passwordChanged',
          userId: user.userId,
          antiPhishing,
          language: user.language as Language,
          codeNonce: null,
          expiresAtMs: now() + NOTICE_LIFETIME_MS,
        });
      }
    });
    sessions.sayEnded(user.userId);
  }

  async function userOf(userId: number): Promise<User> {
    const user = await findUser(db, userId);
    if (user === null) throw new Refusal('LOGIN_TICKET_OVER');
    return user;
  }

  return {
    async reset({ type, account, code, sha256, browser }) {
      if (await isCommonHash(sha256)) throw new Refusal('PASSWORD_COMMON', { field: 'password' });
      const { value } = readLoginName(type, account);
      await codes.use({ browser, purpose: 'reset', channel: channelOf[type], to: value }, code);
      const found = await findLogin(db, { type, value });
      if (found === null) throw new Refusal('CODE_WRONG', { field: 'code' });
      const user = await userOf(found.userId);
      const passwordHash = await hashHashedPassword(sha256, {
        lane: 'visitor',
        keys: [`browser ${browser}`, `account ${user.userId}`],
      });
      const others = await factors.ofReset(user, type);
      if (others.length === 0) return change(user, passwordHash);
      const ticket = await tickets.openReset(user.userId, { passwordHash, contact: type });
      throw new Refusal('RESET_STEP_ONE', { details: stepDetails(ticket, others, user) });
    },
    async complete(ticket, kind, code, guest) {
      const { userId, reset } = await tickets.attempt('reset', ticket);
      if (reset === null) throw new Refusal('LOGIN_TICKET_OVER');
      const user = await userOf(userId);
      const others = await factors.ofReset(user, reset.contact);
      await factors.pick(others, kind).check(user, code, ticket, await options.guesserOf(guest, userId));
      await tickets.end(ticket);
      await change(user, reset.passwordHash);
    },
  };
}
