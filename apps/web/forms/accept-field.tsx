import { type ActForm, Checkbox, FormField } from '@candor/ui';
import type { ReactNode } from 'react';

interface AcceptFieldProps<Values extends { readonly accepted: string }> {
  readonly act: ActForm<Values>;
  /** Names the terms, such as by their hash: other ones are not accepted by what was said of these. */
  readonly of: string;
  /** Terms in one sentence. */
  readonly sentence: ReactNode;
  /** Says that they must be accepted first. */
  readonly first: string;
  /** False where nothing can be sent yet, such as by a visitor. */
  readonly isNeeded?: boolean;
}

/** The acceptance of terms, whose name is the value while they are accepted: a form is not sent without it. */
export function AcceptField<Values extends { readonly accepted: string }>(props: AcceptFieldProps<Values>) {
  const { act, of, sentence, first, isNeeded = true } = props;
  return (
    <FormField
      act={act as unknown as ActForm<{ readonly accepted: string }>}
      name="accepted"
      required={false}
      check={(accepted) => (accepted === of || !isNeeded ? null : first)}
    >
      {({ value, onValueChange, error }) => (
        <div className="flex flex-col gap-1">
          <Checkbox
            checked={value === of}
            onCheckedChange={(accepts) => onValueChange(accepts ? of : '')}
            invalid={error !== undefined}
          >
            <span className="text-14 text-ink">{sentence}</span>
          </Checkbox>
          {error !== undefined && (
            <p role="alert" className="ps-6 text-13 text-warn">
              {error}
            </p>
          )}
        </div>
      )}
    </FormField>
  );
}
