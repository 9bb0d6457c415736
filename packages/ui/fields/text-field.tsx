import { Field } from '@base-ui/react/field';
import type { FocusEvent, FocusEventHandler, InputHTMLAttributes, ReactNode, Ref } from 'react';
import { controlClass, FieldFrame, type FieldLook } from './field-frame.tsx';

type FocusTargets = 'currentTarget' | 'relatedTarget';

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

/** True where the focus goes to what stands in the same field, such as the button that sends a code: nobody left the field. */
export const staysInField = ({
  currentTarget,
  relatedTarget,
}: Pick<FocusEvent<Element>, FocusTargets>): boolean =>
  relatedTarget !== null && currentTarget.closest('[data-target]')?.contains(relatedTarget as Node) === true;

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
  onBlur,
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
        onBlur={(event) => {
          if (!staysInField(event)) onBlur?.(event);
        }}
        {...(onValueChange ? { onValueChange: (value: string) => onValueChange(value) } : {})}
        className={controlClass}
      />
    </FieldFrame>
  );
}
