import type { ClosedPositionRow, ContractFillRow, ContractOrderRow, ContractReceiptRow } from '@candor/api';
import { type RecordTimes, useClient } from '../data/index.ts';
import { useAccountRecords } from '../trade/orders/records.ts';

const pageQuery = (cursor: string | null, size: number, times: RecordTimes) => ({
  pageSize: String(size),
  ...times,
  ...(cursor === null ? {} : { cursor }),
});

/** The user's done contract orders, newest first, page by page. */
export function usePerpetualOrderHistory(symbol: string | undefined) {
  const client = useClient();
  return useAccountRecords<ContractOrderRow>('contract-history', symbol, (of, cursor, size, times) =>
    client.call('entrustLogContract', {
      params: { scope: 'history', symbol: of, limit: String(size) },
      query: { ...times, ...(cursor === null ? {} : { cursor }) },
    }),
  );
}

/** The user's contract fills, newest first, page by page. */
export function usePerpetualFills(symbol: string | undefined) {
  const client = useClient();
  return useAccountRecords<ContractFillRow>('contract-fills', symbol, (of, cursor, size, times) =>
    client.call('contractFills', { params: { symbol: of }, query: pageQuery(cursor, size, times) }),
  );
}

/** Funding, liquidations and deleveraging of the user's positions, newest first, page by page. */
export function usePerpetualSettlements(symbol: string | undefined) {
  const client = useClient();
  return useAccountRecords<ContractReceiptRow>('contract-settlements', symbol, (of, cursor, size, times) =>
    client.call('contractReceipts', { params: { symbol: of }, query: pageQuery(cursor, size, times) }),
  );
}

/** The user's positions that are closed, newest first, page by page. */
export function useClosedPositions(symbol: string | undefined) {
  const client = useClient();
  return useAccountRecords<ClosedPositionRow>('contract-closed', symbol, (of, cursor, size, times) =>
    client.call('contractPositionHistory', {
      query: { ...pageQuery(cursor, size, times), ...(of === 'all' ? {} : { symbol: of }) },
    }),
  );
}
