import type { MarketRow } from '@candor/api';
import { buttonClass, Tab, TabList, TabPanel, Tabs, TextField, useKeys, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useFavourites, useListing, useMarkets, useSignedIn } from '../data/index.ts';
import { searchMarkets } from '../markets/rank.ts';
import { MarketTable } from './market-table.tsx';
import { type QuoteTab, quoteTabs } from './search.ts';

const NONE: readonly MarketRow[] = [];

function useList(tab: QuoteTab) {
  const spot = useMarkets();
  const favourites = useFavourites();
  const second = useListing('sec', tab === 'second');
  const contract = useListing('usta', tab === 'contract');
  return { spot, watchlist: favourites, second, contract }[tab];
}

/** Returns what stands in place of an empty list. */
function useEmpty(tab: QuoteTab, searching: boolean, back: string) {
  const text = useText();
  const signedIn = useSignedIn();
  if (tab === 'watchlist' && !signedIn) {
    return {
      emptyTitle: text('quotes.watchlist.visitor'),
      emptyAction: (
        <Link to="/user/login" search={{ from: `${back}?tab=watchlist` }} className={buttonClass('quiet')}>
          {text('shell.login')}
        </Link>
      ),
    };
  }
  if (searching) return { emptyTitle: text('quotes.noMatch') };
  return { emptyTitle: text(`quotes.none.${tab}`), emptyText: text(`quotes.none.${tab}.text`) };
}

interface MarketListsProps {
  readonly tab: QuoteTab;
  /** Words searched for. */
  readonly q: string;
  readonly onChange: (next: { readonly tab?: QuoteTab; readonly q?: string }) => void;
  /** The path of the page, to which a visitor comes back from the login. */
  readonly path: string;
}

/** All markets by product, and the watchlist, with search and sorting. */
export function MarketLists({ tab, q, onChange, path }: MarketListsProps) {
  const intl = useIntl();
  const signedIn = useSignedIn();
  const searchField = useRef<HTMLInputElement>(null);
  // as in every terminal; Esc clears it
  useKeys({ '/': () => searchField.current?.focus() });

  const query = useList(tab);
  const isVisitorsWatchlist = tab === 'watchlist' && !signedIn;
  const listed = isVisitorsWatchlist ? NONE : query.data;
  const shown = useMemo(
    () => (listed === undefined ? null : searchMarkets(listed, q).sort((left, right) => left.id - right.id)),
    [listed, q],
  );
  const empty = useEmpty(tab, q !== '', path);
  return (
    <Tabs value={tab} onValueChange={(next) => onChange({ tab: next })} className="pt-4">
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
            onValueChange={(value) => onChange({ q: value })}
            onKeyDown={(event) => {
              if (event.key === 'Escape') onChange({ q: '' });
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
            <FormattedMessage id="quotes.found" values={{ count: shown.length }} />
          )}
        </p>
        <MarketTable
          // each list has an order of its own
          key={tab}
          label={intl.formatMessage({ id: `quotes.tab.${tab}` })}
          type={tab === 'second' ? 'sec' : tab === 'contract' ? 'usta' : 'spot'}
          rows={shown}
          query={query}
          {...empty}
        />
      </TabPanel>
    </Tabs>
  );
}
