import type { OwnOrder } from '@candor/contract';
import { Button, useFormatters } from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useClient, useOpenOrders, useTicker } from '../../data/index.ts';
import { AmendDialog, isAmendable } from './amend-dialog.tsx';
import { DataTable } from './data-table.tsx';
import { useMarketNames } from './market-names.ts';
import { shownType } from './order-type.ts';
import { SideAndType } from './side-and-type.tsx';
import { SpotTrigger } from './spot-trigger.tsx';
import { useAway } from './use-away.ts';
import { useCancel } from './use-cancel.ts';

/** The price that an order waits for, and the distance of the current price from it. */
function Trigger({ order, decimals }: { readonly order: OwnOrder; readonly decimals: number }) {
  const away = useAway();
  const index = useTicker(order.symbol)?.index ?? null;
  const { trigger, side } = order;
  const distance = trigger?.source === 'index' ? away(trigger.thresholdPrice, index) : undefined;
  return <SpotTrigger side={side} trigger={trigger} decimals={decimals} away={distance} />;
}

function Edit({ order }: { readonly order: OwnOrder }) {
  const intl = useIntl();
  const market = useMarketNames()(order.symbol);
  const [editing, setEditing] = useState(false);
  return (
    <>
      <Button variant="plain" size="small" onClick={() => setEditing(true)}>
        {intl.formatMessage({ id: 'trade.orders.edit' })}
      </Button>
      {editing && <AmendDialog order={order} market={market} open onOpenChange={setEditing} />}
    </>
  );
}

/** The user's open orders, live; of one symbol where it is given. */
export function OpenOrders({ symbol }: { readonly symbol?: string }) {
  return <OpenOrderTable orders={useOpenOrders(symbol)} />;
}

/** Open orders of spot or of a margin account, which can be changed and cancelled; null while they are not known. */
export function OpenOrderTable({ orders }: { readonly orders: readonly OwnOrder[] | null }) {
  const intl = useIntl();
  const format = useFormatters();
  const client = useClient();
  const market = useMarketNames();
  const { cancel, isPending } = useCancel('order', (orderId, options) =>
    client.call('cancelEntrust', { body: { orderId } }, options),
  );
  const text = (id: string) => intl.formatMessage({ id });
  return (
    <DataTable
      label={text('trade.orders.open')}
      rows={orders}
      rowKey={(order) => order.orderId}
      isBusy={(order) => isPending(order.orderId)}
      emptyTitle={text('trade.orders.noneOpen')}
      emptyText={text('trade.orders.noneOpenText')}
      columns={[
        { head: 'trade.orders.time', kind: 'time', cell: (order) => format.dateTime(order.createdMs) },
        { head: 'trade.orders.market', cell: (order) => market(order.symbol).name },
        {
          head: 'trade.orders.sideType',
          cell: (order) => (
            <>
              <SideAndType side={order.side} type={shownType(order.orderType, order.trigger)} />
              {order.twinOrderId !== null && (
                <span className="ms-2 text-12 text-ink-3">{text('trade.orders.pair')}</span>
              )}
            </>
          ),
        },
        {
          head: 'trade.orders.trigger',
          kind: 'figure',
          cell: (order) => <Trigger order={order} decimals={market(order.symbol).priceDecimals} />,
        },
        {
          head: 'trade.orders.price',
          kind: 'figure',
          cell: (order) => format.price(order.price, market(order.symbol).priceDecimals),
        },
        {
          head: 'trade.orders.amount',
          kind: 'figure',
          cell: (order) => format.quantity(order.quantity, market(order.symbol).quantityDecimals),
        },
        {
          head: 'trade.orders.filled',
          kind: 'figure',
          quiet: true,
          cell: (order) => format.quantity(order.filledQuantity, market(order.symbol).quantityDecimals),
        },
        { head: 'trade.orders.status', cell: (order) => text(`trade.status.${order.status}`) },
        {
          head: 'trade.orders.actions',
          kind: 'actions',
          cell: (order) => (
            <>
              {isAmendable(order) && <Edit order={order} />}
              <Button
                variant="plain"
                size="small"
                loading={isPending(order.orderId)}
                onClick={() => cancel(order.orderId)}
              >
                {text('trade.orders.cancel')}
              </Button>
            </>
          ),
        },
      ]}
    />
  );
}
