import { cx, SegmentedControl, useText } from '@candor/ui';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import {
  useAllTickers,
  useFundingStates,
  useListing,
  useMarkets,
  useNewListings,
  usePricesOld,
} from '../../data/index.ts';
import { OLD_PRICES } from '../../trade/market/old-prices.ts';
import { MarketLists } from '../market-lists.tsx';
import { type OverviewSearch, overviewTypes } from '../search.ts';
import { Funding } from './funding.tsx';
import { HeatMap } from './heat-map.tsx';
import { liveRows } from './live-rows.ts';
import { Movers, NewListings, RANKED } from './rank-panels.tsx';
import { Summary } from './summary.tsx';

const route = getRouteApi('/shell/market/main');

/** The market at a glance: movers, volume, new listings, heat map and funding, then all markets. */
export function OverviewPage() {
  const text = useText();
  const { type = 'spot', view = 'map', tab = 'spot', q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: OverviewSearch) =>
    void navigate({
      search: ({ q: words = '', ...rest }) => written({ ...rest, q: words, ...next }),
      replace: true,
      resetScroll: false,
    });
  const spot = useMarkets();
  const contracts = useListing('usta', true);
  const listings = useNewListings(RANKED);
  const funding = useFundingStates();
  const tickers = useAllTickers();
  const isOld = usePricesOld();
  const listing = type === 'usta' ? contracts : spot;
  const rows = useMemo(
    () => (listing.data === undefined ? null : liveRows(listing.data, tickers)),
    [listing.data, tickers],
  );
  const all = [...(spot.data ?? []), ...(contracts.data ?? [])];
  const hasAll = listings.data !== undefined && spot.data !== undefined && contracts.data !== undefined;
  return (
    <div className="mx-auto w-full max-w-330 flex-1 px-4 pt-8 pb-16 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="text-28 font-semibold">{text('quotes.overview')}</h1>
        <SegmentedControl
          label={text('quotes.overview.type')}
          value={type}
          onValueChange={(next) => change({ type: next })}
          segments={overviewTypes.map((value) => ({
            value,
            label: text(value === 'spot' ? 'quotes.tab.spot' : 'quotes.tab.contract'),
          }))}
        />
      </div>
      <p className="max-w-180 pt-1 pb-5 text-14 text-ink-2">{text('quotes.overview.text')}</p>
      <div className={cx(isOld && OLD_PRICES)}>
        <Summary rows={rows ?? []} tickers={tickers} />
        <div className="grid gap-x-10 gap-y-8 pt-8 sm:grid-cols-2 xl:grid-cols-4">
          <Movers rows={rows} isFailed={listing.isError} type={type} />
          <NewListings
            listings={hasAll ? listings.data : null}
            isFailed={listings.isError || spot.isError || contracts.isError}
            rows={all}
          />
        </div>
        <div className="grid gap-x-10 gap-y-10 pt-8 xl:grid-cols-[minmax(0,1fr)_26rem]">
          <HeatMap
            rows={rows}
            query={listing}
            type={type}
            view={view}
            onViewChange={(next) => change({ view: next })}
          />
          <Funding contracts={contracts.data ?? null} states={funding.data ?? []} query={contracts} />
        </div>
      </div>
      <section aria-labelledby="all-markets" className="pt-10">
        <h2 id="all-markets" className="text-20 font-semibold">
          {text('quotes.allMarkets')}
        </h2>
        <MarketLists tab={tab} q={q} onChange={change} path="/market/main" />
      </section>
    </div>
  );
}

/** A search without words that nobody typed. */
const written = ({ q = '', ...rest }: OverviewSearch): OverviewSearch => (q === '' ? rest : { ...rest, q });
