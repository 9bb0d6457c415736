import type { PledgeOrderRow } from '@candor/api';
import { Badge, type BadgeTone, Button, buttonClass, DataTable, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMasked } from '../common/eye.tsx';
import { OfferName, useOfferWords } from '../common/offer-words.tsx';
import { useKnownNow } from '../common/use-now.ts';
import { useEmptyWords } from '../records/record-filter.tsx';
import { PledgeReceipt } from './pledge-receipt.tsx';
import { RedeemDialog } from './redeem-dialog.tsx';
import { RenewalSwitch } from './renewal-switch.tsx';
import type { OrderStatus } from './search.ts';
import { Timeline } from './timeline.tsx';
import { usePledgeOrders } from './use-pledges.ts';

const TONES: Readonly<Record<OrderStatus, BadgeTone>> = {
  inProgress: 'accent',
  completed: 'neutral',
  redeemed: 'neutral',
};

/** The user's orders of a status with their dates, their interest and what can be done with each. */
export function OrdersTable({ status }: { readonly status: OrderStatus | undefined }) {
  const text = useText();
  const masked = useMasked();
  const { rate, coins } = useOfferWords();
  const now = useKnownNow();
  const [redeemed, setRedeemed] = useState<PledgeOrderRow | null>(null);
  const { query, rows } = usePledgeOrders(status);
  const empty = useEmptyWords(text('staking.orders.none'), text('staking.orders.none.text'));
  const runs = (order: PledgeOrderRow) => order.status === 'inProgress';
  return (
    <>
      <DataTable<PledgeOrderRow>
        label={text('staking.orders')}
        density="roomy"
        rows={rows}
        rowKey={({ id }) => id}
        query={query}
        failedTitle={text('staking.orders.notLoaded')}
        {...empty}
        emptyAction={
          <Link to="/pledge/index" className={buttonClass('quiet')}>
            {text('staking.toOffers')}
          </Link>
        }
        columns={[
          {
            head: 'staking.offer',
            card: 'title',
            cell: (order) => (
              <span className="flex items-center gap-3">
                <OfferName offer={order} />
                <span className="figure text-13 font-normal text-ink-3">
                  {rate(order.dailyPpm)} · #{order.id}
                </span>
              </span>
            ),
          },
          {
            head: 'staking.amount',
            kind: 'figure',
            cell: ({ investAmount, coin }) => (
              <span className="font-medium">{masked(coins(investAmount, coin))}</span>
            ),
          },
          {
            head: 'staking.interestShort',
            kind: 'figure',
            cell: ({ interest, paidInterest, coin }) => masked(coins(paidInterest ?? interest, coin)),
          },
          {
            head: 'staking.period',
            card: 'line',
            className: 'sm:ps-6!',
            cell: ({ beginDate, endDate, endedTime }) => (
              <Timeline dense beganMs={beginDate} endMs={endDate} nowMs={endedTime ?? now ?? beginDate} />
            ),
          },
          {
            head: 'staking.status',
            card: 'corner',
            cell: (order) => (
              <Badge tone={TONES[order.status]}>{text(`staking.status.${order.status}`)}</Badge>
            ),
          },
          {
            head: 'staking.renewal',
            cell: (order) => (runs(order) ? <RenewalSwitch order={order} /> : null),
          },
          { head: 'staking.receipt', kind: 'end', cell: (order) => <PledgeReceipt order={order} /> },
          {
            head: 'staking.redeem',
            kind: 'actions',
            cell: (order) =>
              runs(order) && (
                <Button variant="quiet" size="small" onClick={() => setRedeemed(order)}>
                  {text('staking.redeem')}{' '}
                  <span className="sr-only">
                    {text('staking.order.number', { number: String(order.id) })}
                  </span>
                </Button>
              ),
          },
        ]}
      />
      {redeemed !== null && <RedeemDialog order={redeemed} onClose={() => setRedeemed(null)} />}
    </>
  );
}
