import { type Language, newPassword } from '@candor/api';
import type { Logger } from 'pino';
import type { Db, Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { addressKey } from '../../base/limits/client-address.ts';
import type { Outbox } from '../../engine/outbox/index.ts';
import type { Codes, UseCode } from '../../gateway/codes/index.ts';
import { type HashSender, hashPassword } from '../../gateway/logins/index.ts';
import { isCommonPassword } from './common-passwords.ts';
import { channelOf } from './entry-factors.ts';
import type { CountRegistration } from './limits.ts';
import type { BrowserVisitor, Entering } from './login.ts';
import { type LoginName, type LoginType, readLoginName } from './names.ts';
import { accountTaken, type Keyed, keyedOf, type Registrations, refuseLateUnder } from './registrations.ts';
import { findInviter, findUser, insertUser, type User } from './users.ts';

export interface Registration {
  readonly type: LoginType;
  readonly account: string;
  readonly password: string;
  readonly confirmPassword: string;
  /** The code that was sent to the email or the phone; null for an account name. */
  readonly code: string | null;
  readonly inviteCode: string | null;
  readonly language: Language;
  /** The version of the terms that was accepted with it; null for none. */
  readonly termsVersion: number | null;
}

/** A user who was just written, for rooms that enter something with it. */
export interface Registered {
  readonly userId: number;
  readonly name: LoginName;
  readonly language: Language;
  readonly termsVersion: number | null;
}

/** Runs before a visitor's registration uses up its code. */
export type RegistrationCondition = (registration: Pick<Registration, 'termsVersion'>) => Promise<void>;

/** Runs in the transaction of a registration. */
export type RegistrationHook = (trx: Trx, registered: Registered) => Promise<void>;

/** The parts that open an account, with what other rooms added to it. */
export interface RegistrationRoom {
  readonly db: Db;
  readonly outbox: Outbox;
  readonly codes: Codes | null;
  readonly log: Logger;
  readonly now: () => number;
  readonly count: CountRegistration;
  readonly registrations: Registrations;
  /** True where a login that showed this contact beside the password waits for no other factor. */
  readonly isComplete: (user: User, contact: 'email' | 'phone' | null) => Promise<boolean>;
  readonly hooks: RegistrationHook[];
  readonly conditions: RegistrationCondition[];
}

/** Longest wait of a registration for its ledger account before it answers without. */
const OPENING_PATIENCE_MS = 5_000;

const openingKey = (userId: number) => `openAccount:${userId}`;
const referrerKey = (userId: number) => `setReferrer:${userId}`;

/** The login that a registration opens. */
export type RegisteredLogin = Pick<Entering, 'userId' | 'proof' | 'joins'>;

/** Checks the code that shows that a contact is the visitor's. What it returns uses it up; null where there is no contact. */
async function proveContact(
  codes: Codes | null,
  { type, account, code }: Pick<Registration, 'type' | 'account' | 'code'>,
  browser: string | null,
): Promise<UseCode | null> {
  const { value: to } = readLoginName(type, account);
  if (type === 'account') return null;
  if (codes === null) throw new Refusal('MESSAGES_NOT_OPEN');
  if (code === null) throw new Refusal('CODE_REQUIRED', { field: 'code' });
  return codes.check({ browser: browser ?? '', purpose: 'register', channel: channelOf[type], to }, code);
}

/** Whose invite code it is; null for none. @throws Refusal INVITE_CODE_UNKNOWN */
async function inviterOf(db: Db, inviteCode: string | null): Promise<number | null> {
  if (inviteCode === null) return null;
  const inviter = await findInviter(db, inviteCode);
  if (inviter === null) throw new Refusal('INVITE_CODE_UNKNOWN', { field: 'invite_code' });
  return inviter;
}

/** The promise is durable already: when the kernel is away or slow, the outbox goes on without this caller. */
async function openingOf(
  { outbox, log }: Pick<RegistrationRoom, 'outbox' | 'log'>,
  userId: number,
  invitedBy: number | null,
): Promise<void> {
  const deliver = async (key: string) => {
    const { rejection } = await outbox.deliver(key);
    if (rejection !== null) log.error({ userId, key, rejection }, 'a command of a registration was refused');
  };
  const both = async (inviterId: number) => {
    // delivered long ago, unless the kernel was away since the inviter registered
    await outbox.deliver(openingKey(inviterId));
    await Promise.all([deliver(openingKey(userId)), deliver(referrerKey(userId))]);
  };
  const delivery = (invitedBy === null ? deliver(openingKey(userId)) : both(invitedBy)).catch(
    (error: unknown) => log.warn({ err: error, userId }, 'a ledger account opens later'),
  );
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, OPENING_PATIENCE_MS);
  });
  await Promise.race([delivery, patience]);
  clearTimeout(timer);
}

/** A user to write, with what is done in the same transaction before and after it. */
interface Creation {
  readonly invitedBy: number | null;
  readonly sender: HashSender;
  readonly before?: (trx: Trx) => Promise<void>;
  readonly after?: (trx: Trx, userId: number) => Promise<void>;
}

