import type { MarketRow } from '@candor/contract';
import {
  Badge,
  Cell,
  Change,
  cx,
  HeadCell,
  linkClass,
  Row,
  rowLinkClass,
  SkeletonRows,
  Table,
  TableBody,
  TableHead,
  useFormatters,
} from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useLayoutEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { TradeType } from '../app/search.ts';
import { PHONE, useMediaQuery } from '../app/use-media-query.ts';
import { useFeedStatus } from '../data/index.ts';
import {
  CoinName,
  LastPrice,
  PriceOverChange,
  tradeLink,
  useLiveFigures,
  WeekSparkline,
} from '../markets/market-cells.tsx';
import type { MarketColumn, MarketSort } from '../markets/rank.ts';
import { FavouriteStar } from './favourite-star.tsx';

const ROW_PX = 48;
const PHONE_ROW_PX = 64;
const COLUMNS = 9;

const MarketLine = memo(function MarketLine({
  market,
  type,
  dimmed,
}: {
  market: MarketRow;
  readonly type: TradeType;
  dimmed: boolean;
}) {
  const intl = useIntl();
  const formatters = useFormatters();
  const figures = useLiveFigures(market);
  const isContract = 'contract_size' in market;
  return (
    <Row pressable dimmed={dimmed}>
      <Cell raised className="w-8 pe-0! max-sm:h-16!">
        <FavouriteStar market={market} />
      </Cell>
      <Cell>
        <span className="flex items-center gap-2">
          <CoinName market={market} pair />
          {isContract && type !== 'usta' && (
            <Badge>
              <FormattedMessage id="quotes.tab.contract" />
            </Badge>
          )}
          {market.state !== 'trading' && (
            <Badge tone="warn">
              <FormattedMessage id={`markets.state.${market.state}`} />
            </Badge>
          )}
        </span>
      </Cell>
      <Cell figure className="pe-0! sm:hidden">
        <PriceOverChange market={market} figures={figures} />
      </Cell>
      <Cell figure className="font-medium max-sm:hidden">
        <LastPrice market={market} last={figures.last} />
      </Cell>
      <Cell figure className="max-sm:hidden">
        <Change percent={figures.changePercent} />
      </Cell>
      <Cell figure tone="quiet" className="max-lg:hidden">
        {formatters.price(figures.high, market.full_cou)}
      </Cell>
      <Cell figure tone="quiet" className="max-lg:hidden">
        {formatters.price(figures.low, market.full_cou)}
      </Cell>
      <Cell figure tone="quiet" className="max-md:hidden">
        {formatters.volume(figures.turnover)}
      </Cell>
      <Cell figure className="w-36 max-xl:hidden">
        <WeekSparkline market={market} />
      </Cell>
      <Cell figure className="w-24 max-sm:w-0 max-sm:p-0!">
        <Link
          {...tradeLink(market, isContract ? 'usta' : type)}
          aria-label={intl.formatMessage({ id: 'markets.tradeLabel' }, { symbol: market.symbol_name })}
          className={cx(linkClass, rowLinkClass)}
        >
          <span className="max-sm:sr-only">
            <FormattedMessage id="markets.trade" />
          </span>
        </Link>
      </Cell>
    </Row>
  );
});

interface MarketTableProps {
  readonly label: string;
  /** What a row leads to. */
  readonly type: TradeType;
  /** Null while they are loaded. */
  readonly rows: readonly MarketRow[] | null;
  readonly sort: MarketSort;
  readonly onSort: (column: MarketColumn) => void;
}

/** All markets of a list, sortable, drawing only the rows in view. */
export function MarketTable({ label, type, rows, sort, onSort }: MarketTableProps) {
  const { state } = useFeedStatus();
  const phone = useMediaQuery(PHONE);
  const rowPx = phone ? PHONE_ROW_PX : ROW_PX;
  const frame = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    const top = frame.current?.getBoundingClientRect().top ?? 0;
    setScrollMargin(top + window.scrollY);
  }, []);
  const virtualizer = useWindowVirtualizer({
    count: rows?.length ?? 0,
    estimateSize: () => rowPx,
    overscan: 8,
    scrollMargin,
  });
  const items = virtualizer.getVirtualItems();
  const before = (items[0]?.start ?? scrollMargin) - scrollMargin;
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? scrollMargin) - scrollMargin);

  const head = (column: MarketColumn, text: React.ReactNode, className?: string) => (
    <HeadCell
      figure={column !== 'symbol'}
      sort={sort.column === column ? sort.direction : 'none'}
      onSort={() => onSort(column)}
      {...(className === undefined ? {} : { className })}
    >
      {text}
    </HeadCell>
  );

  return (
    <div ref={frame}>
      <Table label={label} density="roomy">
        <TableHead>
          <HeadCell className="pe-0!">
            <span className="sr-only">
              <FormattedMessage id="quotes.watchlist" />
            </span>
          </HeadCell>
          {head('symbol', <FormattedMessage id="markets.market" />)}
          {head('change', <FormattedMessage id="markets.price" />, 'pe-0! sm:hidden')}
          {head('price', <FormattedMessage id="markets.price" />, 'max-sm:hidden')}
          {head('change', <FormattedMessage id="markets.change24h" />, 'max-sm:hidden')}
          {head('high', <FormattedMessage id="markets.high24h" />, 'max-lg:hidden')}
          {head('low', <FormattedMessage id="markets.low24h" />, 'max-lg:hidden')}
          {head(
            'volume',
            <FormattedMessage id="markets.turnoverIn" values={{ coin: 'USDT' }} />,
            'max-md:hidden',
          )}
          <HeadCell figure className="max-xl:hidden">
            <FormattedMessage id="markets.sevenDays" />
          </HeadCell>
          <HeadCell className="max-sm:p-0!">
            <span className="sr-only">
              <FormattedMessage id="markets.trade" />
            </span>
          </HeadCell>
        </TableHead>
        <TableBody busy={rows === null}>
          {rows === null && (
            <SkeletonRows rows={10} columns={['none', 'text', 'figure', 'figure', 'figure', 'figure']} />
          )}
          {before > 0 && (
            <tr>
              <td colSpan={COLUMNS} style={{ height: before }} />
            </tr>
          )}
          {items.map((item) => {
            const market = rows?.[item.index];
            return market === undefined ? null : (
              <MarketLine
                key={market.id}
                market={market}
                type={type}
                dimmed={state === 'stale' || state === 'offline'}
              />
            );
          })}
          {after > 0 && (
            <tr>
              <td colSpan={COLUMNS} style={{ height: after }} />
            </tr>
          )}
        </TableBody>
      </Table>
    </div>
  );
}
