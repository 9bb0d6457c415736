import { isPositiveNumber, type TypedNumber } from '@candor/i18n';
import { type ActForm, FormField, NumberField, useText } from '@candor/ui';
import type { FieldPath, FieldValues } from 'react-hook-form';

const AMOUNT_DECIMALS = 8;

interface AmountFieldProps<Values extends FieldValues> {
  readonly act: ActForm<Values>;
  readonly name: FieldPath<Values>;
  readonly label: string;
  readonly unit?: string | undefined;
  readonly decimals?: number;
}

/** A number above 0 in a form: an amount of a coin, unless it has other decimals. */
export function AmountField<Values extends FieldValues>(props: AmountFieldProps<Values>) {
  const { act, name, label, unit, decimals = AMOUNT_DECIMALS } = props;
  const text = useText();
  return (
    <FormField
      act={act as unknown as ActForm<Record<string, TypedNumber>>}
      name={name as string}
      check={(typed) => (isPositiveNumber(typed) ? null : text('error.AMOUNT_INVALID'))}
    >
      {(field) => <NumberField {...field} label={label} decimals={decimals} unit={unit} />}
    </FormField>
  );
}