/** Writes a user, and promises the ledger account in the same transaction. @throws Refusal ACCOUNT_TAKEN */
export async function createUser(
  room: Pick<RegistrationRoom, 'db' | 'outbox' | 'hooks' | 'log'>,
  registration: Omit<Registration, 'confirmPassword' | 'code' | 'inviteCode'>,
  { invitedBy, sender, before, after }: Creation,
): Promise<number> {
  const { db, outbox, hooks } = room;
  const { language, termsVersion } = registration;
  const name = readLoginName(registration.type, registration.account);
  const passwordHash = await hashPassword(registration.password, sender);
  const userId = await db.transaction().execute(async (trx) => {
    await before?.(trx);
    const userId = await insertUser(trx, { name, passwordHash, invitedBy, language });
    for (const hook of hooks) await hook(trx, { userId, name, language, termsVersion });
    await outbox.promiseAll(trx, [
      {
        key: openingKey(userId),
        userId: 0,
        body: { type: 'openAccount', accountUserId: userId, kind: 'user' },
      },
      // behind the account, which it needs
      ...(invitedBy === null
        ? []
        : [
            {
              key: referrerKey(userId),
              userId: 0,
              body: { type: 'setReferrer', accountUserId: userId, inviterId: invitedBy },
            } as const,
          ]),
    ]);
    await after?.(trx, userId);
    return userId;
  });
  await openingOf(room, userId, invitedBy);
  return userId;
}

/** Checks what needs no look at the accounts. @throws Refusal for what was typed */
async function checkForm({ type, account, password, confirmPassword }: Registration): Promise<void> {
  if (!newPassword.safeParse(password).success) throw new Refusal('PASSWORD_INVALID', { field: 'password' });
  if (password !== confirmPassword) throw new Refusal('PASSWORDS_DIFFER', { field: 'confirmPassword' });
  readLoginName(type, account);
  if (await isCommonPassword(password)) throw new Refusal('PASSWORD_COMMON', { field: 'password' });
}

/** The login of an account that the same registration opened before, under the same key; null where the key is new. */
async function repeated(
  room: RegistrationRoom,
  keyed: Keyed | null,
  { type, password }: Registration,
  sender: HashSender,
): Promise<RegisteredLogin | null> {
  if (keyed === null) return null;
  const opened = await room.registrations.find(keyed, password, sender);
  if (opened === null) return null;
  const user = await findUser(room.db, opened.userId);
  // its code proved the contact alone: what was added to the account since then is asked for by a login
  if (user === null || !(await room.isComplete(user, type === 'account' ? null : type))) throw accountTaken();
  await openingOf(room, user.userId, user.invitedBy);
  return {
    userId: user.userId,
    joins: (trx, place) => room.registrations.join(trx, keyed, place),
    async proof(_, hash) {
      if (hash !== opened.passwordHash) throw accountTaken();
    },
  };
}

/** Opens an account. Its code is used up, and its key kept, in the transaction that writes it. */
async function openAccount(
  room: RegistrationRoom,
  keyed: Keyed | null,
  registration: Registration,
  visitor: BrowserVisitor,
  sender: HashSender,
): Promise<RegisteredLogin> {
  const { registrations } = room;
  // before the code, of whose five tries none is spent for it
  const invitedBy = await inviterOf(room.db, registration.inviteCode);
  const useCode = await proveContact(room.codes, registration, visitor.browser);
  const userId = await createUser(room, registration, {
    invitedBy,
    sender,
    async before(trx) {
      if (keyed !== null) await registrations.begin(trx, keyed);
      await useCode?.(trx);
    },
    async after(trx, userId) {
      if (keyed !== null) await registrations.keep(trx, keyed, userId);
    },
  });
  if (keyed === null) return { userId };
  return { userId, joins: (trx, place) => registrations.join(trx, keyed, place) };
}

/**
 * Opens an account for a visitor, once under a key: the same again, whichever door it comes to, is answered as the first one.
 * @throws Refusal for what was typed, a taken name, an unknown invite code, too many registrations or a key of another
 * registration; REQUEST_LATE
 */
export async function register(
  room: RegistrationRoom,
  registration: Registration,
  visitor: BrowserVisitor,
  key: string | null,
): Promise<RegisteredLogin> {
  const { type, account, password, confirmPassword, code, inviteCode, termsVersion } = registration;
  const sent = [type, account, password === confirmPassword, code, inviteCode, termsVersion];
  const keyed = keyedOf(key, sent);
  const sender: HashSender = { lane: 'visitor', keys: [`address ${addressKey(visitor.ip)}`] };
  const earlier = await repeated(room, keyed, registration, sender);
  if (earlier !== null) return earlier;
  refuseLateUnder(keyed, room.now());
  await checkForm(registration);
  for (const condition of room.conditions) await condition(registration);
  let takeBack: (() => Promise<void>) | null = null;
  try {
    takeBack = await room.count(visitor.ip);
    return await openAccount(room, keyed, registration, visitor, sender);
  } catch (error) {
    // the same request was under way and came first
    const first = error instanceof Refusal ? await repeated(room, keyed, registration, sender) : null;
    if (first === null) throw error;
    await takeBack?.();
    return first;
  }
}
