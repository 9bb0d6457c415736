import { useFormatters } from '@candor/ui';
import { useIntl } from 'react-intl';
import { useDepth } from '../../data/index.ts';
import type { TradeMarket } from '../market/trade-market.ts';
import { useSizeHead } from '../market/use-size-head.ts';
import { EmptyBook } from './empty-book.tsx';
import { buildLadder, type LadderRow } from './ladder.ts';

const ROWS = 10;

function Column({
  rows,
  side,
  market,
}: {
  rows: readonly LadderRow[];
  side: 'bid' | 'ask';
  market: TradeMarket;
}) {
  const intl = useIntl();
  const format = useFormatters();
  const bid = side === 'bid';
  return (
    <ol aria-label={intl.formatMessage({ id: bid ? 'trade.book.bids' : 'trade.book.asks' })}>
      {rows.map((row) => (
        <li
          key={row.price}
          style={{ '--share': row.share } as React.CSSProperties}
          className={`relative flex h-7 items-center justify-between gap-2 text-13 figure ${bid ? 'ps-4 pe-2' : 'flex-row-reverse ps-2 pe-4'}`}
        >
          <span
            aria-hidden="true"
            className={`absolute inset-y-px inset-x-0 scale-x-(--share) ${bid ? 'origin-right bg-up-tint' : 'origin-left bg-down-tint'}`}
          />
          <span className="relative">{format.quantity(row.quantity, market.quantityDecimals)}</span>
          <span className={`relative font-medium ${bid ? 'text-up' : 'text-down'}`}>
            {format.price(row.price, market.priceDecimals)}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** The book side by side, as wide as a phone. */
export function PhoneBook({ market }: { readonly market: TradeMarket }) {
  const intl = useIntl();
  const sizeHead = useSizeHead(market);
  const depth = useDepth(market.symbol);
  const scale = {
    priceDecimals: market.priceDecimals,
    quantityDecimals: market.quantityDecimals,
    groupUnits: market.tickUnits,
  };
  return (
    <div data-testid="order-book">
      <div className="flex justify-between px-4 py-2 text-12 text-ink-3">
        <span>{sizeHead('size')}</span>
        <span>{intl.formatMessage({ id: 'trade.book.price' }, { coin: market.quote })}</span>
        <span>{sizeHead('size')}</span>
      </div>
      {/* as high as all rows: nothing below moves while the book comes */}
      <div className="grid min-h-70 grid-cols-2 gap-px">
        {depth !== undefined && <EmptyBook depth={depth} />}
        <Column rows={buildLadder(depth?.bids ?? [], 'bid', scale, ROWS)} side="bid" market={market} />
        <Column rows={buildLadder(depth?.asks ?? [], 'ask', scale, ROWS)} side="ask" market={market} />
      </div>
    </div>
  );
}
