import { Change, useFormatters } from '@candor/ui';
import { useIntl } from 'react-intl';
import { Countdown } from '../../app/countdown.tsx';
import { useContractState, useTicker } from '../../data/index.ts';
import { LastPrice } from '../page/last-price.tsx';
import { BandStatistic, Statistic } from '../page/market-header.tsx';
import { SymbolSwitcher } from '../page/symbol-switcher.tsx';
import type { ContractMarket } from './contract-market.ts';
import { useContractRows } from './use-contracts.ts';

/** The funding rate in force now and when it is settled. */
export function Funding({ market }: { readonly market: ContractMarket }) {
  const format = useFormatters();
  const state = useContractState(market.symbol);
  const rate = state === undefined ? market.contract.funding_rate : state.fundingRate;
  return (
    <>
      {rate === null ? format.quantity(null) : format.percent(rate, 4)}
      {' · '}
      <Countdown untilMs={state?.nextFundingTime ?? market.contract.next_funding_time} />
    </>
  );
}

/** Which contract, its price, mark, index, funding and open interest. */
export function ContractHeader({ market }: { readonly market: ContractMarket }) {
  const intl = useIntl();
  const format = useFormatters();
  const ticker = useTicker(market.symbol);
  const state = useContractState(market.symbol);
  const { rows = [] } = useContractRows();
  const label = (id: string) => intl.formatMessage({ id });
  const price = (value: string | null | undefined) => format.price(value, market.priceDecimals);
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b px-4 py-2">
      <SymbolSwitcher market={market} rows={rows} type="usta" />
      <LastPrice market={market} size="header" />
      <dl className="flex min-w-0 flex-wrap gap-x-6 gap-y-2">
        <Statistic label={label('price.mark')}>
          {price(state === undefined ? market.contract.mark : state.markPrice)}
        </Statistic>
        <Statistic label={label('price.index')}>
          {state?.indexPrice === null ? label('trade.stat.stale') : price(state?.indexPrice)}
        </Statistic>
        <Statistic label={label('trade.contract.funding')}>
          <Funding market={market} />
        </Statistic>
        <Statistic label={label('trade.stat.change')}>
          <Change
            percent={ticker?.changePercent24h}
            difference={ticker?.change24h}
            decimals={market.priceDecimals}
          />
        </Statistic>
        <Statistic label={label('trade.contract.openInterest')}>
          {`${format.quantity(state?.openInterest ?? market.contract.open_interest, 0)} ${market.sizeUnit}`}
        </Statistic>
        <Statistic label={label('trade.stat.venueVolume')}>
          {`${format.volume(ticker?.volume24h)} ${market.base}`}
        </Statistic>
        <BandStatistic market={market} index={state?.indexPrice ?? null} />
      </dl>
    </div>
  );
}
