import { Field } from '@base-ui/react/field';
import type { FocusEventHandler, InputHTMLAttributes, ReactNode, Ref } from 'react';
import { controlClass, FieldFrame, type FieldLook } from './field-frame.tsx';

export interface TextFieldProps extends FieldLook {
  value?: string;
  defaultValue?: string;
  onValueChange?: (value: string) => void;
  type?: 'text' | 'email' | 'tel' | 'search' | 'url' | 'date';
  name?: string;
  placeholder?: string;
  autoComplete?: string;
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode'];
  maxLength?: number;
  required?: boolean;
  readOnly?: boolean;
  /** Before the text: an icon, a country code. */
  lead?: ReactNode;
  /** After the text: a unit, a button. */
  end?: ReactNode;
  onBlur?: FocusEventHandler<HTMLInputElement>;
  onFocus?: FocusEventHandler<HTMLInputElement>;
  onKeyDown?: React.KeyboardEventHandler<HTMLInputElement>;
  ref?: Ref<HTMLInputElement>;
}

/** A line of text. Spreads a react-hook-form registration as well as `value` and `onValueChange`. */
export function TextField({
  label,
  labelPlacement,
  description,
  error,
  disabled,
  className,
  lead,
  end,
  onValueChange,
  type = 'text',
  ...rest
}: TextFieldProps & Pick<InputHTMLAttributes<HTMLInputElement>, 'onChange'>) {
  return (
    <FieldFrame
      label={label}
      {...(labelPlacement ? { labelPlacement } : {})}
      description={description}
      error={error}
      disabled={disabled ?? false}
      {...(className ? { className } : {})}
      lead={lead}
      end={end}
    >
      <Field.Control
        {...rest}
        type={type}
        {...(onValueChange ? { onValueChange: (value: string) => onValueChange(value) } : {})}
        className={controlClass}
      />
    </FieldFrame>
  );
}
