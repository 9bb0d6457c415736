import { hiddenAmount } from '@candor/i18n';
import { Select, useFormatters, useText } from '@candor/ui';
import { useEffect } from 'react';
import { useCoinRates, usePreference, useServices } from '../data/index.ts';
import { inCurrency } from './in-currency.ts';

const VALUE_DECIMALS = 2;

export interface CurrencyValueProps {
  /** Null while it is not known. */
  readonly usdt: string | null;
  /** False: the amount is masked. */
  readonly shown: boolean;
}

/** A value in the user's display currency, with the choice of it, and the day of its rate. */
export function CurrencyValue({ usdt, shown }: CurrencyValueProps) {
  const text = useText();
  const format = useFormatters();
  const { preferences } = useServices();
  const kept = usePreference('currency');
  const { data, isError } = useCoinRates();
  const currency = data?.currencies.find(({ code }) => code === kept.code);
  // the rate that was kept is replaced by today's
  useEffect(() => {
    if (currency === undefined || currency.rate === kept.rate) return;
    const { code, symbol, rate } = currency;
    preferences.change({ currency: { code, symbol, rate } });
  }, [currency, kept.rate, preferences]);
  if (data === undefined) {
    return isError ? <p className="pt-1 text-13 text-warn">{text('assets.currency.failed')}</p> : null;
  }
  // the first rate of the product is no rate of a currency: nothing is valued at it
  const value = currency === undefined || usdt === null ? null : inCurrency(usdt, currency.rate);
  const isStale = currency?.stale === true;
  return (
    <div className="flex max-w-100 flex-col gap-1 pt-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {currency !== undefined && value !== null && (
          <p className="figure text-13 text-ink-3" data-testid="currency-value">
            ≈ {currency.symbol} {shown ? format.quantity(value, VALUE_DECIMALS) : hiddenAmount}
          </p>
        )}
        <Select
          label={text('assets.currency')}
          variant="plain"
          value={kept.code}
          onValueChange={(code) => {
            const next = data.currencies.find((each) => each.code === code);
            if (next === undefined) return;
            preferences.change({ currency: { code, symbol: next.symbol, rate: next.rate } });
          }}
          options={data.currencies.map(({ code, symbol }) => ({ value: code, label: `${code} ${symbol}` }))}
        />
      </div>
      {currency !== undefined && (
        <p className={isStale ? 'text-12 text-warn' : 'text-12 text-ink-3'}>
          {text(isStale ? 'assets.currency.stale' : 'assets.currency.rate', {
            rate: format.quantity(currency.rate),
            code: currency.code,
            day: format.day(Date.parse(currency.asOf)),
          })}
        </p>
      )}
    </div>
  );
}
