import type { OrderRow } from '@candor/contract';
import { Cell, HeadCell, Row, useFormatters } from '@candor/ui';
import { useIntl } from 'react-intl';
import { useMarketNames } from './market-names.ts';
import { shownType } from './order-type.ts';
import { RecordTable } from './record-table.tsx';
import { useOrderHistory } from './records.ts';
import { SideAndType } from './side-and-type.tsx';

const columns = ['text', 'text', 'text', 'figure', 'figure', 'figure', 'figure', 'figure'] as const;

function HistoryLine({ order }: { readonly order: OrderRow }) {
  const intl = useIntl();
  const format = useFormatters();
  const market = useMarketNames()(order.symbol);
  return (
    <Row>
      <Cell tone="quiet" className="whitespace-nowrap">
        {format.dateTime(order.createTime)}
      </Cell>
      <Cell>{order.symbol_name}</Cell>
      <Cell>
        <SideAndType side={order.side} type={shownType(order.type, order.trigger)} />
      </Cell>
      <Cell figure>{format.price(order.price, market.priceDecimals)}</Cell>
      <Cell figure>{format.price(order.averagePrice, market.priceDecimals)}</Cell>
      <Cell figure>
        {order.quantity === null
          ? `${format.quantity(order.quoteAmount)} ${market.quote}`
          : format.quantity(order.quantity, market.quantityDecimals)}
      </Cell>
      <Cell figure>{format.quantity(order.tradedQuantity, market.quantityDecimals)}</Cell>
      <Cell className="text-end">
        {intl.formatMessage({ id: `trade.status.${order.status}` })}
        {order.rejectKey !== null && (
          <span className="block text-12 text-ink-3 whitespace-normal">
            {intl.formatMessage({ id: `error.${order.rejectKey}` })}
          </span>
        )}
      </Cell>
    </Row>
  );
}

/** The user's orders that are done. */
export function OrderHistory({ symbol }: { readonly symbol?: string }) {
  const intl = useIntl();
  const { query, rows } = useOrderHistory(symbol);
  const head = (id: string) => intl.formatMessage({ id });
  return (
    <RecordTable
      label={head('trade.orders.history')}
      columns={columns}
      rows={rows}
      query={query}
      emptyTitle={head('trade.orders.noneDone')}
      emptyText={head('trade.orders.noneDoneText')}
      head={
        <>
          <HeadCell>{head('trade.orders.time')}</HeadCell>
          <HeadCell>{head('trade.orders.market')}</HeadCell>
          <HeadCell>{head('trade.orders.sideType')}</HeadCell>
          <HeadCell figure>{head('trade.orders.price')}</HeadCell>
          <HeadCell figure>{head('trade.orders.average')}</HeadCell>
          <HeadCell figure>{head('trade.orders.amount')}</HeadCell>
          <HeadCell figure>{head('trade.orders.filled')}</HeadCell>
          <HeadCell figure>{head('trade.orders.status')}</HeadCell>
        </>
      }
    >
      {(order) => <HistoryLine key={order.id} order={order} />}
    </RecordTable>
  );
}
