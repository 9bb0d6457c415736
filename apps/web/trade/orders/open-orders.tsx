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
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { wordsOf } from '../../app/error-words.ts';
import { useClient, useOpenOrders } from '../../data/index.ts';
import { AmendDialog, isAmendable } from './amend-dialog.tsx';
import { useMarketNames } from './market-names.ts';
import { shownType } from './order-type.ts';
import { SideAndType } from './side-and-type.tsx';

const columns = ['text', 'text', 'text', 'figure', 'figure', 'figure', 'figure', 'text', 'none'] as const;

function useCancel() {
  const client = useClient();
  const intl = useIntl();
  return useMutation({
    mutationFn: (order: OwnOrder) => client.call('cancelEntrust', { body: { orderId: order.orderId } }),
    onSuccess: () => toasts.info(intl.formatMessage({ id: 'trade.toast.cancelled' })),
    onError: (error) => toasts.error(wordsOf(intl, error)),
  });
}

/** The price that an order waits for, or how far it trails; and where that price comes from. */
function Trigger({ order, decimals }: { readonly order: OwnOrder; readonly decimals: number }) {
  const intl = useIntl();
  const format = useFormatters();
  const { trigger } = order;
  if (trigger === null) return format.price(null, decimals);
  const figure =
    trigger.kind === 'trailing-stop'
      ? (trigger.callbackPrice ?? format.percent(trigger.callbackPercent))
      : format.price(trigger.price, decimals);
  return (
    <span className="flex flex-col items-end">
      <span>{figure}</span>
      <span className="text-12 text-ink-3">
        {intl.formatMessage({ id: `trade.source.${trigger.source}` })}
      </span>
    </span>
  );
}

function OrderLine({ order }: { readonly order: OwnOrder }) {
  const intl = useIntl();
  const format = useFormatters();
  const cancel = useCancel();
  const names = useMarketNames();
  const market = names(order.symbol);
  const [editing, setEditing] = useState(false);
  return (
    <Row dimmed={cancel.isPending}>
      <Cell tone="quiet" className="whitespace-nowrap">
        {format.dateTime(order.createdMs)}
      </Cell>
      <Cell>{market.name}</Cell>
      <Cell>
        <SideAndType side={order.side} type={shownType(order.orderType, order.trigger)} />
        {order.twinOrderId !== null && (
          <span className="ms-2 text-12 text-ink-3">{intl.formatMessage({ id: 'trade.orders.pair' })}</span>
        )}
      </Cell>
      <Cell figure>
        <Trigger order={order} decimals={market.priceDecimals} />
      </Cell>
      <Cell figure>{format.price(order.price, market.priceDecimals)}</Cell>
      <Cell figure>{format.quantity(order.quantity, market.quantityDecimals)}</Cell>
      <Cell figure tone="quiet">
        {format.quantity(order.filledQuantity, market.quantityDecimals)}
      </Cell>
      <Cell className="whitespace-nowrap">{intl.formatMessage({ id: `trade.status.${order.status}` })}</Cell>
      <Cell className="text-end whitespace-nowrap">
        {isAmendable(order) && (
          <Button variant="plain" size="small" onClick={() => setEditing(true)}>
            {intl.formatMessage({ id: 'trade.orders.edit' })}
          </Button>
        )}
        {editing && <AmendDialog order={order} market={market} open onOpenChange={setEditing} />}
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
        <HeadCell figure>{head('trade.orders.trigger')}</HeadCell>
        <HeadCell figure>{head('trade.orders.price')}</HeadCell>
        <HeadCell figure>{head('trade.orders.amount')}</HeadCell>
        <HeadCell figure>{head('trade.orders.filled')}</HeadCell>
        <HeadCell>{head('trade.orders.status')}</HeadCell>
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
