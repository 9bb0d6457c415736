import { directionClass, directionOf, useFormatters } from '@candor/ui';
import { useIntl } from 'react-intl';
import { useTicker } from '../../data/index.ts';
import type { TradeMarket } from './trade-market.ts';

const sizes = { header: 'text-20', phone: 'text-28', book: 'text-16' } as const;

/** The last price of a page, in the colour of its day, and whose price it is. */
export function LastPrice({
  market,
  size,
}: {
  readonly market: TradeMarket;
  readonly size: keyof typeof sizes;
}) {
  const intl = useIntl();
  const format = useFormatters();
  const ticker = useTicker(market.symbol);
  return (
    <p className="flex min-w-0 flex-col">
      <span
        className={`${sizes[size]} leading-tight font-semibold figure ${directionClass[directionOf(ticker?.change24h)]}`}
      >
        {format.price(ticker?.last, market.priceDecimals)}
      </span>
      <span className="truncate text-12 text-ink-3">{intl.formatMessage({ id: 'trade.price.venue' })}</span>
    </p>
  );
}
