import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { errorWords } from '../app/error-words.ts';
import {
  type AccountKind,
  type AuthField,
  type AuthFields,
  type Complaint,
  placeOfError,
} from './validation.ts';

type Typed = Omit<AuthFields, 'kind' | 'callingCode'>;

/** The calling code offered before one was chosen. */
const FIRST_CALLING_CODE = '+1';

/** The state that login and registration share: the account's kind, the fields, and errors at their places. */
export function useAuthForm() {
  const intl = useIntl();
  const [kind, setKind] = useState<AccountKind>('account');
  const [callingCode, setCallingCode] = useState(FIRST_CALLING_CODE);
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm<Typed>({
    defaultValues: { account: '', password: '', confirmPassword: '', inviteCode: '' },
    mode: 'onTouched',
  });
  const { errors } = form.formState;

  const words = (complaint: Complaint): true | string =>
    complaint === null ? true : intl.formatMessage({ id: complaint });

  return {
    form,
    kind,
    callingCode,
    setCallingCode,
    /** What the server said about the form as a whole. */
    refusal,
    words,
    error: (field: AuthField) => errors[field]?.message,
    changeKind(next: AccountKind) {
      setKind(next);
      setRefusal(null);
      form.resetField('account');
    },
    fields: (typed: Typed): AuthFields => ({ ...typed, kind, callingCode }),
    /** Runs the call; what the server refuses is shown where it belongs, and the field gets the focus. */
    async submit(call: () => Promise<void>): Promise<void> {
      setRefusal(null);
      try {
        await call();
      } catch (error) {
        const { field, text } = placeOfError(error);
        const message = errorWords(intl, text);
        if (field === null) setRefusal(message);
        else form.setError(field, { message }, { shouldFocus: true });
      }
    },
  };
}
