import { loneLinkClass, Tab, TabList, TabPanel, Tabs, useText } from '@candor/ui';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Eye } from '../common/eye.tsx';
import { DaysFilter } from '../records/days-filter.tsx';
import { PledgesFile } from './files.tsx';
import { OrdersTable } from './orders-table.tsx';
import { OwnFigures } from './own-figures.tsx';
import { orderStatuses, type PledgeOrdersSearch } from './search.ts';

const route = getRouteApi('/shell/pledge/order');
const ALL = 'all';
const VIEWS = [ALL, ...orderStatuses] as const;

/** The user's staking orders; the address holds the status and the days that are shown. */
export function PledgeOrdersPage() {
  const text = useText();
  const search = route.useSearch();
  const { status } = search;
  const navigate = route.useNavigate();
  const show = (view: (typeof VIEWS)[number]) => {
    const { status: _, ...days } = search;
    const next: PledgeOrdersSearch = view === ALL ? days : { ...days, status: view };
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
      <OwnFigures />
      <DaysFilter>
        {(fields) => (
          <Tabs value={status ?? ALL} onValueChange={show} className="flex flex-col gap-4">
            <TabList label={text('staking.status')}>
              {VIEWS.map((view) => (
                <Tab key={view} value={view}>
                  {text(`staking.status.${view}`)}
                </Tab>
              ))}
            </TabList>
            <div className="flex flex-wrap items-end justify-between gap-3">
              {fields}
              <PledgesFile status={status} />
            </div>
            {VIEWS.map((view) => (
              <TabPanel key={view} value={view}>
                <OrdersTable status={view === ALL ? undefined : view} />
              </TabPanel>
            ))}
          </Tabs>
        )}
      </DaysFilter>
    </div>
  );
}
