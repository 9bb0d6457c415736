import type { ContractFillRow, ContractOrderRow, ContractReceiptRow } from '@candor/contract';
import { useClient } from '../../data/index.ts';
import { RECORDS_PAGE_SIZE, useRecords } from '../orders/records.ts';

const pageQuery = (cursor: string | null) => ({
  pageSize: String(RECORDS_PAGE_SIZE),
  ...(cursor === null ? {} : { cursor }),
});

/** The user's done contract orders, newest first, page by page. */
export function useContractOrderHistory(symbol: string | undefined) {
  const client = useClient();
  return useRecords<ContractOrderRow>('contract-history', symbol, (of, cursor) =>
    client.call('entrustLogContract', {
      params: { scope: 'history', symbol: of, limit: String(RECORDS_PAGE_SIZE) },
      query: cursor === null ? {} : { cursor },
    }),
  );
}

/** The user's contract fills, newest first, page by page. */
export function useContractFills(symbol: string | undefined) {
  const client = useClient();
  return useRecords<ContractFillRow>('contract-fills', symbol, (of, cursor) =>
    client.call('contractFills', { params: { symbol: of }, query: pageQuery(cursor) }),
  );
}

/** Funding, liquidations and deleveraging of the user's positions, newest first, page by page. */
export function useContractSettlements(symbol: string | undefined) {
  const client = useClient();
  return useRecords<ContractReceiptRow>('contract-settlements', symbol, (of, cursor) =>
    client.call('contractReceipts', { params: { symbol: of }, query: pageQuery(cursor) }),
  );
}
