import { directionClass, directionOf, useFormatters } from '@candor/ui';
import { averageText } from '../common/average-price.ts';
import { useMasked } from '../common/eye.tsx';
import { orderEndColumn, Second, useFeeText, useFillColumns } from '../trade/orders/record-columns.tsx';
import { RecordTable } from '../trade/orders/record-table.tsx';
import { PerpetualFillReceiptStub } from './fill-receipt.tsx';
import { usePerpetualOrderColumns } from './order-columns.tsx';
import { usePerpetualFills, usePerpetualOrderHistory } from './perpetual-records.ts';
import { signedText } from './signed-amount.tsx';
import { usePerpetualNames } from './use-perpetuals.ts';

/** An amount of USDT with a sign, in the colour of its direction. */
export function Result({ amount }: { readonly amount: string | null }) {
  const format = useFormatters();
  const masked = useMasked();
  return (
    <span className="whitespace-nowrap">
      <span className={directionClass[directionOf(amount)]}>{masked(signedText(format, amount))}</span>
      {amount !== null && ' USDT'}
    </span>
  );
}

/** The user's contract orders that are done. */
export function PerpetualOrderHistory({ symbol }: { readonly symbol?: string }) {
  const format = useFormatters();
  const masked = useMasked();
  const named = usePerpetualNames();
  const columns = usePerpetualOrderColumns();
  const fee = useFeeText();
  const { query, rows } = usePerpetualOrderHistory(symbol);
  return (
    <RecordTable
      list="history"
      rows={rows}
      rowKey={(order) => order.id}
      query={query}
      columns={[
        ...columns,
        {
          head: 'trade.orders.averagePrice',
          kind: 'figure',
          wraps: true,
          cell: (order) => {
            const { priceDecimals } = named(order.symbol);
            return (
              <>
                {averageText(format, order.averageDealPrice, priceDecimals)}
                {order.price !== null && <Second>{format.price(order.price, priceDecimals)}</Second>}
              </>
            );
          },
        },
        {
          head: 'perpetual.filledContracts',
          kind: 'figure',
          wraps: true,
          cell: (order) => (
            <>
              {masked(format.quantity(order.tradedQuantity, 0))}
              <Second>{masked(format.quantity(order.quantity, 0))}</Second>
            </>
          ),
        },
        {
          head: 'perpetual.resultFee',
          kind: 'figure',
          wraps: true,
          cell: (order) => (
            <>
              <Result amount={order.realisedPnl} />
              <Second>{fee(order)}</Second>
            </>
          ),
        },
        orderEndColumn,
      ]}
    />
  );
}

/** The user's contract fills. */
export function PerpetualFills({ symbol }: { readonly symbol?: string }) {
  const format = useFormatters();
  const masked = useMasked();
  const named = usePerpetualNames();
  const { query, rows } = usePerpetualFills(symbol);
  const { time, sideRole, fee } = useFillColumns();
  return (
    <RecordTable
      list="fills"
      rows={rows}
      rowKey={(fill) => fill.id}
      query={query}
      columns={[
        time,
        { head: 'perpetual.contract', cell: (fill) => named(fill.symbol).name },
        sideRole,
        {
          head: 'trade.orders.price',
          kind: 'figure',
          cell: (fill) => format.price(fill.price, named(fill.symbol).priceDecimals),
        },
        {
          head: 'perpetual.contracts',
          kind: 'figure',
          cell: (fill) => masked(format.quantity(fill.quantity, 0)),
        },
        fee,
        {
          head: 'perpetual.realised',
          kind: 'figure',
          cell: (fill) => <Result amount={fill.realisedPnl} />,
        },
        {
          head: 'trade.orders.receipt',
          kind: 'end',
          cell: (fill) => <PerpetualFillReceiptStub fill={fill} />,
        },
      ]}
    />
  );
}
