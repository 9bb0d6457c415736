import type { OperatorRole } from '@candor/api';
import { sql } from 'kysely';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import type { OperatorLog } from './log.ts';
import { hashOf, newToken } from './login-tickets.ts';
import type { Operator, OperatorSession, Operators } from './operator-types.ts';

const IDLE_MS = 30 * 60_000;
const SESSION_MS = 12 * 3_600_000;

export interface OperatorSessionsOptions {
  readonly db: Db;
  readonly log: OperatorLog;
  readonly now: () => number;
}

/** Sessions of operators end after half an hour without a call, and after twelve hours. */
export function createOperatorSessions({ db, log, now }: OperatorSessionsOptions) {
  const authenticate: Operators['authenticate'] = async (token) => {
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
  };

  const logout: Operators['logout'] = async (session) => {
    await db.transaction().execute(async (trx) => {
      await trx
        .deleteFrom('operator.session')
        .where('token_hash', '=', Buffer.from(session.tokenHash, 'hex'))
        .execute();
      await log.append(trx, { timeMs: now(), operator: session.name, action: 'logout', details: {} });
    });
  };

  /** Begins a session, with its entry in the log. */
  async function begin(
    trx: Trx,
    operator: Operator,
  ): Promise<{ readonly token: string; readonly session: OperatorSession }> {
    // whoever ends one of them at this moment waits for the log, which may be locked here
    await sql`
      delete from operator.session where token_hash in (select token_hash from operator.session
        where expires_at < ${new Date(now())} for update skip locked)`.execute(trx);
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
  }

  /** Ends all other sessions of an operator, and returns how many there were. */
  async function endOthers(trx: Trx, { operatorId, tokenHash }: OperatorSession): Promise<number> {
    const { numDeletedRows } = await trx
      .deleteFrom('operator.session')
      .where('operator_id', '=', BigInt(operatorId))
      .where('token_hash', '<>', Buffer.from(tokenHash, 'hex'))
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  return { authenticate, logout, begin, endOthers };
}
