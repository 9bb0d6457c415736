import { everyPage, LEDGER, type LeftOut, ledgerTable, type OwnData } from '../../base/records/own-data.ts';
import { createSwaps, type SwapsDeps } from './swaps.ts';

/** The ledger's records of users' swaps, each with the inputs of its price. */
export function swapOwnData(needs: SwapsDeps): OwnData {
  const swaps = createSwaps(needs);
  return {
    records: [
      {
        file: 'swaps',
        from: [ledgerTable('swaps')],
        pages: (userId) => everyPage((page) => swaps.list(userId, page)),
      },
    ],
  };
}

export const swapLeftOut: readonly LeftOut[] = [
  {
    table: 'projections.swap_quotes',
    reason: 'offers of a few seconds; those that were taken are shown',
    atClosing: { keeps: LEDGER },
  },
];
