import { Change, useFormatters, useText } from '@candor/ui';
import { useIntl } from 'react-intl';
import { useMarkets, useTicker } from '../../data/index.ts';
import { type BandHintProps, useBand } from '../form/band-hint.tsx';
import { LastPrice } from '../market/last-price.tsx';
import type { TradeMarket } from '../market/trade-market.ts';
import { SymbolSwitcher } from './symbol-switcher.tsx';

/** Head of a market, above its chart. */
export const headerClass =
  'flex flex-wrap items-center gap-x-6 gap-y-2 border-b px-4 py-2 compact:flex-nowrap compact:py-1';

/** Figures of a head. In a low window they take one line: the last ones, which a ticket says too, are left out. */
export const statisticsClass =
  'flex min-w-0 flex-wrap gap-x-6 gap-y-2 compact:max-h-[2lh] compact:flex-1 compact:overflow-hidden';

/** A named figure of a market's header. */
export function Statistic({
  label,
  children,
}: {
  readonly label: string;
  readonly children: React.ReactNode;
}) {
  return (
    <div className="flex flex-col whitespace-nowrap">
      <dt className="text-12 text-ink-3">{label}</dt>
      <dd className="text-13 figure">{children}</dd>
    </div>
  );
}

/** The limit prices that a market takes now, named with how far they may be from the index. */
export function BandStatistic(props: BandHintProps) {
  const intl = useIntl();
  const band = useBand(props);
  if (band === null) return null;
  return (
    <Statistic label={`${intl.formatMessage({ id: 'trade.stat.band' })} ±${band.percent}`}>
      {`${band.lowest} – ${band.highest}`}
    </Statistic>
  );
}

/** The same in a bar of one line: what has no room is left out. */
export const stripClass =
  'flex min-w-0 items-center gap-x-5 [&>dl]:max-h-[2lh] [&>dl]:min-w-0 [&>dl]:flex-1 [&>dl]:overflow-hidden';

interface MarketHeaderProps {
  readonly market: TradeMarket;
  /** Class of the frame; that above a chart by default. */
  readonly className?: string;
}

/** Name of the market, its price, and 24 hours of it: the venues' figures and ours apart. */
export function MarketHeader({ market, className = headerClass }: MarketHeaderProps) {
  const format = useFormatters();
  const ticker = useTicker(market.symbol);
  const label = useText();
  const price = (value: string | null | undefined) => format.price(value, market.priceDecimals);
  return (
    <div className={className}>
      <SymbolSwitcher market={market} rows={useMarkets().data ?? []} type="spot" />
      <LastPrice market={market} size="header" />
      <dl className={statisticsClass}>
        <Statistic label={label('trade.stat.change')}>
          <Change
            percent={ticker?.changePercent24h}
            difference={ticker?.change24h}
            decimals={market.priceDecimals}
          />
        </Statistic>
        <Statistic label={label('trade.price.index')}>
          {ticker?.index === null ? label('trade.stat.stale') : price(ticker?.index)}
        </Statistic>
        <Statistic label={label('trade.stat.high')}>{price(ticker?.high24h)}</Statistic>
        <Statistic label={label('trade.stat.low')}>{price(ticker?.low24h)}</Statistic>
        <Statistic label={label('trade.stat.venueVolume')}>
          {`${format.volume(ticker?.volume24h)} ${market.base}`}
        </Statistic>
        <Statistic label={label('trade.stat.ownVolume')}>
          {`${format.volume(ticker?.ownVolume24h)} ${market.base}`}
        </Statistic>
        <BandStatistic market={market} index={ticker?.index ?? null} />
      </dl>
    </div>
  );
}
