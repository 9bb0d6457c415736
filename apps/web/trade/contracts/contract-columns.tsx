import type { ContractOrderRow } from '@candor/contract';
import { useFormatters } from '@candor/ui';
import { useIntl } from 'react-intl';
import type { Column } from '../orders/data-table.tsx';
import { TriggerCell } from '../orders/trigger-cell.tsx';
import { useContractNames } from './use-contracts.ts';

/** "Open long limit": what an order does, in words and in the colour of its direction. */
function OrderKind({ order }: { readonly order: ContractOrderRow }) {
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

/** The columns that the tables of open and of done contract orders begin with: when, where, what and at which prices. */
export function useContractOrderColumns(): readonly Column<ContractOrderRow>[] {
  const format = useFormatters();
  const named = useContractNames();
  const price = (order: ContractOrderRow, value: string | null) =>
    format.price(value, named(order.symbol).priceDecimals);
  return [
    { head: 'trade.orders.time', kind: 'time', cell: (order) => format.dateTime(order.createTime) },
    { head: 'trade.contract.contract', cell: (order) => named(order.symbol).name },
    { head: 'trade.orders.sideType', cell: (order) => <OrderKind order={order} /> },
    {
      head: 'trade.orders.trigger',
      kind: 'figure',
      cell: (order) =>
        order.triggerBy === null ? (
          price(order, null)
        ) : (
          <TriggerCell
            direction={order.triggerDirection}
            figure={price(order, order.triggerPrice)}
            source={order.triggerBy}
          />
        ),
    },
    { head: 'trade.orders.price', kind: 'figure', cell: (order) => price(order, order.price) },
  ];
}
