import { everyPage, ledgerTable, type OwnData, onePage } from '../../base/records/own-data.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { placed } from '../../engine/placed.ts';
import type { History } from '../../engine/ports.ts';
import { entryOf } from './rows.ts';

export interface LoanDataNeeds {
  readonly core: Pick<CoreLink, 'ask'>;
  readonly history: History;
  readonly catalogues: CatalogueFollower;
}

/** Applications with their photos by number, the loans with everything that happened, and changes of the credit record. */
export function loanOwnData({ core, history, catalogues }: LoanDataNeeds): OwnData {
  async function events(userId: number) {
    const numbers = await history.loan.applications(userId, ['running', 'overdue', 'settled']);
    const loans = await history.loan.byApplications(userId, numbers);
    const lists = await Promise.all(
      loans.map(({ paidOut: { loanId } }) => history.loan.entries(userId, loanId)),
    );
    const catalogue = catalogues.current();
    const { offers } = await core.ask('loanOffers');
    const offerOf = new Map(loans.map(({ paidOut }) => [paidOut.loanId, paidOut.offerId]));
    const rows = lists.flat().map((entry) => {
      const offer = offers.find(({ offerId }) => offerId === offerOf.get(entry.event.loanId))!;
      return entryOf(catalogue, entry, offer);
    });
    return placed(history, rows);
  }

  return {
    tables: [
      {
        table: 'loan.verdict',
        where: 'application_id in (select application_id from loan.application where user_id = $1)',
        shows: ['application_id', 'review_round', 'verdict', 'reason', 'credit', 'at'],
        without: {
          operator_id: 'another person',
          operator: 'another person: users read the role',
        },
        atClosing: 'delete',
      },
      {
        table: 'loan.application',
        shows: [
          'application_id',
          'offer_id',
          'asset_id',
          'amount',
          'total_at_most',
          'terms_hash',
          'front',
          'back',
          'handheld',
          'credit',
          'eyes',
          'state',
          'reason',
          'review_round',
          'submitted_at',
          'due_at',
          'decided_at',
        ],
        without: { user_id: 'the owner' },
        atClosing: 'delete',
      },
      {
        table: 'loan.reminder',
        shows: ['loan_id', 'number'],
        without: { user_id: 'the owner' },
        atClosing: 'delete',
      },
    ],
    records: [
      {
        file: 'power-loans',
        from: [ledgerTable('power_loans'), ledgerTable('power_loan_entries')],
        pages: (userId) => onePage(events(userId)),
      },
      {
        file: 'credit-record',
        from: [ledgerTable('credit_changes')],
        pages: (userId) =>
          everyPage(async ({ cursor, limit }) => {
            const { rows, next } = await history.loan.credit(userId, cursor, limit);
            return { records: [...rows], nextCursor: next };
          }),
      },
    ],
  };
}
