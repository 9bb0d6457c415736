import type { FillRow, OrderRow } from '@candor/api';
import { Button, type Column, useFormatters, useText } from '@candor/ui';
import type { ReactNode } from 'react';
import { useMasked } from '../../common/eye.tsx';
import { type EndedOrder, OrderEnd } from './order-end.tsx';

interface Cancelling<Row> {
  readonly idOf: (row: Row) => number;
  readonly cancel: (id: number) => void;
  readonly isPending: (id: number) => boolean;
  /** Stands before the button that cancels. */
  readonly before?: (row: Row) => ReactNode;
}

/** The last columns of open orders: the state, and the button that cancels. */
export function useOpenOrderColumns<Row extends Pick<OrderRow, 'status'>>({
  idOf,
  cancel,
  isPending,
  before,
}: Cancelling<Row>): readonly Column<Row>[] {
  const text = useText();
  return [
    { head: 'trade.orders.status', wraps: true, cell: ({ status }) => text(`trade.status.${status}`) },
    {
      head: 'trade.orders.actions',
      kind: 'actions',
      wraps: true,
      cell: (row) => (
        <>
          {before?.(row)}
          <Button
            variant="plain"
            size="small"
            loading={isPending(idOf(row))}
            onClick={() => cancel(idOf(row))}
          >
            {text('trade.orders.cancel')}
          </Button>
        </>
      ),
    },
  ];
}

/** Time at which an order was placed, and below it its end: without the day where that is the same. */
export function OrderTimes({
  createTime,
  updateTime,
  endReason,
}: Pick<OrderRow, 'createTime' | 'updateTime'> & Pick<EndedOrder, 'endReason'>) {
  const format = useFormatters();
  const text = useText();
  const isSameDay = format.date(createTime) === format.date(updateTime);
  const end = isSameDay ? format.time(updateTime) : format.dateTime(updateTime);
  return (
    <>
      {format.dateTime(createTime)}
      {endReason !== null && <Second>{text('trade.orders.ended', { time: end })}</Second>}
    </>
  );
}

/** The second line of a cell. */
export const Second = ({ children }: { readonly children: ReactNode }) => (
  <span className="block text-12 text-ink-3">{children}</span>
);

/** A market's name, and below it the number by which bills and support name the order. */
export function MarketAndNumber({ name, orderNo }: { readonly name: string; readonly orderNo: string }) {
  const text = useText();
  return (
    <>
      {name}
      <span className="figure block text-12 text-ink-3">
        {text('trade.orders.number', { number: orderNo })}
      </span>
    </>
  );
}

/** The fees of an order; a dash while they are not known, and where nothing filled. */
export function useFeeText(): (order: Pick<OrderRow, 'serviceCharge' | 'tradedQuantity'>) => string {
  const format = useFormatters();
  const masked = useMasked();
  return ({ serviceCharge, tradedQuantity }) =>
    serviceCharge === null || Number(tradedQuantity) === 0
      ? format.quantity(null)
      : `${masked(format.quantity(serviceCharge.amount))} ${serviceCharge.coin}`;
}

/** The last column of done orders: how each ended. */
export const orderEndColumn: Column<EndedOrder> = {
  head: 'trade.orders.status',
  kind: 'end',
  wraps: true,
  cell: (order) => <OrderEnd order={order} />,
};

type Fill = Pick<FillRow, 'time' | 'side' | 'role' | 'fee'>;

/** The columns that fills of all products have in common. */
export function useFillColumns(): Readonly<Record<'time' | 'sideRole' | 'fee', Column<Fill>>> {
  const format = useFormatters();
  const masked = useMasked();
  const text = useText();
  return {
    time: { head: 'trade.orders.time', kind: 'time', wraps: true, cell: ({ time }) => format.dateTime(time) },
    sideRole: {
      head: 'trade.orders.sideRole',
      cell: ({ side, role }) => (
        <>
          <span className={side === 'buy' ? 'text-up' : 'text-down'}>{text(`trade.side.${side}`)}</span>{' '}
          {text(`trade.role.${role}`)}
        </>
      ),
    },
    fee: {
      head: 'trade.orders.fee',
      kind: 'figure',
      cell: ({ fee }) => `${masked(format.quantity(fee.amount))} ${fee.coin}`,
    },
  };
}
