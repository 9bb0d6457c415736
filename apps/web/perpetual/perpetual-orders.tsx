import type { ContractOrderRow } from '@candor/api';
import { useFormatters } from '@candor/ui';
import { useMasked } from '../common/eye.tsx';
import { useClient, useOpenPerpetuals } from '../data/index.ts';
import { useOpenOrderColumns } from '../trade/orders/record-columns.tsx';
import { RecordTable } from '../trade/orders/record-table.tsx';
import { useCancel } from '../trade/orders/use-cancel.ts';
import { usePerpetualOrderColumns } from './order-columns.tsx';
import { usePerpetualNames } from './use-perpetuals.ts';

/** The user's open contract orders, live; of one contract where it is given. */
export function PerpetualOrders({ symbol }: { readonly symbol?: string }) {
  const format = useFormatters();
  const masked = useMasked();
  const client = useClient();
  const columns = usePerpetualOrderColumns();
  const named = usePerpetualNames();
  const contracts = useOpenPerpetuals();
  const { cancel, isPending } = useCancel('contract-order', (orderId, options) =>
    client.call('contractOrderCancel', { query: { id: String(orderId) } }, options),
  );
  const last = useOpenOrderColumns<ContractOrderRow>({ idOf: ({ id }) => id, cancel, isPending });
  return (
    <RecordTable
      list="open"
      rows={contracts?.orders.filter((order) => symbol === undefined || order.symbol === symbol) ?? null}
      rowKey={(order) => order.id}
      isDimmed={(order) => isPending(order.id)}
      columns={[
        ...columns,
        {
          head: 'trade.orders.price',
          kind: 'figure',
          cell: (order) => format.price(order.price, named(order.symbol).priceDecimals),
        },
        {
          head: 'perpetual.contracts',
          kind: 'figure',
          cell: (order) => masked(format.quantity(order.quantity, 0)),
        },
        {
          head: 'trade.orders.filled',
          kind: 'figure',
          quiet: true,
          cell: (order) => masked(format.quantity(order.tradedQuantity, 0)),
        },
        ...last,
      ]}
    />
  );
}
