import { Tab, TabList, TabPanel, Tabs, TextField } from '@candor/ui';
import { FormattedMessage, useIntl } from 'react-intl';
import { CountrySelect } from '../forms/country-select.tsx';
import type { AuthForm } from './use-auth-form.ts';
import { type AccountKind, checkAccount } from './validation.ts';

const ALL_KINDS: readonly AccountKind[] = ['account', 'email', 'phone'];

const inputs = {
  account: { type: 'text', autoComplete: 'username', inputMode: 'text' },
  email: { type: 'email', autoComplete: 'username', inputMode: 'email' },
  phone: { type: 'tel', autoComplete: 'username', inputMode: 'tel' },
} as const;

export interface AccountFieldProps {
  readonly auth: AuthForm;
  /** The tabs; all three where they are left out. */
  readonly kinds?: readonly AccountKind[];
  /** Runs after another tab was chosen. */
  readonly onKindChange?: () => void;
  /** Returns the kind by which an account is checked; that of the tab by default. */
  readonly kindOf?: (tab: AccountKind, account: string) => AccountKind;
  /** A hint under the field: the rules of an account name at registration. */
  readonly describe?: boolean;
}

/** Name, email or phone as tabs over one field; a phone has its country's calling code before it. */
export function AccountField({
  auth,
  kinds = ALL_KINDS,
  onKindChange,
  kindOf = (tab) => tab,
  describe = false,
}: AccountFieldProps) {
  const intl = useIntl();
  const { form, kind, country, fullNumber } = auth;
  const changeKind = (next: AccountKind) => {
    auth.changeKind(next);
    onKindChange?.();
  };
  return (
    <Tabs value={kind} onValueChange={changeKind}>
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
              {...form.register('account', {
                validate: (account) =>
                  auth.words(checkAccount({ kind: kindOf(kind, account), account, country })),
              })}
              {...inputs[each]}
              label={<FormattedMessage id={`user.field.${each}`} />}
              error={auth.error('account')}
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
                  <CountrySelect country={country} onCountryChange={auth.setCountry} />
                ) : undefined
              }
            />
          )}
        </TabPanel>
      ))}
    </Tabs>
  );
}
