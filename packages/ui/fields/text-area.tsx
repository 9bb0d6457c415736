import { Field } from '@base-ui/react/field';
import type { FocusEventHandler, Ref } from 'react';
import { controlClass, FieldFrame, type FieldLook } from './field-frame.tsx';

export interface TextAreaProps extends FieldLook {
  readonly value?: string;
  readonly onValueChange?: (value: string) => void;
  readonly name?: string;
  readonly rows?: number;
  readonly maxLength?: number;
  /** The language of the text, where it is another than the page's. */
  readonly lang?: string;
  readonly onBlur?: FocusEventHandler<HTMLElement>;
  readonly ref?: Ref<HTMLElement>;
}

/** Lines of text; grows with the user's hand. */
export function TextArea({
  label,
  labelPlacement,
  description,
  error,
  disabled,
  className,
  onValueChange,
  rows = 6,
  lang,
  ...rest
}: TextAreaProps) {
  return (
    <FieldFrame
      label={label}
      {...(labelPlacement ? { labelPlacement } : {})}
      description={description}
      error={error}
      disabled={disabled ?? false}
      {...(className ? { className } : {})}
      isTall
    >
      <Field.Control
        {...rest}
        {...(onValueChange ? { onValueChange: (value: string) => onValueChange(value) } : {})}
        className={`${controlClass} resize-y py-2`}
        render={<textarea rows={rows} {...(lang === undefined ? {} : { lang })} />}
      />
    </FieldFrame>
  );
}
