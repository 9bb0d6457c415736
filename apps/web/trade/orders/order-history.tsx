import type { OrderRow } from '@candor/api';
import { type RecordQuery, useFormatters } from '@candor/ui';
import { averageText } from '../../common/average-price.ts';
import { useMasked } from '../../common/eye.tsx';
import { useMarketNames } from './market-names.ts';
import { shownType } from './order-type.ts';
import { MarketAndNumber, OrderTimes, orderEndColumn, useFeeText } from './record-columns.tsx';
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
          head: 'trade.orders.price',
          kind: 'figure',
          cell: (order) => format.price(order.price, market(order.symbol).priceDecimals),
        },
        {
          head: 'trade.orders.average',
          kind: 'figure',
          cell: (order) => averageText(format, order.averagePrice, market(order.symbol).priceDecimals),
        },
        {
          head: 'trade.orders.amount',
          kind: 'figure',
          cell: (order) =>
            order.quantity === null
              ? `${masked(format.quantity(order.quoteAmount))} ${market(order.symbol).quote}`
              : masked(format.quantity(order.quantity, market(order.symbol).quantityDecimals)),
        },
        {
          head: 'trade.orders.filled',
          kind: 'figure',
          cell: (order) =>
            masked(format.quantity(order.tradedQuantity, market(order.symbol).quantityDecimals)),
        },
        { head: 'trade.orders.fee', kind: 'figure', cell: (order) => fee(order.serviceCharge) },
        orderEndColumn,
      ]}
    />
  );
}
