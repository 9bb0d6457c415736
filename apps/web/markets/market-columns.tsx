import type { MarketRow } from '@candor/api';
import { Change, type Column, cx, linkClass, rowLinkClass, useFormatters, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CoinName, LastPrice, type LiveFigures, useLiveFigures, WeekSparkline } from './market-cells.tsx';
import { useMarketPlaces } from './market-place.ts';
import { compareFigures } from './rank.ts';
import type { TradeType } from './trade-search.ts';

interface LiveProps {
  readonly market: MarketRow;
  readonly children: (figures: LiveFigures) => ReactNode;
}

/** A cell that follows its market's live figures by itself, so that a tick draws no other cell. */
function Live({ market, children }: LiveProps) {
  return children(useLiveFigures(market));
}

type FigureKey = 'close' | 'zdf' | 'high24' | 'low24' | 'amount';

/** Sorts by a figure of the list, the greatest first. */
const sortedBy = (key: FigureKey): Pick<Column<MarketRow>, 'compare' | 'isBlank' | 'firstOrder'> => ({
  compare: (left, right) => compareFigures(left[key], right[key]),
  isBlank: (market) => market[key] === null,
  firstOrder: 'descending',
});

const QUOTE = { coin: 'USDT' } as const;

export type MarketColumnName = 'market' | 'price' | 'change' | 'high' | 'low' | 'turnover' | 'week' | 'trade';

/** The columns of market lists; on phones there is room for name and price, with the change below the price. */
export function useMarketColumns(
  typeOf: (market: MarketRow) => TradeType,
): Readonly<Record<MarketColumnName, Column<MarketRow>>> {
  const format = useFormatters();
  const text = useText();
  const placeOf = useMarketPlaces();
  return {
    market: {
      head: 'markets.market',
      compare: (left, right) => left.base_symbol.localeCompare(right.base_symbol, 'en'),
      cell: (market) => (
        <span className="flex items-center gap-2 max-sm:py-2">
          <CoinName market={market} pair />
        </span>
      ),
    },
    price: {
      head: 'markets.priceIn',
      headValues: QUOTE,
      kind: 'figure',
      className: 'max-sm:pe-0!',
      ...sortedBy('close'),
      cell: (market) => (
        <Live market={market}>
          {({ last, changePercent }) => (
            <span className="flex flex-col items-end">
              <span className="font-medium">
                <LastPrice market={market} last={last} />
              </span>
              <Change percent={changePercent} className="text-12 sm:hidden" />
            </span>
          )}
        </Live>
      ),
    },
    change: {
      head: 'markets.change24h',
      kind: 'figure',
      from: 'sm',
      ...sortedBy('zdf'),
      cell: (market) => (
        <Live market={market}>{({ changePercent }) => <Change percent={changePercent} />}</Live>
      ),
    },
    high: {
      head: 'markets.high24h',
      kind: 'figure',
      quiet: true,
      from: 'lg',
      ...sortedBy('high24'),
      cell: (market) => <Live market={market}>{({ high }) => format.price(high, market.full_cou)}</Live>,
    },
    low: {
      head: 'markets.low24h',
      kind: 'figure',
      quiet: true,
      from: 'lg',
      ...sortedBy('low24'),
      cell: (market) => <Live market={market}>{({ low }) => format.price(low, market.full_cou)}</Live>,
    },
    turnover: {
      head: 'markets.turnoverIn',
      headValues: QUOTE,
      kind: 'figure',
      quiet: true,
      from: 'md',
      ...sortedBy('amount'),
      cell: (market) => <Live market={market}>{({ turnover }) => format.volume(turnover)}</Live>,
    },
    week: {
      head: 'markets.sevenDays',
      kind: 'figure',
      className: 'w-36',
      cell: (market) => <WeekSparkline market={market} />,
    },
    trade: {
      head: 'markets.trade',
      kind: 'actions',
      className: 'w-24 max-sm:w-0 max-sm:p-0!',
      cell: (market) => (
        <Link
          {...placeOf(market, typeOf(market))}
          aria-label={text('markets.tradeLabel', { symbol: market.symbol_name })}
          className={cx(linkClass, rowLinkClass)}
        >
          <span className="max-sm:sr-only">{text('markets.trade')}</span>
        </Link>
      ),
    },
  };
}
