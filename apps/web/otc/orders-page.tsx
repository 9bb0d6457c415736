import { Tab, TabList, TabPanel, Tabs, useText } from '@candor/ui';
import { getRouteApi } from '@tanstack/react-router';
import { Eye } from '../common/eye.tsx';
import { DaysFilter } from '../records/days-filter.tsx';
import { OtcPage } from './head.tsx';
import { OtcOrderPage } from './order-page.tsx';
import { OtcOrdersTable } from './orders-table.tsx';
import { type OtcOrdersSearch, otcOrderViews } from './search.ts';
import type { OtcRole } from './use-otc.ts';

const ALL = 'all';
const VIEWS = [ALL, ...otcOrderViews] as const;

interface OrdersProps {
  readonly listedAs: OtcRole;
  readonly search: OtcOrdersSearch;
  readonly onShow: (search: OtcOrdersSearch) => void;
}

/** Orders that are open, that have ended, or all, of the days that the address names. */
function Orders({ listedAs, search, onShow }: OrdersProps) {
  const text = useText();
  const { view } = search;
  const show = (next: (typeof VIEWS)[number]) => {
    const { view: _, ...others } = search;
    onShow(next === ALL ? others : { ...others, view: next });
  };
  return (
    <DaysFilter>
      {(fields) => (
        <Tabs value={view ?? ALL} onValueChange={show} className="flex flex-col gap-4">
          <TabList label={text('otc.state')} size="small">
            {VIEWS.map((each) => (
              <Tab key={each} value={each}>
                {text(`otc.view.${each}`)}
              </Tab>
            ))}
          </TabList>
          {fields}
          {VIEWS.map((each) => (
            <TabPanel key={each} value={each}>
              <OtcOrdersTable listedAs={listedAs} state={each === ALL ? undefined : each} />
            </TabPanel>
          ))}
        </Tabs>
      )}
    </DaysFilter>
  );
}

const orderRoute = getRouteApi('/shell/otc/order');
const dealRoute = getRouteApi('/shell/merchant/deal');

/** The orders in which the user took an offer, or the one that the address names. */
export function OtcOrdersPage() {
  const text = useText();
  const search = orderRoute.useSearch();
  const navigate = orderRoute.useNavigate();
  if (search.order !== undefined) return <OtcOrderPage orderId={search.order} place="order" />;
  return (
    <OtcPage current="order" title={text('otc.place.order')} end={<Eye />}>
      <Orders
        listedAs="taker"
        search={search}
        onShow={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      />
    </OtcPage>
  );
}

/** The orders at the offers of a merchant, or the one that the address names. */
export function MerchantDealPage() {
  const text = useText();
  const search = dealRoute.useSearch();
  const navigate = dealRoute.useNavigate();
  if (search.order !== undefined) return <OtcOrderPage orderId={search.order} place="deal" />;
  return (
    <OtcPage current="deal" title={text('otc.place.deal')} end={<Eye />}>
      <Orders
        listedAs="maker"
        search={search}
        onShow={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      />
    </OtcPage>
  );
}
