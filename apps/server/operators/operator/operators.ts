import type { ErrorKey } from '@candor/api';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { newFactor, type Seal } from '../../base/authenticator/index.ts';
import { type Db, idOf, kyselyOf } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { addressKey } from '../../base/limits/client-address.ts';
import {
  createKnownDevices,
  createLoginLimits,
  createLoginProofs,
  hashPassword,
  isHashingBusy,
  type LoginAttempt,
  passwordMatches,
  type Visitor,
} from '../../gateway/logins/index.ts';
import { checkCode } from './code-check.ts';
import { createFailedLogins, type LoginFailure } from './failed-logins.ts';
import { createFirstOperators } from './first-operators.ts';
import type { OperatorLog } from './log.ts';
import { createLoginTickets } from './login-tickets.ts';
import { createOperatorKeys } from './operator-keys.ts';
import { createOperatorSessions } from './operator-sessions.ts';
import type { Operators } from './operator-types.ts';
import { firstPassword, isWeak, senderOf, setFirstPassword } from './passwords.ts';
import { hashOfLink, type SetupLinks } from './setup-links.ts';

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

const ISSUER = 'Candor console';
/** Name in the log of a visitor with a link that does not work. */
const SETUP = 'setup';
/** Characters of a device's id that the log shows. */
const SHOWN_ID = 12;
const CODE_FAILURES = {
  LOGIN_RATE_LIMITED: 'limit',
  OPERATOR_SECOND_FACTOR_WRONG: 'code',
  AUTHENTICATOR_CODE_USED: 'code',
} as const;

const isOver = (until: Date | null, nowMs: number) => until !== null && until.getTime() <= nowMs;

