import { createHash, randomBytes } from 'node:crypto';
import type { ErrorKey, OperatorRole } from '@candor/api';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { newFactor, type Seal, stepOfCode } from '../../base/authenticator/index.ts';
import { type Db, idOf, kyselyOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { addressKey } from '../../base/limits/client-address.ts';
import {
  createKnownDevices,
  createLoginLimits,
  createLoginProofs,
  type HashSender,
  hashPassword,
  isHashingBusy,
  type LoginAttempt,
  passwordMatches,
  type Visitor,
} from '../../gateway/logins/index.ts';
import { createFailedLogins, type LoginFailure } from './failed-logins.ts';
import { createFirstOperators } from './first-operators.ts';
import type { OperatorLog } from './log.ts';
import { createOperatorKeys } from './operator-keys.ts';
import type { Operator, Operators } from './operator-types.ts';
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
const TICKET_MS = 10 * 60_000;
const TICKET_ATTEMPTS = 5;
const IDLE_MS = 30 * 60_000;
const SESSION_MS = 12 * 3_600_000;
const LEAST_PASSWORD = 12;
/** Name in the log of a visitor with a link that does not work. */
const SETUP = 'setup';
/** Characters of a device's id that the log shows. */
const SHOWN_ID = 12;
const CODE_FAILURES = {
  LOGIN_RATE_LIMITED: 'limit',
  OPERATOR_SECOND_FACTOR_WRONG: 'code',
  AUTHENTICATOR_CODE_USED: 'code',
} as const;

const senderOf = (name: string): HashSender => ({
  lane: 'operator',
  keys: [`operator ${name.toLowerCase()}`],
});

const newToken = () => randomBytes(32).toString('base64url');
const hashOf = (token: string) => createHash('sha256').update(token).digest();

const isOver = (until: Date | null, nowMs: number) => until !== null && until.getTime() <= nowMs;

const isWeak = (password: string, oldPassword: string, name: string) =>
  [...password].length < LEAST_PASSWORD ||
  password === oldPassword ||
  password.toLowerCase().includes(name.toLowerCase());

export function createOperators(options: OperatorsOptions): Operators {
  const { pool, db, log, seal, links, now } = options;
  const { loginAttemptsPerMinute: attemptsPerMinute } = options;
  // The library names its prepared statements by the table alone, and both rooms share connections.
  const limits = createLoginLimits({ pool, schema: 'operator', table: 'login_limit', attemptsPerMinute });
  const known = createKnownDevices(db, 'operator', now);
  // challenges end with the process of the console, of which there is one
  const proofs = createLoginProofs(kyselyOf(pool), null);
  const failures = createFailedLogins(db, log, now);

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

  /** Counts the attempt for good and gives the ticket, so that wrong codes run out also when sent at once. */
  async function useTicket(ticket: string) {
    const row = await db
      .updateTable('operator.ticket')
      .set({ attempts: sql<number>`attempts + 1` })
      .where('ticket_hash', '=', hashOf(ticket))
      .where('expires_at', '>', new Date(now()))
      .where('attempts', '<', TICKET_ATTEMPTS)
      .returning(['operator_id', 'enrolment_sealed'])
      .executeTakeFirst();
    if (row === undefined) throw new Refusal('OPERATOR_STEP_EXPIRED');
    return row;
  }

  /** Locks the operator, checks the code against the last step used, and remembers the new one. */
  async function checkCode(
    trx: Trx,
    operatorId: number,
    enrolment: Buffer | null,
    code: string,
  ): Promise<Operator> {
    const person = await trx
      .selectFrom('operator.person')
      .selectAll()
      .where('operator_id', '=', BigInt(operatorId))
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (person.disabled_at !== null) throw new Refusal('OPERATOR_STEP_EXPIRED');
    // A ticket that would enrol a factor is worth nothing once another has.
    if (enrolment !== null && person.totp_sealed !== null) throw new Refusal('OPERATOR_STEP_EXPIRED');
    const sealed = person.totp_sealed ?? enrolment;
    if (sealed === null) throw new Refusal('OPERATOR_STEP_EXPIRED');
    const step = await stepOfCode(seal.open(sealed), code, Number(person.totp_last_step), now());
    if (step === 'used') throw new Refusal('AUTHENTICATOR_CODE_USED', { field: 'code' });
    if (step === null) throw new Refusal('OPERATOR_SECOND_FACTOR_WRONG', { field: 'code' });
    await trx
      .updateTable('operator.person')
      .set({ totp_sealed: sealed, totp_last_step: step })
      .where('operator_id', '=', BigInt(operatorId))
      .execute();
    if (enrolment !== null) {
      const entry = { timeMs: now(), operator: person.name, action: 'enrolFactor', details: {} } as const;
      await log.append(trx, entry);
    }
    return { operatorId, name: person.name, role: person.role };
  }

  /** Opens the second step, unless the password that began the login was changed meanwhile, which ended all tickets. */
  async function openTicket(
    person: Pick<Awaited<ReturnType<typeof personOf>>, 'operator_id' | 'password_hash'>,
    enrolment: { readonly secret: string } | null,
    hold: (trx: Trx) => Promise<void> = async () => {},
  ): Promise<{ readonly ticket: string; readonly expiresAtMs: number }> {
    const ticket = newToken();
    const expiresAtMs = now() + TICKET_MS;
    await db.transaction().execute(async (trx) => {
      const { password_hash } = await trx
        .selectFrom('operator.person')
        .select('password_hash')
        .where('operator_id', '=', person.operator_id)
        .forShare()
        .executeTakeFirstOrThrow();
      if (password_hash !== person.password_hash) throw new Refusal('WRONG_CREDENTIALS');
      await hold(trx);
      await trx.deleteFrom('operator.ticket').where('expires_at', '<', new Date(now())).execute();
      await trx
        .insertInto('operator.ticket')
        .values({
          ticket_hash: hashOf(ticket),
          operator_id: person.operator_id,
          enrolment_sealed: enrolment === null ? null : seal.seal(enrolment.secret),
          attempts: 0,
          expires_at: new Date(expiresAtMs),
        })
        .execute();
    });
    return { ticket, expiresAtMs };
  }

  /** The hash of a newcomer's own password; null where there is one already. */
  async function firstPassword(
    person: Awaited<ReturnType<typeof personOf>>,
    newPassword: string | undefined,
  ): Promise<string | null> {
    if (person.setup_until === null) return null;
    if (newPassword === undefined) throw new Refusal('OPERATOR_PASSWORD_NEEDED', { field: 'newPassword' });
    if (
      isWeak(newPassword, '', person.name) ||
      (person.password_hash !== null &&
        (await passwordMatches(person.password_hash, newPassword, senderOf(person.name))))
    )
      throw new Refusal('OPERATOR_PASSWORD_WEAK', { field: 'newPassword' });
    return hashPassword(newPassword, senderOf(person.name));
  }

  /** Sets the own password and ends the setup secret or the link, which so works once. */
  async function setFirstPassword(trx: Trx, operatorId: number, passwordHash: string): Promise<void> {
    const { numUpdatedRows } = await trx
      .updateTable('operator.person')
      .set({ password_hash: passwordHash, setup_until: null })
      .where('operator_id', '=', BigInt(operatorId))
      .where('setup_until', 'is not', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Refusal('OPERATOR_STEP_EXPIRED');
    await links.end(trx, operatorId);
  }

  const withCode: Operators['withCode'] = async ({ operatorId }, code, visitor, act) => {
    const attempt = await attemptOf(await personOf(operatorId), visitor);
    const done = await noted(attempt, CODE_FAILURES, async () => {
      await limits.code(attempt);
      return act(async (trx) => {
        await checkCode(trx, operatorId, null, code);
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
      const opened = await openTicket(person, enrolment);
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
      const opened = await openTicket(person, enrolment, (trx) => links.hold(trx, newcomer));
      const operator = { operatorId: newcomer.operatorId, name: person.name, role: person.role };
      return { ...opened, enrolment, setsPassword: true, operator };
    },
    async secondFactor(ticket, code, visitor, newPassword) {
      const { operator_id, enrolment_sealed } = await useTicket(ticket);
      const operatorId = idOf(operator_id);
      const person = await personOf(operatorId);
      const attempt = await attemptOf(person, visitor);
      const ownHash = await firstPassword(person, newPassword);
      const entrance = await noted(attempt, CODE_FAILURES, async () => {
        await limits.code(attempt);
        return db.transaction().execute(async (trx) => {
          const operator = await checkCode(trx, operatorId, enrolment_sealed, code);
          if (ownHash !== null) await setFirstPassword(trx, operatorId, ownHash);
          const { numDeletedRows } = await trx
            .deleteFrom('operator.ticket')
            .where('ticket_hash', '=', hashOf(ticket))
            .executeTakeFirst();
          // a new password ended the ticket
          if (numDeletedRows !== 1n) throw new Refusal('OPERATOR_STEP_EXPIRED');
          await trx.deleteFrom('operator.session').where('expires_at', '<', new Date(now())).execute();
          const token = newToken();
          const timeMs = now();
          const expiresAtMs = timeMs + SESSION_MS;
          await trx
            .insertInto('operator.session')
            .values({
              token_hash: hashOf(token),
              operator_id: operator.operatorId,
              last_used_at: new Date(timeMs),
              expires_at: new Date(expiresAtMs),
            })
            .execute();
          await log.append(trx, { timeMs: now(), operator: operator.name, action: 'login', details: {} });
          const tokenHash = hashOf(token).toString('hex');
          return { token, session: { ...operator, tokenHash, expiresAtMs } };
        });
      });
      if (enrolment_sealed !== null) await options.onEnrolled(entrance.session.name);
      await limits.succeeded(attempt);
      return { ...entrance, device: await known.remember(operatorId, visitor.deviceToken) };
    },
    async changePassword({ operatorId, name, tokenHash }, { oldPassword, newPassword, code }, visitor) {
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
          await checkCode(trx, operatorId, null, code);
          await trx
            .updateTable('operator.person')
            .set({ password_hash: passwordHash })
            .where('operator_id', '=', BigInt(operatorId))
            .execute();
          await trx.deleteFrom('operator.ticket').where('operator_id', '=', BigInt(operatorId)).execute();
          const { numDeletedRows } = await trx
            .deleteFrom('operator.session')
            .where('operator_id', '=', BigInt(operatorId))
            .where('token_hash', '<>', Buffer.from(tokenHash, 'hex'))
            .executeTakeFirst();
          const details = { endedSessions: String(numDeletedRows) };
          await log.append(trx, { timeMs: now(), operator: name, action: 'changePassword', details });
          return Number(numDeletedRows);
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
    async authenticate(token) {
      const { rows } = await sql<{ operator_id: bigint; name: string; role: OperatorRole; expires_at: Date }>`
        update operator.session s set last_used_at = ${new Date(now())} from operator.person p
        where s.token_hash = ${hashOf(token)} and p.operator_id = s.operator_id and p.disabled_at is null
          and s.expires_at > ${new Date(now())} and s.last_used_at > ${new Date(now() - IDLE_MS)}
        returning p.operator_id, p.name, p.role, s.expires_at`.execute(db);
      const row = rows[0];
      if (row === undefined) return null;
      return {
        operatorId: idOf(row.operator_id),
        name: row.name,
        role: row.role,
        tokenHash: hashOf(token).toString('hex'),
        expiresAtMs: row.expires_at.getTime(),
      };
    },
    async logout(session) {
      await db.transaction().execute(async (trx) => {
        await trx
          .deleteFrom('operator.session')
          .where('token_hash', '=', Buffer.from(session.tokenHash, 'hex'))
          .execute();
        await log.append(trx, { timeMs: now(), operator: session.name, action: 'logout', details: {} });
      });
    },
  };
}
