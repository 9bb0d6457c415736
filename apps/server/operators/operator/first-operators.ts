import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../base/database/index.ts';
import { type HashSender, hashPassword, passwordMatches } from '../../gateway/logins/index.ts';
import type { OperatorLog } from './log.ts';
import { FIRST_OPERATOR, SECOND_OPERATOR } from './names.ts';
import type { Operators } from './operator-types.ts';

const HOUSE: HashSender = { lane: 'operator', keys: ['house'] };

/** Time for which a setup secret works. */
export const SETUP_MS = 72 * 3_600_000;

export interface FirstOperatorsOptions {
  readonly db: Db;
  readonly log: OperatorLog;
  readonly now: () => number;
}

/** Operators that the program itself makes at its start, as long as nobody has been let in as them. */
export function createFirstOperators(
  options: FirstOperatorsOptions,
): Pick<Operators, 'first' | 'ensureFirst' | 'ensureSecond'> {
  const { db, now } = options;
  return {
    async first() {
      const person = await db
        .selectFrom('operator.person')
        .select(['name', 'totp_sealed', 'setup_until'])
        .orderBy('operator_id')
        .limit(1)
        .executeTakeFirst();
      if (person === undefined) return null;
      const { name, totp_sealed, setup_until } = person;
      const isSetupOver = setup_until !== null && setup_until.getTime() <= now();
      return { name, enrolled: totp_sealed !== null, isSetupOver };
    },
    ensureFirst: (password = randomBytes(15).toString('base64url'), isSetup = false) =>
      ensureFirst(options, password, isSetup),
    ensureSecond: (password) => ensureSecond(options, password),
  };
}

async function ensureFirst(
  { db, log, now }: FirstOperatorsOptions,
  password: string,
  isSetup: boolean,
): Promise<{ readonly name: string; readonly password: string } | null> {
  const setup_until = isSetup ? new Date(now() + SETUP_MS) : null;
  return db.transaction().execute(async (trx) => {
    await sql`lock table operator.person in exclusive mode`.execute(trx);
    const found = await trx
      .selectFrom('operator.person')
      .selectAll()
      .orderBy('operator_id')
      .limit(1)
      .executeTakeFirst();
    if (found !== undefined) {
      if (found.totp_sealed !== null) return null;
      const isSame = await passwordMatches(found.password_hash, password, HOUSE);
      // a start gives the same secret no more time
      const until = isSetup && isSame ? (found.setup_until ?? setup_until) : setup_until;
      await trx
        .updateTable('operator.person')
        .set({
          setup_until: until,
          ...(isSame ? {} : { password_hash: await hashPassword(password, HOUSE) }),
        })
        .where('operator_id', '=', found.operator_id)
        .execute();
      if (!isSame)
        await trx.deleteFrom('operator.ticket').where('operator_id', '=', found.operator_id).execute();
      return { name: found.name, password };
    }
    await trx
      .insertInto('operator.person')
      .values({
        name: FIRST_OPERATOR,
        password_hash: await hashPassword(password, HOUSE),
        totp_sealed: null,
        totp_last_step: 0,
        role: 'admin',
        setup_until,
        approves_from: new Date(now()),
      })
      .execute();
    const entry = {
      timeMs: now(),
      operator: 'system',
      action: 'firstOperator',
      details: { name: FIRST_OPERATOR },
    } as const;
    await log.append(trx, entry);
    return { name: FIRST_OPERATOR, password };
  });
}

async function ensureSecond(
  { db, log, now }: FirstOperatorsOptions,
  password: () => Promise<string>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await sql`lock table operator.person in exclusive mode`.execute(trx);
    const found = await trx
      .selectFrom('operator.person')
      .selectAll()
      .where(sql<string>`lower(name)`, '=', SECOND_OPERATOR)
      .executeTakeFirst();
    if (found === undefined) {
      const role = 'finance';
      await trx
        .insertInto('operator.person')
        .values({
          name: SECOND_OPERATOR,
          role,
          totp_sealed: null,
          totp_last_step: 0,
          password_hash: await hashPassword(await password(), HOUSE),
          approves_from: new Date(now()),
        })
        .execute();
      const details = { name: SECOND_OPERATOR, role, mail: '–' };
      await log.append(trx, { timeMs: now(), operator: 'system', action: 'addOperator', details });
      return true;
    }
    // The program gives no password to one whom an operator added under this name, or who is disabled.
    const waits = found.totp_sealed === null && found.added_by_key === null && found.disabled_at === null;
    if (!waits) return false;
    const own = await password();
    if (!(await passwordMatches(found.password_hash, own, HOUSE)))
      await trx
        .updateTable('operator.person')
        .set({ password_hash: await hashPassword(own, HOUSE) })
        .where('operator_id', '=', found.operator_id)
        .execute();
    return true;
  });
}
