import {
  Badge,
  type BadgeTone,
  Button,
  buttonClass,
  type Column,
  DataTable,
  useFormatters,
  useText,
} from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMasked } from '../common/eye.tsx';
import { useKnownNow } from '../common/use-now.ts';
import { useEmptyWords } from '../records/record-filter.tsx';
import { OfferName, useOfferWords } from './offer-words.tsx';
import { isRedeemable } from './order-figures.ts';
import { OrderReceipt } from './order-receipt.tsx';
import type { EarnOrder, EarnProduct, EarnStatus } from './product.ts';
import { RedeemDialog } from './redeem-dialog.tsx';
import { RenewalSwitch } from './renewal-switch.tsx';
import { Timeline } from './timeline.tsx';
import { useOrders } from './use-earn.ts';

const TONES: Readonly<Record<EarnStatus, BadgeTone>> = {
  inProgress: 'accent',
  completed: 'neutral',
  redeemed: 'neutral',
};

interface RedeemProps {
  readonly order: EarnOrder;
  readonly onPress: () => void;
}

/** Ends an order early; says until when that is locked. */
function Redeem({ order, onPress }: RedeemProps) {
  const text = useText();
  const format = useFormatters();
  const now = useKnownNow();
  const { id, redeemableTime = 0 } = order;
  const noteClass = 'inline-block max-w-36 text-13 whitespace-normal text-ink-3 max-sm:max-w-none';
  if (!isRedeemable(order)) return <span className={noteClass}>{text('earn.redeemable.never')}</span>;
  // a product that locks no days has no such time
  if (redeemableTime > 0 && (now === null || now < redeemableTime))
    return (
      <span className={noteClass}>
        {text('earn.redeemable.from', { time: format.dateTime(redeemableTime) })}
      </span>
    );
  return (
    <Button variant="quiet" size="small" onClick={onPress}>
      {text('earn.redeem')}{' '}
      <span className="sr-only">{text('earn.order.number', { number: String(id) })}</span>
    </Button>
  );
}

const runs = (order: EarnOrder) => order.status === 'inProgress';

function useOrderColumns(
  product: EarnProduct,
  onRedeem: (order: EarnOrder) => void,
): readonly Column<EarnOrder>[] {
  const text = useText();
  const masked = useMasked();
  const { rate, coins } = useOfferWords();
  const now = useKnownNow();
  const { renew } = product;
  return [
    {
      head: product.offerHead,
      card: 'title',
      cell: (order) => <OfferName offer={order} detail={`${rate(order.dailyPpm)} · #${order.id}`} />,
    },
    {
      head: 'earn.amount',
      kind: 'figure',
      cell: ({ investAmount, coin }) => (
        <span className="font-medium">{masked(coins(investAmount, coin))}</span>
      ),
    },
    {
      head: 'earn.interestShort',
      kind: 'figure',
      cell: ({ interest, paidInterest, coin }) => masked(coins(paidInterest ?? interest, coin)),
    },
    {
      head: 'earn.period',
      card: 'line',
      className: 'sm:ps-6!',
      cell: ({ beginDate, endDate, endedTime, redeemableTime }) => (
        <Timeline
          dense
          beganMs={beginDate}
          endMs={endDate}
          nowMs={endedTime ?? now ?? beginDate}
          endedMs={endedTime}
          lockedUntilMs={redeemableTime ?? null}
        />
      ),
    },
    {
      head: 'earn.status',
      card: 'corner',
      cell: (order) => <Badge tone={TONES[order.status]}>{text(`earn.status.${order.status}`)}</Badge>,
    },
    ...(renew === undefined
      ? []
      : [
          {
            head: 'earn.renewal',
            cell: (order: EarnOrder) =>
              runs(order) ? (
                <RenewalSwitch
                  product={product}
                  renew={renew}
                  id={order.id}
                  autoRenew={order.autoRenew === true}
                />
              ) : null,
          },
        ]),
    {
      head: 'earn.receipt',
      kind: 'end',
      cell: (order) => <OrderReceipt product={product} order={order} />,
    },
    {
      head: 'earn.redeem',
      kind: 'actions',
      cell: (order) => runs(order) && <Redeem order={order} onPress={() => onRedeem(order)} />,
    },
  ];
}

interface OrdersTableProps {
  readonly product: EarnProduct;
  readonly status: EarnStatus | undefined;
  /** Within a frame of its own. */
  readonly inset?: boolean;
}

/** The user's orders of a status with their dates, their interest and what can be done with each. */
export function OrdersTable({ product, status, inset = false }: OrdersTableProps) {
  const text = useText();
  const { id } = product;
  const [redeemed, setRedeemed] = useState<EarnOrder | null>(null);
  const columns = useOrderColumns(product, setRedeemed);
  const { query, rows } = useOrders(product, status);
  const empty = useEmptyWords(text(`${id}.orders.none`), text(`${id}.orders.none.text`));
  return (
    <>
      <DataTable<EarnOrder>
        label={text(`${id}.orders`)}
        density="roomy"
        inset={inset}
        rows={rows}
        rowKey={(order) => order.id}
        query={query}
        failedTitle={text(`${id}.orders.notLoaded`)}
        {...empty}
        emptyAction={
          <Link {...product.offersAt} className={buttonClass('quiet')}>
            {text(`${id}.toOffers`)}
          </Link>
        }
        columns={columns}
      />
      {redeemed !== null && (
        <RedeemDialog product={product} order={redeemed} onClose={() => setRedeemed(null)} />
      )}
    </>
  );
}
