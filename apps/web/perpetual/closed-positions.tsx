import { Badge, DataTable, useFormatters, useText } from '@candor/ui';
import { useMasked } from '../common/eye.tsx';
import { useEmptyWords } from '../trade/orders/record-filter.tsx';
import { netOf } from './net-of.ts';
import { Result } from './perpetual-history.tsx';
import { useClosedPositions } from './perpetual-records.ts';
import { usePerpetualNames } from './use-perpetuals.ts';

/** The user's closed positions with their net results. */
export function ClosedPositions({ symbol }: { readonly symbol?: string }) {
  const format = useFormatters();
  const masked = useMasked();
  const named = usePerpetualNames();
  const text = useText();
  const empty = useEmptyWords(text('perpetual.noneClosed'), text('perpetual.noneClosedText'));
  const { query, rows } = useClosedPositions(symbol);
  return (
    <DataTable
      inset
      className="h-full"
      label={text('perpetual.closed')}
      rows={rows}
      rowKey={({ id }) => id}
      query={query}
      {...empty}
      columns={[
        { head: 'trade.orders.time', kind: 'time', cell: ({ closeTime }) => format.dateTime(closeTime) },
        {
          head: 'perpetual.contract',
          cell: (row) => `${named(row.symbol).name} ${text(`perpetual.side.${row.positionSide}`)}`,
        },
        {
          head: 'perpetual.end',
          cell: ({ reason }) => (
            <Badge tone={reason === 'closed' ? 'neutral' : 'warn'}>{text(`perpetual.end.${reason}`)}</Badge>
          ),
        },
        {
          head: 'perpetual.mostContracts',
          kind: 'figure',
          cell: ({ maxOpenInterest }) => masked(format.quantity(maxOpenInterest, 0)),
        },
        {
          head: 'perpetual.entry',
          kind: 'figure',
          cell: ({ averageOpenPrice }) => format.price(averageOpenPrice),
        },
        {
          head: 'perpetual.averageClose',
          kind: 'figure',
          cell: ({ closePrice }) => format.price(closePrice),
        },
        {
          head: 'perpetual.realised',
          kind: 'figure',
          cell: ({ realisedPnl }) => <Result amount={realisedPnl} />,
        },
        { head: 'perpetual.feesPaid', kind: 'figure', cell: ({ fees }) => masked(format.quantity(fees)) },
        {
          head: 'perpetual.settlement.funding',
          kind: 'figure',
          cell: ({ funding }) => <Result amount={funding} />,
        },
        { head: 'perpetual.net', kind: 'figure', cell: (row) => <Result amount={netOf(row)} /> },
      ]}
    />
  );
}
