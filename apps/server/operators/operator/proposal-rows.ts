import { approversOf, asksFactor, isFourEyes, type ProposalRow } from '@candor/api';
import { type Selectable, sql } from 'kysely';
import {
  type Database,
  type Db,
  defineTable,
  idOf,
  readTable,
  type TableLook,
  type TablePage,
} from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Delivered, Outbox } from '../../engine/outbox/index.ts';
import type { Operator } from './operator-types.ts';

export type Row = Selectable<Database['operator.proposal']>;
/** A proposal with the names of who proposed and who decided it. */
export type NamedRow = Row & { readonly proposer: string; readonly decider: string | null };

export interface ProposalFilters {
  readonly ended: 'yes' | 'no';
  readonly act: string;
  /** A part of the proposer's name. */
  readonly operator: string;
  readonly state: Row['state'];
  readonly from: number;
  readonly to: number;
}

const proposalTable = defineTable<NamedRow, ProposalFilters>()({
  select: sql`p.*, proposer.name as proposer, decider.name as decider`,
  from: sql`operator.proposal p
    join operator.person proposer on proposer.operator_id = p.proposer_id
    left join operator.person decider on decider.operator_id = p.decider_id`,
  key: { of: sql`p.proposal_id`, type: 'bigint' },
  orders: {
    time: { of: sql`p.created_at`, type: 'timestamptz' },
    until: { of: sql`coalesce(p.decided_at, p.expires_at)`, type: 'timestamptz' },
  },
  filters: {
    ended: (ended) => sql`(p.state <> 'open') = ${ended === 'yes'}`,
    act: (act) => sql`p.act = ${act}`,
    operator: (part) => sql`strpos(lower(proposer.name), lower(${part})) > 0`,
    state: (state) => sql`p.state = ${state}`,
    from: (ms) => sql`p.created_at >= ${new Date(ms)}`,
    to: (ms) => sql`p.created_at < ${new Date(ms)}`,
  },
});

export const isApprover = (operator: Operator, row: NamedRow) =>
  isFourEyes(row.act) &&
  operator.operatorId !== idOf(row.proposer_id) &&
  approversOf(row.act).includes(operator.role);

export interface ProposalRowsDeps {
  readonly db: Db;
  readonly outbox: Pick<Outbox, 'outcomes'>;
  readonly now: () => number;
}

/** Reads proposals, and shows them with what became of their commands. */
export function createProposalRows({ db, outbox, now }: ProposalRowsDeps) {
  const named = () =>
    db
      .selectFrom('operator.proposal as p')
      .innerJoin('operator.person as proposer', 'proposer.operator_id', 'p.proposer_id')
      .leftJoin('operator.person as decider', 'decider.operator_id', 'p.decider_id')
      .selectAll('p')
      .select(['proposer.name as proposer', 'decider.name as decider']);

  async function find(id: number): Promise<NamedRow> {
    const row = await named().where('p.proposal_id', '=', BigInt(id)).executeTakeFirst();
    if (row === undefined) throw new Refusal('NOT_FOUND');
    return row;
  }

  async function rowsOf(operator: Operator, rows: readonly NamedRow[]): Promise<ProposalRow[]> {
    const outcomes = await outbox.outcomes(rows.map(({ key }) => key));
    const { approves_from } = await db
      .selectFrom('operator.person')
      .select('approves_from')
      .where('operator_id', '=', BigInt(operator.operatorId))
      .executeTakeFirstOrThrow();
    const isNew = approves_from.getTime() > now();
    return rows.map((row) => ({
      id: idOf(row.proposal_id),
      act: row.act,
      before: row.before === null ? null : JSON.parse(row.before),
      after: JSON.parse(row.after),
      reason: row.reason,
      proposer: row.proposer,
      createTime: row.created_at.getTime(),
      expireTime: row.expires_at.getTime(),
      state: row.state,
      decider: row.decider,
      decisionReason: row.decision_reason,
      decisionTime: row.decided_at?.getTime() ?? null,
      command: commandOf(outcomes, row.key),
      isOwn: idOf(row.proposer_id) === operator.operatorId,
      asksFactor: isFourEyes(row.act) && asksFactor(row.act),
      mayDecide: row.state === 'open' && !isNew && isApprover(operator, row),
    }));
  }

  const shown = async (operator: Operator, id: number) =>
    (await rowsOf(operator, [await find(id)]))[0] as ProposalRow;

  /** Open ones, or those that ended; newest first unless the look orders them otherwise. */
  async function page(operator: Operator, look: TableLook<ProposalFilters>): Promise<TablePage<ProposalRow>> {
    const { rows, nextCursor } = await readTable(db, proposalTable, look);
    return { rows: await rowsOf(operator, rows), nextCursor };
  }

  return { find, shown, page };
}

function commandOf(outcomes: ReadonlyMap<string, Delivered | null>, key: string): ProposalRow['command'] {
  const outcome = outcomes.get(key);
  if (outcome === undefined) return null;
  return { seq: outcome?.seq ?? null, rejection: outcome?.rejection ?? null };
}
