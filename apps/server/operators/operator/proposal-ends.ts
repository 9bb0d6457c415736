import type { OperatorActName } from '@candor/api';
import type { Db, Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { NewEntry, OperatorLog } from './log.ts';
import type { Operator } from './operator-types.ts';
import type { NamedRow } from './proposal-rows.ts';

export interface ProposalEndsDeps {
  readonly db: Db;
  readonly log: OperatorLog;
  readonly now: () => number;
}

export interface ProposalEnd {
  readonly state: 'approved' | 'rejected' | 'withdrawn' | 'outdated';
  readonly operator: Operator;
  readonly reason: string;
}

/** Ends proposals, each end with its entry in the log. */
export function createProposalEnds({ db, log, now }: ProposalEndsDeps) {
  const append = <Name extends OperatorActName>(
    trx: Trx,
    operator: string,
    action: Name,
    details: NewEntry<Name>['details'],
  ) => log.append(trx, { timeMs: now(), operator, action, details });

  /** Ends proposals whose time is over. */
  async function settle(): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const over = await trx
        .updateTable('operator.proposal')
        .set({ state: 'expired', decided_at: new Date(now()) })
        .where('state', '=', 'open')
        .where('expires_at', '<=', new Date(now()))
        .returning(['proposal_id', 'act', 'proposer_id'])
        .execute();
      for (const { proposal_id, act, proposer_id } of over) {
        const { name } = await trx
          .selectFrom('operator.person')
          .select('name')
          .where('operator_id', '=', proposer_id)
          .executeTakeFirstOrThrow();
        const details = { act, proposal: String(proposal_id), proposer: name };
        await append(trx, 'system', 'expireProposal', details);
      }
    });
  }

  /** Closes an open proposal within the caller's transaction. @throws Refusal OPERATOR_PROPOSAL_ENDED */
  async function close(trx: Trx, row: NamedRow, { state, operator, reason }: ProposalEnd): Promise<void> {
    const { numUpdatedRows } = await trx
      .updateTable('operator.proposal')
      .set({
        state,
        decider_id: operator.operatorId,
        decision_reason: reason,
        decided_at: new Date(now()),
      })
      .where('proposal_id', '=', row.proposal_id)
      .where('state', '=', 'open')
      .where('expires_at', '>', new Date(now()))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Refusal('OPERATOR_PROPOSAL_ENDED');
  }

  /** Enters the end of a proposal. Call it once all rows are locked: see `OperatorLog`. */
  async function enter(trx: Trx, row: NamedRow, { state, operator, reason }: ProposalEnd): Promise<void> {
    const details = { act: row.act, proposal: String(row.proposal_id), reason };
    const withProposer = { ...details, proposer: row.proposer };
    if (state === 'withdrawn') await append(trx, operator.name, 'withdrawProposal', details);
    else if (state === 'rejected') await append(trx, operator.name, 'rejectProposal', withProposer);
    else if (state === 'outdated') await append(trx, operator.name, 'outdateProposal', withProposer);
    else await append(trx, operator.name, 'approveProposal', withProposer);
  }

  async function end(trx: Trx, row: NamedRow, ending: ProposalEnd): Promise<void> {
    await close(trx, row, ending);
    await enter(trx, row, ending);
  }

  return { append, settle, close, enter, end };
}
