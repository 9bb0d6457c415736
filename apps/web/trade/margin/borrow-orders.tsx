import { Badge, useFormatters } from '@candor/ui';
import { useIntl } from 'react-intl';
import { DataTable } from '../orders/data-table.tsx';
import type { MarginChoice } from './margin-account.ts';
import { useBorrowOrders } from './use-margin.ts';

/** Borrow orders of a margin account: what was borrowed, repaid and charged, each until all is repaid. */
export function BorrowOrders({ choice }: { readonly choice: MarginChoice }) {
  const intl = useIntl();
  const format = useFormatters();
  const { query, rows } = useBorrowOrders(choice);
  const text = (id: string) => intl.formatMessage({ id });
  return (
    <DataTable
      label={text('trade.margin.loans')}
      rows={rows}
      rowKey={({ id }) => id}
      query={query}
      emptyTitle={text('trade.margin.noLoans')}
      emptyText={text('trade.margin.noLoansText')}
      columns={[
        { head: 'trade.orders.time', kind: 'time', cell: (loan) => format.dateTime(loan.createTime) },
        { head: 'trade.assets.coin', cell: (loan) => loan.coin },
        { head: 'trade.margin.borrowed', kind: 'figure', cell: (loan) => format.quantity(loan.borrowed) },
        { head: 'trade.margin.repaid', kind: 'figure', cell: (loan) => format.quantity(loan.repaid) },
        { head: 'trade.margin.interest', kind: 'figure', cell: (loan) => format.quantity(loan.interest) },
        {
          head: 'trade.margin.hourly',
          kind: 'figure',
          quiet: true,
          cell: (loan) => format.percent(loan.hourlyRate, 5),
        },
        { head: 'trade.margin.owed', kind: 'figure', cell: (loan) => format.quantity(loan.owed) },
        {
          head: 'trade.orders.status',
          kind: 'end',
          cell: (loan) => (
            <Badge tone={loan.status === 'open' ? 'accent' : 'neutral'}>
              {text(`trade.margin.loan.${loan.status}`)}
            </Badge>
          ),
        },
      ]}
    />
  );
}
