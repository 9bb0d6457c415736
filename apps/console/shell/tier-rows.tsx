import type { MessageId, TypedNumber } from '@candor/i18n';
import { type ActForm, Button, FormField, IconButton, NumberField, useText } from '@candor/ui';
import { X } from 'lucide-react';
import { useFieldArray } from 'react-hook-form';
import type { WithReason } from './operator-dialog.tsx';

/** A number of each tier: its name in the row, its label, its decimals, and its unit; `coin` is that of the table. */
export interface TierField {
  readonly name: string;
  readonly decimals: number;
  readonly unit: '%' | '×' | 'coin' | '';
}

/** Values of a form with a table of tiers. */
export interface WithTiers extends WithReason {
  readonly rows: readonly Readonly<Record<string, TypedNumber>>[];
}

const MAX_TIERS = 20;

interface TierFieldsProps<Values extends WithTiers> {
  readonly act: ActForm<Values>;
  readonly index: number;
  readonly fields: readonly TierField[];
  readonly coin: string;
}

/** The numbers of one tier. */
export function TierFields<Values extends WithTiers>({ act, index, fields, coin }: TierFieldsProps<Values>) {
  const text = useText();
  return fields.map(({ name, decimals, unit }) => (
    <FormField
      key={name}
      act={act as unknown as ActForm<WithTiers>}
      name={`rows.${index}.${name}`}
      check={(value) => (/^\d+(\.\d+)?$/.test(String(value ?? '')) ? null : text('error.TERMS_INVALID'))}
    >
      {(field) => (
        <NumberField
          {...field}
          value={field.value ?? ''}
          label={text(`notice.field.${name}` as MessageId)}
          decimals={decimals}
          unit={unit === 'coin' ? coin : unit}
        />
      )}
    </FormField>
  ));
}

interface TierRowsProps<Values extends WithTiers> extends Omit<TierFieldsProps<Values>, 'index'> {
  readonly mayBeEmpty?: boolean;
}

/** A table of tiers that rows are added to and taken from. */
export function TierRows<Values extends WithTiers>({
  act,
  fields: columns,
  coin,
  mayBeEmpty = false,
}: TierRowsProps<Values>) {
  const text = useText();
  const { fields, append, remove } = useFieldArray({ control: act.form.control as never, name: 'rows' });
  return (
    <>
      {fields.map(({ id }, index) => (
        <fieldset key={id} className="grid min-w-0 grid-cols-2 gap-3 border-b pb-3">
          <legend className="flex w-full items-center justify-between pb-2 text-13 font-medium text-ink-2">
            {text('notice.tier', { number: index + 1 })}
            <IconButton
              size="small"
              label={text('console.shell.removeTier', { number: index + 1 })}
              disabled={fields.length === 1 && !mayBeEmpty}
              onClick={() => remove(index)}
            >
              <X aria-hidden="true" className="size-4" strokeWidth={1.75} />
            </IconButton>
          </legend>
          <TierFields act={act} index={index} fields={columns} coin={coin} />
        </fieldset>
      ))}
      <Button
        variant="quiet"
        size="small"
        className="self-start"
        disabled={fields.length >= MAX_TIERS}
        onClick={() => append({} as never)}
      >
        {text('console.shell.addTier')}
      </Button>
    </>
  );
}
