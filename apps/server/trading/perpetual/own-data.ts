import { everyPage, ledgerTable, type OwnData, onePage } from '../../base/records/own-data.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { History } from '../../engine/ports.ts';
import type { PerpetualFollower } from './listings.ts';
import { createPerpetualRecords } from './records.ts';

export interface PerpetualDataNeeds {
  readonly core: CoreLink;
  readonly history: History;
  readonly catalogues: CatalogueFollower;
  readonly perpetualListings: PerpetualFollower;
}

/** The ledger's records of users' contracts, with the receipts of what was settled. */
export function perpetualOwnData(needs: PerpetualDataNeeds): OwnData {
  const records = createPerpetualRecords(
    needs.core,
    needs.history,
    needs.catalogues,
    needs.perpetualListings,
  );
  const all = { scope: 'all', symbol: null } as const;
  return {
    records: [
      {
        file: 'contract-orders',
        from: [ledgerTable('contract_orders')],
        pages: (userId) => everyPage((page) => records.orders(userId, all, page)),
      },
      {
        file: 'contract-fills',
        from: [ledgerTable('contract_fills')],
        pages: (userId) => everyPage((page) => records.fills(userId, null, page)),
      },
      {
        file: 'contract-positions',
        from: [ledgerTable('contract_positions')],
        async *pages(userId) {
          yield* onePage(records.positions(userId, null).then((found) => found.records));
        },
      },
      {
        file: 'contract-closed-positions',
        from: [ledgerTable('contract_positions')],
        pages: (userId) => everyPage((page) => records.closed(userId, null, page)),
      },
      {
        file: 'contract-stops',
        from: [ledgerTable('contract_exits')],
        pages: (userId) => everyPage((page) => records.stops(userId, all, page)),
      },
      {
        file: 'contract-receipts',
        from: [ledgerTable('contract_receipts')],
        pages: (userId) => everyPage((page) => records.receipts(userId, null, page)),
      },
      {
        file: 'contract-settings',
        from: [ledgerTable('contract_settings')],
        pages: (userId) => onePage(records.settings(userId)),
      },
    ],
  };
}
