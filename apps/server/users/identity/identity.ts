import type { Language } from '@candor/api';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Bus } from '../../base/bus/index.ts';
import { type Db, kyselyOf, migrate, type Trx } from '../../base/database/index.ts';
import { addressKey } from '../../base/limits/client-address.ts';
import type { Outbox } from '../../engine/outbox/index.ts';
import type { Codes } from '../../gateway/codes/index.ts';
import {
  createKnownDevices,
  createLoginLimits,
  createLoginProofs,
  hashedPasswordMatches,
} from '../../gateway/logins/index.ts';
import type { Messages } from '../../gateway/messages/index.ts';
import { type Avatars, createAvatars } from './avatars.ts';
import { createDevices, type Devices, type LoginMethod } from './devices.ts';
import { createEntry } from './entry.ts';
import { createFavourites, type Favourites } from './favourites.ts';
import { createRegistrationLimit, type IdentityLimits, LIMIT_TABLE } from './limits.ts';
import {
  type BrowserVisitor,
  type Credentials,
  type EnteringRoom,
  type Entrance,
  type Entry,
  enter,
  login,
} from './login.ts';
import type { LoginType } from './names.ts';
import {
  createUser,
  type Registration,
  type RegistrationCondition,
  type RegistrationHook,
  type RegistrationRoom,
  register,
} from './registration.ts';
import { createRegistrations } from './registrations.ts';
import { migrations } from './schema.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { findLogin, findUser, setContact, type User } from './users.ts';

/** The users: their accounts, sessions and what they watch. Their money is in the kernel. */
export interface Identity {
  /**
   * Opens an account and signs it in. Its ledger account is promised in the same transaction, and open by the time
   * this resolves unless the kernel is away. The same again under the same key signs in to the same account.
   * @throws Refusal for what was typed, a taken name, an unknown invite code, too many registrations or a key of another
   * registration; REQUEST_LATE
   */
  register(registration: Registration, visitor: BrowserVisitor, key: string | null): Promise<Entrance>;
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

/** The passwords of users, by their SHA-256. */
const passwordsIn = (db: Db): Identity['password'] => ({
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
});

/** The users' own choices, and what is known of a user. */
const profilesIn = (db: Db): Pick<Identity, 'user' | 'setLanguage' | 'setTimeZone'> => ({
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
});

/** Opens sessions, with the ways of people to get in where the process sends codes. */
function createEntering(db: Db, { bus, codes, messages, now }: IdentityOptions): EnteringRoom {
  const sessions = createSessions(db, bus, now);
  const known = createKnownDevices(db, 'identity', now);
  const devices = createDevices(db, known, sessions, now);
  const room: EnteringRoom = { db, known, devices, sessions, now, entry: null };
  if (codes !== null)
    room.entry = createEntry({
      db,
      codes,
      messages,
      now,
      enter: (userId, visitor, proof) => enter(room, { userId, visitor, method: 'password', proof }),
      sessions,
      guesserOf: async ({ ip, deviceToken }, userId) => ({
        device: await known.find(deviceToken, userId),
        address: addressKey(ip),
      }),
    });
  return room;
}

/** Opens the room: migrates its schema and returns it. */
export async function openIdentity(options: IdentityOptions): Promise<Identity> {
  const { pool, outbox, codes, codesKey, log } = options;
  await migrate(pool, 'identity', migrations);
  const db: Db = kyselyOf(pool);
  const entering = createEntering(db, options);
  const { devices, sessions, entry } = entering;
  const { loginAttemptsPerMinute: attemptsPerMinute, registrationsPerHour } = options.limits;
  const limits = createLoginLimits({ pool, schema: 'identity', table: LIMIT_TABLE, attemptsPerMinute });
  const loginRoom = { entering, limits, proofs: createLoginProofs(db, codesKey) };
  const registering: RegistrationRoom = {
    db,
    outbox,
    codes,
    log,
    now: options.now,
    count: createRegistrationLimit(pool, registrationsPerHour),
    registrations: createRegistrations(db, options.now),
    isComplete: async (user, contact) => entry === null || entry.isComplete(user, contact),
    hooks: [],
    conditions: [],
  };

  return {
    async register(registration, visitor, key) {
      const opened = await register(registering, registration, visitor, key);
      return enter(entering, { ...opened, visitor, method: 'register' });
    },
    createUser: (registration) =>
      createUser(
        registering,
        { ...registration, termsVersion: null },
        { invitedBy: null, sender: { lane: 'operator', keys: ['house'] } },
      ),
    atRegistration: (hook) => void registering.hooks.push(hook),
    beforeRegistration: (condition) => void registering.conditions.push(condition),
    login: (credentials, visitor) => login(loginRoom, credentials, visitor),
    enter: (userId, visitor, method) => enter(entering, { userId, visitor, method }),
    password: passwordsIn(db),
    contacts: {
      owner: async (type, value) => (await findLogin(db, { type, value }))?.userId ?? null,
      set: (trx, userId, type, value) => setContact(trx, userId, type, value),
    },
    devices,
    sessions,
    favourites: createFavourites(db),
    avatars: createAvatars(db),
    entry,
    ...profilesIn(db),
    stop: () => sessions.stop(),
  };
}
