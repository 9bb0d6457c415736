import { everyPage, ledgerTable, type OwnData } from '../../base/records/own-data.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { History } from '../../engine/ports.ts';
import { createOrderRecords } from './records.ts';

export interface SpotDataNeeds {
  readonly core: CoreLink;
  readonly history: History;
  readonly catalogues: CatalogueFollower;
}

const WALLETS = ['spot', 'margin-cross', 'margin-isolated'] as const;

/** The ledger's records of users' orders and fills in the spot books, those of margin wallets too. */
export function spotOwnData({ core, history, catalogues }: SpotDataNeeds): OwnData {
  const records = createOrderRecords(core, history, catalogues);
  return {
    records: [
      {
        file: 'spot-orders',
        from: [ledgerTable('orders'), ledgerTable('waiting_orders'), ledgerTable('margin_orders')],
        async *pages(userId) {
          for (const wallet of WALLETS)
            for await (const page of everyPage((request) =>
              records.orders(userId, { scope: 'all', symbol: null, wallet }, request),
            ))
              yield page.map((order) => ({ wallet, ...order }));
        },
      },
      {
        file: 'spot-fills',
        from: [ledgerTable('fills')],
        pages: (userId) => everyPage((page) => records.fills(userId, null, page)),
      },
    ],
  };
}
