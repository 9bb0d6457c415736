import { Change, useFormatters, useText } from '@candor/ui';
import { Countdown } from '../common/countdown.tsx';
import { usePerpetualState, useTicker } from '../data/index.ts';
import { LastPrice } from '../trade/market/last-price.tsx';
import { BandStatistic, headerClass, Statistic, statisticsClass } from '../trade/terminal/market-header.tsx';
import { SymbolSwitcher } from '../trade/terminal/symbol-switcher.tsx';
import type { PerpetualMarket } from './perpetual-market.ts';
import { usePerpetualRows } from './use-perpetuals.ts';

/** The funding rate in force now and when it is settled. */
export function Funding({ market }: { readonly market: PerpetualMarket }) {
  const format = useFormatters();
  const state = usePerpetualState(market.symbol);
  const rate = state === undefined ? market.contract.funding_rate : state.fundingRate;
  return (
    <>
      {rate === null ? format.quantity(null) : format.percent(rate, 4)}
      {' · '}
      <Countdown untilMs={state?.nextFundingTime ?? market.contract.next_funding_time} />
    </>
  );
}

/** Name of the contract, its price, mark, index, funding and open interest. */
export function PerpetualHeader({
  market,
  className = headerClass,
}: {
  readonly market: PerpetualMarket;
  /** Class of the frame; that above a chart by default. */
  readonly className?: string;
}) {
  const format = useFormatters();
  const ticker = useTicker(market.symbol);
  const state = usePerpetualState(market.symbol);
  const { rows = [] } = usePerpetualRows();
  const label = useText();
  const price = (value: string | null | undefined) => format.price(value, market.priceDecimals);
  return (
    <div className={className}>
      <SymbolSwitcher market={market} rows={rows} type="usta" />
      <LastPrice market={market} size="header" />
      <dl className={statisticsClass}>
        <Statistic label={label('trade.price.mark')}>
          {price(state === undefined ? market.contract.mark : state.markPrice)}
        </Statistic>
        <Statistic label={label('trade.price.index')}>
          {state?.indexPrice === null ? label('trade.stat.stale') : price(state?.indexPrice)}
        </Statistic>
        <Statistic label={label('perpetual.funding')}>
          <Funding market={market} />
        </Statistic>
        <Statistic label={label('trade.stat.change')}>
          <Change
            percent={ticker?.changePercent24h}
            difference={ticker?.change24h}
            decimals={market.priceDecimals}
          />
        </Statistic>
        <Statistic label={label('perpetual.openInterest')}>
          {label('perpetual.stop.part', {
            count: Number(state?.openInterest ?? market.contract.open_interest),
          })}
        </Statistic>
        <Statistic label={label('trade.stat.venueVolume')}>
          {`${format.volume(ticker?.volume24h)} ${market.base}`}
        </Statistic>
        <BandStatistic market={market} index={state?.indexPrice ?? null} />
      </dl>
    </div>
  );
}
