import { createHash, randomBytes } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { hashPassword, passwordMatches } from '../identity/index.ts';
import { Refusal } from '../refusal.ts';
import type { OperatorLog } from './log.ts';
import type { OperatorSchema } from './schema.ts';
import type { Seal } from './seal.ts';
import { newFactor, stepOfCode } from './second-factor.ts';

export interface Operator {
  readonly operatorId: number;
  readonly name: string;
}

export interface OperatorSession extends Operator {
  readonly tokenHash: string;
  readonly expiresAtMs: number;
}

export interface FirstStep {
  readonly ticket: string;
  readonly expiresAtMs: number;
  readonly enrolment: { readonly secret: string; readonly uri: string } | null;
}

/** Who operators are. They are no users, and no user can become one. */
export interface Operators {
  /**
   * Makes the first operator of a new house, with `password` or a random one; null when there is one already. The
   * password is told only here.
   */
  ensureFirst(password?: string): Promise<{ readonly name: string; readonly password: string } | null>;
  /** Name and password. @throws Refusal WRONG_CREDENTIALS or LOGIN_RATE_LIMITED */
  login(name: string, password: string, ip: string): Promise<FirstStep>;
  /**
   * The code of the second factor, which enrols it at the first login. A ticket stands a few wrong codes.
   * @throws Refusal OPERATOR_SECOND_FACTOR_WRONG or OPERATOR_STEP_EXPIRED
   */
  secondFactor(
    ticket: string,
    code: string,
  ): Promise<{ readonly token: string; readonly session: OperatorSession }>;
  authenticate(token: string): Promise<OperatorSession | null>;
  logout(session: OperatorSession): Promise<void>;
}

export interface OperatorsOptions {
  readonly pool: Pool;
  readonly db: Kysely<OperatorSchema>;
  readonly log: OperatorLog;
  readonly seal: Seal;
  readonly loginAttemptsPerMinute: number;
  readonly now: () => number;
}

const TICKET_MS = 10 * 60_000;
const TICKET_ATTEMPTS = 5;
const IDLE_MS = 30 * 60_000;
const SESSION_MS = 12 * 3_600_000;
const FIRST_NAME = 'operator';

const newToken = () => randomBytes(32).toString('base64url');
const hashOf = (token: string) => createHash('sha256').update(token).digest();

