import { type FormFieldProps, TextField, useText } from '@candor/ui';
import { SendCodeButton } from '../common/send-code-button.tsx';

interface SentCodeFieldProps extends FormFieldProps<string> {
  readonly label: string;
  /** The contact that codes go to, masked. */
  readonly to: string;
  /** True where the message stays on the server's machine. */
  readonly isKept: boolean;
  readonly isSent: boolean;
  readonly isSending: boolean;
  /** Seconds until another code may be asked for; 0 if one may now. */
  readonly waitSeconds: number;
  readonly onSend: () => void;
}

const MAX_LENGTH = 32;

/** A code that is sent to the user's own contact: where it goes, and the button that sends it. */
export function SentCodeField({
  to,
  isKept,
  isSent,
  isSending,
  waitSeconds,
  onSend,
  ...field
}: SentCodeFieldProps) {
  const text = useText();
  const sent = isKept ? 'shell.stepUp.codeKept' : 'shell.stepUp.codeSent';
  return (
    <TextField
      {...field}
      description={<span role="status">{text(isSent ? sent : 'shell.stepUp.codeTo', { to })}</span>}
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={MAX_LENGTH}
      end={<SendCodeButton waitSeconds={waitSeconds} isSending={isSending} isSent={isSent} onSend={onSend} />}
    />
  );
}
