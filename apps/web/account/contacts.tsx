import { CallError, isAccountOf, plainCode, readPhone } from '@candor/api';
import { type ActForm, FormField, TextField, toasts, useActForm, useText } from '@candor/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { wordsOf } from '../common/error-words.ts';
import type { ContactKind } from '../common/masked.ts';
import { ownCountry } from '../common/own-country.ts';
import { queryKeys, useClient, useSecurityChanged } from '../data/index.ts';
import { CodeField } from '../forms/code-field.tsx';
import { CountrySelect } from '../forms/country-select.tsx';
import { useCodes } from '../forms/use-codes.ts';
import { SettingForm, type SettingFormOptions } from './form-frame.tsx';

interface Values {
  readonly account: string;
  readonly code: string;
}

const EMPTY: Values = { account: '', code: '' };
const MAX_LENGTH = 254;
const CODE = /^\d{6}$/;

/** Returns the contact as it is sent; null for what is none. */
function contactOf(kind: ContactKind, typed: string, country: string): string | null {
  const email = typed.trim().toLowerCase();
  if (kind === 'email') return isAccountOf.email(email) ? email : null;
  return readPhone(typed, country)?.e164 ?? null;
}

function useContactAct(kind: ContactKind, country: string, onDone: () => void) {
  const client = useClient();
  const queries = useQueryClient();
  const text = useText();
  const securityChanged = useSecurityChanged();
  return useActForm<Values>({
    defaultValues: EMPTY,
    beside: { country },
    places: { email: 'account' },
    send: (values, sending) => {
      const account = contactOf(kind, values.account, country) ?? values.account;
      const code = plainCode(values.code);
      return kind === 'email'
        ? client.call('bindEmail', { body: { email: account, code } }, sending)
        : client.call('accountVerificationBinding', { body: { type: kind, account, code } }, sending);
    },
    onDone: () => {
      toasts.success(text('account.contact.done'));
      onDone();
    },
    onSettled: async () => {
      await Promise.all([securityChanged(), queries.invalidateQueries({ queryKey: queryKeys.contacts })]);
    },
  });
}

/** Binds a new email or phone by the code that is sent there. */
export function ContactForm({
  kind,
  onDone,
}: Pick<SettingFormOptions, 'onDone'> & { readonly kind: ContactKind }) {
  const text = useText();
  const intl = useIntl();
  const codes = useCodes();
  const [country, setCountry] = useState(ownCountry);
  const [refusal, setRefusal] = useState<string | null>(null);
  const act = useContactAct(kind, country, onDone);
  const { form } = act;

  async function sendCode(): Promise<void> {
    setRefusal(null);
    if (!(await form.trigger('account', { shouldFocus: true }))) return;
    try {
      await codes.send(kind, { bind: contactOf(kind, form.getValues('account'), country) ?? '' });
    } catch (error) {
      const message = wordsOf(intl, error);
      const field = error instanceof CallError ? error.problem?.field?.split('.').at(-1) : undefined;
      if (field === 'account') form.setError('account', { message }, { shouldFocus: true });
      else setRefusal(message);
    }
  }

  return (
    <SettingForm
      label={text(kind === 'email' ? 'account.contact.bindEmail' : 'account.contact.bindPhone')}
      act={act}
      submit={text('account.save')}
    >
      <ContactField act={act} kind={kind} country={country} onCountryChange={setCountry} />
      <FormField
        act={act}
        name="code"
        prompt="ui.required.code"
        check={(typed) => (CODE.test(plainCode(typed)) ? null : text('user.invalid.code'))}
      >
        {({ error, ...field }) => (
          <CodeField
            registration={field}
            error={error ?? refusal ?? undefined}
            contact={kind}
            codes={codes}
            onSend={() => void sendCode()}
          />
        )}
      </FormField>
    </SettingForm>
  );
}

interface ContactFieldProps {
  readonly act: ActForm<Values>;
  readonly kind: ContactKind;
  readonly country: string;
  readonly onCountryChange: (country: string) => void;
}

/** The email or phone itself, with the whole number of the latter. */
function ContactField({ act, kind, country, onCountryChange }: ContactFieldProps) {
  const text = useText();
  const isEmail = kind === 'email';
  const full = isEmail ? null : (readPhone(act.form.watch('account'), country)?.shown ?? null);
  return (
    <FormField
      act={act}
      name="account"
      prompt={`ui.required.${kind}`}
      check={(typed) => (contactOf(kind, typed, country) === null ? text(`user.invalid.${kind}`) : null)}
    >
      {(field) => (
        <TextField
          {...field}
          type={isEmail ? 'email' : 'tel'}
          inputMode={isEmail ? 'email' : 'tel'}
          label={text(isEmail ? 'account.contact.email' : 'account.contact.phone')}
          description={full === null ? undefined : text('user.phone.full', { number: full })}
          autoComplete={isEmail ? 'email' : 'tel'}
          maxLength={MAX_LENGTH}
          lead={isEmail ? undefined : <CountrySelect country={country} onCountryChange={onCountryChange} />}
        />
      )}
    </FormField>
  );
}
