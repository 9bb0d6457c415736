import { type FormFieldProps, TextField } from '@candor/ui';
import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { FormattedMessage } from 'react-intl';
import { SendCodeButton } from '../common/send-code-button.tsx';
import { useKeptMessages } from '../data/index.ts';
import type { CodeSending } from './use-codes.ts';

interface CodeFieldProps {
  readonly registration: UseFormRegisterReturn | Omit<FormFieldProps<string>, 'error'>;
  readonly error: ReactNode;
  /** Null for a code that nobody sends, as of an authenticator. */
  readonly contact: 'email' | 'phone' | null;
  readonly codes: CodeSending;
  /** Nobody says here whether an account has the contact. */
  readonly isForWhoever?: boolean;
  readonly onSend: () => void;
}

/** A code of six digits, with the button that sends one and the seconds until the next. */
export function CodeField({
  registration,
  error,
  contact,
  codes,
  isForWhoever = false,
  onSend,
}: CodeFieldProps) {
  const { waitSeconds, isSending, isSent } = codes;
  const isKept = useKeptMessages(contact === 'phone' ? 'sms' : 'email');
  return (
    <TextField
      {...registration}
      label={<FormattedMessage id="user.field.code" />}
      error={error}
      description={
        contact !== null && isSent ? (
          <span role="status">
            {isKept ? (
              <FormattedMessage id="user.code.kept" />
            ) : (
              <FormattedMessage id={`user.code.${isForWhoever ? 'maybe' : 'sent'}.${contact}`} />
            )}
          </span>
        ) : undefined
      }
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={64}
      end={
        contact === null ? undefined : (
          <SendCodeButton waitSeconds={waitSeconds} isSending={isSending} isSent={isSent} onSend={onSend} />
        )
      }
    />
  );
}
