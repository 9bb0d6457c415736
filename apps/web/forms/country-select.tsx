import { SearchSelect } from '@candor/ui';
import { useIntl } from 'react-intl';
import { useCountryCodes, usePreference } from '../data/index.ts';

interface CountrySelectProps {
  /** Two letters. */
  readonly country: string;
  readonly onCountryChange: (country: string) => void;
}

/** The country of a phone number, before its field: shown as its calling code, found by its name or code. */
export function CountrySelect({ country, onCountryChange }: CountrySelectProps) {
  const intl = useIntl();
  const { data: countries } = useCountryCodes(usePreference('language'));
  if (countries === undefined) return null;
  return (
    <SearchSelect
      label={intl.formatMessage({ id: 'user.field.callingCode' })}
      value={country}
      onValueChange={onCountryChange}
      searchLabel={intl.formatMessage({ id: 'user.country.search' })}
      emptyText={intl.formatMessage({ id: 'user.country.none' })}
      options={countries.map((each) => ({ value: each.country, label: each.code, detail: each.name }))}
    />
  );
}
