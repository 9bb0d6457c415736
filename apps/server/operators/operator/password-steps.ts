import { sql } from 'kysely';
import { newFactor } from '../../base/authenticator/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { addressKey } from '../../base/limits/client-address.ts';
import { hashPassword, isHashingBusy, passwordMatches } from '../../gateway/logins/index.ts';
import { checkCode } from './code-check.ts';
import { attemptOf, CODE_FAILURES, ISSUER, type LoginContext, noted, personOf } from './login-context.ts';
import type { Operators } from './operator-types.ts';
import { isWeak, senderOf } from './passwords.ts';

const isOver = (until: Date | null, nowMs: number) => until !== null && until.getTime() <= nowMs;

/** Steps that a password opens: the first one of a login, and another password. */
export function passwordSteps(context: LoginContext): Pick<Operators, 'login' | 'changePassword'> {
  const { db, log, limits, known, proofs, tickets, sessions, check, now } = context;
  return {
    async login(name, password, visitor, proof = null) {
      const person = await db
        .selectFrom('operator.person')
        .selectAll()
        .where(sql<string>`lower(name)`, '=', name.toLowerCase())
        .executeTakeFirst();
      const attempt = await attemptOf(context, person ?? { operator_id: 0n, name }, visitor);
      const reason = person === undefined ? 'name' : 'password';
      await noted(context, attempt, { LOGIN_RATE_LIMITED: 'limit', WRONG_CREDENTIALS: reason }, async () => {
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
    async changePassword(session, { oldPassword, newPassword, code }, visitor) {
      const { operatorId, name } = session;
      const person = await personOf(context, operatorId);
      const attempt = await attemptOf(context, person, visitor);
      const reasons = { ...CODE_FAILURES, OPERATOR_PASSWORD_WRONG: 'password' } as const;
      const ended = await noted(context, attempt, reasons, async () => {
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
          await known.forgetOthers(operatorId, attempt.device, trx);
          const details = { endedSessions: String(others) };
          await log.append(trx, { timeMs: now(), operator: name, action: 'changePassword', details });
          return others;
        });
      });
      await limits.succeeded(attempt);
      return ended;
    },
  };
}
