import { loneLinkClass } from '@candor/ui';
import { getRouteApi, Link } from '@tanstack/react-router';
import { FormattedMessage } from 'react-intl';
import { MarketLists } from './market-lists.tsx';
import type { QuotesSearch } from './search.ts';

const route = getRouteApi('/shell/quotes/index');

/** All markets: watchlist, second contracts, spot and USDT contracts, with search and sorting. */
export function QuotesPage() {
  const { tab = 'spot', q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: QuotesSearch) =>
    void navigate({ search: { tab, ...(q === '' ? {} : { q }), ...next }, replace: true });
  return (
    <div className="mx-auto w-full max-w-330 flex-1 px-4 pt-8 pb-16 sm:px-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1 className="text-28 font-semibold">
          <FormattedMessage id="quotes.title" />
        </h1>
        <Link to="/market/main" className={loneLinkClass}>
          <FormattedMessage id="quotes.overview" />
        </Link>
      </div>
      <MarketLists tab={tab} q={q} onChange={change} path="/quotes/index" />
    </div>
  );
}
