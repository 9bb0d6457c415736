import { isPositiveNumber } from '@candor/i18n';
import { type ActForm, Button, FormField, NumberField, useText } from '@candor/ui';
import type { ReactNode } from 'react';

const DECIMALS = 8;

export interface AmountFieldProps {
  readonly act: ActForm<{ readonly amount: string }>;
  readonly label: ReactNode;
  readonly coin: string;
  /** What the button beside the field fills in: its text, and the amount without trailing zeros. */
  readonly most?: { readonly text: ReactNode; readonly amount: string };
  /** Called with true when the button filled the field, with false when somebody typed. */
  readonly onChange?: (isMost: boolean) => void;
  readonly description?: ReactNode;
  /** Why the amount cannot be sent, shown at once; null where it can. */
  readonly problem?: string | null;
  readonly disabled?: boolean;
}

/** The amount of a coin in a form: says how much there can be, and takes all of it at a press. */
export function AmountField(props: AmountFieldProps) {
  const { act, label, coin, most, onChange, description, problem = null, disabled = false } = props;
  const text = useText();
  const check = (amount: string) => (isPositiveNumber(amount) ? null : text('error.AMOUNT_INVALID'));
  return (
    <FormField act={act} name="amount" check={check}>
      {({ error, onValueChange, ...field }) => (
        <NumberField
          {...field}
          onValueChange={(amount) => {
            onChange?.(false);
            onValueChange(amount);
          }}
          error={problem ?? error}
          label={label}
          decimals={DECIMALS}
          unit={coin}
          disabled={disabled}
          description={description}
          {...(most === undefined
            ? {}
            : {
                end: (
                  <Button
                    variant="plain"
                    size="small"
                    disabled={!isPositiveNumber(most.amount)}
                    onClick={() => {
                      onChange?.(true);
                      onValueChange(most.amount);
                      act.form.clearErrors('amount');
                    }}
                  >
                    {most.text}
                  </Button>
                ),
              })}
        />
      )}
    </FormField>
  );
}
