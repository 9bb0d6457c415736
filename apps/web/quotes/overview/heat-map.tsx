import type { MarketRow } from '@candor/api';
import {
  cx,
  DataTable,
  directionOf,
  Loaded,
  type RecordQuery,
  SegmentedControl,
  Skeleton,
  useFormatters,
  useText,
} from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { PHONE, useMediaQuery } from '../../common/use-media-query.ts';
import { useMarketColumns } from '../../markets/market-columns.tsx';
import { tradePlace } from '../../markets/market-place.ts';
import { hottest } from '../../markets/rank.ts';
import { type MapView, mapViews, type OverviewType } from '../search.ts';
import { treemap } from './treemap.ts';

/** Markets on the map; the table has all. */
const MOST_TILES = 30;
/** A tile has at least this part of the largest one's weight, so that its words fit. */
const LEAST_WEIGHT = 0.2;
/** From this change on, in percent, a tile has its full colour. */
const FULL_COLOUR_PERCENT = 3;
const BOX = { desk: { width: 840, height: 400 }, phone: { width: 358, height: 420 } } as const;

const part = (value: number, whole: number) => `${(100 * value) / whole}%`;

/** The ground of a tile by its change; the sign of the change says the same in words. */
function tileClass(percent: string | null): string {
  const direction = directionOf(percent);
  if (direction === 'none') return 'bg-wash text-ink';
  const isFull = Math.abs(Number(percent)) >= FULL_COLOUR_PERCENT;
  if (direction === 'up') return isFull ? 'bg-up text-on-up' : 'bg-up-tint text-up';
  return isFull ? 'bg-down text-on-down' : 'bg-down-tint text-down';
}

interface HeatTilesProps {
  readonly rows: readonly MarketRow[];
  readonly type: OverviewType;
  readonly isPhone: boolean;
}

/** Markets as tiles: the larger, the more was traded. Weights are roots of the volume, so that small markets show. */
export function HeatTiles({ rows, type, isPhone }: HeatTilesProps) {
  const text = useText();
  const format = useFormatters();
  const { width, height } = BOX[isPhone ? 'phone' : 'desk'];
  const shown = hottest(rows, MOST_TILES);
  const roots = shown.map(({ amount }) => Math.sqrt(Number(amount ?? 0)));
  const least = LEAST_WEIGHT * Math.max(...roots, 1);
  const rects = treemap(
    roots.map((root) => Math.max(root, least)),
    width,
    height,
  );
  return (
    <ul aria-label={text('quotes.heatMap')} className="relative h-105 sm:h-100">
      {shown.map((market, at) => {
        const rect = rects[at];
        if (rect === undefined) return null;
        const change = format.changePercent(market.zdf);
        return (
          <li
            key={market.id}
            className="absolute p-px"
            style={{
              left: part(rect.x, width),
              top: part(rect.y, height),
              width: part(rect.width, width),
              height: part(rect.height, height),
            }}
          >
            <Link
              {...tradePlace(market, type)}
              className={cx(
                'flex size-full flex-col items-center justify-center overflow-hidden rounded-small text-center focus-visible:-outline-offset-2',
                tileClass(market.zdf),
              )}
            >
              <span className="max-w-full truncate text-14 leading-tight font-semibold">
                {market.base_symbol}
              </span>
              <span className="max-w-full text-12 leading-tight figure">{change}</span>
              <span className="sr-only">
                {text('quotes.heatMap.tile', {
                  symbol: market.symbol_name,
                  change,
                  volume: format.volume(market.amount),
                  coin: market.quote_symbol,
                })}
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

interface HeatMapProps {
  /** Null while they are loaded. */
  readonly rows: readonly MarketRow[] | null;
  readonly query: RecordQuery;
  readonly type: OverviewType;
  readonly view: MapView;
  readonly onViewChange: (view: MapView) => void;
}

/** All markets of a product at a glance, as tiles or as the table of the same figures. */
export function HeatMap({ rows, query, type, view, onViewChange }: HeatMapProps) {
  const text = useText();
  const format = useFormatters();
  const isPhone = useMediaQuery(PHONE);
  const { market, price, change, turnover, trade } = useMarketColumns(() => type);
  const byVolume = useMemo(() => rows && hottest(rows, rows.length), [rows]);
  return (
    <section className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pb-2">
        <h2 className="text-16 font-semibold">{text('quotes.heatMap')}</h2>
        <SegmentedControl
          label={text('quotes.heatMap.view')}
          value={view}
          onValueChange={onViewChange}
          segments={mapViews.map((value) => ({ value, label: text(`quotes.heatMap.view.${value}`) }))}
        />
      </div>
      {view === 'table' ? (
        <DataTable
          label={text('quotes.heatMap')}
          stacks={false}
          pressable
          virtual="box"
          className="h-105 border-t sm:h-100"
          rows={byVolume}
          rowKey={({ id }) => id}
          query={query}
          skeletons={10}
          failedTitle={text('markets.notLoaded')}
          emptyTitle={text('markets.noneListed')}
          columns={[market, price, change, { ...turnover, from: 'sm' }, trade]}
        />
      ) : (
        <Loaded
          query={query}
          data={rows ?? undefined}
          failedTitle={text('markets.notLoaded')}
          skeleton={<Skeleton className="h-105 w-full sm:h-100" />}
        >
          {(known) => <HeatTiles rows={known} type={type} isPhone={isPhone} />}
        </Loaded>
      )}
      <p className="pt-2 text-12 text-ink-3">
        {text('quotes.heatMap.text', { percent: format.percent(String(FULL_COLOUR_PERCENT), 0) })}
      </p>
    </section>
  );
}
