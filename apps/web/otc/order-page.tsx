import type { OtcOrderDetail } from '@candor/api';
import { ErrorState, Loaded, loneLinkClass, SkeletonText, useProblem, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { OtcPage, type OtcPlace } from './head.tsx';
import { OrderActs } from './order-acts.tsx';
import { OrderAppeal } from './order-appeal.tsx';
import { OrderChat } from './order-chat.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderPayment } from './order-payment.tsx';
import { OrderRating } from './order-rating.tsx';
import { OrderState } from './order-state.tsx';
import { useOtcOrder } from './use-otc.ts';

interface OtcOrderPageProps {
  readonly orderId: number;
  readonly place: Extract<OtcPlace, 'order' | 'deal'>;
}

const listPath = { order: '/otc/order', deal: '/merchant/deal' } as const;

/** One order: its clock and what to do, where the money goes, and the conversation with the other side. */
export function OtcOrderPage({ orderId, place }: OtcOrderPageProps) {
  const text = useText();
  const problemOf = useProblem();
  const query = useOtcOrder(orderId);
  const order = query.data;
  const title =
    order === undefined
      ? text('escrow.orderNumber', { number: String(orderId) })
      : text(`otc.order.${order.role}`, { coin: order.coin });
  return (
    <OtcPage
      current={place}
      title={title}
      end={
        <Link
          to={listPath[place]}
          search={(before: { order?: number }) => {
            const { order: _, ...others } = before;
            return others;
          }}
          className={`${loneLinkClass} text-14`}
        >
          {text(`otc.place.${place}`)}
        </Link>
      }
    >
      {order === undefined && query.error !== null ? (
        <ErrorState
          title={text('otc.order.failed')}
          text={problemOf(query.error).text}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <Loaded query={query} data={order} skeleton={<SkeletonText lines={12} />}>
          {(shown) => (
            <>
              {query.error !== null && (
                <p role="alert" className="border-s-2 border-warn ps-3 text-14 text-warn">
                  {problemOf(query.error).text}
                </p>
              )}
              <Shown key={shown.orderId} order={shown} />
            </>
          )}
        </Loaded>
      )}
    </OtcPage>
  );
}

/** All of one order; the page keys it, so that nothing typed for one order comes to another. */
function Shown({ order }: { readonly order: OtcOrderDetail }) {
  return (
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,25rem)]">
      <div className="flex min-w-0 flex-col gap-8">
        <OrderState order={order} />
        <OrderPayment order={order} />
        <OrderActs order={order} />
        <OrderAppeal order={order} />
        <OrderRating order={order} />
        <OrderFacts order={order} />
      </div>
      <div className="min-w-0">
        <OrderChat order={order} />
      </div>
    </div>
  );
}
