import { type Language, newPassword } from '@candor/contract';
import type { Kysely, Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Bus } from '../bus/index.ts';
import { kyselyOf, migrate } from '../database/index.ts';
import type { Outbox } from '../outbox/index.ts';
import { Refusal } from '../refusal.ts';
import { createFavourites, type Favourites } from './favourites.ts';
import { createLimits, type IdentityLimits } from './limits.ts';
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

/** Who users are: accounts, sessions and what they watch. Their money is in the kernel. */
export interface Identity {
  /**
   * Opens an account and signs it in. Its ledger account is promised in the same transaction, and open by the time
   * this resolves unless the kernel is away.
   * @throws Refusal for what was typed, a taken name, an unknown invite code or too many registrations
   */
  register(registration: Registration, ip: string): Promise<NewSession>;
  /**
   * The same without rate limits and rules of form, for logins that the program makes itself.
   * @throws Refusal ACCOUNT_TAKEN
   */
  createUser(registration: Omit<Registration, 'confirmPassword' | 'inviteCode'>): Promise<number>;
  /** @throws Refusal WRONG_CREDENTIALS, alike for an unknown account and a wrong password, or LOGIN_RATE_LIMITED */
  login(credentials: Credentials, ip: string): Promise<NewSession>;
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
  const limits = createLimits(pool, options.limits);

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
    async register({ confirmPassword, ...registration }, ip) {
      if (!newPassword.safeParse(registration.password).success) {
        throw new Refusal('PASSWORD_INVALID', { field: 'password' });
      }
      if (registration.password !== confirmPassword) {
        throw new Refusal('PASSWORDS_DIFFER', { field: 'confirmPassword' });
      }
      readLoginName(registration.type, registration.account);
      await limits.register(ip);
      return create(registration);
    },
    async createUser(registration) {
      const session = await create({ ...registration, inviteCode: null });
      await sessions.end(session);
      return session.userId;
    },
    async login({ type, account, password }, ip) {
      const value = normalised(type, account);
      const limitKey = `${type}:${value.toLowerCase()}`;
      await limits.login(ip, limitKey);
      const found = await findLogin(db, { type, value });
      if (!(await passwordMatches(found?.passwordHash ?? null, password)) || found === null) {
        throw new Refusal('WRONG_CREDENTIALS');
      }
      await limits.loggedIn(limitKey);
      return db.transaction().execute((trx) => sessions.open(trx, found.userId));
    },
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
