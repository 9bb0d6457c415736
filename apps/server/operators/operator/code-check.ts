import { type Seal, stepOfCode } from '../../base/authenticator/index.ts';
import type { Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { OperatorLog } from './log.ts';
import type { Operator } from './operator-types.ts';

export interface CodeCheckDeps {
  readonly log: OperatorLog;
  readonly seal: Seal;
  readonly now: () => number;
}

/**
 * Locks the operator, checks the code against the last step used, and remembers the new one. `enrolment` is the sealed secret of
 * a factor that this code enrols.
 */
export async function checkCode(
  { log, seal, now }: CodeCheckDeps,
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
