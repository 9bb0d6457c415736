import { createHmac } from 'node:crypto';
import type { FourEyesName, OperatorRole, OperatorRow } from '@candor/api';
import { approversOf } from '@candor/api';
import { type Kysely, sql, type Transaction } from 'kysely';
import { refuseLate } from '../acts/index.ts';
import { hashPassword } from '../identity/index.ts';
import { Refusal } from '../refusal.ts';
import type { ReviewSchema } from '../review/index.ts';
import { SETUP_MS } from './first-operators.ts';
import type { FourEyesActs } from './four-eyes.ts';
import type { OperatorLog } from './log.ts';
import type { Operator } from './operator-types.ts';
import type { OperatorSchema } from './schema.ts';
import { lockStaff } from './staff-lock.ts';

export interface NewOperator {
  readonly name: string;
  readonly role: OperatorRole;
}

export interface NewRole {
  readonly operatorId: number;
  readonly role: OperatorRole;
}

/** Who operators are, as other operators change it. */
export interface Staff {
  list(): Promise<OperatorRow[]>;
  /** The acts that wait for a second operator. */
  readonly fourEyes: FourEyesActs<'addOperator' | 'changeOperatorRole'>;
  /** The setup secret of the operator that an act with this key adds: the same for each retry. */
  secretOf(key: string): string;
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
  /** @throws Refusal NOT_FOUND, OPERATOR_NAME_TAKEN */
  mustBeFree(name: string, key: string): Promise<void>;
  nameOf(operatorId: number): Promise<string>;
  /** Ends all sessions, puts back what is in hand, and lets nobody log in by the name. @throws Refusal NOT_FOUND, OPERATOR_LAST_ADMIN */
  disable(operator: Operator, operatorId: number, reason: string): Promise<void>;
}

export interface StaffOptions {
  readonly db: Kysely<OperatorSchema>;
  readonly log: OperatorLog;
  /** 32 random bytes, kept outside the database. */
  readonly secretKey: Uint8Array;
  /** How long a new operator, or one with a new role, approves nothing. */
  readonly newcomerMs: () => number;
  readonly now: () => number;
}

/** Who was disabled this recently still counts as one who could have approved. */
const REMEMBERED_MS = 7 * 24 * 3_600_000;
const SECRET_BYTES = 15;

