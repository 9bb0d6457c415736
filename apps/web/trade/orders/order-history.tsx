import type { OrderRow } from '@candor/api';
import { type RecordQuery, useFormatters } from '@candor/ui';
import { averageText } from '../../common/average-price.ts';
import { useMasked } from '../../common/eye.tsx';
import { useMarketNames } from './market-names.ts';
import { shownType } from './order-type.ts';
import { MarketAndNumber, OrderTimes, orderEndColumn, Second, useFeeText } from './record-columns.tsx';
import { RecordTable } from './record-table.tsx';
import { useOrderHistory } from './records.ts';
import { OrderTerms, PairMark, SideAndType } from './side-and-type.tsx';
import { SpotTrigger } from './spot-trigger.tsx';

export interface OrderHistoryTableProps {
  readonly query: RecordQuery;
  readonly rows: readonly OrderRow[] | null;
}

/** The user's orders that are done. */
export function OrderHistory({ symbol }: { readonly symbol?: string }) {
  return <OrderHistoryTable {...useOrderHistory(symbol)} />;
}

/** Orders of spot or of a margin account that are done. */
export function OrderHistoryTable({ query, rows }: OrderHistoryTableProps) {
  const format = useFormatters();
  const masked = useMasked();
  const market = useMarketNames();
  const fee = useFeeText();
  return (
    <RecordTable
      list="history"
      rows={rows}
      rowKey={(order) => order.id}
      query={query}
      columns={[
        { head: 'trade.orders.time', kind: 'time', cell: (order) => <OrderTimes {...order} /> },
        {
          head: 'trade.orders.market',
          cell: ({ symbol_name, orderNo }) => <MarketAndNumber name={symbol_name} orderNo={orderNo} />,
        },
        {
          head: 'trade.orders.sideType',
          cell: (order) => (
            <>
              <SideAndType side={order.side} type={shownType(order.type, order.trigger)} />
              <PairMark twinOrderId={order.twinOrderId} />
              <OrderTerms {...order} />
            </>
          ),
        },
        {
          head: 'trade.orders.trigger',
          kind: 'figure',
          cell: ({ symbol, side, trigger }) => (
            <SpotTrigger side={side} trigger={trigger} decimals={market(symbol).priceDecimals} />
          ),
        },
        {
          head: 'trade.orders.averagePrice',
          kind: 'figure',
          wraps: true,
          cell: (order) => {
            const { priceDecimals } = market(order.symbol);
            return (
              <>
                {averageText(format, order.averagePrice, priceDecimals)}
                {order.price !== null && <Second>{format.price(order.price, priceDecimals)}</Second>}
              </>
            );
          },
        },
        {
          head: 'trade.orders.filledAmount',
          kind: 'figure',
          wraps: true,
          cell: (order) => {
            const { quantityDecimals, quote } = market(order.symbol);
            return (
              <>
                {masked(format.quantity(order.tradedQuantity, quantityDecimals))}
                <Second>
                  {order.quantity === null
                    ? `${masked(format.quantity(order.quoteAmount))} ${quote}`
                    : masked(format.quantity(order.quantity, quantityDecimals))}
                </Second>
              </>
            );
          },
        },
        { head: 'trade.orders.fee', kind: 'figure', wraps: true, cell: (order) => fee(order) },
        orderEndColumn,
      ]}
    />
  );
}
