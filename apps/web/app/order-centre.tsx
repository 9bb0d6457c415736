import { getRouteApi, Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type OrderGroupId, orderGroupIds } from '../assets/search.ts';
import { investments } from '../finance/order-group.ts';
import { powerLoans } from '../loan/order-group.ts';
import { crossOrders, isolatedOrders } from '../margin/order-group.ts';
import { OrderCentre, type OrderCentreView } from '../orders/order-centre.tsx';
import { otcOrders } from '../otc/order-group.ts';
import { perpetualOrders } from '../perpetual/order-group.ts';
import { secondsOrders } from '../seconds/order-group.ts';
import { spotOrders } from '../spot/order-group.ts';
import { stakingOrders } from '../staking/order-group.ts';
import { swapOrders } from '../swap/order-group.ts';
import type { OrderGroup } from '../trade/orders/order-group.ts';

/** The order centre's groups: a product that takes orders adds its line. */
export const orderGroups: Readonly<Record<OrderGroupId, OrderGroup>> = {
  spot: spotOrders,
  usta: perpetualOrders,
  sec: secondsOrders,
  cross: crossOrders,
  isolated: isolatedOrders,
  swap: swapOrders,
  staking: stakingOrders,
  finance: investments,
  loan: powerLoans,
  otc: otcOrders,
};

const route = getRouteApi('/shell/assets/index');

/** The list and its filter as the address keeps them, and the function that writes them there. */
function useKeptView() {
  const { list, market, from, to } = useSearch({ strict: false });
  const navigate = useNavigate();
  const view: OrderCentreView = {
    ...(list === undefined ? {} : { list }),
    ...(market === undefined ? {} : { market }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
  const onViewChange = (next: OrderCentreView) => {
    const kept = { list: next.list, market: next.market, from: next.from, to: next.to };
    const search = (before: object) => ({ ...before, ...kept });
    void navigate({ to: '.', search: search as never, replace: true, resetScroll: false });
  };
  return { view, onViewChange };
}

/** The order centre as a panel of the assets page; `of` in the address chooses the group. */
export function OrdersPanel() {
  const { of = orderGroupIds[0] } = route.useSearch();
  return (
    <OrderCentre
      groups={orderGroups}
      shown={of}
      {...useKeptView()}
      link={(id, className, isCurrent, name) => (
        <Link
          to="/assets/index"
          search={{ key: 'tradeOrder', of: id }}
          replace
          className={className}
          aria-current={isCurrent ? 'page' : undefined}
        >
          {name}
        </Link>
      )}
    />
  );
}

/** Path of each group below `/account/entrust`. */
export const entrustPaths = {
  spot: '/account/entrust/spot',
  usta: '/account/entrust/future/u',
  cross: '/account/entrust/margin-all',
  isolated: '/account/entrust/margin-fixed',
} as const satisfies Partial<Record<OrderGroupId, string>>;

type EntrustId = keyof typeof entrustPaths;

const entrustGroups: Readonly<Record<EntrustId, OrderGroup>> = {
  spot: spotOrders,
  usta: perpetualOrders,
  cross: crossOrders,
  isolated: isolatedOrders,
};

/** Returns the page of a group at its own address below `/account/entrust`. */
export function entrustPage(shown: EntrustId) {
  return function EntrustPage() {
    return (
      <div className="mx-auto w-full max-w-330 flex-1 px-4 pt-6 pb-16 sm:px-5 lg:pt-8">
        <OrderCentre
          groups={entrustGroups}
          shown={shown}
          {...useKeptView()}
          link={(id, className, isCurrent, name) => (
            <Link
              to={entrustPaths[id]}
              replace
              className={className}
              aria-current={isCurrent ? 'page' : undefined}
            >
              {name}
            </Link>
          )}
        />
      </div>
    );
  };
}
