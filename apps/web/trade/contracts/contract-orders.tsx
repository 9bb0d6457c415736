import { Button, useFormatters } from '@candor/ui';
import { useIntl } from 'react-intl';
import { useClient, useOpenContracts } from '../../data/index.ts';
import { DataTable } from '../orders/data-table.tsx';
import { useCancel } from '../orders/use-cancel.ts';
import { useContractOrderColumns } from './contract-columns.tsx';

/** The user's open contract orders, live; of one contract where it is given. */
export function ContractOrders({ symbol }: { readonly symbol?: string }) {
  const intl = useIntl();
  const format = useFormatters();
  const client = useClient();
  const columns = useContractOrderColumns();
  const contracts = useOpenContracts();
  const { cancel, isPending } = useCancel('contract-order', (orderId, options) =>
    client.call('contractOrderCancel', { query: { id: String(orderId) } }, options),
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
        ...columns,
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
