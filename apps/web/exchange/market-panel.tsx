import type { MarketRow } from '@candor/api';
import {
  Badge,
  buttonClass,
  type Column,
  DataTable,
  rowLinkClass,
  Tab,
  TabList,
  TabPanel,
  Tabs,
  TextField,
  useText,
} from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useFavourites, useListing, useMarkets, usePricesOld, useSignedIn } from '../data/index.ts';
import { FavouriteStar } from '../markets/favourite-star.tsx';
import { useMarketColumns } from '../markets/market-columns.tsx';
import { useMarketPlaces } from '../markets/market-place.ts';
import { searchMarkets } from '../markets/rank.ts';
import { LoginLink } from '../shell/login-link.tsx';
import type { FullScreenProduct } from './full-screen-symbol.ts';

const tabs = ['watchlist', 'spot', 'contract'] as const;
type PanelTab = (typeof tabs)[number];

const NONE: readonly MarketRow[] = [];

const productOf = (market: MarketRow): FullScreenProduct => ('contract_size' in market ? 'usta' : 'spot');

/** The columns of the panel: the watchlist has markets of both products, and marks the contracts. */
function usePanelColumns(tab: PanelTab): readonly Column<MarketRow>[] {
  const text = useText();
  const placeOf = useMarketPlaces();
  const { market, price, change } = useMarketColumns(productOf);
  return [
    {
      head: 'quotes.watchlist',
      kind: 'actions',
      raised: true,
      className: 'w-8 pe-0! text-start!',
      cell: (row) => <FavouriteStar market={row} />,
    },
    {
      ...market,
      className: 'ps-0!',
      cell: (row) => (
        <span className="flex items-center gap-1">
          <Link {...placeOf(row, productOf(row))} className={rowLinkClass}>
            <span className="font-medium">{row.base_symbol}</span>
            <span className="text-ink-3">/{row.quote_symbol}</span>
          </Link>
          {tab === 'watchlist' && productOf(row) === 'usta' && <Badge>{text('quotes.tab.contract')}</Badge>}
        </span>
      ),
    },
    { ...price, wraps: true },
    { ...change, wraps: true },
  ];
}

interface SearchFieldProps {
  readonly typed: string;
  readonly onType: (typed: string) => void;
}

function SearchField({ typed, onType }: SearchFieldProps) {
  const text = useText();
  return (
    <TextField
      label={text('quotes.search')}
      labelPlacement="hidden"
      type="search"
      placeholder={text('quotes.search')}
      value={typed}
      onValueChange={onType}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onType('');
      }}
      maxLength={32}
      autoComplete="off"
      lead={<Search aria-hidden="true" className="size-4 text-ink-3" strokeWidth={1.75} />}
    />
  );
}

interface MarketPanelProps {
  /** The kernel's name of the market that is shown; undefined while it is not known. */
  readonly symbol: string | undefined;
  readonly product: FullScreenProduct;
}

/** All markets of both products, and the watchlist, beside the one that is shown. */
export function MarketPanel({ symbol, product }: MarketPanelProps) {
  const text = useText();
  const isOld = usePricesOld();
  const signedIn = useSignedIn();
  const [tab, setTab] = useState<PanelTab>(product === 'usta' ? 'contract' : 'spot');
  const [typed, setTyped] = useState('');
  const spot = useMarkets();
  const contract = useListing('usta', true);
  const watchlist = useFavourites();
  const query = { spot, contract, watchlist }[tab];
  const isVisitors = tab === 'watchlist' && !signedIn;
  const listed = isVisitors ? NONE : query.data;
  const rows = useMemo(() => (listed === undefined ? null : searchMarkets(listed, typed)), [listed, typed]);
  const columns = usePanelColumns(tab);
  const list = (
    <DataTable
      label={text(`quotes.tab.${tab}`)}
      inset
      stacks={false}
      pressable
      virtual="box"
      className="h-full"
      rows={rows}
      rowKey={({ id }) => id}
      query={query}
      skeletons={10}
      isDimmed={() => isOld}
      isSelected={(row) => row.symbol === symbol}
      failedTitle={text('markets.notLoaded')}
      emptyTitle={
        isVisitors
          ? text('quotes.watchlist.visitor')
          : typed === ''
            ? text(`quotes.none.${tab}`)
            : text('quotes.noMatch')
      }
      {...(isVisitors || typed !== '' ? {} : { emptyText: text(`quotes.none.${tab}.text`) })}
      {...(isVisitors
        ? { emptyAction: <LoginLink className={buttonClass('quiet')}>{text('shell.login')}</LoginLink> }
        : {})}
      columns={columns}
    />
  );
  return (
    <Tabs value={tab} onValueChange={setTab} className="flex h-full min-h-0 flex-col">
      <div className="px-3 pt-2">
        <SearchField typed={typed} onType={setTyped} />
      </div>
      <TabList label={text('quotes.lists')} size="small" className="px-3">
        {tabs.map((each) => (
          <Tab key={each} value={each}>
            {text(`quotes.tab.${each}`)}
          </Tab>
        ))}
      </TabList>
      {tabs.map((each) => (
        <TabPanel key={each} value={each} className="min-h-0 flex-1">
          {each === tab && list}
        </TabPanel>
      ))}
    </Tabs>
  );
}
