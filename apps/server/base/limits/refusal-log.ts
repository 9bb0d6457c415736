import { type ErrorKey, errors } from '@candor/api';
import type { Logger } from 'pino';

/** A refused call, socket or MQTT topic. */
export interface RefusedRequest {
  /** Identifies the address in the counts. */
  readonly address: string;
  /** The signed-in user or the API key, as far as it is known. */
  readonly who: string | null;
  /** The name of the call or the socket; null where it was refused before it was routed. */
  readonly call: string | null;
  readonly why: ErrorKey;
}

/** Refusals of what somebody may not do, or not so often, in the log: never a token, a code or what the request held. */
export interface RefusalLog {
  note(refused: RefusedRequest): void;
  /** Writes what is counted and not written yet. */
  end(): void;
}

const MINUTE_MS = 60_000;
/** Addresses with a count of their own in a minute; all others share one. */
const MOST_ADDRESSES = 1_000;
/** Names and reasons that a line lists. */
const MOST_NAMES = 8;
const ELSEWHERE = 'others';

/** Refusals by who somebody is: without a session, by a role or a scope, frozen, by a wrong secret, or by a limit. */
const noted: ReadonlySet<ErrorKey> = new Set<ErrorKey>([
  'SIGNED_OUT',
  'NOT_PERMITTED',
  'RATE_LIMITED',
  'DAILY_ACTS_REACHED',
  'OPERATOR_NOT_ALLOWED',
  'WRONG_CREDENTIALS',
  'LOGIN_RATE_LIMITED',
  'REGISTER_RATE_LIMITED',
  'CODE_WRONG',
  'CODES_LIMITED',
  'API_KEY_INVALID',
  'API_KEY_SIGNATURE',
  'API_KEY_ADDRESS',
  'API_KEY_SCOPE',
  'API_KEY_NOT_ACCEPTED',
  'API_KEY_WITHDRAW_CLOSED',
  'ACCOUNT_FROZEN',
  'FREEZE_LINK_INVALID',
  'STEP_UP_WRONG',
  'STEP_UP_LIMITED',
  'PASSKEY_REFUSED',
  'AUTHENTICATOR_CODE_WRONG',
  'OLD_PASSWORD_WRONG',
  'FUND_PASSWORD_WRONG',
  'FEATURE_CLOSED',
  'FEATURE_NEEDS_COUNTRY',
]);

/** True of a refusal that the log names: of rights, of secrets and of limits, not of values. */
export const isNoted = (key: ErrorKey): boolean => noted.has(key);

/** Refusals of an address since the first one was written. */
interface Minute {
  count: number;
  readonly who: Set<string>;
  readonly calls: Set<string>;
  readonly whys: Set<string>;
}

/**
 * Writes the first refusal of an address at once, and all further ones of that minute as one line with their number: a
 * flood of refused requests is two lines a minute and address.
 */
export function createRefusalLog(log: Pick<Logger, 'warn'>): RefusalLog {
  const minutes = new Map<string, Minute>();
  let timer: NodeJS.Timeout | null = null;

  function write(): void {
    for (const [address, { count, who, calls, whys }] of minutes) {
      if (count === 0) continue;
      log.warn(
        { address, count, who: [...who], calls: [...calls], why: [...whys] },
        'more requests of this address were refused within a minute',
      );
    }
    minutes.clear();
  }

  function add(names: Set<string>, name: string | null): void {
    if (name !== null && names.size < MOST_NAMES) names.add(name);
  }

  return {
    note({ address, who, call, why }) {
      const known = minutes.get(address);
      const key = known !== undefined || minutes.size < MOST_ADDRESSES ? address : ELSEWHERE;
      const minute = minutes.get(key);
      if (minute !== undefined) {
        minute.count += 1;
        add(minute.who, who);
        add(minute.calls, call);
        add(minute.whys, why);
        return;
      }
      minutes.set(key, { count: 0, who: new Set(), calls: new Set(), whys: new Set() });
      log.warn({ address, who, call, why, code: errors[why].code }, 'a request was refused');
      timer ??= setTimeout(() => {
        timer = null;
        write();
      }, MINUTE_MS).unref();
    },
    end() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      write();
    },
  };
}
