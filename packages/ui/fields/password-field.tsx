import { Eye, EyeOff } from 'lucide-react';
import { type ChangeEventHandler, useState } from 'react';
import { useIntl } from 'react-intl';
import { TextField, type TextFieldProps } from './text-field.tsx';

export interface PasswordFieldProps
  extends Omit<TextFieldProps, 'type' | 'end' | 'inputMode' | 'autoComplete' | 'maxLength'> {
  /** `off` for a password that is not the login's: a manager would fill that one in. */
  autoComplete: 'current-password' | 'new-password' | 'off';
  onChange?: ChangeEventHandler<HTMLInputElement>;
}

/**
 * A password, with its length and a button that shows it. The field has no `maxLength`: a browser cuts what is pasted
 * without a word.
 */
export function PasswordField({ onChange, ...props }: PasswordFieldProps) {
  const intl = useIntl();
  const [typedLength, setTypedLength] = useState(0);
  const length = props.value?.length ?? typedLength;
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      onChange={(event) => {
        setTypedLength(event.target.value.length);
        onChange?.(event);
      }}
      type={(shown ? 'text' : 'password') as 'text'}
      end={
        <>
          {length > 0 && (
            <span className="figure shrink-0 text-12 text-ink-3">
              {intl.formatMessage({ id: 'ui.passwordLength' }, { count: length })}
            </span>
          )}
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
        </>
      }
    />
  );
}
