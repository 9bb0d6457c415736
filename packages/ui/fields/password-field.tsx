import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { TextField, type TextFieldProps } from './text-field.tsx';

export interface PasswordFieldProps
  extends Omit<TextFieldProps, 'type' | 'end' | 'inputMode' | 'autoComplete'> {
  autoComplete: 'current-password' | 'new-password' | 'off';
}

/** A password, with a button that shows it. */
export function PasswordField(props: PasswordFieldProps) {
  const intl = useIntl();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      type={(shown ? 'text' : 'password') as 'text'}
      end={
        <button
          type="button"
          disabled={props.disabled ?? false}
          aria-label={intl.formatMessage({ id: shown ? 'ui.hidePassword' : 'ui.showPassword' })}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="-mr-2 flex size-8 shrink-0 items-center justify-center rounded-base text-ink-3 hover:text-ink touch:-mr-3 touch:size-11"
        >
          <Icon aria-hidden="true" className="size-4" strokeWidth={1.75} />
        </button>
      }
    />
  );
}
