import type { EarnOfferRow, EarnOrderRow } from '@candor/api';
import type { FixedOffer } from '@candor/kernel';
import { everyPage, LEDGER, type LeftOut, ledgerTable, type OwnData } from '../../base/records/own-data.ts';
import { placedPage } from '../../engine/placed.ts';
import { createEarn } from './earn.ts';
import type { EarnDeps } from './room.ts';
import type { EarnWords } from './words.ts';

/** The ledger's records of users' orders with a cycle, each with its receipt. */
export function earnOwnData<
  O extends FixedOffer,
  OfferRow extends EarnOfferRow,
  OrderRow extends EarnOrderRow,
>(needs: EarnDeps, words: EarnWords<O, OfferRow, OrderRow>): OwnData {
  const earn = createEarn(needs, words);
  return {
    records: [
      {
        file: `${words.product}-orders`,
        from: [ledgerTable(`${words.product}_orders`)],
        pages: (userId) =>
          everyPage(async (page) => placedPage(needs.history, await earn.list(userId, null, page))),
      },
    ],
  };
}

export const earnLeftOut = ({ product }: Pick<EarnWords, 'product'>): readonly LeftOut[] => [
  {
    table: `projections.${product}_paid`,
    reason: 'sums of the interest that the orders show one by one',
    atClosing: { keeps: LEDGER },
  },
];
