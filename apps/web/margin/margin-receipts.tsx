import type { MarginReceiptRow } from '@candor/api';
import { DataTable, useFormatters, useText } from '@candor/ui';
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { useEmptyWords } from '../records/record-filter.tsx';
import { useMarketNames } from '../trade/orders/market-names.ts';
import { MarginReceiptStub } from './receipt-stub.tsx';
import { useMarginReceipts } from './use-margin.ts';

/** Returns a function that names an account: cross, or isolated with its market. */
export function useAccountName() {
  const intl = useIntl();
  const names = useMarketNames();
  return useCallback(
    ({ type, symbol }: Pick<MarginReceiptRow, 'type' | 'symbol'>) =>
      type === 'all' || symbol === null
        ? intl.formatMessage({ id: 'transfer.wallet.cross' })
        : `${intl.formatMessage({ id: 'transfer.wallet.isolated' })} · ${names(symbol).name}`,
    [intl, names],
  );
}

/** Margin calls, steps of forced sales and cancelled orders of all margin accounts, each with its receipt. */
export function MarginReceipts() {
  const format = useFormatters();
  const nameOf = useAccountName();
  const { query, rows } = useMarginReceipts();
  const text = useText();
  const empty = useEmptyWords(text('margin.noReceipts'), text('margin.noReceiptsText'));
  return (
    <DataTable
      inset
      className="h-full"
      label={text('margin.receipts')}
      rows={rows}
      rowKey={({ id }) => id}
      query={query}
      {...empty}
      columns={[
        { head: 'trade.orders.time', kind: 'time', cell: (receipt) => format.dateTime(receipt.time) },
        { head: 'margin.accounts', cell: nameOf },
        { head: 'margin.what', cell: ({ kind }) => text(`margin.kind.${kind}`) },
        {
          head: 'margin.risk',
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
