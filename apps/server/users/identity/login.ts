import type { LoginProof } from '@candor/api';
import type { Db, Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { addressKey } from '../../base/limits/client-address.ts';
import {
  type createLoginLimits,
  type DeviceToken,
  type HashSender,
  isHashingBusy,
  type KnownDevices,
  type LoginProofs,
  passwordMatches,
  type Visitor,
} from '../../gateway/logins/index.ts';
import type { Devices, LoginMethod, LoginNotes } from './devices.ts';
import type { EntryProof, EntryRoom } from './entry.ts';
import { type LoginType, readLoginName } from './names.ts';
import type { LoginPlace } from './registrations.ts';
import type { NewSession, Sessions } from './sessions.ts';
import { findLogin, findUser } from './users.ts';

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

/** The parts that open a session. */
export interface EnteringRoom {
  readonly db: Db;
  readonly known: KnownDevices;
  readonly devices: Devices & LoginNotes;
  readonly sessions: Sessions;
  readonly now: () => number;
  /** Null in a process that sends no codes. Set once, for it opens sessions by this room itself. */
  entry: Entry | null;
}

/** A user who proved to be themselves, and the browser that opens a session. */
export interface Entering {
  readonly userId: number;
  readonly visitor: BrowserVisitor;
  readonly method: LoginMethod;
  /** Checked while the password can't change: a login by an earlier password opens nothing after a new one. */
  readonly proof?: EntryProof;
  /** Joins the login with an earlier one of the same request: true where the log has that already. */
  readonly joins?: (trx: Trx, place: LoginPlace) => Promise<boolean>;
}

/** Opens a session, and enters it into the login log. @throws Refusal WRONG_CREDENTIALS for a closed account */
export async function enter(
  room: EnteringRoom,
  { userId, visitor, method, proof, joins }: Entering,
): Promise<Entrance> {
  const { db, known, devices, sessions, now, entry } = room;
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
    const isNoted = (await joins?.(trx, { device, agent, address })) ?? false;
    if (!isNoted) await devices.noteLogin(trx, { userId, device, address, agent, method, atMs: now() });
    await notice?.(trx);
    return sessions.open(trx, userId, device.id);
  });
  return { session, device };
}

/** The parts that check a password. */
export interface LoginRoom {
  readonly entering: EnteringRoom;
  readonly limits: ReturnType<typeof createLoginLimits>;
  readonly proofs: LoginProofs;
}

/**
 * Opens a session for who knows the password.
 * @throws Refusal WRONG_CREDENTIALS, LOGIN_PROOF_NEEDED, LOGIN_RATE_LIMITED, LOGIN_STEP_ONE
 */
export async function login(
  { entering, limits, proofs }: LoginRoom,
  { type, account, password, proof }: Credentials,
  visitor: BrowserVisitor,
): Promise<Entrance> {
  const { db, known, entry } = entering;
  const { ip, deviceToken } = visitor;
  const value = normalised(type, account);
  const found = await findLogin(db, { type, value });
  const device = await known.find(deviceToken, found?.userId ?? 0);
  const attempt = { name: `${type}:${value.toLowerCase()}`, address: ip, device };
  const sender: HashSender = {
    lane: device === null ? 'visitor' : 'known',
    keys: [`address ${addressKey(ip)}`, `name ${attempt.name}`],
  };
  if ((await limits.isNear(attempt)) || (device === null && isHashingBusy())) await proofs.use(proof ?? null);
  await limits.attempt(attempt);
  if (!(await passwordMatches(found?.passwordHash ?? null, password, sender)) || found === null) {
    throw new Refusal('WRONG_CREDENTIALS');
  }
  await limits.succeeded(attempt);
  const user = await findUser(db, found.userId);
  if (user !== null) await entry?.refuseFirstStep(user, device !== null, found.passwordHash);
  return enter(entering, {
    userId: found.userId,
    visitor,
    method: 'password',
    async proof(_, hash) {
      if (hash !== found.passwordHash) throw new Refusal('WRONG_CREDENTIALS');
    },
  });
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
