import { type Language, newPassword } from '@candor/contract';
import type { Kysely, Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Bus } from '../bus/index.ts';
import { kyselyOf, migrate } from '../database/index.ts';
import type { Outbox } from '../outbox/index.ts';
import { Refusal } from '../refusal.ts';
import { createFavourites, type Favourites } from './favourites.ts';
import { createKnownDevices, type DeviceToken, type KnownDevices } from './known-devices.ts';
import { createRegistrationLimit, type IdentityLimits, LIMIT_TABLE } from './limits.ts';
import { createLoginLimits } from './login-limits.ts';
import { type LoginType, readLoginName } from './names.ts';
import { hashPassword, passwordMatches } from './passwords.ts';
import { type IdentitySchema, migrations } from './schema.ts';
import { createSessions, type NewSession, type Sessions } from './sessions.ts';
import { findInviter, findLogin, findUser, insertUser, type User } from './users.ts';

export interface Registration {
  readonly type: LoginType;
  readonly account: string;
  readonly password: string;
  readonly confirmPassword: string;
  readonly inviteCode: string | null;
  readonly language: Language;
}

export interface Credentials {
  readonly type: LoginType;
  readonly account: string;
  readonly password: string;
}

/** Where a login comes from. */
export interface Visitor {
  readonly ip: string;
  /** The secret of the visitor's device cookie; null where it has none. */
  readonly deviceToken: string | null;
}

/** A complete login: the session, and what its browser is known by at the next one. */
export interface Entrance {
  readonly session: NewSession;
  readonly device: DeviceToken;
}

/** Who users are: accounts, sessions and what they watch. Their money is in the kernel. */
export interface Identity {
  /**
   * Opens an account and signs it in. Its ledger account is promised in the same transaction, and open by the time
   * this resolves unless the kernel is away.
   * @throws Refusal for what was typed, a taken name, an unknown invite code or too many registrations
   */
  register(registration: Registration, visitor: Visitor): Promise<Entrance>;
  /**
   * The same without rate limits and rules of form, for logins that the program makes itself.
   * @throws Refusal ACCOUNT_TAKEN
   */
  createUser(registration: Omit<Registration, 'confirmPassword' | 'inviteCode'>): Promise<number>;
  /** @throws Refusal WRONG_CREDENTIALS, alike for an unknown account and a wrong password, or LOGIN_RATE_LIMITED */
  login(credentials: Credentials, visitor: Visitor): Promise<Entrance>;
  /** The devices that logged in before, which others' attempts do not keep out. */
  readonly devices: Pick<KnownDevices, 'find' | 'list' | 'forget'>;
  readonly sessions: Pick<Sessions, 'authenticate' | 'refresh' | 'end'>;
  readonly favourites: Favourites;
  user(userId: number): Promise<User | null>;
  setLanguage(userId: number, language: Language): Promise<void>;
  stop(): void;
}

export interface IdentityOptions {
  readonly pool: Pool;
  readonly bus: Bus;
  readonly outbox: Outbox;
  readonly limits: IdentityLimits;
  readonly log: Logger;
  readonly now: () => number;
}

/** How long a registration waits for its ledger account before it answers without. */
const OPENING_PATIENCE_MS = 5_000;

const openingKey = (userId: number) => `openAccount:${userId}`;

/** Opens the room: migrates its schema and returns it. */
export async function openIdentity(options: IdentityOptions): Promise<Identity> {
  const { pool, bus, outbox, log } = options;
  await migrate(pool, 'identity', migrations);
  const db: Kysely<IdentitySchema> = kyselyOf(pool);
  const sessions = createSessions(db, bus, options.now);
  const { loginAttemptsPerMinute: attemptsPerMinute, registrationsPerHour } = options.limits;
  const limits = createLoginLimits({ pool, schema: 'identity', table: LIMIT_TABLE, attemptsPerMinute });
  const countRegistration = createRegistrationLimit(pool, registrationsPerHour);
  const devices = createKnownDevices(db, 'identity', options.now);

  async function create(registration: Omit<Registration, 'confirmPassword'>): Promise<NewSession> {
    const name = readLoginName(registration.type, registration.account);
    const invitedBy =
      registration.inviteCode === null ? null : await findInviter(db, registration.inviteCode);
    if (registration.inviteCode !== null && invitedBy === null) {
      throw new Refusal('INVITE_CODE_UNKNOWN', { field: 'invite_code' });
    }
    const passwordHash = await hashPassword(registration.password);
    const session = await db.transaction().execute(async (trx) => {
      const userId = await insertUser(trx, {
        name,
        passwordHash,
        invitedBy,
        language: registration.language,
      });
      await outbox.promise(trx as Transaction<unknown>, {
        key: openingKey(userId),
        userId: 0,
        body: { type: 'openAccount', accountUserId: userId, kind: 'user' },
      });
      return sessions.open(trx, userId);
    });
    await openingOf(session.userId);
    return session;
  }

  /** The promise is durable already: when the kernel is away or slow, the outbox goes on without this caller. */
  async function openingOf(userId: number): Promise<void> {
    const delivery = outbox
      .deliver(openingKey(userId))
      .then(({ rejection }) => {
        if (rejection !== null) log.error({ userId, rejection }, 'a ledger account was refused');
      })
      .catch((error: unknown) => log.warn({ err: error, userId }, 'a ledger account opens later'));
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, OPENING_PATIENCE_MS);
    });
    await Promise.race([delivery, patience]);
    clearTimeout(timer);
  }

  return {
    async register({ confirmPassword, ...registration }, { ip, deviceToken }) {
      if (!newPassword.safeParse(registration.password).success) {
        throw new Refusal('PASSWORD_INVALID', { field: 'password' });
      }
      if (registration.password !== confirmPassword) {
        throw new Refusal('PASSWORDS_DIFFER', { field: 'confirmPassword' });
      }
      readLoginName(registration.type, registration.account);
      await countRegistration(ip);
      const session = await create(registration);
      return { session, device: await devices.remember(session.userId, deviceToken) };
    },
    async createUser(registration) {
      const session = await create({ ...registration, inviteCode: null });
      await sessions.end(session);
      return session.userId;
    },
    async login({ type, account, password }, { ip, deviceToken }) {
      const value = normalised(type, account);
      const found = await findLogin(db, { type, value });
      const device = await devices.find(deviceToken, found?.userId ?? 0);
      const attempt = { name: `${type}:${value.toLowerCase()}`, address: ip, device };
      await limits.attempt(attempt);
      if (!(await passwordMatches(found?.passwordHash ?? null, password)) || found === null) {
        throw new Refusal('WRONG_CREDENTIALS');
      }
      await limits.succeeded(attempt);
      const session = await db.transaction().execute((trx) => sessions.open(trx, found.userId));
      return { session, device: await devices.remember(found.userId, deviceToken) };
    },
    devices,
    sessions,
    favourites: createFavourites(db),
    user: (userId) => findUser(db, userId),
    async setLanguage(userId, language) {
      await db.updateTable('identity.user').set({ language }).where('user_id', '=', userId).execute();
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
