import type { ContractOrderRow } from '@candor/contract';
import { useFormatters } from '@candor/ui';
import { useIntl } from 'react-intl';
import { useContractState } from '../../data/index.ts';
import type { Column } from '../orders/data-table.tsx';
import { TriggerCell } from '../orders/trigger-cell.tsx';
import type { TriggerSource } from '../orders/trigger-condition.ts';
import { useAway } from '../orders/use-away.ts';
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

interface ContractTriggerProps {
  readonly order: ContractOrderRow;
  readonly source: TriggerSource;
  readonly price: string;
}

/** What a contract order waits or waited for; while it waits, how far away that is. */
function ContractTrigger({ order, source, price }: ContractTriggerProps) {
  const away = useAway();
  const state = useContractState(order.symbol);
  const now = source === 'mark' ? state?.markPrice : source === 'index' ? state?.indexPrice : null;
  const isOpen = order.status === 'waiting';
  return (
    <TriggerCell
      direction={order.triggerDirection}
      figure={price}
      source={source}
      away={isOpen ? away(order.triggerPrice, now ?? null) : undefined}
    />
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
          <ContractTrigger order={order} source={order.triggerBy} price={price(order, order.triggerPrice)} />
        ),
    },
    { head: 'trade.orders.price', kind: 'figure', cell: (order) => price(order, order.price) },
  ];
}
