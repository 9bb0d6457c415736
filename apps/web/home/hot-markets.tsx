import type { MarketRow } from '@candor/api';
import { cx, DataTable, loneLinkClass, Skeleton, Tab, TabList, TabPanel, Tabs, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { lazyPart, NothingLost } from '../common/lazy-part.tsx';
import { useMarkets, usePricesOld } from '../data/index.ts';
import { useMarketColumns } from '../markets/market-columns.tsx';
import { hottest } from '../markets/rank.ts';

const QuoteList = lazyPart(async () => (await import('./quotes/quote-list.tsx')).QuoteList, NothingLost);

const SHOWN = 8;
const tabs = ['hot', 'currencies', 'gold'] as const;

function HotTable() {
  const text = useText();
  const query = useMarkets();
  const isOld = usePricesOld();
  const { data } = query;
  const rows = useMemo<readonly MarketRow[] | null>(
    () => (data === undefined ? null : hottest(data, SHOWN)),
    [data],
  );
  const { market, price, change, turnover, week, trade } = useMarketColumns(() => 'spot');
  // the hottest first is what the list is about
  const fixed = [market, price, change, turnover].map(({ compare: _, ...column }) => column);
  return (
    <DataTable
      label={text('home.tab.hot')}
      density="roomy"
      stacks={false}
      pressable
      skeletons={SHOWN}
      rows={rows}
      rowKey={({ id }) => id}
      query={query}
      failedTitle={text('markets.notLoaded')}
      emptyTitle={text('markets.noneListed')}
      isDimmed={() => isOld}
      columns={[...fixed, { ...week, className: 'w-32 max-sm:w-24' }, trade]}
    />
  );
}

/** The live market of the home page: hot coins, and quotes of currencies and gold. */
export function HotMarkets() {
  const intl = useIntl();
  const [tab, setTab] = useState<(typeof tabs)[number]>('hot');
  return (
    <Tabs value={tab} onValueChange={setTab}>
      <TabList
        label={intl.formatMessage({ id: 'home.markets' })}
        ruled={false}
        end={
          <Link to="/quotes/index" className={cx(loneLinkClass, 'whitespace-nowrap')}>
            <FormattedMessage id="home.allMarkets" />
          </Link>
        }
      >
        {tabs.map((each) => (
          <Tab key={each} value={each}>
            <FormattedMessage id={`home.tab.${each}`} />
          </Tab>
        ))}
      </TabList>
      <TabPanel value="hot">
        <HotTable />
      </TabPanel>
      {(['currencies', 'gold'] as const).map((each) => (
        <TabPanel key={each} value={each} className="min-h-105">
          <Suspense fallback={<Skeleton className="h-105 w-full" />}>
            <QuoteList kind={each === 'gold' ? 'gold' : 'currency'} />
          </Suspense>
        </TabPanel>
      ))}
    </Tabs>
  );
}
