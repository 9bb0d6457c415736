import { type Language, newPassword } from '@candor/api';
import type { Logger } from 'pino';
import type { Db, Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { addressKey } from '../../base/limits/client-address.ts';
import type { Outbox } from '../../engine/outbox/index.ts';
import type { Codes } from '../../gateway/codes/index.ts';
import { type HashSender, hashPassword } from '../../gateway/logins/index.ts';
import { isCommonPassword } from './common-passwords.ts';
import { channelOf } from './entry-factors.ts';
import type { BrowserVisitor } from './login.ts';
import { type LoginName, type LoginType, readLoginName } from './names.ts';
import { findInviter, insertUser } from './users.ts';

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
  /** Counts a registration of an address. @throws Refusal REGISTER_RATE_LIMITED */
  readonly count: (ip: string) => Promise<void>;
  readonly hooks: RegistrationHook[];
  readonly conditions: RegistrationCondition[];
}

/** Longest wait of a registration for its ledger account before it answers without. */
const OPENING_PATIENCE_MS = 5_000;

const openingKey = (userId: number) => `openAccount:${userId}`;
const referrerKey = (userId: number) => `setReferrer:${userId}`;

/** Uses up the code that shows that the email or the phone is the visitor's. */
async function proveContact(
  codes: Codes | null,
  { type, account, code }: Pick<Registration, 'type' | 'account' | 'code'>,
  browser: string | null,
): Promise<void> {
  const { value: to } = readLoginName(type, account);
  if (type === 'account') return;
  if (codes === null) throw new Refusal('MESSAGES_NOT_OPEN');
  if (code === null) throw new Refusal('CODE_REQUIRED', { field: 'code' });
  await codes.use({ browser: browser ?? '', purpose: 'register', channel: channelOf[type], to }, code);
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

/** Writes a user, and promises the ledger account in the same transaction. @throws Refusal ACCOUNT_TAKEN */
export async function createUser(
  room: Pick<RegistrationRoom, 'db' | 'outbox' | 'hooks' | 'log'>,
  registration: Omit<Registration, 'confirmPassword' | 'code' | 'inviteCode'>,
  invitedBy: number | null,
  sender: HashSender,
): Promise<number> {
  const { db, outbox, hooks } = room;
  const { language, termsVersion } = registration;
  const name = readLoginName(registration.type, registration.account);
  const passwordHash = await hashPassword(registration.password, sender);
  const userId = await db.transaction().execute(async (trx) => {
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
    return userId;
  });
  await openingOf(room, userId, invitedBy);
  return userId;
}

/**
 * Opens an account for a visitor.
 * @throws Refusal for what was typed, a taken name, an unknown invite code or too many registrations
 */
export async function register(
  room: RegistrationRoom,
  { confirmPassword, ...registration }: Registration,
  visitor: BrowserVisitor,
): Promise<number> {
  if (!newPassword.safeParse(registration.password).success) {
    throw new Refusal('PASSWORD_INVALID', { field: 'password' });
  }
  if (registration.password !== confirmPassword) {
    throw new Refusal('PASSWORDS_DIFFER', { field: 'confirmPassword' });
  }
  readLoginName(registration.type, registration.account);
  if (await isCommonPassword(registration.password)) {
    throw new Refusal('PASSWORD_COMMON', { field: 'password' });
  }
  for (const condition of room.conditions) await condition(registration);
  await room.count(visitor.ip);
  // before the code, which is used up by its proof
  const invitedBy = await inviterOf(room.db, registration.inviteCode);
  await proveContact(room.codes, registration, visitor.browser);
  const sender: HashSender = { lane: 'visitor', keys: [`address ${addressKey(visitor.ip)}`] };
  return createUser(room, registration, invitedBy, sender);
}
