import { everyPage, ledgerTable, type OwnData } from '../../base/records/own-data.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import { placedPage } from '../../engine/placed.ts';
import type { History } from '../../engine/ports.ts';
import { otcOrderFacts } from './rows.ts';

export interface OtcDataNeeds {
  readonly history: History;
  readonly catalogues: CatalogueFollower;
}

/** Orders of a user on either side. The other side's name and payment details are in none of them. */
export function otcOwnData({ history, catalogues }: OtcDataNeeds): OwnData {
  const orders = ledgerTable('otc_orders');
  return {
    records: [
      {
        file: 'otc-orders',
        from: [
          { ...orders, owner: 'buyer_id' },
          { ...orders, owner: 'seller_id' },
        ],
        pages: (userId) =>
          everyPage(async ({ cursor, limit }) => {
            const { rows, next } = await history.otc.orders(userId, {}, cursor, limit);
            const catalogue = catalogues.current();
            const records = rows.map((record) => otcOrderFacts(catalogue, record, userId));
            return placedPage(history, { records, nextCursor: next });
          }),
      },
    ],
  };
}
