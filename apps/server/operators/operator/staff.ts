import type { FourEyesName, Language, OperatorRow } from '@candor/api';
import { approversOf } from '@candor/api';
import { sql } from 'kysely';
import { idOf, type Trx } from '../../base/database/index.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import type { FourEyesActs } from './four-eyes.ts';
import type { Operator } from './operator-types.ts';
import {
  addPerson,
  changeRole,
  disablePerson,
  type NewOperator,
  type NewRole,
  type StaffOptions,
  sendLink,
} from './staff-changes.ts';
import { findPerson, takenBy } from './staff-rows.ts';

/** The operators, as other operators add, change and disable them. */
export interface Staff {
  list(): Promise<OperatorRow[]>;
  /** The acts that wait for a second operator. */
  readonly fourEyes: FourEyesActs<'addOperator' | 'changeOperatorRole'>;
  /** True while no other operator could approve the act, now or within the last seven days. */
  isAlone(operator: Operator, act: FourEyesName): Promise<boolean>;
  /** Does an act at once, where nobody else could approve it. */
  doAlone(
    operator: Operator,
    act: 'addOperator' | 'changeOperatorRole',
    payload: string,
    reason: string,
    key: string,
  ): Promise<void>;
  /** @throws Refusal OPERATOR_NAME_TAKEN, OPERATOR_MAIL_TAKEN, or MESSAGES_NOT_OPEN where no mail is delivered */
  mustBeFree(added: Pick<NewOperator, 'name' | 'mail'>, key: string): Promise<void>;
  /**
   * Sends a newcomer a new link to the same mail; the earlier one ends. A retry under the same key sends nothing.
   * @throws Refusal NOT_FOUND, OPERATOR_SET_UP, RATE_LIMITED
   */
  sendLink(
    operator: Operator,
    to: { readonly operatorId: number; readonly language: Language },
    reason: string,
    key: string,
  ): Promise<void>;
  nameOf(operatorId: number): Promise<string>;
  /** Ends all sessions, puts back what is in hand, and lets nobody log in by the name. @throws Refusal NOT_FOUND, OPERATOR_LAST_ADMIN */
  disable(operator: Operator, operatorId: number, reason: string): Promise<void>;
}

/** An operator who was disabled this recently still counts as one who could have approved. */
const REMEMBERED_MS = 7 * 24 * 3_600_000;

const newOperator = (payload: string): NewOperator => JSON.parse(payload);
const newRole = (payload: string): NewRole => JSON.parse(payload);

export function createStaff(staff: StaffOptions): Staff {
  return {
    fourEyes: fourEyesActs(staff),
    list: () => listPeople(staff),
    isAlone: (operator, act) => isAlone(staff, operator, act),
    doAlone: (operator, act, payload, reason, key) =>
      act === 'addOperator'
        ? addAlone(staff, { operator, newcomer: newOperator(payload), reason, key })
        : changeRoleAlone(staff, operator, newRole(payload), reason),
    mustBeFree: (added, key) => mustBeFree(staff, added, key),
    sendLink: (operator, to, reason, key) => sendLink(staff, { operator, to, reason, key }),
    nameOf: async (operatorId) => (await findPerson(staff.db, operatorId)).name,
    disable: (operator, operatorId, reason) => disablePerson(staff, operator, operatorId, reason),
  };
}

function fourEyesActs(staff: StaffOptions): Staff['fourEyes'] {
  return {
    addOperator: {
      before: async () => null,
      effect: (payload) => ({
        within: async (trx, key) =>
          addPerson(staff, trx, {
            newcomer: newOperator(payload),
            key,
            addedBy: await addersOf(trx, key),
          }),
      }),
    },
    changeOperatorRole: {
      async before(payload) {
        const { name, role } = await findPerson(staff.db, newRole(payload).operatorId);
        return { name, role };
      },
      effect: (payload) => ({ within: (trx) => changeRole(staff, trx, newRole(payload)) }),
    },
  };
}

/** Returns the operators who proposed and approved the adding. */
async function addersOf(trx: Trx, key: string): Promise<number[]> {
  const { proposer_id, decider_id } = await trx
    .selectFrom('operator.proposal')
    .select(['proposer_id', 'decider_id'])
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return [proposer_id, decider_id].filter((id) => id !== null).map(Number);
}

async function listPeople({ db, links }: StaffOptions): Promise<OperatorRow[]> {
  const mails = await links.mailStates();
  const people = await db
    .selectFrom('operator.person')
    .selectAll()
    .orderBy(sql`disabled_at is not null`)
    .orderBy(sql`lower(name)`)
    .execute();
  return people.map((person) => ({
    operatorId: idOf(person.operator_id),
    name: person.name,
    role: person.role,
    state: person.disabled_at !== null ? 'disabled' : person.setup_until !== null ? 'setup' : 'active',
    createTime: person.created_at.getTime(),
    setupUntil: person.setup_until?.getTime() ?? null,
    mail: person.mail,
    setupMail: mails.get(idOf(person.operator_id)) ?? null,
    approvesFrom: person.approves_from.getTime(),
  }));
}

async function isAlone(
  { db, now }: StaffOptions,
  { operatorId }: Operator,
  act: FourEyesName,
): Promise<boolean> {
  const other = await db
    .selectFrom('operator.person')
    .select('operator_id')
    .where('operator_id', '<>', BigInt(operatorId))
    .where('role', 'in', [...approversOf(act)])
    .where((where) =>
      where.or([
        where('disabled_at', 'is', null),
        where('disabled_at', '>', new Date(now() - REMEMBERED_MS)),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}

interface AddingAlone {
  readonly operator: Operator;
  readonly newcomer: NewOperator;
  readonly reason: string;
  readonly key: string;
}

async function addAlone(
  staff: StaffOptions,
  { operator, newcomer, reason, key }: AddingAlone,
): Promise<void> {
  const { db, log, now } = staff;
  const { name, role, mail } = newcomer;
  await db.transaction().execute(async (trx) => {
    refuseLate(now());
    const earlier = await trx
      .selectFrom('operator.person')
      .select('operator_id')
      .where('added_by_key', '=', key)
      .executeTakeFirst();
    if (earlier !== undefined) return;
    await addPerson(staff, trx, { newcomer, key, addedBy: [operator.operatorId] });
    await log.append(trx, {
      timeMs: now(),
      operator: operator.name,
      action: 'addOperator',
      details: { name, role, mail, reason },
    });
  });
}

async function changeRoleAlone(
  staff: StaffOptions,
  operator: Operator,
  change: NewRole,
  reason: string,
): Promise<void> {
  const { db, log, now } = staff;
  await db.transaction().execute(async (trx) => {
    refuseLate(now());
    const { name } = await findPerson(trx, change.operatorId);
    await changeRole(staff, trx, change);
    const details = { name, role: change.role, reason };
    await log.append(trx, {
      timeMs: now(),
      operator: operator.name,
      action: 'changeOperatorRole',
      details,
    });
  });
}

async function mustBeFree(
  { db, links }: StaffOptions,
  { name, mail }: Pick<NewOperator, 'name' | 'mail'>,
  key: string,
): Promise<void> {
  links.refuseClosed();
  const { rows } = await sql<{ added_by_key: string | null }>`
    select added_by_key from operator.person
    where lower(name) = lower(${name}) or (lower(mail) = lower(${mail}) and disabled_at is null)`.execute(db);
  if (rows.some(({ added_by_key }) => added_by_key !== key)) throw await takenBy(db, name);
}
