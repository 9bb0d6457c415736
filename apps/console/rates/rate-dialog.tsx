import type { CurrencyRateRow } from '@candor/api';
import { isPositiveNumber, type TypedNumber } from '@candor/i18n';
import { FormField, NumberField, TextField, useText } from '@candor/ui';
import { useConsole } from '../data/session.ts';
import { OperatorDialog, useOperatorForm, type WithReason } from '../shell/operator-dialog.tsx';

export const RATES_KEY = ['rates'];
const RATE_DECIMALS = 8;

interface RateValues extends WithReason {
  readonly rate: TypedNumber;
  readonly asOf: string;
  readonly source: string;
}

export interface RateDialogProps {
  readonly row: CurrencyRateRow;
  readonly onClose: () => void;
}

/** The rate of a currency with its day and source. */
export function RateDialog({ row, onClose }: RateDialogProps) {
  const { client } = useConsole();
  const text = useText();
  const act = useOperatorForm<RateValues>({
    queryKey: RATES_KEY,
    onClose,
    done: text('console.rates.done'),
    defaultValues: { rate: row.rate, asOf: row.asOf, source: row.source },
    send: (body, sending) =>
      client.call('setExchangeRate', { params: { currency: row.code }, body }, sending),
  });
  return (
    <OperatorDialog
      act={act}
      title={`${row.code} · ${text('console.rates.change')}`}
      explain={text('console.rates.explain')}
      submit={text('console.rates.change')}
      readers="operators"
      onClose={onClose}
    >
      <FormField
        act={act}
        name="rate"
        check={(rate) => (isPositiveNumber(rate) ? null : text('error.AMOUNT_INVALID'))}
      >
        {(field) => (
          <NumberField
            {...field}
            label={text('console.rates.rate')}
            decimals={RATE_DECIMALS}
            unit={row.code}
          />
        )}
      </FormField>
      <FormField act={act} name="asOf">
        {(field) => <TextField {...field} label={text('console.rates.dayField')} />}
      </FormField>
      <FormField act={act} name="source">
        {(field) => <TextField {...field} label={text('console.rates.source')} />}
      </FormField>
    </OperatorDialog>
  );
}
