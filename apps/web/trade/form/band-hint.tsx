import { formatDecimal, parseDecimal } from '@candor/money';
import { priceBand } from '@candor/rules';
import { useFormatters } from '@candor/ui';
import { useIntl } from 'react-intl';
import type { TradeMarket } from '../page/trade-market.ts';
import { ppmOfPercent } from './preview.ts';

export interface BandHintProps {
  readonly market: Pick<TradeMarket, 'row' | 'priceDecimals' | 'tickUnits'>;
  readonly index: string | null;
}

/** The lowest and the highest limit price that the index permits now, by the ledger's own formula. */
export function BandHint({ market, index }: BandHintProps) {
  const intl = useIntl();
  const format = useFormatters();
  const { priceDecimals, tickUnits, row } = market;
  if (row.price_band_percent === null) return null;
  const units = index === null ? null : parseDecimal(index, priceDecimals);
  const band =
    units === null ? null : priceBand(Number(units / tickUnits), ppmOfPercent(row.price_band_percent));
  const price = (ticks: number | undefined) =>
    format.price(ticks === undefined ? null : formatDecimal(BigInt(ticks) * tickUnits, priceDecimals));
  return intl.formatMessage(
    { id: 'trade.form.band' },
    {
      percent: format.percent(row.price_band_percent, 0),
      lowest: price(band?.lowestTicks),
      highest: price(band?.highestTicks),
    },
  );
}
