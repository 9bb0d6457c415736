import type { ContractFillRow, ContractOrderRow, ContractReceiptRow } from '@candor/api';
import { useClient } from '../data/index.ts';
import { RECORDS_PAGE_SIZE, useAccountRecords } from '../trade/orders/records.ts';

const pageQuery = (cursor: string | null) => ({
  pageSize: String(RECORDS_PAGE_SIZE),
  ...(cursor === null ? {} : { cursor }),
});

/** The user's done contract orders, newest first, page by page. */
export function usePerpetualOrderHistory(symbol: string | undefined) {
  const client = useClient();
  return useAccountRecords<ContractOrderRow>('contract-history', symbol, (of, cursor) =>
    client.call('entrustLogContract', {
      params: { scope: 'history', symbol: of, limit: String(RECORDS_PAGE_SIZE) },
      query: cursor === null ? {} : { cursor },
    }),
  );
}

/** The user's contract fills, newest first, page by page. */
export function usePerpetualFills(symbol: string | undefined) {
  const client = useClient();
  return useAccountRecords<ContractFillRow>('contract-fills', symbol, (of, cursor) =>
    client.call('contractFills', { params: { symbol: of }, query: pageQuery(cursor) }),
  );
}

/** Funding, liquidations and deleveraging of the user's positions, newest first, page by page. */
export function usePerpetualSettlements(symbol: string | undefined) {
  const client = useClient();
  return useAccountRecords<ContractReceiptRow>('contract-settlements', symbol, (of, cursor) =>
    client.call('contractReceipts', { params: { symbol: of }, query: pageQuery(cursor) }),
  );
}
