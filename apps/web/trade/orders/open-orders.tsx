import type { OwnOrder } from '@candor/contract';
import {
  Button,
  Cell,
  EmptyState,
  HeadCell,
  Row,
  SkeletonRows,
  Table,
  TableBody,
  TableHead,
  TableMessage,
  toasts,
  useFormatters,
} from '@candor/ui';
import { useMutation } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { wordsOf } from '../../app/error-words.ts';
import { useClient, useOpenOrders } from '../../data/index.ts';
import { useMarketNames } from './market-names.ts';
import { SideAndType } from './side-and-type.tsx';

const columns = ['text', 'text', 'text', 'figure', 'figure', 'figure', 'none'] as const;

function useCancel() {
  const client = useClient();
  const intl = useIntl();
  return useMutation({
    mutationFn: (order: OwnOrder) => client.call('cancelEntrust', { body: { orderId: order.orderId } }),
    onSuccess: () => toasts.info(intl.formatMessage({ id: 'trade.toast.cancelled' })),
    onError: (error) => toasts.error(wordsOf(intl, error)),
  });
}

function OrderLine({ order }: { readonly order: OwnOrder }) {
  const intl = useIntl();
  const format = useFormatters();
  const cancel = useCancel();
  const names = useMarketNames();
  const market = names(order.symbol);
  return (
    <Row dimmed={cancel.isPending}>
      <Cell tone="quiet" className="whitespace-nowrap">
        {format.dateTime(order.createdMs)}
      </Cell>
      <Cell>{market.name}</Cell>
      <Cell>
        <SideAndType side={order.side} type={order.orderType} />
      </Cell>
      <Cell figure>{format.price(order.price, market.priceDecimals)}</Cell>
      <Cell figure>{format.quantity(order.quantity, market.quantityDecimals)}</Cell>
      <Cell figure tone="quiet">
        {format.quantity(order.filledQuantity, market.quantityDecimals)}
      </Cell>
      <Cell className="text-end">
        <Button variant="plain" size="small" loading={cancel.isPending} onClick={() => cancel.mutate(order)}>
          {intl.formatMessage({ id: 'trade.orders.cancel' })}
        </Button>
      </Cell>
    </Row>
  );
}

/** The user's open orders, live; of one symbol where it is given. */
export function OpenOrders({ symbol }: { readonly symbol?: string }) {
  const intl = useIntl();
  const orders = useOpenOrders(symbol);
  const head = (id: string) => intl.formatMessage({ id });
  return (
    <Table label={head('trade.orders.open')} inset className="h-full">
      <TableHead>
        <HeadCell>{head('trade.orders.time')}</HeadCell>
        <HeadCell>{head('trade.orders.market')}</HeadCell>
        <HeadCell>{head('trade.orders.sideType')}</HeadCell>
        <HeadCell figure>{head('trade.orders.price')}</HeadCell>
        <HeadCell figure>{head('trade.orders.amount')}</HeadCell>
        <HeadCell figure>{head('trade.orders.filled')}</HeadCell>
        <HeadCell>
          <span className="sr-only">{head('trade.orders.actions')}</span>
        </HeadCell>
      </TableHead>
      <TableBody busy={orders === null}>
        {orders === null ? (
          <SkeletonRows rows={3} columns={columns} />
        ) : orders.length === 0 ? (
          <TableMessage columns={columns.length}>
            <EmptyState title={head('trade.orders.noneOpen')} text={head('trade.orders.noneOpenText')} />
          </TableMessage>
        ) : (
          orders.map((order) => <OrderLine key={order.orderId} order={order} />)
        )}
      </TableBody>
    </Table>
  );
}
