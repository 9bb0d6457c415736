import type { OwnOrder } from '@candor/api';
import { Button, useFormatters } from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useMasked } from '../../common/eye.tsx';
import { useClient, useOpenOrders, useTicker } from '../../data/index.ts';
import { AmendDialog, isAmendable } from './amend-dialog.tsx';
import { useMarketNames } from './market-names.ts';
import { shownType } from './order-type.ts';
import { MarketAndNumber, useOpenOrderColumns } from './record-columns.tsx';
import { RecordTable } from './record-table.tsx';
import { PairMark, SideAndType } from './side-and-type.tsx';
import { SpotTrigger } from './spot-trigger.tsx';
import { useAway } from './use-away.ts';
import { useCancel } from './use-cancel.ts';

/** The price that an order waits for, and the distance of the current price from it. */
function Trigger({ order, decimals }: { readonly order: OwnOrder; readonly decimals: number }) {
  const away = useAway();
  const index = useTicker(order.symbol)?.index ?? null;
  const { trigger, side } = order;
  const distance =
    trigger?.source === 'index' ? away(trigger.thresholdPrice ?? trigger.activationPrice, index) : undefined;
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
      {editing && <AmendDialog order={order} market={market} onOpenChange={setEditing} />}
    </>
  );
}

/** The user's open orders, live; of one symbol where it is given. */
export function OpenOrders({ symbol }: { readonly symbol?: string }) {
  return <OpenOrderTable orders={useOpenOrders(symbol)} />;
}

/** Open orders of spot or of a margin account, which can be changed and cancelled; null while they are not known. */
export function OpenOrderTable({ orders }: { readonly orders: readonly OwnOrder[] | null }) {
  const format = useFormatters();
  const client = useClient();
  const masked = useMasked();
  const market = useMarketNames();
  const { cancel, isPending } = useCancel('order', (orderId, options) =>
    client.call('cancelEntrust', { body: { orderId } }, options),
  );
  const last = useOpenOrderColumns<OwnOrder>({
    idOf: ({ orderId }) => orderId,
    cancel,
    isPending,
    before: (order) => isAmendable(order) && <Edit order={order} />,
  });
  return (
    <RecordTable
      list="open"
      rows={orders}
      rowKey={(order) => order.orderId}
      isDimmed={(order) => isPending(order.orderId)}
      columns={[
        {
          head: 'trade.orders.time',
          kind: 'time',
          wraps: true,
          cell: (order) => format.dateTime(order.createdMs),
        },
        {
          head: 'trade.orders.market',
          cell: ({ symbol, orderId }) => (
            <MarketAndNumber name={market(symbol).name} orderNo={String(orderId)} />
          ),
        },
        {
          head: 'trade.orders.sideType',
          cell: (order) => (
            <>
              <SideAndType side={order.side} type={shownType(order.orderType, order.trigger)} />
              <PairMark twinOrderId={order.twinOrderId} />
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
          cell: (order) => masked(format.quantity(order.quantity, market(order.symbol).quantityDecimals)),
        },
        {
          head: 'trade.orders.filled',
          kind: 'figure',
          quiet: true,
          cell: (order) =>
            masked(format.quantity(order.filledQuantity, market(order.symbol).quantityDecimals)),
        },
        ...last,
      ]}
    />
  );
}
