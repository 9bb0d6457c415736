import type { MarketRow } from '@candor/api';
import { Detail, DetailList, Loaded, Skeleton, SkeletonText, useFormatters, useText } from '@candor/ui';
import { useState } from 'react';
import { useFeeTiers, useMarkets } from '../data/index.ts';
import { FeeRules, FeeTable } from './fee-table.tsx';
import { MarketSelect } from './market-select.tsx';
import { Checking, Points, RulesLayout, Section, Steps } from './parts.tsx';
import { orderNumbers } from './rule-numbers.ts';
import { SpotForm } from './spot-form.tsx';

/** Matching of orders, and the two roles in a fill. */
export function SpotMatching() {
  const text = useText();
  const format = useFormatters();
  const { waitingOrders, minCallbackPercent, maxCallbackPercent } = orderNumbers;
  return (
    <Section title="rules.how">
      <Steps>
        <li>{text('rules.spot.how.match')}</li>
        <li>{text('rules.spot.how.role')}</li>
        <li>{text('rules.spot.how.band')}</li>
        <li>{text('rules.spot.how.trigger', { count: waitingOrders })}</li>
        <li>
          {text('rules.spot.how.trailing', {
            lowest: format.percent(minCallbackPercent),
            highest: format.percent(maxCallbackPercent),
          })}
        </li>
      </Steps>
    </Section>
  );
}

/** Steps and bounds of the orders of one market. */
export function SpotLimits({ row }: { readonly row: MarketRow }) {
  const text = useText();
  const format = useFormatters();
  const { price_band_percent: band, base_symbol: base, quote_symbol: quote } = row;
  return (
    <>
      <p className="text-14 font-semibold">{row.symbol_name}</p>
      <DetailList ruled className="border-y">
        <Detail label={text('rules.spot.tick')}>{`${format.price(row.tick_size)} ${quote}`}</Detail>
        <Detail label={text('rules.spot.lot')}>{`${format.price(row.lot_size)} ${base}`}</Detail>
        <Detail label={text('notice.field.minNotional')}>
          {`${format.quantity(row.min_notional)} ${quote}`}
        </Detail>
        <Detail
          label={text('notice.field.maxQuantity')}
        >{`${format.quantity(row.max_quantity)} ${base}`}</Detail>
        <Detail label={text('notice.field.maxOpenOrders')}>{format.count(row.max_open_orders)}</Detail>
        <Detail label={text('trade.stat.band')}>{band === null ? '–' : `±${format.percent(band)}`}</Detail>
      </DetailList>
    </>
  );
}

/** Losses and surprises of spot orders. */
export function SpotRisks() {
  const text = useText();
  return (
    <Section title="rules.wrong">
      <Points>
        <li>{text('rules.spot.wrong.price')}</li>
        <li>{text('rules.spot.wrong.market')}</li>
        <li>{text('rules.wrong.trigger')}</li>
        <li>{text('rules.wrong.halt')}</li>
        <li>{text('trade.form.house')}</li>
      </Points>
    </Section>
  );
}

/** The rules of spot trading. */
export function SpotRules() {
  const fees = useFeeTiers();
  const markets = useMarkets();
  const [symbol, setSymbol] = useState<string | null>(null);
  const rows = markets.data?.toSorted((left, right) => left.id - right.id) ?? null;
  const row = rows?.find((each) => each.symbol === symbol) ?? rows?.[0];
  return (
    <RulesLayout
      line="rules.spot.line"
      how={<SpotMatching />}
      example={
        row !== undefined && rows !== null && fees.data !== undefined ? (
          <SpotForm
            key={row.symbol}
            row={row}
            tiers={fees.data}
            markets={<MarketSelect rows={rows} value={row.symbol} onValueChange={setSymbol} />}
          />
        ) : (
          (markets.isPending || fees.isPending) && <Skeleton className="h-120 w-full" />
        )
      }
    >
      <Section title="rules.cost">
        <FeeTable
          of="spot"
          data={fees.data}
          query={fees}
          ratesOf={({ makerPercent, takerPercent }) => ({ maker: makerPercent, taker: takerPercent })}
        />
        <FeeRules />
      </Section>
      <Section title="rules.limits">
        <Loaded query={markets} data={row} skeleton={<SkeletonText lines={6} />}>
          {(found) => <SpotLimits row={found} />}
        </Loaded>
      </Section>
      <SpotRisks />
      <Checking what="rules.check.spot" />
    </RulesLayout>
  );
}
