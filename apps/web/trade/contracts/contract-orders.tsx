import type { ContractOrderRow } from '@candor/contract';
import { Button, useFormatters } from '@candor/ui';
import { useIntl } from 'react-intl';
import { useClient, useOpenContracts } from '../../data/index.ts';
import { DataTable } from '../orders/data-table.tsx';
import { useCancel } from '../orders/use-cancel.ts';
import { useContractNames } from './use-contracts.ts';

/** "Open long, limit": what an order does, in words and in the colour of its direction. */
export function OrderKind({ order }: { readonly order: Pick<ContractOrderRow, 'direction' | 'type'> }) {
  const intl = useIntl();
  return (
    <>
      <span className={order.direction === 1 || order.direction === 4 ? 'text-up' : 'text-down'}>
        {intl.formatMessage({ id: `trade.contract.direction.${order.direction}` })}
      </span>{' '}
      {intl.formatMessage({ id: `trade.type.${order.type}` })}
    </>
  );
}

/** The price that an order waits or waited for, and which price has to come there. */
export function OrderTrigger({ order }: { readonly order: ContractOrderRow }) {
  const intl = useIntl();
  const format = useFormatters();
  const { priceDecimals } = useContractNames()(order.symbol);
  if (order.triggerBy === null) return format.price(null, priceDecimals);
  return (
    <span className="flex flex-col items-end">
      <span>{format.price(order.triggerPrice, priceDecimals)}</span>
      <span className="text-12 text-ink-3">
        {intl.formatMessage({ id: `trade.source.${order.triggerBy}` })}
      </span>
    </span>
  );
}

/** The user's open contract orders, live; of one contract where it is given. */
export function ContractOrders({ symbol }: { readonly symbol?: string }) {
  const intl = useIntl();
  const format = useFormatters();
  const client = useClient();
  const named = useContractNames();
  const contracts = useOpenContracts();
  const { cancel, isPending } = useCancel('contract-order', (orderId) =>
    client.call('contractOrderCancel', { query: { id: String(orderId) } }),
  );
  const text = (id: string) => intl.formatMessage({ id });
  return (
    <DataTable
      label={text('trade.orders.open')}
      rows={contracts?.orders.filter((order) => symbol === undefined || order.symbol === symbol) ?? null}
      rowKey={(order) => order.id}
      isBusy={(order) => isPending(order.id)}
      emptyTitle={text('trade.orders.noneOpen')}
      emptyText={text('trade.orders.noneOpenText')}
      columns={[
        { head: 'trade.orders.time', quiet: true, cell: (order) => format.dateTime(order.createTime) },
        { head: 'trade.contract.contract', cell: (order) => named(order.symbol).name },
        { head: 'trade.orders.sideType', cell: (order) => <OrderKind order={order} /> },
        {
          head: 'trade.orders.trigger',
          kind: 'figure',
          cell: (order) => <OrderTrigger order={order} />,
        },
        {
          head: 'trade.orders.price',
          kind: 'figure',
          cell: (order) => format.price(order.price, named(order.symbol).priceDecimals),
        },
        {
          head: 'trade.contract.contracts',
          kind: 'figure',
          cell: (order) => format.quantity(order.quantity, 0),
        },
        {
          head: 'trade.orders.filled',
          kind: 'figure',
          quiet: true,
          cell: (order) => format.quantity(order.tradedQuantity, 0),
        },
        { head: 'trade.orders.status', cell: (order) => text(`trade.status.${order.status}`) },
        {
          head: 'trade.orders.actions',
          kind: 'actions',
          cell: (order) => (
            <Button
              variant="plain"
              size="small"
              loading={isPending(order.id)}
              onClick={() => cancel(order.id)}
            >
              {text('trade.orders.cancel')}
            </Button>
          ),
        },
      ]}
    />
  );
}
