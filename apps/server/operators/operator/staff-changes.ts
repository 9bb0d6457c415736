import type { Language, OperatorRole } from '@candor/api';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import { SETUP_MS } from './first-operators.ts';
import type { OperatorLog } from './log.ts';
import type { Operator } from './operator-types.ts';
import type { SetupLinks } from './setup-links.ts';
import { lockStaff } from './staff-lock.ts';
import { endSessions, findPerson, forgetClaims, keepAdmin, takenBy } from './staff-rows.ts';

export interface NewOperator {
  readonly name: string;
  readonly role: OperatorRole;
  /** Address that the link to set up goes to. */
  readonly mail: string;
  /** The language of that mail. */
  readonly language: Language;
}

export interface NewRole {
  readonly operatorId: number;
  readonly role: OperatorRole;
}

/** The needs of a change of the staff. */
export interface StaffOptions {
  readonly db: Db;
  readonly log: OperatorLog;
  readonly links: SetupLinks;
  /** Time for which a new operator, or one with a new role, approves nothing, in ms. */
  readonly newcomerMs: () => number;
  readonly now: () => number;
}

/** A newcomer as the act that adds it says. */
interface Adding {
  readonly newcomer: NewOperator;
  readonly key: string;
  readonly addedBy: readonly number[];
}

/** Adds an operator, who sets up by a link. @throws Refusal OPERATOR_NAME_TAKEN, OPERATOR_MAIL_TAKEN */
export async function addPerson(
  { links, newcomerMs, now }: StaffOptions,
  trx: Trx,
  { newcomer: { name, role, mail, language }, key, addedBy }: Adding,
): Promise<void> {
  await lockStaff(trx);
  const timeMs = now();
  const added = await trx
    .insertInto('operator.person')
    .values({
      name,
      role,
      mail,
      totp_sealed: null,
      totp_last_step: 0,
      added_by_key: key,
      added_by: [...addedBy],
      password_hash: null,
      setup_until: new Date(timeMs + SETUP_MS),
      approves_from: new Date(timeMs + newcomerMs()),
      created_at: new Date(timeMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('operator_id')
    .executeTakeFirst();
  if (added === undefined) throw await takenBy(trx, name);
  await links.issue(trx, { operatorId: idOf(added.operator_id), mail, language }, key);
}

/** Gives an operator another role. @throws Refusal NOT_FOUND, OPERATOR_LAST_ADMIN */
export async function changeRole(
  { newcomerMs, now }: StaffOptions,
  trx: Trx,
  { operatorId, role }: NewRole,
): Promise<void> {
  await lockStaff(trx);
  const person = await findPerson(trx, operatorId);
  if (person.role === 'admin' && role !== 'admin') await keepAdmin(trx, operatorId);
  await trx
    .updateTable('operator.person')
    .set({ role, approves_from: new Date(now() + newcomerMs()) })
    .where('operator_id', '=', BigInt(operatorId))
    .execute();
  await endSessions(trx, operatorId);
}

/** A new link to set up, as an operator sends it. */
interface Sending {
  readonly operator: Operator;
  readonly to: { readonly operatorId: number; readonly language: Language };
  readonly reason: string;
  readonly key: string;
}

export async function sendLink(
  { db, log, links, now }: StaffOptions,
  { operator, to: { operatorId, language }, reason, key }: Sending,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockStaff(trx);
    refuseLate(now());
    const { name, mail, setup_until } = await findPerson(trx, operatorId);
    if (mail === null || setup_until === null) throw new Refusal('OPERATOR_SET_UP');
    if (await links.isSent(trx, operatorId, key)) return;
    await links.issue(trx, { operatorId, mail, language }, key);
    await trx
      .updateTable('operator.person')
      .set({ setup_until: new Date(now() + SETUP_MS) })
      .where('operator_id', '=', BigInt(operatorId))
      .execute();
    await log.append(trx, {
      timeMs: now(),
      operator: operator.name,
      action: 'sendOperatorSetup',
      details: { name, mail, reason },
    });
  });
}

export async function disablePerson(
  { db, log, links, now }: StaffOptions,
  operator: Operator,
  operatorId: number,
  reason: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockStaff(trx);
    const person = await trx
      .selectFrom('operator.person')
      .selectAll()
      .where('operator_id', '=', BigInt(operatorId))
      .executeTakeFirst();
    if (person === undefined) throw new Refusal('NOT_FOUND');
    if (person.disabled_at !== null) return;
    refuseLate(now());
    if (person.role === 'admin') await keepAdmin(trx, operatorId);
    await trx
      .updateTable('operator.person')
      .set({ disabled_at: new Date(now()) })
      .where('operator_id', '=', BigInt(operatorId))
      .execute();
    await links.end(trx, operatorId);
    await endSessions(trx, operatorId);
    await forgetClaims(trx, operatorId);
    const details = { name: person.name, reason };
    await log.append(trx, { timeMs: now(), operator: operator.name, action: 'disableOperator', details });
  });
}
