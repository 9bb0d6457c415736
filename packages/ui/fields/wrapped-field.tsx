import { Field } from '@base-ui/react/field';
import type { FocusEventHandler, KeyboardEvent, ReactNode, Ref } from 'react';
import { controlClass, FieldFrame, type FieldLook } from './field-frame.tsx';

export interface WrappedFieldProps extends FieldLook {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly name?: string;
  readonly maxLength?: number;
  /** After the text: a button. */
  readonly end?: ReactNode;
  readonly onBlur?: FocusEventHandler<HTMLElement>;
  readonly ref?: Ref<HTMLElement>;
}

/** Enter sends the form, as it does in every field of one line. */
function sendOnEnter(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  (event.currentTarget as HTMLTextAreaElement).form?.requestSubmit();
}

/** One text without breaks that is seen whole, however long it is: an address, a hash. Spaces and breaks are dropped. */
export function WrappedField({
  label,
  labelPlacement,
  description,
  error,
  disabled,
  className,
  value,
  onValueChange,
  end,
  ...rest
}: WrappedFieldProps) {
  return (
    <FieldFrame
      label={label}
      {...(labelPlacement ? { labelPlacement } : {})}
      description={description}
      error={error}
      disabled={disabled ?? false}
      {...(className ? { className } : {})}
      isTall
      end={end}
    >
      <Field.Control
        {...rest}
        value={value}
        onValueChange={(text: string) => onValueChange(text.replace(/\s/g, ''))}
        onKeyDown={sendOnEnter}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className={`${controlClass} field-sizing-content min-h-9.5 resize-none overflow-hidden py-2 break-all touch:min-h-11.5`}
        render={<textarea rows={1} />}
      />
    </FieldFrame>
  );
}
