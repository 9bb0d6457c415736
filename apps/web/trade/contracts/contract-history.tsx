import { directionClass, directionOf, useFormatters } from '@candor/ui';
import { useIntl } from 'react-intl';
import { DataTable } from '../orders/data-table.tsx';
import { FillSide } from '../orders/fills.tsx';
import { OrderEnd } from '../orders/order-end.tsx';
import { useContractOrderColumns } from './contract-columns.tsx';
import { ContractFillReceiptStub } from './contract-fill-receipt.tsx';
import { useContractFills, useContractOrderHistory } from './contract-records.ts';
import { signedText } from './signed-amount.tsx';
import { useContractNames } from './use-contracts.ts';

/** An amount of USDT with a sign, in the colour of its direction. */
export function Result({ amount }: { readonly amount: string | null }) {
  const format = useFormatters();
  return <span className={directionClass[directionOf(amount)]}>{signedText(format, amount)}</span>;
}

/** The user's contract orders that are done. */
export function ContractOrderHistory({ symbol }: { readonly symbol?: string }) {
  const intl = useIntl();
  const format = useFormatters();
  const named = useContractNames();
  const columns = useContractOrderColumns();
  const { query, rows } = useContractOrderHistory(symbol);
  const text = (id: string) => intl.formatMessage({ id });
  return (
    <DataTable
      label={text('trade.orders.history')}
      rows={rows}
      rowKey={(order) => order.id}
      query={query}
      emptyTitle={text('trade.orders.noneDone')}
      emptyText={text('trade.orders.noneDoneText')}
      columns={[
        ...columns,
        {
          head: 'trade.orders.average',
          kind: 'figure',
          cell: (order) => format.price(order.averageDealPrice, named(order.symbol).priceDecimals),
        },
        {
          head: 'trade.contract.contracts',
          kind: 'figure',
          cell: (order) => format.quantity(order.quantity, 0),
        },
        {
          head: 'trade.orders.filled',
          kind: 'figure',
          cell: (order) => format.quantity(order.tradedQuantity, 0),
        },
        {
          head: 'trade.contract.realised',
          kind: 'figure',
          cell: (order) => <Result amount={order.realisedPnl} />,
        },
        {
          head: 'trade.orders.status',
          kind: 'end',
          wraps: true,
          cell: (order) => <OrderEnd order={order} />,
        },
      ]}
    />
  );
}

/** The user's contract fills. */
export function ContractFills({ symbol }: { readonly symbol?: string }) {
  const intl = useIntl();
  const format = useFormatters();
  const named = useContractNames();
  const { query, rows } = useContractFills(symbol);
  const text = (id: string) => intl.formatMessage({ id });
  return (
    <DataTable
      label={text('trade.orders.fills')}
      rows={rows}
      rowKey={(fill) => fill.id}
      query={query}
      emptyTitle={text('trade.orders.noFills')}
      emptyText={text('trade.orders.noFillsText')}
      columns={[
        { head: 'trade.orders.time', kind: 'time', cell: (fill) => format.dateTime(fill.time) },
        { head: 'trade.contract.contract', cell: (fill) => named(fill.symbol).name },
        {
          head: 'trade.orders.sideRole',
          cell: (fill) => (
            <>
              <FillSide side={fill.side} /> {text(`trade.role.${fill.role}`)}
            </>
          ),
        },
        {
          head: 'trade.orders.price',
          kind: 'figure',
          cell: (fill) => format.price(fill.price, named(fill.symbol).priceDecimals),
        },
        {
          head: 'trade.contract.contracts',
          kind: 'figure',
          cell: (fill) => format.quantity(fill.quantity, 0),
        },
        {
          head: 'trade.orders.fee',
          kind: 'figure',
          cell: (fill) => `${format.quantity(fill.fee.amount)} ${fill.fee.coin}`,
        },
        {
          head: 'trade.contract.realised',
          kind: 'figure',
          cell: (fill) => <Result amount={fill.realisedPnl} />,
        },
        {
          head: 'trade.orders.receipt',
          kind: 'end',
          cell: (fill) => <ContractFillReceiptStub fill={fill} />,
        },
      ]}
    />
  );
}
