import type { FourEyesName, Language, OperatorRole, OperatorRow } from '@candor/api';
import { approversOf } from '@candor/api';
import { sql } from 'kysely';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import { SETUP_MS } from './first-operators.ts';
import type { FourEyesActs } from './four-eyes.ts';
import type { OperatorLog } from './log.ts';
import type { Operator } from './operator-types.ts';
import type { SetupLinks } from './setup-links.ts';
import { lockStaff } from './staff-lock.ts';

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

export interface StaffOptions {
  readonly db: Db;
  readonly log: OperatorLog;
  readonly links: SetupLinks;
  /** Time for which a new operator, or one with a new role, approves nothing, in ms. */
  readonly newcomerMs: () => number;
  readonly now: () => number;
}

/** An operator who was disabled this recently still counts as one who could have approved. */
const REMEMBERED_MS = 7 * 24 * 3_600_000;

export function createStaff({ db, log, links, newcomerMs, now }: StaffOptions): Staff {
  async function find(within: Db, operatorId: number) {
    const person = await within
      .selectFrom('operator.person')
      .selectAll()
      .where('operator_id', '=', BigInt(operatorId))
      .where('disabled_at', 'is', null)
      .executeTakeFirst();
    if (person === undefined) throw new Refusal('NOT_FOUND');
    return person;
  }

  /** Refuses an act after which nobody could add operators or change roles. */
  async function keepAdmin(trx: Trx, without: number): Promise<void> {
    const other = await trx
      .selectFrom('operator.person')
      .select('operator_id')
      .where('role', '=', 'admin')
      .where('disabled_at', 'is', null)
      .where('totp_sealed', 'is not', null)
      .where('operator_id', '<>', BigInt(without))
      .limit(1)
      .executeTakeFirst();
    if (other === undefined) throw new Refusal('OPERATOR_LAST_ADMIN');
  }

  const endSessions = async (trx: Trx, operatorId: number) => {
    await trx.deleteFrom('operator.ticket').where('operator_id', '=', BigInt(operatorId)).execute();
    await trx.deleteFrom('operator.session').where('operator_id', '=', BigInt(operatorId)).execute();
  };

  /** Lets others take over what an operator has in hand. It stays in hand: a payment by hand may be made already. */
  const forgetClaims = (trx: Trx, operatorId: number) =>
    trx
      .updateTable('review.item')
      .set({ claimed_at: null })
      .where('claimed_by', '=', BigInt(operatorId))
      .where('state', '=', 'claimed')
      .execute();

  /** The refusal of a name, or of a mail, that another operator has. */
  async function takenBy(within: Db, { name }: Pick<NewOperator, 'name' | 'mail'>): Promise<Refusal> {
    const named = await within
      .selectFrom('operator.person')
      .select('operator_id')
      .where(sql<string>`lower(name)`, '=', name.toLowerCase())
      .executeTakeFirst();
    return named === undefined
      ? new Refusal('OPERATOR_MAIL_TAKEN', { field: 'mail' })
      : new Refusal('OPERATOR_NAME_TAKEN', { field: 'name' });
  }

  async function add(
    trx: Trx,
    { name, role, mail, language }: NewOperator,
    key: string,
    addedBy: readonly number[],
  ) {
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
    if (added === undefined) throw await takenBy(trx, { name, mail });
    await links.issue(trx, { operatorId: idOf(added.operator_id), mail, language }, key);
  }

  async function changeRole(trx: Trx, { operatorId, role }: NewRole) {
    await lockStaff(trx);
    const person = await find(trx, operatorId);
    if (person.role === 'admin' && role !== 'admin') await keepAdmin(trx, operatorId);
    await trx
      .updateTable('operator.person')
      .set({ role, approves_from: new Date(now() + newcomerMs()) })
      .where('operator_id', '=', BigInt(operatorId))
      .execute();
    await endSessions(trx, operatorId);
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
    async list() {
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
    },
    async isAlone({ operatorId }, act) {
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
    },
    async doAlone(operator, act, payload, reason, key) {
      await db.transaction().execute(async (trx) => {
        refuseLate(now());
        if (act === 'addOperator') {
          const added = newOperator(payload);
          const { name, role, mail } = added;
          const earlier = await trx
            .selectFrom('operator.person')
            .select('operator_id')
            .where('added_by_key', '=', key)
            .executeTakeFirst();
          if (earlier !== undefined) return;
          await add(trx, added, key, [operator.operatorId]);
          await log.append(trx, {
            timeMs: now(),
            operator: operator.name,
            action: act,
            details: { name, role, mail, reason },
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
    async mustBeFree({ name, mail }, key) {
      links.refuseClosed();
      const { rows } = await sql<{ added_by_key: string | null }>`
        select added_by_key from operator.person
        where lower(name) = lower(${name}) or (lower(mail) = lower(${mail}) and disabled_at is null)`.execute(
        db,
      );
      if (rows.some(({ added_by_key }) => added_by_key !== key)) throw await takenBy(db, { name, mail });
    },
    async sendLink(operator, { operatorId, language }, reason, key) {
      await db.transaction().execute(async (trx) => {
        await lockStaff(trx);
        refuseLate(now());
        const { name, mail, setup_until } = await find(trx, operatorId);
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
    },
    nameOf: async (operatorId) => (await find(db, operatorId)).name,
    async disable(operator, operatorId, reason) {
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
    },
  };
}
