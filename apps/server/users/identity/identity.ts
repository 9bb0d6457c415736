import { type Language, type LoginProof, newPassword } from '@candor/api';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Bus } from '../../base/bus/index.ts';
import { type Db, kyselyOf, migrate, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { addressKey } from '../../base/limits/client-address.ts';
import type { Outbox } from '../../engine/outbox/index.ts';
import type { Codes } from '../../gateway/codes/index.ts';
import {
  createKnownDevices,
  createLoginLimits,
  createLoginProofs,
  type DeviceToken,
  type HashSender,
  hashedPasswordMatches,
  hashPassword,
  isHashingBusy,
  passwordMatches,
  type Visitor,
} from '../../gateway/logins/index.ts';
import type { Messages } from '../../gateway/messages/index.ts';
import { type Avatars, createAvatars } from './avatars.ts';
import { isCommonPassword } from './common-passwords.ts';
import { createDevices, type Devices, type LoginMethod } from './devices.ts';
import { createEntry, type EntryProof, type EntryRoom } from './entry.ts';
import { channelOf } from './entry-factors.ts';
import { createFavourites, type Favourites } from './favourites.ts';
import { createRegistrationLimit, type IdentityLimits, LIMIT_TABLE } from './limits.ts';
import { type LoginName, type LoginType, readLoginName } from './names.ts';
import { migrations } from './schema.ts';
import { createSessions, type NewSession, type Sessions } from './sessions.ts';
import { findInviter, findLogin, findUser, insertUser, setContact, type User } from './users.ts';

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

export interface Credentials {
  readonly type: LoginType;
  readonly account: string;
  readonly password: string;
  /** The proof of work that an earlier attempt was asked for. */
  readonly proof?: LoginProof | undefined;
}

/** A customer's browser. */
export interface BrowserVisitor extends Visitor {
  /** The browser and the system that it states, in short: see `agentName`. */
  readonly agent: string;
  /** The secret of the browser that codes are bound to; null where no code was sent to it. */
  readonly browser: string | null;
}

/** A complete login: the session, and what its browser is known by at the next one. */
export interface Entrance {
  readonly session: NewSession;
  readonly device: DeviceToken;
}

/** Ways of people to get in beyond the password: codes, second steps and resets. */
export type Entry = EntryRoom<BrowserVisitor, Entrance>;

/** The users: their accounts, sessions and what they watch. Their money is in the kernel. */
export interface Identity {
  /**
   * Opens an account and signs it in. Its ledger account is promised in the same transaction, and open by the time
   * this resolves unless the kernel is away.
   * @throws Refusal for what was typed, a taken name, an unknown invite code or too many registrations
   */
  register(registration: Registration, visitor: BrowserVisitor): Promise<Entrance>;
  /**
   * The same without rate limits and rules of form, for logins that the program makes itself.
   * @throws Refusal ACCOUNT_TAKEN
   */
  createUser(
    registration: Omit<Registration, 'confirmPassword' | 'inviteCode' | 'code' | 'termsVersion'>,
  ): Promise<number>;
  /** Adds a condition that each registration of a visitor meets, else it throws its Refusal. */
  beforeRegistration(condition: RegistrationCondition): void;
  /** Adds what is entered with each registration. */
  atRegistration(hook: RegistrationHook): void;
  /**
   * @throws Refusal WRONG_CREDENTIALS, alike for an unknown account and a wrong password; LOGIN_PROOF_NEEDED with a
   * challenge when a limit is near; LOGIN_RATE_LIMITED; or LOGIN_STEP_ONE with a ticket for the second step
   */
  login(credentials: Credentials, visitor: BrowserVisitor): Promise<Entrance>;
  /** The devices that logged in before, which others' attempts do not keep out. */
  readonly devices: Devices;
  readonly sessions: Omit<Sessions, 'open' | 'stop'>;
  /** Opens a session for a user who proved to be themselves, and enters it into the login log. */
  enter(userId: number, visitor: BrowserVisitor, method: LoginMethod): Promise<Entrance>;
  /** The user's password, as its SHA-256 in hexadecimal digits. */
  readonly password: {
    matches(userId: number, sha256: string): Promise<boolean>;
    /** Changes it within the caller's transaction. */
    set(trx: Trx, userId: number, hash: string): Promise<void>;
  };
  /** The names by which users log in; they change their email and phone. */
  readonly contacts: {
    /** Whose name it is; null when nobody's. */
    owner(type: LoginType, value: string): Promise<number | null>;
    /** Changes it within the caller's transaction. @throws Refusal ACCOUNT_TAKEN */
    set(trx: Trx, userId: number, type: 'email' | 'phone', value: string): Promise<void>;
  };
  readonly favourites: Favourites;
  readonly avatars: Avatars;
  /** Null in a process that sends no codes. */
  readonly entry: Entry | null;
  /** Reads within the transaction where one is given. */
  user(userId: number, trx?: Trx): Promise<User | null>;
  setLanguage(userId: number, language: Language): Promise<void>;
  setTimeZone(userId: number, timeZone: string | null): Promise<void>;
  stop(): void;
}

export interface IdentityOptions {
  readonly pool: Pool;
  readonly bus: Bus;
  readonly outbox: Outbox;
  readonly limits: IdentityLimits;
  readonly messages: Messages;
  readonly codes: Codes | null;
  /** Challenges of logins are signed with it; null in a process where no user logs in. */
  readonly codesKey: Uint8Array | null;
  readonly log: Logger;
  readonly now: () => number;
}

/** Longest wait of a registration for its ledger account before it answers without. */
const OPENING_PATIENCE_MS = 5_000;

const openingKey = (userId: number) => `openAccount:${userId}`;
const referrerKey = (userId: number) => `setReferrer:${userId}`;

/** Opens the room: migrates its schema and returns it. */
export async function openIdentity(options: IdentityOptions): Promise<Identity> {
  const { pool, bus, outbox, log } = options;
  await migrate(pool, 'identity', migrations);
  const db: Db = kyselyOf(pool);
  const sessions = createSessions(db, bus, options.now);
  const { loginAttemptsPerMinute: attemptsPerMinute, registrationsPerHour } = options.limits;
  const limits = createLoginLimits({ pool, schema: 'identity', table: LIMIT_TABLE, attemptsPerMinute });
  const countRegistration = createRegistrationLimit(pool, registrationsPerHour);
  const known = createKnownDevices(db, 'identity', options.now);
  const devices = createDevices(db, known, sessions, options.now);

  const proofs = createLoginProofs(db, options.codesKey);

  /** `proof` is checked while the password can't change: a login by an earlier password opens nothing after a new one. */
  async function enter(
    userId: number,
    visitor: BrowserVisitor,
    method: LoginMethod,
    proof: EntryProof | null = null,
  ): Promise<Entrance> {
    const device = await known.remember(userId, visitor.deviceToken);
    const { ip: address, agent } = visitor;
    // an account is registered on a device of its own
    const isTold = device.isNew && method !== 'register';
    const notice = isTold ? await entry?.noticeOfLogin({ userId, device: agent, address }) : undefined;
    const session = await db.transaction().execute(async (trx) => {
      const { closed_at, password_hash } = await trx
        .selectFrom('identity.user')
        .select(['closed_at', 'password_hash'])
        .where('user_id', '=', BigInt(userId))
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow();
      if (closed_at !== null) throw new Refusal('WRONG_CREDENTIALS');
      await proof?.(trx, password_hash);
      await entry?.onLogin(trx, userId);
      await devices.noteLogin(trx, { userId, device, address, agent, method, atMs: options.now() });
      await notice?.(trx);
      return sessions.open(trx, userId, device.id);
    });
    return { session, device };
  }

  const { codes, messages } = options;
  const entry: Entry | null =
    codes === null
      ? null
      : createEntry({
          db,
          codes,
          messages,
          now: options.now,
          enter: (userId, visitor, proof) => enter(userId, visitor, 'password', proof),
          sessions,
          guesserOf: async ({ ip, deviceToken }, userId) => ({
            device: await known.find(deviceToken, userId),
            address: addressKey(ip),
          }),
        });

  /** Uses up the code that shows that the email or the phone is the visitor's. */
  async function proveContact(
    { type, account, code }: Pick<Registration, 'type' | 'account' | 'code'>,
    browser: string | null,
  ): Promise<void> {
    const { value: to } = readLoginName(type, account);
    if (type === 'account') return;
    if (codes === null) throw new Refusal('MESSAGES_NOT_OPEN');
    if (code === null) throw new Refusal('CODE_REQUIRED', { field: 'code' });
    await codes.use({ browser: browser ?? '', purpose: 'register', channel: channelOf[type], to }, code);
  }

  const hooks: RegistrationHook[] = [];
  const conditions: RegistrationCondition[] = [];

  /** Whose invite code it is; null for none. @throws Refusal INVITE_CODE_UNKNOWN */
  async function inviterOf(inviteCode: string | null): Promise<number | null> {
    if (inviteCode === null) return null;
    const inviter = await findInviter(db, inviteCode);
    if (inviter === null) throw new Refusal('INVITE_CODE_UNKNOWN', { field: 'invite_code' });
    return inviter;
  }

  async function create(
    registration: Omit<Registration, 'confirmPassword' | 'code' | 'inviteCode'>,
    invitedBy: number | null,
    sender: HashSender,
  ): Promise<number> {
    const name = readLoginName(registration.type, registration.account);
    const passwordHash = await hashPassword(registration.password, sender);
    const userId = await db.transaction().execute(async (trx) => {
      const userId = await insertUser(trx, {
        name,
        passwordHash,
        invitedBy,
        language: registration.language,
      });
      const { language, termsVersion } = registration;
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
    await openingOf(userId, invitedBy);
    return userId;
  }

  /** The promise is durable already: when the kernel is away or slow, the outbox goes on without this caller. */
  async function openingOf(userId: number, invitedBy: number | null): Promise<void> {
    const deliver = async (key: string) => {
      const { rejection } = await outbox.deliver(key);
      if (rejection !== null)
        log.error({ userId, key, rejection }, 'a command of a registration was refused');
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

  return {
    async register({ confirmPassword, ...registration }, visitor) {
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
      for (const condition of conditions) await condition(registration);
      await countRegistration(visitor.ip);
      // before the code, which is used up by its proof
      const invitedBy = await inviterOf(registration.inviteCode);
      await proveContact(registration, visitor.browser);
      const sender: HashSender = { lane: 'visitor', keys: [`address ${addressKey(visitor.ip)}`] };
      return enter(await create(registration, invitedBy, sender), visitor, 'register');
    },
    createUser: (registration) =>
      create({ ...registration, termsVersion: null }, null, { lane: 'operator', keys: ['house'] }),
    atRegistration: (hook) => void hooks.push(hook),
    beforeRegistration: (condition) => void conditions.push(condition),
    async login({ type, account, password, proof = null }, visitor) {
      const { ip, deviceToken } = visitor;
      const value = normalised(type, account);
      const found = await findLogin(db, { type, value });
      const device = await known.find(deviceToken, found?.userId ?? 0);
      const attempt = { name: `${type}:${value.toLowerCase()}`, address: ip, device };
      const sender: HashSender = {
        lane: device === null ? 'visitor' : 'known',
        keys: [`address ${addressKey(ip)}`, `name ${attempt.name}`],
      };
      if ((await limits.isNear(attempt)) || (device === null && isHashingBusy())) await proofs.use(proof);
      await limits.attempt(attempt);
      if (!(await passwordMatches(found?.passwordHash ?? null, password, sender)) || found === null) {
        throw new Refusal('WRONG_CREDENTIALS');
      }
      await limits.succeeded(attempt);
      const user = await findUser(db, found.userId);
      if (user !== null) await entry?.refuseFirstStep(user, device !== null, found.passwordHash);
      return enter(found.userId, visitor, 'password', async (_, hash) => {
        if (hash !== found.passwordHash) throw new Refusal('WRONG_CREDENTIALS');
      });
    },
    enter: (userId, visitor, method) => enter(userId, visitor, method),
    password: {
      async matches(userId, sha256) {
        const row = await db
          .selectFrom('identity.user')
          .select('password_hash')
          .where('user_id', '=', BigInt(userId))
          .executeTakeFirst();
        return hashedPasswordMatches(row?.password_hash ?? null, sha256, {
          lane: 'user',
          keys: [`user ${userId}`],
        });
      },
      async set(trx, userId, password_hash) {
        await trx
          .updateTable('identity.user')
          .set({ password_hash })
          .where('user_id', '=', BigInt(userId))
          .execute();
      },
    },
    contacts: {
      owner: async (type, value) => (await findLogin(db, { type, value }))?.userId ?? null,
      set: (trx, userId, type, value) => setContact(trx, userId, type, value),
    },
    devices,
    sessions,
    favourites: createFavourites(db),
    avatars: createAvatars(db),
    entry,
    user: (userId, trx) => findUser(trx ?? db, userId),
    async setLanguage(userId, language) {
      await db.updateTable('identity.user').set({ language }).where('user_id', '=', BigInt(userId)).execute();
    },
    async setTimeZone(userId, timeZone) {
      await db
        .updateTable('identity.user')
        .set({ time_zone: timeZone })
        .where('user_id', '=', BigInt(userId))
        .execute();
    },
    stop: () => sessions.stop(),
  };
}

/** A login name as it is kept. What cannot be one is a name that nobody has, and is answered like any other. */
function normalised(type: LoginType, account: string): string {
  try {
    return readLoginName(type, account).value;
  } catch (error) {
    if (error instanceof Refusal) return '?';
    throw error;
  }
}
