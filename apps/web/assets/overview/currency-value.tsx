import type { CallData, Calls } from '@candor/api';
import { hiddenAmount } from '@candor/i18n';
import { Button, Skeleton, useFormatters, useText } from '@candor/ui';
import { useEffect } from 'react';
import { CurrencySelect } from '../../common/currency-select.tsx';
import { ownCurrency } from '../../common/own-country.ts';
import { useCoinRates, usePreference, useServices } from '../../data/index.ts';
import { inCurrency } from './in-currency.ts';

const VALUE_DECIMALS = 2;
/** The currency that rates are given against. */
const BASE_CURRENCY = 'USD';

export interface CurrencyValueProps {
  /** Null while it is not known. */
  readonly usdt: string | null;
  /** False: the amount is masked. */
  readonly shown: boolean;
}

type Rate = CallData<Calls['getCoinRate']>['currencies'][number];

/** The rate with its time: the day of a published one, the moment of the practice feed's. */
function RateLine({ rate: { rate, code, time, source, asOf, stale } }: { readonly rate: Rate }) {
  const text = useText();
  const format = useFormatters();
  const shown = { rate: format.quantity(rate), code };
  if (time !== null)
    return (
      <p className="text-12 text-ink-3">
        {text(source === 'simulator' ? 'assets.currency.simulated' : 'assets.currency.recorded', {
          ...shown,
          time: format.dateTime(time),
        })}
      </p>
    );
  return (
    <p className={stale ? 'text-12 text-warn' : 'text-12 text-ink-3'}>
      {text(stale ? 'assets.currency.stale' : 'assets.currency.rate', {
        ...shown,
        day: format.day(Date.parse(asOf)),
      })}
    </p>
  );
}

/** Offers the currency of the device's country until the user chose one. */
function OwnCurrency({ rates }: { readonly rates: readonly Rate[] }) {
  const text = useText();
  const { preferences } = useServices();
  const isChosen = usePreference('currencyChosen');
  const { code } = usePreference('currency');
  const own = ownCurrency();
  const offered = rates.find((rate) => rate.code === own);
  if (isChosen || offered === undefined || own === code) return null;
  const { symbol, rate } = offered;
  const chosen = { currency: { code: offered.code, symbol, rate }, currencyChosen: true };
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="quiet" size="small" onClick={() => preferences.change(chosen)}>
        {text('assets.currency.offer', { code: offered.code })}
      </Button>
      <Button variant="plain" size="small" onClick={() => preferences.change({ currencyChosen: true })}>
        {text('assets.currency.keep', { code })}
      </Button>
    </div>
  );
}

/** A value in the user's display currency, with the choice of it, and the time of its rate. */
export function CurrencyValue({ usdt, shown }: CurrencyValueProps) {
  const text = useText();
  const format = useFormatters();
  const { preferences } = useServices();
  const kept = usePreference('currency');
  const { data, isError } = useCoinRates();
  const currency = data?.currencies.find(({ code }) => code === kept.code);
  // the rate that was kept is replaced by the present one
  useEffect(() => {
    if (currency === undefined || currency.rate === kept.rate) return;
    const { code, symbol, rate } = currency;
    preferences.change({ currency: { code, symbol, rate } });
  }, [currency, kept.rate, preferences]);
  if (data === undefined) {
    // the height of the choice and of the line below it, so that nothing moves once they are there
    return isError ? (
      <p className="pt-1 text-13 text-warn">{text('assets.currency.failed')}</p>
    ) : (
      <Skeleton className="mt-1 h-14 w-48" />
    );
  }
  // the first rate of the product is no rate of a currency: nothing is valued at it
  const value = currency === undefined || usdt === null ? null : inCurrency(usdt, currency.rate);
  return (
    <div className="flex max-w-100 flex-col gap-1 pt-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {currency !== undefined && value !== null && (
          <p className="figure text-13 text-ink-3" data-testid="currency-value">
            ≈ {currency.symbol} {shown ? format.quantity(value, VALUE_DECIMALS) : hiddenAmount}
          </p>
        )}
        <CurrencySelect variant="plain" />
      </div>
      {/* a rate of 1 to itself says nothing */}
      {currency !== undefined && currency.code !== BASE_CURRENCY && <RateLine rate={currency} />}
      <OwnCurrency rates={data.currencies} />
    </div>
  );
}
