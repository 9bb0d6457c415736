import type { ContractOrderRow } from '@candor/api';
import type { MessageId } from '@candor/i18n';
import { type Column, useFormatters } from '@candor/ui';
import { useIntl } from 'react-intl';
import { usePerpetualState } from '../data/index.ts';
import { MarketAndNumber, OrderTimes } from '../trade/orders/record-columns.tsx';
import { OrderTerms } from '../trade/orders/side-and-type.tsx';
import { TriggerCell } from '../trade/orders/trigger-cell.tsx';
import type { TriggerSource } from '../trade/orders/trigger-condition.ts';
import { useAway } from '../trade/orders/use-away.ts';
import { usePerpetualNames } from './use-perpetuals.ts';

/** By what an order was sent: its type, the stop that fired, or the liquidation. */
function senderOf({ origin, exitKind, type }: ContractOrderRow): MessageId {
  if (origin === 'liquidation') return 'perpetual.settlement.liquidation';
  return exitKind === null ? `trade.type.${type}` : `perpetual.stop.${exitKind}`;
}

/** "Open long limit": what an order does, in words and in the colour of its direction. */
function OrderKind({ order }: { readonly order: ContractOrderRow }) {
  const intl = useIntl();
  return (
    <>
      <span className={order.direction === 1 || order.direction === 4 ? 'text-up' : 'text-down'}>
        {intl.formatMessage({ id: `perpetual.direction.${order.direction}` })}
      </span>{' '}
      {intl.formatMessage({ id: senderOf(order) })}
      {order.retrying && (
        <span className="block text-12 text-warn">{intl.formatMessage({ id: 'trade.orders.retrying' })}</span>
      )}
    </>
  );
}

interface PerpetualTriggerProps {
  readonly order: ContractOrderRow;
  readonly source: TriggerSource;
  readonly price: string;
}

/** The trigger of a contract order, and while it waits, the distance to it. */
function PerpetualTrigger({ order, source, price }: PerpetualTriggerProps) {
  const away = useAway();
  const state = usePerpetualState(order.symbol);
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

/** The columns that the tables of open and of done contract orders begin with: when, where, what and by which trigger. */
export function usePerpetualOrderColumns(): readonly Column<ContractOrderRow>[] {
  const format = useFormatters();
  const named = usePerpetualNames();
  const price = (order: ContractOrderRow, value: string | null) =>
    format.price(value, named(order.symbol).priceDecimals);
  return [
    { head: 'trade.orders.time', kind: 'time', cell: (order) => <OrderTimes {...order} /> },
    {
      head: 'perpetual.contract',
      cell: ({ symbol, orderNo }) => <MarketAndNumber name={named(symbol).name} orderNo={orderNo} />,
    },
    {
      head: 'trade.orders.sideType',
      cell: (order) => (
        <>
          <OrderKind order={order} />
          <OrderTerms {...order} />
        </>
      ),
    },
    {
      head: 'trade.orders.trigger',
      kind: 'figure',
      cell: (order) =>
        order.triggerBy === null ? (
          price(order, null)
        ) : (
          <PerpetualTrigger order={order} source={order.triggerBy} price={price(order, order.triggerPrice)} />
        ),
    },
  ];
}
