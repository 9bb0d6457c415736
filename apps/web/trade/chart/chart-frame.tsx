import {
  cx,
  ErrorState,
  snapDecimal,
  Tab,
  TabList,
  Tabs,
  useFormatters,
  useText,
  useTimeZone,
} from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { usePreference, usePricesOld } from '../../data/index.ts';
import { OLD_CHART } from '../market/old-prices.ts';
import { SymbolStateNotice } from '../market/symbol-state-notice.tsx';
import type { TradeMarket } from '../market/trade-market.ts';
import { type ChartView, isDayView } from './periods.ts';
import { type CandleSource, PriceChart } from './price-chart.tsx';
import type { PriceLine } from './price-line.ts';
import type { TimeMark } from './time-mark.ts';

export interface ChartFrameProps<View extends ChartView> {
  readonly market: TradeMarket;
  readonly views: readonly View[];
  readonly view: View;
  readonly onViewChange: (view: View) => void;
  /** The message id of whose price is drawn. */
  readonly whose: 'trade.price.venue' | 'trade.price.index';
  /** The newest price drawn; null while it is stale. */
  readonly last: string | null | undefined;
  readonly source: CandleSource;
  readonly lines: readonly PriceLine[];
  readonly marks?: readonly TimeMark[];
  readonly indicators: boolean;
  /** Called with a price of the market's step that was pointed at. */
  readonly onPick?: (price: string) => void;
}

/** Days are written with a capital, so that 1D is not taken for a candle of a minute's kind. */
const shortNames: Readonly<Partial<Record<ChartView, string>>> = { '1d': '1D', '1w': '1W' };

/** A chart below its views, with whose price it draws, and the user's own prices in words for screen readers. */
export function ChartFrame<View extends ChartView>(props: ChartFrameProps<View>) {
  const {
    market,
    views,
    view,
    onViewChange,
    whose,
    last,
    source,
    lines,
    marks = [],
    indicators,
    onPick,
  } = props;
  const intl = useIntl();
  const format = useFormatters();
  const timeZone = useTimeZone();
  const theme = usePreference('theme');
  const old = usePricesOld();
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  const text = useText();
  const nameOf = (each: ChartView) =>
    each === 'tick' ? text('trade.chart.ticks') : (shortNames[each] ?? each);
  const price = (value: string | null | undefined) => format.price(value, market.priceDecimals);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <Tabs
        value={view}
        onValueChange={(next) => {
          setFailed(false);
          onViewChange(next as View);
        }}
      >
        <TabList
          label={text('trade.chart.interval')}
          size="small"
          className="px-4"
          end={<span className="text-12 whitespace-nowrap text-ink-3 max-sm:hidden">{text(whose)}</span>}
        >
          {views.map((each) => (
            <Tab key={each} value={each}>
              {nameOf(each)}
            </Tab>
          ))}
        </TabList>
      </Tabs>
      <div className={cx('relative min-h-0 flex-1', old && OLD_CHART)}>
        <SymbolStateNotice market={market} />
        {failed ? (
          <ErrorState
            title={text('trade.chart.failed')}
            text={text('trade.chart.failedText')}
            onRetry={() => {
              setFailed(false);
              setAttempt(attempt + 1);
            }}
          />
        ) : (
          <PriceChart
            key={attempt}
            symbol={market.symbol}
            view={view}
            priceDecimals={market.priceDecimals}
            quantityDecimals={market.quantityDecimals}
            source={source}
            lines={lines}
            marks={marks}
            theme={theme}
            timeZone={isDayView(view) ? 'UTC' : timeZone}
            label={intl.formatMessage(
              { id: 'trade.chart.label' },
              { market: market.name, interval: nameOf(view), price: price(last) },
            )}
            indicators={indicators}
            formatFigure={format.price}
            onFailed={() => setFailed(true)}
            {...(onPick === undefined
              ? {}
              : { onPick: (picked) => onPick(snapDecimal(picked, market.tickSize)) })}
          />
        )}
        {/* the picture says nothing to whoever can't see it */}
        <ul className="sr-only" aria-label={text('trade.chart.lines')}>
          {lines.map((line) => (
            <li key={line.id}>{`${line.label}: ${price(line.price)}`}</li>
          ))}
          {marks.map((mark) => (
            <li key={mark.id}>{`${mark.openLabel}: ${price(mark.price)}; ${mark.closeLabel}`}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}
