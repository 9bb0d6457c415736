import { everyPage, ledgerTable, type OwnData } from '../../base/records/own-data.ts';
import { createMargin, type MarginDeps } from './margin.ts';

/** The ledger's records of users' loans, with interest and receipts. */
export function marginOwnData(needs: MarginDeps): OwnData {
  const margin = createMargin(needs);
  const everything = { scope: 'all', symbol: null, coin: null } as const;
  return {
    records: [
      {
        file: 'margin-loans',
        from: [ledgerTable('margin_loans')],
        async *pages(userId) {
          for (const kind of ['all', 'fixed'] as const)
            yield* everyPage((page) => margin.loans(userId, { ...everything, kind }, page));
        },
      },
      {
        file: 'margin-interest',
        from: [ledgerTable('margin_interest')],
        pages: (userId) => everyPage((page) => margin.interest(userId, page)),
      },
      {
        file: 'margin-receipts',
        from: [ledgerTable('margin_receipts')],
        pages: (userId) => everyPage((page) => margin.receipts(userId, page)),
      },
    ],
  };
}