export function createStaff({ db, log, secretKey, newcomerMs, now }: StaffOptions): Staff {
  const secretOf = (key: string) =>
    createHmac('sha256', secretKey)
      .update(`operator setup ${key}`)
      .digest()
      .subarray(0, SECRET_BYTES)
      .toString('base64url');

  async function find(within: Kysely<OperatorSchema>, operatorId: number) {
    const person = await within
      .selectFrom('operator.person')
      .selectAll()
      .where('operator_id', '=', operatorId)
      .where('disabled_at', 'is', null)
      .executeTakeFirst();
    if (person === undefined) throw new Refusal('NOT_FOUND');
    return person;
  }

  /** Refuses an act after which nobody could add operators or change roles. */
  async function keepAdmin(trx: Transaction<OperatorSchema>, without: number): Promise<void> {
    const other = await trx
      .selectFrom('operator.person')
      .select('operator_id')
      .where('role', '=', 'admin')
      .where('disabled_at', 'is', null)
      .where('totp_sealed', 'is not', null)
      .where('operator_id', '<>', without)
      .limit(1)
      .executeTakeFirst();
    if (other === undefined) throw new Refusal('OPERATOR_LAST_ADMIN');
  }

  const endSessions = async (trx: Transaction<OperatorSchema>, operatorId: number) => {
    await trx.deleteFrom('operator.ticket').where('operator_id', '=', operatorId).execute();
    await trx.deleteFrom('operator.session').where('operator_id', '=', operatorId).execute();
  };

  /** Lets others take over what an operator has in hand. It stays in hand: a payment by hand may be made already. */
  const forgetClaims = (trx: Transaction<OperatorSchema>, operatorId: number) =>
    (trx as unknown as Transaction<ReviewSchema>)
      .updateTable('review.item')
      .set({ claimed_at: null })
      .where('claimed_by', '=', operatorId)
      .where('state', '=', 'claimed')
      .execute();

  async function add(
    trx: Transaction<OperatorSchema>,
    { name, role }: NewOperator,
    key: string,
    addedBy: readonly number[],
  ) {
    await lockStaff(trx);
    const added = await trx
      .insertInto('operator.person')
      .values({
        ...{ name, role, totp_sealed: null, totp_last_step: 0, added_by_key: key, added_by: [...addedBy] },
        password_hash: await hashPassword(secretOf(key), { lane: 'operator', keys: ['house'] }),
        setup_until: new Date(now() + SETUP_MS),
        approves_from: new Date(now() + newcomerMs()),
        created_at: new Date(now()),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('operator_id')
      .executeTakeFirst();
    if (added === undefined) throw new Refusal('OPERATOR_NAME_TAKEN', { field: 'name' });
  }

  async function changeRole(trx: Transaction<OperatorSchema>, { operatorId, role }: NewRole) {
    await lockStaff(trx);
    const person = await find(trx, operatorId);
    if (person.role === 'admin' && role !== 'admin') await keepAdmin(trx, operatorId);
    await trx
      .updateTable('operator.person')
      .set({ role, approves_from: new Date(now() + newcomerMs()) })
      .where('operator_id', '=', operatorId)
      .execute();
    await endSessions(trx, operatorId);
  }

  /** Who proposed the adding, and who approved it. */
  async function addersOf(trx: Transaction<OperatorSchema>, key: string): Promise<number[]> {
    const { proposer_id, decider_id } = await trx
      .selectFrom('operator.proposal')
      .select(['proposer_id', 'decider_id'])
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    return [proposer_id, decider_id].filter((id) => id !== null).map(Number);
  }

  const newOperator = (payload: string): NewOperator => JSON.parse(payload);
  const newRole = (payload: string): NewRole => JSON.parse(payload);

  const fourEyes: Staff['fourEyes'] = {
    addOperator: {
      before: async () => null,
      effect: (payload) => ({
        within: async (trx, key) => add(trx, newOperator(payload), key, await addersOf(trx, key)),
      }),
    },
    changeOperatorRole: {
      async before(payload) {
        const { name, role } = await find(db, newRole(payload).operatorId);
        return { name, role };
      },
      effect: (payload) => ({ within: (trx) => changeRole(trx, newRole(payload)) }),
    },
  };

  return {
    fourEyes,
    secretOf,
    async list() {
      const people = await db
        .selectFrom('operator.person')
        .selectAll()
        .orderBy(sql`disabled_at is not null`)
        .orderBy(sql`lower(name)`)
        .execute();
      return people.map((person) => ({
        operatorId: Number(person.operator_id),
        name: person.name,
        role: person.role,
        state: person.disabled_at !== null ? 'disabled' : person.setup_until !== null ? 'setup' : 'active',
        createTime: person.created_at.getTime(),
        setupUntil: person.setup_until?.getTime() ?? null,
        approvesFrom: person.approves_from.getTime(),
      }));
    },
    async isAlone({ operatorId }, act) {
      const other = await db
        .selectFrom('operator.person')
        .select('operator_id')
        .where('operator_id', '<>', operatorId)
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
    },
    async doAlone(operator, act, payload, reason, key) {
      await db.transaction().execute(async (trx) => {
        refuseLate(now());
        if (act === 'addOperator') {
          const { name, role } = newOperator(payload);
          const earlier = await trx
            .selectFrom('operator.person')
            .select('operator_id')
            .where('added_by_key', '=', key)
            .executeTakeFirst();
          if (earlier !== undefined) return;
          await add(trx, { name, role }, key, [operator.operatorId]);
          await log.append(trx, {
            ...{ timeMs: now(), operator: operator.name, action: act },
            details: { name, role, reason },
          });
          return;
        }
        const { operatorId, role } = newRole(payload);
        const { name } = await find(trx, operatorId);
        await changeRole(trx, { operatorId, role });
        const details = { name, role, reason };
        await log.append(trx, { timeMs: now(), operator: operator.name, action: act, details });
      });
    },
    async mustBeFree(name, key) {
      const taken = await db
        .selectFrom('operator.person')
        .select('added_by_key')
        .where(sql<string>`lower(name)`, '=', name.toLowerCase())
        .executeTakeFirst();
      if (taken !== undefined && taken.added_by_key !== key)
        throw new Refusal('OPERATOR_NAME_TAKEN', { field: 'name' });
    },
    nameOf: async (operatorId) => (await find(db, operatorId)).name,
    async disable(operator, operatorId, reason) {
      await db.transaction().execute(async (trx) => {
        await lockStaff(trx);
        const person = await trx
          .selectFrom('operator.person')
          .selectAll()
          .where('operator_id', '=', operatorId)
          .executeTakeFirst();
        if (person === undefined) throw new Refusal('NOT_FOUND');
        if (person.disabled_at !== null) return;
        refuseLate(now());
        if (person.role === 'admin') await keepAdmin(trx, operatorId);
        await trx
          .updateTable('operator.person')
          .set({ disabled_at: new Date(now()) })
          .where('operator_id', '=', operatorId)
          .execute();
        await endSessions(trx, operatorId);
        await forgetClaims(trx, operatorId);
        const details = { name: person.name, reason };
        await log.append(trx, { timeMs: now(), operator: operator.name, action: 'disableOperator', details });
      });
    },
  };
}
