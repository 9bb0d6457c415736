import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Pool } from 'pg';
import { createKeptLimits } from '../../base/limits/kept-limits.ts';
import { anyDeviceOf } from '../../gateway/http/cookie.ts';
import type { Devices, Guesser, Session } from '../identity/index.ts';
import { LIMIT_TABLE } from './schema.ts';

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
/** Guesses at passwords and codes of one guesser in an hour. */
const PER_GUESSER_AND_HOUR = 20;
/** Guesses in a day of one known device, and of all that is not known together. */
const PER_DEVICE_AND_DAY = 100;

/** A request in the name of a user. */
export interface UserRequest {
  readonly session: Pick<Session, 'userId'>;
  readonly headers: IncomingHttpHeaders;
}

/** A request that carries a guess. */
export interface GuessContext extends UserRequest {
  readonly session: Pick<Session, 'userId' | 'family'>;
}

/** A guess that was counted. */
export interface CountedGuess {
  /** Gives it back: it was right. */
  right(): Promise<void>;
}

/** Counts guesses at what can be guessed. A passkey is not counted: its owner gets in whoever else guesses. */
export interface GuessLimits {
  /** The id of the user's known device that a request came from; null where it came from none. */
  deviceOf(request: UserRequest): Promise<string | null>;
  /**
   * Counts a guess of a signed-in request: against the user's known device that it came from, else against its login and
   * all that is not known. @throws Refusal STEP_UP_LIMITED
   */
  count(context: GuessContext): Promise<CountedGuess>;
  /** Counts a guess at the second step of a login. @throws Refusal STEP_UP_LIMITED */
  countEntry(userId: number, guesser: Guesser): Promise<void>;
  /** Gives such a guess back that was right. */
  rightEntry(userId: number, guesser: Guesser): Promise<void>;
}

/** Limits kept in PostgreSQL, so that neither a restart nor a second door forgives anything. */
export function createGuessLimits(pool: Pool, devices: Pick<Devices, 'find'>): GuessLimits {
  const limiter = createKeptLimits({
    pool,
    schema: 'factors',
    table: LIMIT_TABLE,
    refusal: 'STEP_UP_LIMITED',
  });
  const byGuesser = limiter('family', PER_GUESSER_AND_HOUR, HOUR_SECONDS);
  const byDay = limiter('user', PER_DEVICE_AND_DAY, DAY_SECONDS);
  interface Keys {
    readonly hour: string;
    readonly day: string;
  }
  const digest = (text: string) => createHash('sha256').update(text).digest('base64url');
  /** A known device has a day of its own; strangers share theirs, and use up neither that nor the step-ups' day. */
  const entryKeys = (userId: number, { device, address }: Guesser): Keys => {
    const key = digest(device ?? `${userId} ${address}`);
    return { hour: `entry ${key}`, day: device === null ? `entry ${userId}` : `entry ${key}` };
  };
  const deviceOf = ({ session, headers }: UserRequest) =>
    devices.find(anyDeviceOf('device', headers), session.userId);
  async function sessionKeys(context: GuessContext): Promise<Keys> {
    const device = await deviceOf(context);
    const { userId, family } = context.session;
    if (device === null) return { hour: family, day: String(userId) };
    const key = `device ${digest(device)}`;
    return { hour: key, day: key };
  }
  async function countBy({ hour, day }: Keys): Promise<void> {
    await byGuesser.count(hour);
    await byDay.count(day);
  }
  async function giveBack({ hour, day }: Keys): Promise<void> {
    await byGuesser.giveBack(hour);
    await byDay.giveBack(day);
  }
  return {
    deviceOf,
    countEntry: (userId, guesser) => countBy(entryKeys(userId, guesser)),
    rightEntry: (userId, guesser) => giveBack(entryKeys(userId, guesser)),
    async count(context) {
      const keys = await sessionKeys(context);
      await countBy(keys);
      return { right: () => giveBack(keys) };
    },
  };
}
