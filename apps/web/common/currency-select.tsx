import { Select, useText } from '@candor/ui';
import { useCoinRates, usePreference, useServices } from '../data/index.ts';

/** The choice of the currency that values are shown in; nothing until the rates are known. */
export function CurrencySelect({ variant = 'field' }: { readonly variant?: 'field' | 'plain' }) {
  const text = useText();
  const { preferences } = useServices();
  const kept = usePreference('currency');
  const { data } = useCoinRates();
  if (data === undefined) return null;
  return (
    <Select
      label={text('assets.currency')}
      variant={variant}
      value={kept.code}
      onValueChange={(code) => {
        const next = data.currencies.find((each) => each.code === code);
        if (next === undefined) return;
        const { symbol, rate } = next;
        preferences.change({ currency: { code, symbol, rate }, currencyChosen: true });
      }}
      options={data.currencies.map(({ code, symbol }) => ({ value: code, label: `${code} ${symbol}` }))}
    />
  );
}
