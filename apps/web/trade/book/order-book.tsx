import { parseDecimal } from '@candor/money';
import { useFormatters } from '@candor/ui';
import { memo, useLayoutEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useDepth, useOwnLimits } from '../../data/index.ts';
import { useDraftStore } from '../draft/draft-store.ts';
import type { TradeMarket } from '../market/trade-market.ts';
import { useSizeHead } from '../market/use-size-head.ts';
import { EmptyBook } from './empty-book.tsx';
import { buildLadder, groupOf, type LadderRow, ladderAt, spreadOf } from './ladder.ts';
import { useStillRows } from './use-still-rows.ts';

const ROW_HEIGHT_PX = 20;
const SPREAD_HEIGHT_PX = 44;

interface RowProps {
  readonly row: LadderRow;
  readonly side: 'bid' | 'ask';
  readonly own: boolean;
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
  readonly onPrice: (price: string, byTouch: boolean) => void;
  readonly onSize: (price: string, quantity: string, side: 'bid' | 'ask', byTouch: boolean) => void;
}

/**
 * Handlers of a press that acts when it goes down: the row may be another one before it comes up. A click without a
 * press, from a keyboard or a screen reader, does the same. A finger leaves the focus, for a keyboard would cover the page.
 */
function pressed(act: (byTouch: boolean) => void) {
  return {
    onPointerDown: (event: React.PointerEvent) => {
      if (event.button === 0 && event.isPrimary) act(event.pointerType === 'touch');
    },
    // the row itself has no place in the order of focus: it would begin at the top of the page
    onMouseDown: (event: React.MouseEvent) => event.preventDefault(),
    onClick: (event: React.MouseEvent) => {
      if (event.detail === 0) act(false);
    },
  };
}

const Row = memo(function Row({
  row,
  side,
  own,
  priceDecimals,
  quantityDecimals,
  onPrice,
  onSize,
}: RowProps) {
  const intl = useIntl();
  const format = useFormatters();
  const price = format.price(row.price, priceDecimals);
  return (
    <li
      className="relative grid h-5 grid-cols-[1.1fr_1fr_1fr] items-center px-3 text-12 figure"
      style={{ '--share': row.share } as React.CSSProperties}
    >
      <span
        aria-hidden="true"
        className={`absolute inset-y-px right-0 w-full origin-right scale-x-(--share) ${side === 'bid' ? 'bg-up-tint' : 'bg-down-tint'}`}
      />
      <button
        type="button"
        tabIndex={-1}
        className={`relative text-left ${side === 'bid' ? 'text-up' : 'text-down'}`}
        {...pressed((byTouch) => onPrice(row.price, byTouch))}
      >
        {own && (
          <span
            role="img"
            aria-label={intl.formatMessage({ id: 'trade.book.own' })}
            className="absolute top-1/2 -left-2 size-1.5 -translate-y-1/2 rounded-full bg-accent"
          />
        )}
        {price}
      </button>
      <button
        type="button"
        tabIndex={-1}
        className="relative text-right"
        {...pressed((byTouch) => onSize(row.price, row.cumulative, side, byTouch))}
      >
        {row.house && (
          <span aria-hidden="true" className="mr-1 text-ink-3">
            ◦
          </span>
        )}
        {format.quantity(row.quantity, quantityDecimals)}
      </button>
      <span className="relative text-right text-ink-2">
        {format.quantity(row.cumulative, quantityDecimals)}
      </span>
    </li>
  );
}, sameRow);

function sameRow(left: RowProps, right: RowProps): boolean {
  return (
    left.row.price === right.row.price &&
    left.row.quantity === right.row.quantity &&
    left.row.cumulative === right.row.cumulative &&
    left.row.share === right.row.share &&
    left.row.house === right.row.house &&
    left.own === right.own &&
    left.onSize === right.onSize
  );
}

/** Measures how many rows of each side fit into an element. */
function useRowsThatFit(): readonly [React.RefObject<HTMLDivElement | null>, number] {
  const host = useRef<HTMLDivElement>(null);
  const [rows, setRows] = useState(10);
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.contentRect.height ?? 0;
      setRows(Math.max(3, Math.floor((height - SPREAD_HEIGHT_PX) / 2 / ROW_HEIGHT_PX)));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [host, rows];
}

