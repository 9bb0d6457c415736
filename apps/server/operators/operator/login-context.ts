import type { ErrorKey } from '@candor/api';
import type { Pool } from 'pg';
import type { Seal } from '../../base/authenticator/index.ts';
import { type Db, idOf, kyselyOf } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import {
  createKnownDevices,
  createLoginLimits,
  createLoginProofs,
  type LoginAttempt,
  type Visitor,
} from '../../gateway/logins/index.ts';
import type { CodeCheckDeps } from './code-check.ts';
import { createFailedLogins, type LoginFailure } from './failed-logins.ts';
import type { OperatorLog } from './log.ts';
import { createLoginTickets } from './login-tickets.ts';
import { createOperatorSessions } from './operator-sessions.ts';
import type { SetupLinks } from './setup-links.ts';

export interface OperatorsOptions {
  readonly pool: Pool;
  readonly db: Db;
  readonly log: OperatorLog;
  readonly seal: Seal;
  readonly links: SetupLinks;
  readonly loginAttemptsPerMinute: number;
  readonly now: () => number;
  /** Called after an operator's second factor was enrolled. */
  readonly onEnrolled: (name: string) => Promise<void>;
}

/** All that a step of a login needs. */
export type LoginContext = ReturnType<typeof openLogins>;

export const ISSUER = 'Candor console';
export const CODE_FAILURES = {
  LOGIN_RATE_LIMITED: 'limit',
  OPERATOR_SECOND_FACTOR_WRONG: 'code',
  AUTHENTICATOR_CODE_USED: 'code',
} as const;

export function openLogins(options: OperatorsOptions) {
  const { pool, db, log, seal, links, now } = options;
  const { loginAttemptsPerMinute: attemptsPerMinute } = options;
  const check: CodeCheckDeps = { log, seal, now };
  return {
    db,
    log,
    links,
    now,
    check,
    onEnrolled: options.onEnrolled,
    // The library names its prepared statements by the table alone, and both rooms share connections.
    limits: createLoginLimits({ pool, schema: 'operator', table: 'login_limit', attemptsPerMinute }),
    known: createKnownDevices(db, 'operator', now),
    // challenges end with the process of the console, of which there is one
    proofs: createLoginProofs(kyselyOf(pool), null),
    failures: createFailedLogins(db, log, now),
    tickets: createLoginTickets({ db, seal, now }),
    sessions: createOperatorSessions({ db, log, now }),
  };
}

/** Runs a step of a login; a refusal that is listed is noted as a failed login. */
export async function noted<T>(
  { failures }: LoginContext,
  attempt: LoginAttempt,
  reasons: Partial<Record<ErrorKey, LoginFailure>>,
  step: () => Promise<T>,
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    const reason = error instanceof Refusal ? reasons[error.key] : undefined;
    if (reason !== undefined) await failures.note({ name: attempt.name, address: attempt.address, reason });
    throw error;
  }
}

export async function attemptOf(
  { known }: LoginContext,
  person: { readonly operator_id: bigint; readonly name: string },
  { ip, deviceToken }: Visitor,
): Promise<LoginAttempt> {
  const device = await known.find(deviceToken, idOf(person.operator_id));
  return { name: person.name.toLowerCase(), address: ip, device };
}

export const personOf = ({ db }: LoginContext, operatorId: number) =>
  db
    .selectFrom('operator.person')
    .selectAll()
    .where('operator_id', '=', BigInt(operatorId))
    .executeTakeFirstOrThrow();
