import type { MarketRow } from '@candor/contract';
import {
  buttonClass,
  EmptyState,
  ErrorState,
  Tab,
  TabList,
  TabPanel,
  Tabs,
  TextField,
  useFormatters,
} from '@candor/ui';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { wordsOf } from '../app/error-words.ts';
import { type QuoteTab, quoteTabs } from '../app/search.ts';
import { useFavourites, useListing, useMarkets, useSignedIn } from '../data/index.ts';
import { type MarketColumn, type MarketSort, searchMarkets, sortMarkets } from '../markets/rank.ts';
import { usePageTitle } from '../shell/page-title.ts';
import { MarketTable } from './market-table.tsx';

const route = getRouteApi('/shell/quotes/index');

interface List {
  readonly rows: readonly MarketRow[] | null;
  readonly error: unknown;
  readonly retry: () => void;
}

function useList(tab: QuoteTab): List {
  const spot = useMarkets();
  const favourites = useFavourites();
  const second = useListing('sec', tab === 'second');
  const contract = useListing('usta', tab === 'contract');
  const query = { spot, watchlist: favourites, second, contract }[tab];
  return { rows: query.data ?? null, error: query.error, retry: () => void query.refetch() };
}

/** `/` anywhere on the page goes to the search, as in every terminal; Esc clears it. */
function useSlashKey(focus: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.key !== '/' || event.ctrlKey || event.metaKey || target.closest('input, textarea, select'))
        return;
      event.preventDefault();
      focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [focus]);
}

function NothingHere({ tab, searching }: { tab: QuoteTab; searching: boolean }) {
  const signedIn = useSignedIn();
  if (searching) return <EmptyState title={<FormattedMessage id="quotes.noMatch" />} />;
  if (tab === 'watchlist' && !signedIn) {
    return (
      <EmptyState
        title={<FormattedMessage id="quotes.watchlist.visitor" />}
        action={
          <Link
            to="/user/login"
            search={{ from: '/quotes/index?tab=watchlist' }}
            className={buttonClass('quiet')}
          >
            <FormattedMessage id="shell.login" />
          </Link>
        }
      />
    );
  }
  return (
    <EmptyState
      title={<FormattedMessage id={`quotes.none.${tab}`} />}
      text={<FormattedMessage id={`quotes.none.${tab}.text`} />}
    />
  );
}

/** All markets: watchlist, second contracts, spot and USDT contracts, with search and sorting. */
export function QuotesPage() {
  usePageTitle('quotes.title');
  const intl = useIntl();
  const formatters = useFormatters();
  const { tab = 'spot', q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const signedIn = useSignedIn();
  const [sort, setSort] = useState<MarketSort>({ column: 'listed', direction: 'ascending' });
  const searchField = useRef<HTMLInputElement>(null);
  const [focusSearch] = useState(() => () => searchField.current?.focus());
  useSlashKey(focusSearch);

  const { rows, error, retry } = useList(tab);
  const shown = useMemo(
    () => (rows === null ? null : sortMarkets(searchMarkets(rows, q), sort)),
    [rows, q, sort],
  );
  const onSort = (column: MarketColumn) =>
    setSort((current) => {
      if (current.column !== column) {
        return { column, direction: column === 'symbol' ? 'ascending' : 'descending' };
      }
      const first = column === 'symbol' ? 'ascending' : 'descending';
      if (current.direction === first) {
        return { column, direction: first === 'ascending' ? 'descending' : 'ascending' };
      }
      return { column: 'listed', direction: 'ascending' };
    });
  const change = (next: { tab?: QuoteTab; q?: string }) =>
    void navigate({ search: { tab, ...(q === '' ? {} : { q }), ...next }, replace: true });

  const visitorWatchlist = tab === 'watchlist' && !signedIn;
  const nothing = visitorWatchlist || shown?.length === 0;
  return (
    <div className="mx-auto w-full max-w-330 flex-1 px-4 pt-8 pb-16 sm:px-5">
      <h1 className="text-28 font-semibold">
        <FormattedMessage id="quotes.title" />
      </h1>
      <Tabs value={tab} onValueChange={(next) => change({ tab: next })} className="pt-4">
        <TabList
          label={intl.formatMessage({ id: 'quotes.lists' })}
          className="max-sm:flex-col-reverse max-sm:items-stretch"
          end={
            <TextField
              ref={searchField}
              label={intl.formatMessage({ id: 'quotes.search' })}
              labelPlacement="hidden"
              type="search"
              placeholder={intl.formatMessage({ id: 'quotes.search' })}
              value={q}
              onValueChange={(value) => change({ q: value })}
              onKeyDown={(event) => {
                if (event.key === 'Escape') change({ q: '' });
              }}
              maxLength={32}
              autoComplete="off"
              lead={<Search aria-hidden="true" className="size-4 text-ink-3" strokeWidth={1.75} />}
              className="pb-2 sm:w-64"
            />
          }
        >
          {quoteTabs.map((each) => (
            <Tab key={each} value={each}>
              <FormattedMessage id={`quotes.tab.${each}`} />
            </Tab>
          ))}
        </TabList>
        <TabPanel value={tab} className="pt-2">
          <p className="sr-only" role="status">
            {shown !== null && q !== '' && (
              <FormattedMessage id="quotes.found" values={{ count: formatters.count(shown.length) }} />
            )}
          </p>
          {error !== null && rows === null ? (
            <ErrorState
              title={<FormattedMessage id="markets.notLoaded" />}
              text={wordsOf(intl, error)}
              onRetry={retry}
            />
          ) : nothing ? (
            <NothingHere tab={tab} searching={q !== '' && !visitorWatchlist} />
          ) : (
            <MarketTable
              label={intl.formatMessage({ id: `quotes.tab.${tab}` })}
              type={tab === 'second' ? 'sec' : tab === 'contract' ? 'usta' : 'spot'}
              rows={shown}
              sort={sort}
              onSort={onSort}
            />
          )}
        </TabPanel>
      </Tabs>
    </div>
  );
}