export interface OrderBookProps {
  readonly market: TradeMarket;
  readonly groupUnits: bigint;
  /** Last price and its direction, in the row between the sides. */
  readonly children: React.ReactNode;
}

/** Our own book: asks above, bids below, what separates them between. A click fills the form. */
export function OrderBook({ market, groupUnits, children }: OrderBookProps) {
  const intl = useIntl();
  const sizeHead = useSizeHead(market);
  const depth = useDepth(market.symbol);
  const orders = useOwnLimits(market.symbol);
  const store = useDraftStore();
  const format = useFormatters();
  const [host, rows] = useRowsThatFit();

  const scale = {
    priceDecimals: market.priceDecimals,
    quantityDecimals: market.quantityDecimals,
    groupUnits,
  };
  const liveAsks = buildLadder(depth?.asks ?? [], 'ask', scale, rows);
  const liveBids = buildLadder(depth?.bids ?? [], 'bid', scale, rows);
  const pricesOf = (levels: readonly LadderRow[]) => levels.map(({ price }) => price);
  const shown = { asks: pricesOf(liveAsks), bids: pricesOf(liveBids) };
  const { still, handlers } = useStillRows(shown, `${market.symbol} ${groupUnits} ${rows}`);
  const asks = still === null ? liveAsks : ladderAt(depth?.asks ?? [], 'ask', scale, still.asks);
  const bids = still === null ? liveBids : ladderAt(depth?.bids ?? [], 'bid', scale, still.bids);
  const spread = depth === undefined ? null : spreadOf(depth.bids, depth.asks, market.priceDecimals);
  const toUnits = (price: string) => parseDecimal(price, market.priceDecimals) ?? 0n;
  const ownGroups = (side: 'bid' | 'ask') =>
    new Set(
      orders
        .filter((order) => (order.side === 'buy') === (side === 'bid'))
        .map((order) => groupOf(toUnits(order.price), groupUnits, side)),
    );

  const actions = useRef({
    price: (price: string, byTouch: boolean) => {
      store.pickPrice(price);
      if (!byTouch) store.askAmount();
    },
    size: (price: string, quantity: string, side: 'bid' | 'ask', byTouch: boolean) => {
      store.pickSize(price, quantity, side === 'ask' ? 'buy' : 'sell');
      if (!byTouch) store.askAmount();
    },
  });

  const list = (side: 'bid' | 'ask', levels: readonly LadderRow[]) => {
    const own = ownGroups(side);
    return levels.map((row) => (
      <Row
        key={row.price}
        row={row}
        side={side}
        own={own.has(toUnits(row.price))}
        priceDecimals={market.priceDecimals}
        quantityDecimals={market.quantityDecimals}
        onPrice={actions.current.price}
        onSize={actions.current.size}
      />
    ));
  };

  return (
    <div className="flex h-full min-h-0 flex-col" data-testid="order-book">
      <div className="grid grid-cols-[1.1fr_1fr_1fr] px-3 py-1 text-12 whitespace-nowrap text-ink-3">
        <span>{intl.formatMessage({ id: 'trade.book.price' }, { coin: market.quote })}</span>
        <span className="justify-self-end">{sizeHead('size')}</span>
        <span className="justify-self-end">{sizeHead('sum')}</span>
      </div>
      <div ref={host} className="flex min-h-0 flex-1 flex-col overflow-hidden" {...handlers}>
        <ol
          aria-label={intl.formatMessage({ id: 'trade.book.asks' })}
          className="flex min-h-0 flex-1 flex-col-reverse overflow-hidden"
        >
          {list('ask', asks)}
        </ol>
        <div className="flex h-11 shrink-0 items-center justify-between gap-3 border-y px-3">
          {children}
          {spread !== null && (
            <span className="shrink-0 text-12 text-ink-3 figure">
              {intl.formatMessage(
                { id: 'trade.book.spread' },
                { spread: format.price(spread.spread, market.priceDecimals) },
              )}
            </span>
          )}
        </div>
        {depth !== undefined && <EmptyBook depth={depth} />}
        <ol
          aria-label={intl.formatMessage({ id: 'trade.book.bids' })}
          className="min-h-0 flex-1 overflow-hidden"
        >
          {list('bid', bids)}
        </ol>
      </div>
    </div>
  );
}