export function createOperators(options: OperatorsOptions): Operators {
  const { pool, db, log, seal, now } = options;
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    schemaName: 'operator',
    // The library names its prepared statements by the table alone, and both rooms share connections.
    tableName: 'login_limit',
    tableCreated: true,
    keyPrefix: 'operator-login',
    points: options.loginAttemptsPerMinute,
    duration: 60,
  });

  async function countAttempt(key: string): Promise<void> {
    try {
      await limiter.consume(createHash('sha256').update(key).digest('base64url'));
    } catch (over) {
      if (!(over instanceof RateLimiterRes)) throw over;
      throw new Refusal('LOGIN_RATE_LIMITED', { retryAfterMs: over.msBeforeNext });
    }
  }

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
    trx: Transaction<OperatorSchema>,
    operatorId: number,
    enrolment: Buffer | null,
    code: string,
  ): Promise<Operator> {
    const person = await trx
      .selectFrom('operator.person')
      .selectAll()
      .where('operator_id', '=', operatorId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    // A ticket that would enrol a factor is worth nothing once another has.
    if (enrolment !== null && person.totp_sealed !== null) throw new Refusal('OPERATOR_STEP_EXPIRED');
    const sealed = person.totp_sealed ?? enrolment;
    if (sealed === null) throw new Refusal('OPERATOR_STEP_EXPIRED');
    const step = await stepOfCode(seal.open(sealed), code, Number(person.totp_last_step), now());
    if (step === null) throw new Refusal('OPERATOR_SECOND_FACTOR_WRONG', { field: 'code' });
    await trx
      .updateTable('operator.person')
      .set({ totp_sealed: sealed, totp_last_step: step })
      .where('operator_id', '=', operatorId)
      .execute();
    if (enrolment !== null) {
      const entry = { timeMs: now(), operator: person.name, action: 'enrolFactor', details: {} };
      await log.append(trx, entry);
    }
    return { operatorId, name: person.name };
  }

  return {
    async ensureFirst(password = randomBytes(15).toString('base64url')) {
      return db.transaction().execute(async (trx) => {
        await sql`lock table operator.person in exclusive mode`.execute(trx);
        const any = await trx.selectFrom('operator.person').select('operator_id').limit(1).executeTakeFirst();
        if (any !== undefined) return null;
        await trx
          .insertInto('operator.person')
          .values({
            name: FIRST_NAME,
            password_hash: await hashPassword(password),
            totp_sealed: null,
            totp_last_step: 0,
          })
          .execute();
        const entry = {
          timeMs: now(),
          operator: 'system',
          action: 'firstOperator',
          details: { name: FIRST_NAME },
        };
        await log.append(trx, entry);
        return { name: FIRST_NAME, password };
      });
    },
    async login(name, password, ip) {
      await countAttempt(`ip:${ip}`);
      await countAttempt(`name:${name.toLowerCase()}`);
      const person = await db
        .selectFrom('operator.person')
        .selectAll()
        .where(sql<string>`lower(name)`, '=', name.toLowerCase())
        .executeTakeFirst();
      const right = await passwordMatches(person?.password_hash ?? null, password);
      if (person === undefined || !right) throw new Refusal('WRONG_CREDENTIALS');
      const ticket = newToken();
      const expiresAtMs = now() + TICKET_MS;
      const enrolment = person.totp_sealed === null ? newFactor(person.name) : null;
      await db.deleteFrom('operator.ticket').where('expires_at', '<', new Date(now())).execute();
      await db
        .insertInto('operator.ticket')
        .values({
          ticket_hash: hashOf(ticket),
          operator_id: person.operator_id,
          enrolment_sealed: enrolment === null ? null : seal.seal(enrolment.secret),
          attempts: 0,
          expires_at: new Date(expiresAtMs),
        })
        .execute();
      return { ticket, expiresAtMs, enrolment };
    },
    async secondFactor(ticket, code) {
      const { operator_id, enrolment_sealed } = await useTicket(ticket);
      return db.transaction().execute(async (trx) => {
        const operator = await checkCode(trx, Number(operator_id), enrolment_sealed, code);
        await trx.deleteFrom('operator.ticket').where('ticket_hash', '=', hashOf(ticket)).execute();
        await trx.deleteFrom('operator.session').where('expires_at', '<', new Date(now())).execute();
        const token = newToken();
        const expiresAtMs = now() + SESSION_MS;
        await trx
          .insertInto('operator.session')
          .values({
            token_hash: hashOf(token),
            operator_id: operator.operatorId,
            last_used_at: new Date(now()),
            expires_at: new Date(expiresAtMs),
          })
          .execute();
        await log.append(trx, { timeMs: now(), operator: operator.name, action: 'login', details: {} });
        const tokenHash = hashOf(token).toString('hex');
        return { token, session: { ...operator, tokenHash, expiresAtMs } };
      });
    },
    async authenticate(token) {
      const { rows } = await sql<{ operator_id: string; name: string; expires_at: Date }>`
        update operator.session s set last_used_at = ${new Date(now())} from operator.person p
        where s.token_hash = ${hashOf(token)} and p.operator_id = s.operator_id
          and s.expires_at > ${new Date(now())} and s.last_used_at > ${new Date(now() - IDLE_MS)}
        returning p.operator_id, p.name, s.expires_at`.execute(db);
      const row = rows[0];
      if (row === undefined) return null;
      return {
        operatorId: Number(row.operator_id),
        name: row.name,
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
