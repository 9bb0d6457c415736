import { readPhone } from '@candor/api';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { type IntlShape, useIntl } from 'react-intl';
import { errorWords } from '../common/error-words.ts';
import { ownCountry } from '../common/own-country.ts';
import type { ErrorText } from '../data/index.ts';
import {
  type AccountKind,
  type AuthField,
  type AuthFields,
  accountOf,
  type Complaint,
  placeOfError,
} from './validation.ts';

type Typed = Omit<AuthFields, 'kind' | 'country'>;

const TYPED = ['account', 'password', 'confirmPassword', 'inviteCode', 'code'] as const;

/** Says again what the fields complain of once another language was chosen. */
function useRetold(form: UseFormReturn<Typed>, intl: IntlShape): void {
  useEffect(() => {
    for (const name of TYPED) {
      if (form.getFieldState(name).error?.type === 'validate') void form.trigger(name);
    }
    // the fields judge with the words of `intl`
  }, [form, intl]);
}

/** Runs the call unless one of its kind is under way: a second press of Enter would count as a second try. */
async function once(isUnderWay: RefObject<boolean>, call: () => Promise<void>): Promise<void> {
  if (isUnderWay.current) return;
  isUnderWay.current = true;
  try {
    await call();
  } finally {
    isUnderWay.current = false;
  }
}

export type AuthForm = ReturnType<typeof useAuthForm>;

/** The state that login and registration share: the account's kind, the fields, and errors at their places. */
export function useAuthForm(firstKind: AccountKind = 'account') {
  const intl = useIntl();
  const [kind, setKind] = useState<AccountKind>(firstKind);
  const [country, setCountry] = useState(ownCountry);
  const [refusal, setRefusal] = useState<ErrorText | null>(null);
  const form = useForm<Typed>({
    defaultValues: { account: '', password: '', confirmPassword: '', inviteCode: '', code: '' },
    mode: 'onTouched',
  });
  useRetold(form, intl);
  const typed = useRef<Partial<Record<AccountKind, Pick<Typed, 'account' | 'code'>>>>({});
  const isRunning = useRef(false);
  const isSending = useRef(false);
  const { errors } = form.formState;

  const words = (complaint: Complaint): true | string =>
    complaint === null ? true : intl.formatMessage({ id: complaint });

  /** Runs the call; what the server refuses is shown where it belongs, and the field gets the focus. */
  async function run(call: () => Promise<void>): Promise<void> {
    setRefusal(null);
    try {
      await call();
    } catch (error) {
      const { field, text } = placeOfError(error);
      if (field === null) setRefusal(text);
      else form.setError(field, { message: errorWords(intl, text) }, { shouldFocus: true });
    }
  }
  /** Asks for a code. The act of the form does not wait for it: one who has a code need not. */
  const send = (call: () => Promise<void>) => once(isSending, () => run(call));

  return {
    form,
    kind,
    country,
    setCountry,
    /** The phone number that was typed, in full, as a code will go to it; null while it is none. */
    fullNumber: kind === 'phone' ? (readPhone(form.watch('account'), country)?.shown ?? null) : null,
    /** The server's error for the form as a whole. */
    refusal: refusal === null ? null : errorWords(intl, refusal),
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
    /** Runs the act of the form. */
    submit: (call: () => Promise<void>) => once(isRunning, () => run(call)),
    send,
    /** Sends a code to the account that was typed, if it can be one. */
    async sendCode(sendTo: (account: string) => Promise<void>): Promise<void> {
      if (!(await form.trigger('account', { shouldFocus: true }))) return;
      await send(() => sendTo(accountOf({ kind, account: form.getValues('account'), country })));
    },
  };
}
