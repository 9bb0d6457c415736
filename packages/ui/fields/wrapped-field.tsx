import type { KeyboardEvent, ReactNode } from 'react';
import { TallField, type TallFieldProps } from './tall-field.tsx';

export interface WrappedFieldProps extends TallFieldProps {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  /** After the text: a button. */
  readonly end?: ReactNode;
}

/** Enter sends the form, as it does in every field of one line. */
function sendOnEnter(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  (event.currentTarget as HTMLTextAreaElement).form?.requestSubmit();
}

/** One text without breaks that is seen whole, however long it is: an address, a hash. Spaces and breaks are dropped. */
export function WrappedField({ onValueChange, ...rest }: WrappedFieldProps) {
  return (
    <TallField
      {...rest}
      onValueChange={(text) => onValueChange(text.replace(/\s/g, ''))}
      onKeyDown={sendOnEnter}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      controlClassName="field-sizing-content min-h-9.5 resize-none overflow-hidden py-2 break-all text-balance touch:min-h-11.5"
      area={<textarea rows={1} />}
    />
  );
}
