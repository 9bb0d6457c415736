import { Select, Tab, TabList, TabPanel, Tabs, TextField } from '@candor/ui';
import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import { useCountryCodes, usePreference } from '../data/index.ts';
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
  readonly callingCode: string;
  readonly onCallingCodeChange: (code: string) => void;
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
  callingCode,
  onCallingCodeChange,
  registration,
  error,
  describe,
}: AccountFieldProps) {
  const intl = useIntl();
  const { data: countries } = useCountryCodes(usePreference('language'));
  const options = (countries ?? []).map(({ country, code, name }) => ({
    value: `${country} ${code}`,
    label: code,
    detail: name,
  }));
  const chosen = options.find((option) => option.label === callingCode)?.value ?? '';
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
                describe && each === 'account' ? <FormattedMessage id="user.hint.account" /> : undefined
              }
              maxLength={254}
              lead={
                each === 'phone' && options.length > 0 ? (
                  <Select
                    variant="plain"
                    label={intl.formatMessage({ id: 'user.field.callingCode' })}
                    value={chosen}
                    onValueChange={(value) => onCallingCodeChange(value.split(' ')[1] ?? callingCode)}
                    options={options}
                  />
                ) : undefined
              }
            />
          )}
        </TabPanel>
      ))}
    </Tabs>
  );
}
