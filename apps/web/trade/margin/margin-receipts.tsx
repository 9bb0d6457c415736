import type { MarginReceiptRow } from '@candor/contract';
import { useFormatters } from '@candor/ui';
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { DataTable } from '../orders/data-table.tsx';
import { useMarketNames } from '../orders/market-names.ts';
import { MarginReceiptStub } from './receipt-stub.tsx';
import { useMarginReceipts } from './use-margin.ts';

/** What an account is called: cross, or isolated with its market. */
export function useAccountName() {
  const intl = useIntl();
  const names = useMarketNames();
  return useCallback(
    ({ type, symbol }: Pick<MarginReceiptRow, 'type' | 'symbol'>) =>
      type === 'all' || symbol === null
        ? intl.formatMessage({ id: 'wallet.cross' })
        : `${intl.formatMessage({ id: 'wallet.isolated' })} · ${names(symbol).name}`,
    [intl, names],
  );
}

/** Margin calls, steps of forced sales and cancelled orders of all margin accounts, each with its receipt. */
export function MarginReceipts() {
  const intl = useIntl();
  const format = useFormatters();
  const nameOf = useAccountName();
  const { query, rows } = useMarginReceipts();
  const text = (id: string) => intl.formatMessage({ id });
  return (
    <DataTable
      label={text('trade.margin.receipts')}
      rows={rows}
      rowKey={({ id }) => id}
      query={query}
      emptyTitle={text('trade.margin.noReceipts')}
      emptyText={text('trade.margin.noReceiptsText')}
      columns={[
        { head: 'trade.orders.time', kind: 'time', cell: (receipt) => format.dateTime(receipt.time) },
        { head: 'trade.margin.accounts', cell: nameOf },
        { head: 'trade.margin.what', cell: ({ kind }) => text(`trade.margin.kind.${kind}`) },
        {
          head: 'trade.margin.risk',
          kind: 'figure',
          cell: ({ riskRate }) => format.quantity(riskRate, 4),
        },
        {
          head: 'trade.orders.receipt',
          kind: 'end',
          cell: (receipt) => <MarginReceiptStub receipt={receipt} />,
        },
      ]}
    />
  );
}
