import { Badge, DataTable, useFormatters, useText } from '@candor/ui';
import { useMasked } from '../common/eye.tsx';
import { useEmptyWords } from '../records/record-filter.tsx';
import type { MarginChoice } from './margin-account.ts';
import { useBorrowOrders } from './use-margin.ts';

/** Borrow orders of a margin account: what was borrowed, repaid and charged, each until all is repaid. */
export function BorrowOrders({ choice }: { readonly choice: MarginChoice }) {
  const format = useFormatters();
  const masked = useMasked();
  const { query, rows } = useBorrowOrders(choice);
  const text = useText();
  const empty = useEmptyWords(text('margin.noLoans'), text('margin.noLoansText'));
  return (
    <DataTable
      inset
      className="h-full"
      label={text('margin.loans')}
      rows={rows}
      rowKey={({ id }) => id}
      query={query}
      {...empty}
      columns={[
        { head: 'trade.orders.time', kind: 'time', cell: (loan) => format.dateTime(loan.createTime) },
        { head: 'trade.assets.coin', cell: (loan) => loan.coin },
        { head: 'margin.borrowed', kind: 'figure', cell: (loan) => masked(format.quantity(loan.borrowed)) },
        { head: 'margin.repaid', kind: 'figure', cell: (loan) => masked(format.quantity(loan.repaid)) },
        { head: 'margin.interest', kind: 'figure', cell: (loan) => masked(format.quantity(loan.interest)) },
        {
          head: 'margin.hourly',
          kind: 'figure',
          quiet: true,
          cell: (loan) => format.percent(loan.hourlyRate, 5),
        },
        { head: 'margin.owed', kind: 'figure', cell: (loan) => masked(format.quantity(loan.owed)) },
        {
          head: 'trade.orders.status',
          kind: 'end',
          cell: (loan) => (
            <Badge tone={loan.status === 'open' ? 'accent' : 'neutral'}>
              {text(`margin.loan.${loan.status}`)}
            </Badge>
          ),
        },
      ]}
    />
  );
}
