import { Tab, TabList, TabPanel, Tabs, TextField } from '@candor/ui';
import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import { CountrySelect } from '../forms/country-select.tsx';
import type { AccountKind } from './validation.ts';

const ALL_KINDS: readonly AccountKind[] = ['account', 'email', 'phone'];

const inputs = {
  account: { type: 'text', autoComplete: 'username', inputMode: 'text' },
  email: { type: 'email', autoComplete: 'username', inputMode: 'email' },
  phone: { type: 'tel', autoComplete: 'username', inputMode: 'tel' },
} as const;

interface AccountFieldProps {
  /** The tabs; all three where they are left out. */
  readonly kinds?: readonly AccountKind[];
  readonly kind: AccountKind;
  readonly onKindChange: (kind: AccountKind) => void;
  /** Country of a phone number: two letters. */
  readonly country: string;
  readonly onCountryChange: (country: string) => void;
  /** The phone number that was typed, in full; null while it is none. */
  readonly fullNumber: string | null;
  readonly registration: UseFormRegisterReturn;
  readonly error: ReactNode;
  /** A hint under the field: the rules of an account name at registration. */
  readonly describe: boolean;
}

/** Name, email or phone as tabs over one field; a phone has its country's calling code before it. */
export function AccountField({
  kinds = ALL_KINDS,
  kind,
  onKindChange,
  country,
  onCountryChange,
  fullNumber,
  registration,
  error,
  describe,
}: AccountFieldProps) {
  const intl = useIntl();
  return (
    <Tabs value={kind} onValueChange={onKindChange}>
      <TabList label={intl.formatMessage({ id: 'user.kind' })}>
        {kinds.map((each) => (
          <Tab key={each} value={each}>
            <FormattedMessage id={`user.kind.${each}`} />
          </Tab>
        ))}
      </TabList>
      {kinds.map((each) => (
        <TabPanel key={each} value={each} className="pt-5">
          {each === kind && (
            <TextField
              {...registration}
              {...inputs[each]}
              label={<FormattedMessage id={`user.field.${each}`} />}
              error={error}
              description={
                each === 'phone' && fullNumber !== null ? (
                  <FormattedMessage id="user.phone.full" values={{ number: fullNumber }} />
                ) : describe && each === 'account' ? (
                  <FormattedMessage id="user.hint.account" />
                ) : undefined
              }
              maxLength={254}
              lead={
                each === 'phone' ? (
                  <CountrySelect country={country} onCountryChange={onCountryChange} />
                ) : undefined
              }
            />
          )}
        </TabPanel>
      ))}
    </Tabs>
  );
}
