import { isPositiveNumber, type TypedNumber } from '@candor/i18n';
import { type ActForm, Button, FormField, type FormFieldProps, NumberField, useText } from '@candor/ui';
import type { ReactNode } from 'react';

const DECIMALS = 8;

interface AmountInputProps {
  /** Field as `FormField` hands it on. */
  readonly field: FormFieldProps<TypedNumber>;
  readonly label: ReactNode;
  readonly coin: string;
  /** Fill-in button beside the field: its text, and the amount without trailing zeros. */
  readonly most?: { readonly text: ReactNode; readonly amount: string };
  /** Called with true when the button filled the field, with false when somebody typed. */
  readonly onChange?: (isMost: boolean) => void;
  readonly description?: ReactNode;
  /** Why the amount cannot be sent, shown at once; null where it can. */
  readonly problem?: string | null;
  readonly disabled?: boolean;
}

/** The input of an amount of a coin, with a button that takes all there can be. */
export function AmountInput(props: AmountInputProps) {
  const { field, label, coin, most, onChange, description, problem = null, disabled = false } = props;
  const { error, onValueChange, ...rest } = field;
  return (
    <NumberField
      {...rest}
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
                  onValueChange(most.amount);
                  onChange?.(true);
                }}
              >
                {most.text}
              </Button>
            ),
          })}
    />
  );
}

export interface AmountFieldProps extends Omit<AmountInputProps, 'field'> {
  readonly act: ActForm<{ readonly amount: TypedNumber }>;
}

/** The amount of a coin in a form: says how much there can be, and takes all of it at a press. */
export function AmountField({ act, onChange, ...input }: AmountFieldProps) {
  const text = useText();
  const check = (amount: string) => (isPositiveNumber(amount) ? null : text('error.AMOUNT_INVALID'));
  return (
    <FormField act={act} name="amount" prompt="ui.required.amount" check={check}>
      {(field) => (
        <AmountInput
          {...input}
          field={field}
          onChange={(isMost) => {
            onChange?.(isMost);
            if (isMost) act.form.clearErrors('amount');
          }}
        />
      )}
    </FormField>
  );
}
