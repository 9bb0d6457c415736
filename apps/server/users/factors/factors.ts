import { actsWhenFrozen, type Call } from '@candor/api';
import type { Pool } from 'pg';
import { type Db, kyselyOf, migrate, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Messages } from '../../gateway/messages/index.ts';
import type { Reach } from '../../gateway/notices/index.ts';
import type { Identity, Session, User } from '../identity/index.ts';
import { type AntiPhishing, createAntiPhishing } from './anti-phishing.ts';
import { type Authenticator, createAuthenticator } from './authenticator.ts';
import { type ActChecks, createChecks } from './checks.ts';
import type { CodeSender } from './code-sender.ts';
import { type Contacts, createContacts } from './contacts.ts';
import { createFreezes, type Freezes } from './freezes.ts';
import { createFundPassword, type FundPassword } from './fund-password.ts';
import { createGuessLimits, type GuessLimits } from './guess-limits.ts';
import { createHolds, type Holds } from './holds.ts';
import { createFactorKeys } from './keys.ts';
import { createLiveCodes, type LiveCodesReader } from './live-codes.ts';
import type { OwnFactors } from './methods.ts';
import { createNotices, type Notices } from './notices.ts';
import { createPasskeys, type Passkeys } from './passkeys.ts';
import { createRecoveryCodes, type RecoveryCodes } from './recovery-codes.ts';
import { migrations } from './schema.ts';
import { type CheckAct, createStepUp, type RepeatAnswer, type StepUpDesk } from './step-up.ts';

/** Means by which users show that they are themselves, beyond the login password. */
export interface Factors {
  readonly db: Db;
  readonly authenticator: Authenticator;
  readonly recoveryCodes: RecoveryCodes;
  readonly passkeys: Passkeys;
  readonly fundPassword: FundPassword;
  readonly antiPhishing: AntiPhishing;
  readonly contacts: Contacts;
  readonly notices: Notices;
  readonly holds: Holds;
  readonly freezes: Freezes;
  readonly guesses: GuessLimits;
  readonly stepUp: StepUpDesk;
  /** Reads which codes of a user work now, so that no conversation shows one. */
  readonly liveCodes: LiveCodesReader;
  /** Null where no codes can be sent. */
  readonly codes: CodeSender | null;
  /** The user's factors. A user who has a second one is never let in again by a mail or a phone alone. */
  factorsOf(userId: number): Promise<OwnFactors>;
  /** The user, read within the transaction where one is given. @throws Refusal SIGNED_OUT where there is none */
  user(userId: number, trx?: Trx): Promise<User>;
  /** Addresses of a user, and the words that the user knows our messages by; null for an account that has ended. */
  reach(trx: Trx, userId: number): Promise<Reach | null>;
  /** Adds a look at the acts of a call before their step-up, from the room of the call's subject. */
  look(call: string, check: CheckAct): void;
  /** Shows retries of a call's done acts as these stand, from the room of the call's subject. */
  repeat(call: string, answer: RepeatAnswer): void;
  /** Refuses acts of frozen accounts but those that take risk away. @throws Refusal ACCOUNT_FROZEN */
  admit(call: Pick<Call, 'name' | 'act'>, session: Session): void;
  /** Removes every factor beside the login password, within the transaction of the recovery that ended. */
  forgetAll(trx: Trx, userId: number): Promise<void>;
  /** Adds looks at acts of other rooms before their step-up. */
  addChecks(checks: ActChecks): void;
}

export interface FactorsOptions {
  readonly pool: Pool;
  readonly identity: Identity;
  /** 32 random bytes, kept outside the database. */
  readonly secretKey: Uint8Array;
  readonly codes: CodeSender | null;
  /** Key from which freezing links are derived: 32 random bytes, kept outside the database. */
  readonly linkKey: Uint8Array;
  /** Tells by which ways a code can be delivered. */
  readonly messages: Pick<Messages, 'isOpen' | 'send'>;
  /** The address that users type; null on a developer's machine. */
  readonly publicUrl: string | null;
  readonly now: () => number;
}

/** Tables that a recovery empties: every factor, and what waits for one. */
const REMOVED = [
  'factors.authenticator',
  'factors.enrolment',
  'factors.passkey',
  'factors.recovery_code',
  'factors.fund_password',
  'factors.proven_contact',
  'factors.step_up',
] as const;

/** Opens the room: migrates its schema and returns it. */
export async function openFactors(options: FactorsOptions): Promise<Factors> {
  const { pool, identity, codes, messages, publicUrl, now } = options;
  await migrate(pool, 'factors', migrations);
  const db = kyselyOf(pool);
  const keys = createFactorKeys(options.secretKey);
  const authenticator = createAuthenticator(db, keys.seal, now);
  const recoveryCodes = createRecoveryCodes(db, keys, now);
  const passkeys = createPasskeys({ db, keys, publicUrl, now });
  const fundPassword = createFundPassword(db, now);
  const guesses = createGuessLimits(pool, identity.devices);

  async function user(userId: number, trx?: Trx): Promise<User> {
    const found = await identity.user(userId, trx);
    if (found === null) throw new Refusal('SIGNED_OUT');
    return found;
  }

  async function factorsOf(userId: number): Promise<OwnFactors> {
    const [{ email, phone }, isBound, keysOfUser, left, isFundPasswordSet] = await Promise.all([
      user(userId),
      authenticator.isBound(userId),
      passkeys.list(userId),
      recoveryCodes.left(userId),
      fundPassword.isSet(userId),
    ]);
    return {
      authenticator: isBound,
      passkeys: keysOfUser.length,
      recoveryCodes: (left ?? 0) > 0,
      fundPassword: isFundPasswordSet,
      email: codes !== null && messages.isOpen('email') && email !== null,
      phone: codes !== null && messages.isOpen('sms') && phone !== null,
    };
  }

  const antiPhishing = createAntiPhishing(db);
  const freezes = createFreezes(db, identity.sessions, options.linkKey, now);
  const notices = createNotices({ user, antiPhishing, messages, freezes, now });
  const contacts = createContacts({ db, identity, user, antiPhishing, codes, notices, now });
  const checks = { ...createChecks({ authenticator, fundPassword, identity, guesses, contacts, passkeys }) };
  const repeats: Partial<Record<string, RepeatAnswer>> = {};
  return {
    db,
    authenticator,
    recoveryCodes,
    passkeys,
    fundPassword,
    guesses,
    codes,
    user,
    async reach(trx, userId) {
      const found = await identity.user(userId, trx);
      if (found === null) return null;
      const { email, phone, language } = found;
      return { email, phone, language, antiPhishing: await antiPhishing.of(userId, trx) };
    },
    factorsOf,
    antiPhishing,
    contacts,
    notices,
    holds: createHolds(db, now),
    freezes,
    liveCodes: createLiveCodes({ db, keys, seal: keys.seal, codesKey: options.linkKey, now }),
    stepUp: createStepUp({ db, keys, factorsOf, checks, repeats, notices, now }),
    repeat(call, answer) {
      repeats[call] = answer;
    },
    look(call, check) {
      checks[call] = check;
    },
    admit(call, session) {
      if (session.isFrozen && call.act && !actsWhenFrozen.has(call.name)) throw new Refusal('ACCOUNT_FROZEN');
    },
    async forgetAll(trx, userId) {
      for (const table of REMOVED)
        await trx.deleteFrom(table).where('user_id', '=', BigInt(userId)).execute();
    },
    addChecks: (more) => void Object.assign(checks, more),
  };
}
