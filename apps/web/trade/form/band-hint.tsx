import { decimalOf } from '@candor/i18n';
import { formatDecimal, parseDecimal } from '@candor/money';
import { priceBand } from '@candor/rules';
import { useFormatters, useText } from '@candor/ui';
import { useIntl } from 'react-intl';
import { type Draft, isOnWrongSide, limitSide } from '../draft/draft.ts';
import { ppmOfPercent } from '../draft/preview.ts';
import type { TradeMarket } from '../market/trade-market.ts';

export interface BandHintProps {
  readonly market: Pick<TradeMarket, 'row' | 'priceDecimals' | 'tickUnits'>;
  readonly index: string | null;
}

/** The limit prices that the index permits now, by the ledger's own formula, as they are shown; null without a band. */
export function useBand({ market, index }: BandHintProps) {
  const format = useFormatters();
  const { priceDecimals, tickUnits, row } = market;
  if (row.price_band_percent === null) return null;
  const units = index === null ? null : parseDecimal(index, priceDecimals);
  const band =
    units === null ? null : priceBand(Number(units / tickUnits), ppmOfPercent(row.price_band_percent));
  const price = (ticks: number | undefined) =>
    format.price(ticks === undefined ? null : formatDecimal(BigInt(ticks) * tickUnits, priceDecimals));
  return {
    percent: format.percent(row.price_band_percent, 0),
    lowest: price(band?.lowestTicks),
    highest: price(band?.highestTicks),
  };
}

interface LimitHintProps extends BandHintProps {
  readonly draft: Draft;
  readonly lastPrice: string;
}

/** Below a limit price: the side of the market that a pair's has to lie on, the band for any other. */
export function LimitHint({ draft, lastPrice, ...band }: LimitHintProps) {
  const text = useText();
  const format = useFormatters();
  const side = limitSide(draft);
  if (side === null) return <BandHint {...band} />;
  const isWrong = isOnWrongSide(side, decimalOf(draft.price), lastPrice);
  const price = format.price(lastPrice, band.market.priceDecimals);
  return (
    <span className={isWrong ? 'text-warn' : undefined}>{text('trade.form.limitSide', { side, price })}</span>
  );
}

/** The lowest and the highest limit price, in one line: it changes with each tick, and nothing below may move. */
export function BandHint(props: BandHintProps) {
  const intl = useIntl();
  const band = useBand(props);
  if (band === null) return null;
  return <span className="figure block truncate">{intl.formatMessage({ id: 'trade.form.band' }, band)}</span>;
}
