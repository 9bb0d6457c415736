import type { MarketRow, Ticker } from '@candor/api';
import { useFormatters, useText } from '@candor/ui';
import { breadth } from '../../markets/rank.ts';
import { wholeSum } from './live-rows.ts';

interface SummaryProps {
  readonly rows: readonly MarketRow[];
  readonly tickers: ReadonlyMap<string, Ticker> | undefined;
}

/** Counts of what rises and falls, and the volume of 24 hours: the venues' and ours apart. */
export function Summary({ rows, tickers }: SummaryProps) {
  const text = useText();
  const format = useFormatters();
  const { rising, falling, unchanged } = breadth(rows);
  const own = rows.map(({ symbol }) => tickers?.get(symbol)?.ownQuoteVolume24h);
  const [coin] = rows.map(({ quote_symbol }) => quote_symbol);
  const figure = (name: string, value: string, tone = '') => (
    <div className="flex flex-col">
      <dt className="text-12 text-ink-3">{name}</dt>
      <dd className={`text-16 font-medium figure ${tone}`}>{value}</dd>
    </div>
  );
  const volume = (whole: string | null) => `${format.volume(whole)} ${whole === null ? '' : (coin ?? '')}`;
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3">
      {figure(text('quotes.rising'), format.count(rising), 'text-up')}
      {figure(text('quotes.falling'), format.count(falling), 'text-down')}
      {figure(text('quotes.unchanged'), format.count(unchanged))}
      {figure(text('quotes.venueVolume'), volume(wholeSum(rows.map(({ amount }) => amount))))}
      {figure(text('quotes.ownVolume'), volume(wholeSum(own)))}
    </dl>
  );
}
