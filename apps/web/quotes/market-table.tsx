import type { MarketRow } from '@candor/api';
import { Badge, type Column, DataTable, type DataTableProps, useText } from '@candor/ui';
import { usePricesOld } from '../data/index.ts';
import { AlertButton } from '../markets/alert-button.tsx';
import { alertMarketOf } from '../markets/alert-market.ts';
import { FavouriteStar } from '../markets/favourite-star.tsx';
import { CoinName } from '../markets/market-cells.tsx';
import { useMarketColumns } from '../markets/market-columns.tsx';
import type { TradeType } from '../markets/trade-search.ts';

const isPerpetual = (market: MarketRow) => 'contract_size' in market;

interface MarketTableProps
  extends Pick<DataTableProps<MarketRow>, 'label' | 'query' | 'emptyTitle' | 'emptyText' | 'emptyAction'> {
  /** Type of the trade page that a row links to. */
  readonly type: TradeType;
  /** In the order of the listing; null while they are loaded. */
  readonly rows: readonly MarketRow[] | null;
}

/** All markets of a list, sortable, drawing only the rows in view. */
export function MarketTable({ type, ...list }: MarketTableProps) {
  const isOld = usePricesOld();
  const text = useText();
  const columns = useMarketColumns((market) => (isPerpetual(market) ? 'usta' : type));
  const watched: Column<MarketRow> = {
    head: 'quotes.watchlist',
    kind: 'actions',
    raised: true,
    className: 'w-16 pe-0! text-start!',
    cell: (market) => (
      <span className="flex">
        <FavouriteStar market={market} />
        <AlertButton market={alertMarketOf(market)} size="small" />
      </span>
    ),
  };
  const named: Column<MarketRow> = {
    ...columns.market,
    cell: (market) => (
      <span className="flex items-center gap-2 max-sm:py-2">
        <CoinName market={market} pair />
        {isPerpetual(market) && type !== 'usta' && <Badge>{text('quotes.tab.contract')}</Badge>}
        {market.state !== 'trading' && <Badge tone="warn">{text(`markets.state.${market.state}`)}</Badge>}
      </span>
    ),
  };
  const { price, change, high, low, turnover, week, trade } = columns;
  return (
    <DataTable
      {...list}
      density="roomy"
      stacks={false}
      pressable
      virtual="page"
      skeletons={10}
      failedTitle={text('markets.notLoaded')}
      rowKey={(market) => market.id}
      isDimmed={() => isOld}
      columns={[watched, named, price, change, high, low, turnover, { ...week, from: 'xl' }, trade]}
    />
  );
}
