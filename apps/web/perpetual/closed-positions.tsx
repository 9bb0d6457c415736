import { DataTable, useFormatters, useText } from '@candor/ui';
import { averageText } from '../common/average-price.ts';
import { useMasked } from '../common/eye.tsx';
import { useEmptyWords } from '../records/record-filter.tsx';
import { Second } from '../trade/orders/record-columns.tsx';
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
        {
          head: 'trade.orders.time',
          kind: 'time',
          wraps: true,
          cell: ({ closeTime }) => format.dateTime(closeTime),
        },
        {
          head: 'perpetual.contract',
          cell: ({ symbol, positionSide }) => (
            <>
              {named(symbol).name}
              <Second>{text(`perpetual.side.${positionSide}`)}</Second>
            </>
          ),
        },
        {
          head: 'perpetual.end',
          wraps: true,
          cell: ({ reason }) => (
            <span className={reason === 'closed' ? undefined : 'text-warn'}>
              {text(`perpetual.end.${reason}`)}
            </span>
          ),
        },
        {
          head: 'perpetual.mostContracts',
          kind: 'figure',
          wraps: true,
          cell: ({ maxOpenInterest }) => masked(format.quantity(maxOpenInterest, 0)),
        },
        {
          head: 'perpetual.entry',
          kind: 'figure',
          wraps: true,
          cell: ({ symbol, averageOpenPrice }) =>
            averageText(format, averageOpenPrice, named(symbol).priceDecimals),
        },
        {
          head: 'perpetual.averageClose',
          kind: 'figure',
          wraps: true,
          cell: ({ symbol, closePrice }) => averageText(format, closePrice, named(symbol).priceDecimals),
        },
        {
          head: 'perpetual.realised',
          kind: 'figure',
          wraps: true,
          cell: ({ realisedPnl }) => <Result amount={realisedPnl} />,
        },
        {
          head: 'perpetual.feesFunding',
          kind: 'figure',
          wraps: true,
          cell: ({ fees, funding }) => (
            <>
              {`${masked(format.quantity(fees))} USDT`}
              <Second>
                <Result amount={funding} />
              </Second>
            </>
          ),
        },
        { head: 'perpetual.net', kind: 'figure', wraps: true, cell: (row) => <Result amount={netOf(row)} /> },
      ]}
    />
  );
}
