import { type ActForm, Checkbox, FormField } from '@candor/ui';
import type { ReactNode } from 'react';

interface AcceptFieldProps<Values extends { readonly accepted: boolean }> {
  readonly act: ActForm<Values>;
  /** Terms in one sentence. */
  readonly sentence: ReactNode;
  /** Says that they must be accepted first. */
  readonly first: string;
  /** False where nothing can be sent yet, such as by a visitor. */
  readonly isNeeded?: boolean;
}

/** The acceptance of terms: a form is not sent without it. */
export function AcceptField<Values extends { readonly accepted: boolean }>(props: AcceptFieldProps<Values>) {
  const { act, sentence, first, isNeeded = true } = props;
  return (
    <FormField
      act={act as unknown as ActForm<{ readonly accepted: boolean }>}
      name="accepted"
      required={false}
      check={(accepted) => (accepted || !isNeeded ? null : first)}
    >
      {({ value, onValueChange, error }) => (
        <div className="flex flex-col gap-1">
          <Checkbox checked={value} onCheckedChange={onValueChange} invalid={error !== undefined}>
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
