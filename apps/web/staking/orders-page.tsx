import { loneLinkClass, useText } from '@candor/ui';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Eye } from '../common/eye.tsx';
import { OwnOrders } from '../earn/own-orders.tsx';
import { type EarnStatus, staking } from '../earn/product.ts';
import type { OrdersSearch } from '../earn/search.ts';

const route = getRouteApi('/shell/pledge/order');

/** The user's staking orders; the address holds the status and the days that are shown. */
export function PledgeOrdersPage() {
  const text = useText();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const show = (status: EarnStatus | undefined) => {
    const { status: _, ...days } = search;
    const next: OrdersSearch = status === undefined ? days : { ...days, status };
    void navigate({ search: next, replace: true, resetScroll: false });
  };
  return (
    <div className="mx-auto flex w-full max-w-330 flex-col gap-6 px-4 pt-8 pb-20 sm:px-5 lg:pt-12">
      <header className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <span className="flex items-center gap-2">
          <h1 className="text-28 font-semibold">{text('staking.orders')}</h1>
          <Eye />
        </span>
        <Link to="/pledge/index" className={`${loneLinkClass} text-14`}>
          {text('staking.toOffers')}
        </Link>
      </header>
      <OwnOrders product={staking} status={search.status} onStatusChange={show} />
    </div>
  );
}
