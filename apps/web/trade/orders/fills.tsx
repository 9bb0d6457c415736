import { useFormatters } from '@candor/ui';
import { useIntl } from 'react-intl';
import { DataTable } from './data-table.tsx';
import { FillReceiptStub } from './fill-receipt.tsx';
import { useMarketNames } from './market-names.ts';
import { useFills } from './records.ts';

/** Which side a fill was on, in the colour of its direction and in words. */
export function FillSide({ side }: { readonly side: 'buy' | 'sell' }) {
  const intl = useIntl();
  return (
    <span className={side === 'buy' ? 'text-up' : 'text-down'}>
      {intl.formatMessage({ id: `trade.side.${side}` })}
    </span>
  );
}

/** The user's fills, each with a receipt that this browser recomputes. */
export function Fills({ symbol }: { readonly symbol?: string }) {
  const intl = useIntl();
  const format = useFormatters();
  const market = useMarketNames();
  const { query, rows } = useFills(symbol);
  const text = (id: string) => intl.formatMessage({ id });
  return (
    <DataTable
      label={text('trade.orders.fills')}
      rows={rows}
      rowKey={(fill) => `${fill.id}-${fill.orderId}`}
      query={query}
      emptyTitle={text('trade.orders.noFills')}
      emptyText={text('trade.orders.noFillsText')}
      columns={[
        { head: 'trade.orders.time', kind: 'time', cell: (fill) => format.dateTime(fill.time) },
        { head: 'trade.orders.market', cell: (fill) => fill.symbol_name },
        {
          head: 'trade.orders.sideRole',
          cell: (fill) => (
            <>
              <FillSide side={fill.side} /> {text(`trade.role.${fill.role}`)}
            </>
          ),
        },
        {
          head: 'trade.orders.price',
          kind: 'figure',
          cell: (fill) => format.price(fill.price, market(fill.symbol).priceDecimals),
        },
        {
          head: 'trade.orders.amount',
          kind: 'figure',
          cell: (fill) => format.quantity(fill.quantity, market(fill.symbol).quantityDecimals),
        },
        {
          head: 'trade.orders.value',
          kind: 'figure',
          cell: (fill) => `${format.quantity(fill.amount)} ${market(fill.symbol).quote}`,
        },
        {
          head: 'trade.orders.fee',
          kind: 'figure',
          cell: (fill) => `${format.quantity(fill.fee.amount)} ${fill.fee.coin}`,
        },
        { head: 'trade.orders.receipt', kind: 'end', cell: (fill) => <FillReceiptStub fill={fill} /> },
      ]}
    />
  );
}
