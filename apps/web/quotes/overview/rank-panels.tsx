import type { ListingRow, MarketRow } from '@candor/api';
import { Change, CoinIcon, Skeleton, useFormatters, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LastPrice, useLiveFigures } from '../../markets/market-cells.tsx';
import { tradePlace } from '../../markets/market-place.ts';
import { gainers, hottest, losers } from '../../markets/rank.ts';
import type { TradeType } from '../../markets/trade-search.ts';

/** Rows of a panel. */
export const RANKED = 5;

interface RankRowProps {
  readonly market: MarketRow;
  readonly type: TradeType;
  /** In place of the change. */
  readonly end?: ReactNode;
  /** Words below the name. */
  readonly note?: string;
}

function RankRow({ market, type, end, note }: RankRowProps) {
  const { last, changePercent } = useLiveFigures(market);
  return (
    <li>
      <Link
        {...tradePlace(market, type)}
        className="-mx-2 grid min-h-10 grid-cols-[minmax(0,1fr)_auto_5rem] items-center gap-2 rounded-small px-2 text-14 hover:bg-ground touch:min-h-11"
      >
        <span className="flex min-w-0 items-center gap-2">
          <CoinIcon coin={market.base_symbol} size="small" />
          <span className="flex min-w-0 flex-col">
            <span className="truncate font-medium">
              {market.base_symbol}
              <span className="font-normal text-ink-3">/{market.quote_symbol}</span>
            </span>
            {note !== undefined && <span className="text-12 leading-tight text-ink-3">{note}</span>}
          </span>
        </span>{' '}
        <LastPrice market={market} last={last} />{' '}
        <span className="text-end">{end ?? <Change percent={changePercent} />}</span>
      </Link>
    </li>
  );
}

interface PanelProps {
  readonly id: string;
  readonly title: string;
  /** Shown where there are no rows. */
  readonly none: string;
  /** They could not be loaded. */
  readonly isFailed: boolean;
  /** Null while they are loaded. */
  readonly children: readonly ReactNode[] | null;
}

function Panel({ id, title, none, isFailed, children }: PanelProps) {
  const text = useText();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="border-b pb-2 text-16 font-semibold">
        {title}
      </h2>
      {children === null && isFailed && (
        <p className="py-3 text-14 text-ink-3">{text('markets.notLoaded')}</p>
      )}
      {children === null && !isFailed && (
        <div className="flex flex-col gap-3 py-3">
          {Array.from({ length: RANKED }, (_, at) => (
            <Skeleton key={at} className="h-6 w-full" />
          ))}
        </div>
      )}
      {children !== null && children.length === 0 && <p className="py-3 text-14 text-ink-3">{none}</p>}
      {children !== null && children.length > 0 && <ol className="py-1">{children}</ol>}
    </section>
  );
}

interface MoversProps {
  /** The markets of a product, with live figures; null while they are loaded. */
  readonly rows: readonly MarketRow[] | null;
  readonly isFailed: boolean;
  readonly type: TradeType;
}

/** The markets that rose, fell and traded most over 24 hours. */
export function Movers({ rows, isFailed, type }: MoversProps) {
  const text = useText();
  const format = useFormatters();
  const plain = (ranked: readonly MarketRow[]) =>
    ranked.map((market) => <RankRow key={market.id} market={market} type={type} />);
  return (
    <>
      <Panel
        id="gainers"
        title={text('quotes.gainers')}
        none={text('quotes.none.gainers')}
        isFailed={isFailed}
      >
        {rows && plain(gainers(rows, RANKED))}
      </Panel>
      <Panel id="losers" title={text('quotes.losers')} none={text('quotes.none.losers')} isFailed={isFailed}>
        {rows && plain(losers(rows, RANKED))}
      </Panel>
      <Panel
        id="most-traded"
        title={text('quotes.mostTraded')}
        none={text('markets.noneListed')}
        isFailed={isFailed}
      >
        {rows &&
          hottest(rows, RANKED).map((market) => (
            <RankRow
              key={market.id}
              market={market}
              type={type}
              end={<span className="text-ink-2 figure">{format.volume(market.amount)}</span>}
            />
          ))}
      </Panel>
    </>
  );
}

interface NewListingsProps {
  /** Null while they are loaded. */
  readonly listings: readonly ListingRow[] | null;
  readonly isFailed: boolean;
  /** All markets of all products. */
  readonly rows: readonly MarketRow[];
}

/** The markets that were listed last, with the day. */
export function NewListings({ listings, isFailed, rows }: NewListingsProps) {
  const text = useText();
  const format = useFormatters();
  const bySymbol = new Map(rows.map((row) => [row.symbol, row]));
  return (
    <Panel
      id="new-listings"
      title={text('quotes.newListings')}
      none={text('markets.noneListed')}
      isFailed={isFailed}
    >
      {listings?.flatMap(({ symbol, type, time }) => {
        const market = bySymbol.get(symbol);
        if (market === undefined) return [];
        return [
          <RankRow
            key={symbol}
            market={market}
            type={type}
            note={text(type === 'usta' ? 'quotes.tab.contract' : 'quotes.tab.spot')}
            end={<span className="text-12 text-ink-2 figure">{format.date(time)}</span>}
          />,
        ];
      }) ?? null}
    </Panel>
  );
}