export function createOperators(options: OperatorsOptions): Operators {
  const { pool, db, log, seal, links, now } = options;
  const { loginAttemptsPerMinute: attemptsPerMinute } = options;
  // The library names its prepared statements by the table alone, and both rooms share connections.
  const limits = createLoginLimits({ pool, schema: 'operator', table: 'login_limit', attemptsPerMinute });
  const known = createKnownDevices(db, 'operator', now);
  // challenges end with the process of the console, of which there is one
  const proofs = createLoginProofs(kyselyOf(pool), null);
  const failures = createFailedLogins(db, log, now);
  const tickets = createLoginTickets({ db, seal, now });
  const sessions = createOperatorSessions({ db, log, now });
  const check = { log, seal, now };

  /** Runs a step of a login; a refusal that is listed is noted as a failed login. */
  async function noted<T>(
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

  async function attemptOf(
    person: { readonly operator_id: bigint; readonly name: string },
    { ip, deviceToken }: Visitor,
  ): Promise<LoginAttempt> {
    const device = await known.find(deviceToken, idOf(person.operator_id));
    return { name: person.name.toLowerCase(), address: ip, device };
  }

  const personOf = (operatorId: number) =>
    db
      .selectFrom('operator.person')
      .selectAll()
      .where('operator_id', '=', BigInt(operatorId))
      .executeTakeFirstOrThrow();

  const withCode: Operators['withCode'] = async ({ operatorId }, code, visitor, act) => {
    const attempt = await attemptOf(await personOf(operatorId), visitor);
    const done = await noted(attempt, CODE_FAILURES, async () => {
      await limits.code(attempt);
      return act(async (trx) => {
        await checkCode(check, trx, operatorId, null, code);
      });
    });
    await limits.succeeded(attempt);
    return done;
  };

  return {
    ...createFirstOperators({ db, log, now }),
    async login(name, password, visitor, proof = null) {
      const person = await db
        .selectFrom('operator.person')
        .selectAll()
        .where(sql<string>`lower(name)`, '=', name.toLowerCase())
        .executeTakeFirst();
      const attempt = await attemptOf(person ?? { operator_id: 0n, name }, visitor);
      const reason = person === undefined ? 'name' : 'password';
      await noted(attempt, { LOGIN_RATE_LIMITED: 'limit', WRONG_CREDENTIALS: reason }, async () => {
        if ((await limits.isNear(attempt)) || (attempt.device === null && isHashingBusy()))
          await proofs.use(proof);
        await limits.attempt(attempt);
        const right = await passwordMatches(person?.password_hash ?? null, password, {
          ...(attempt.device === null ? { lane: 'visitor' } : { lane: 'known' }),
          keys: [`address ${addressKey(visitor.ip)}`, `operator ${attempt.name}`],
        });
        const isShut =
          person !== undefined && (person.disabled_at !== null || isOver(person.setup_until, now()));
        if (!right || isShut) throw new Refusal('WRONG_CREDENTIALS');
      });
      if (person === undefined) throw new Refusal('WRONG_CREDENTIALS');
      const enrolment = person.totp_sealed === null ? newFactor(ISSUER, person.name) : null;
      const opened = await tickets.open(person, enrolment);
      return { ...opened, enrolment, setsPassword: person.setup_until !== null };
    },
    async openSetup(link, visitor) {
      // counted by the link that was tried: strangers use up no other's tries
      const name = `link ${hashOfLink(link).toString('hex')}`;
      const attempt = { name, address: visitor.ip, device: null };
      const newcomer = await noted(
        { ...attempt, name: SETUP },
        { LOGIN_RATE_LIMITED: 'limit', OPERATOR_LINK_WRONG: 'link' },
        async () => {
          await limits.attempt(attempt);
          return links.find(link);
        },
      );
      const person = await personOf(newcomer.operatorId);
      const enrolment = newFactor(ISSUER, person.name);
      const opened = await tickets.open(person, enrolment, (trx) => links.hold(trx, newcomer));
      const operator = { operatorId: newcomer.operatorId, name: person.name, role: person.role };
      return { ...opened, enrolment, setsPassword: true, operator };
    },
    async secondFactor(ticket, code, visitor, newPassword) {
      const { operator_id, enrolment_sealed } = await tickets.use(ticket);
      const operatorId = idOf(operator_id);
      const person = await personOf(operatorId);
      const attempt = await attemptOf(person, visitor);
      const ownHash = await firstPassword(person, newPassword);
      const entrance = await noted(attempt, CODE_FAILURES, async () => {
        await limits.code(attempt);
        return db.transaction().execute(async (trx) => {
          const operator = await checkCode(check, trx, operatorId, enrolment_sealed, code);
          if (ownHash !== null) await setFirstPassword(trx, links, operatorId, ownHash);
          await tickets.end(trx, ticket);
          return sessions.begin(trx, operator);
        });
      });
      if (enrolment_sealed !== null) await options.onEnrolled(entrance.session.name);
      await limits.succeeded(attempt);
      return { ...entrance, device: await known.remember(operatorId, visitor.deviceToken) };
    },
    async changePassword(session, { oldPassword, newPassword, code }, visitor) {
      const { operatorId, name } = session;
      const person = await personOf(operatorId);
      const attempt = await attemptOf(person, visitor);
      const reasons = { ...CODE_FAILURES, OPERATOR_PASSWORD_WRONG: 'password' } as const;
      const ended = await noted(attempt, reasons, async () => {
        await limits.attempt(attempt);
        if (!(await passwordMatches(person.password_hash, oldPassword, senderOf(name)))) {
          throw new Refusal('OPERATOR_PASSWORD_WRONG', { field: 'oldPassword' });
        }
        if (isWeak(newPassword, oldPassword, name)) {
          throw new Refusal('OPERATOR_PASSWORD_WEAK', { field: 'newPassword' });
        }
        await limits.code(attempt);
        const passwordHash = await hashPassword(newPassword, senderOf(name));
        return db.transaction().execute(async (trx) => {
          await checkCode(check, trx, operatorId, null, code);
          await trx
            .updateTable('operator.person')
            .set({ password_hash: passwordHash })
            .where('operator_id', '=', BigInt(operatorId))
            .execute();
          await trx.deleteFrom('operator.ticket').where('operator_id', '=', BigInt(operatorId)).execute();
          const others = await sessions.endOthers(trx, session);
          const details = { endedSessions: String(others) };
          await log.append(trx, { timeMs: now(), operator: name, action: 'changePassword', details });
          return others;
        });
      });
      await known.forgetOthers(operatorId, attempt.device);
      await limits.succeeded(attempt);
      return ended;
    },
    withCode,
    ...createOperatorKeys({ db, log, now, withCode }),
    async devices({ operatorId }, { deviceToken }) {
      const [devices, current] = await Promise.all([
        known.list(operatorId),
        known.find(deviceToken, operatorId),
      ]);
      return devices.map((device) => ({ ...device, current: device.id === current }));
    },
    async forgetDevice({ operatorId, name }, id) {
      if (!(await known.forget(operatorId, id))) throw new Refusal('NOT_FOUND');
      await db.transaction().execute(async (trx) => {
        const details = { device: id.slice(0, SHOWN_ID) };
        await log.append(trx, { timeMs: now(), operator: name, action: 'forgetDevice', details });
      });
    },
    settleFailures: () => failures.settle(),
    authenticate: sessions.authenticate,
    logout: sessions.logout,
  };
}
