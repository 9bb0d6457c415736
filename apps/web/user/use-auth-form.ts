import { readPhone } from '@candor/api';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { errorWords } from '../common/error-words.ts';
import { ownCountry } from '../common/own-country.ts';
import {
  type AccountKind,
  type AuthField,
  type AuthFields,
  accountOf,
  type Complaint,
  placeOfError,
} from './validation.ts';

type Typed = Omit<AuthFields, 'kind' | 'country'>;

/** The state that login and registration share: the account's kind, the fields, and errors at their places. */
export function useAuthForm(firstKind: AccountKind = 'account') {
  const intl = useIntl();
  const [kind, setKind] = useState<AccountKind>(firstKind);
  const [country, setCountry] = useState(ownCountry);
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm<Typed>({
    defaultValues: { account: '', password: '', confirmPassword: '', inviteCode: '', code: '' },
    mode: 'onTouched',
  });
  const typed = useRef<Partial<Record<AccountKind, Pick<Typed, 'account' | 'code'>>>>({});
  const isRunning = useRef(false);
  const { errors } = form.formState;

  const words = (complaint: Complaint): true | string =>
    complaint === null ? true : intl.formatMessage({ id: complaint });

  /**
   * Runs the call; what the server refuses is shown where it belongs, and the field gets the focus. Does nothing while
   * another runs: a second press of Enter would count as a second try.
   */
  async function submit(call: () => Promise<void>): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setRefusal(null);
    try {
      await call();
    } catch (error) {
      const { field, text } = placeOfError(error);
      const message = errorWords(intl, text);
      if (field === null) setRefusal(message);
      else form.setError(field, { message }, { shouldFocus: true });
    } finally {
      isRunning.current = false;
    }
  }

  return {
    form,
    kind,
    country,
    setCountry,
    /** The phone number that was typed, in full, as a code will go to it; null while it is none. */
    fullNumber: kind === 'phone' ? (readPhone(form.watch('account'), country)?.shown ?? null) : null,
    /** The server's error for the form as a whole. */
    refusal,
    words,
    error: (field: AuthField) => errors[field]?.message,
    /** Shows the fields of another kind. What was typed for each kind stays: a look at another tab loses nothing. */
    changeKind(next: AccountKind) {
      typed.current[kind] = { account: form.getValues('account'), code: form.getValues('code') };
      setKind(next);
      setRefusal(null);
      const { account, code } = typed.current[next] ?? { account: '', code: '' };
      form.resetField('account');
      form.resetField('code');
      form.setValue('account', account);
      form.setValue('code', code);
    },
    fields: (typed: Typed): AuthFields => ({ ...typed, kind, country }),
    submit,
    /** Sends a code to the account that was typed, if it can be one. */
    async sendCode(send: (account: string) => Promise<void>): Promise<void> {
      if (!(await form.trigger('account', { shouldFocus: true }))) return;
      await submit(() => send(accountOf({ kind, account: form.getValues('account'), country })));
    },
  };
}
