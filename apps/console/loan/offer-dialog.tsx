import type { OperatorLoans } from '@candor/api';
import type { TypedNumber } from '@candor/i18n';
import { FormField, NumberField, Select, useText } from '@candor/ui';
import { useConsole } from '../data/session.ts';
import { timeAfter } from '../earn/dialogs.tsx';
import { AmountField } from '../shell/amount-field.tsx';
import { OperatorDialog, useOperatorForm, type WithReason } from '../shell/operator-dialog.tsx';

const AMOUNT_DECIMALS = 8;
const PERCENT_DECIMALS = 4;
const METHODS = ['maturity', 'interestFirst', 'equal'] as const;
const CYCLES = ['day', 'month'] as const;

interface OfferValues extends WithReason {
  readonly method: (typeof METHODS)[number];
  readonly cycle: (typeof CYCLES)[number];
  readonly cycleCount: TypedNumber;
  readonly instalments: TypedNumber;
  readonly dailyPercent: TypedNumber;
  readonly overduePercent: TypedNumber;
  readonly overdueCapPercent: TypedNumber;
  readonly minAmount: TypedNumber;
  readonly maxAmount: TypedNumber;
  readonly hours: TypedNumber;
}

interface OfferDialogProps {
  readonly pool: OperatorLoans['pools'][number];
  readonly now: number;
  readonly onClose: () => void;
}

const FIRST_VALUES = {
  method: 'maturity',
  cycle: 'day',
  cycleCount: '30',
  instalments: '1',
  hours: '0',
  dailyPercent: '',
  overduePercent: '',
  overdueCapPercent: '',
  minAmount: '',
  maxAmount: '',
} as const;

/** Proposes a loan product. */
export function OfferDialog({ pool, now, onClose }: OfferDialogProps) {
  const { client } = useConsole();
  const text = useText();
  const act = useOperatorForm<OfferValues>({
    queryKey: ['loan'],
    onClose,
    done: text('console.shell.proposed'),
    defaultValues: FIRST_VALUES,
    send: ({ hours, cycleCount, instalments, ...values }, sending) =>
      client.call(
        'offerLoan',
        {
          params: { assetId: String(pool.assetId) },
          body: {
            ...values,
            cycleCount: Number(cycleCount),
            instalments: Number(instalments),
            opensTime: timeAfter(now, hours),
          },
        },
        sending,
      ),
  });
  const fields = [
    ['cycleCount', 'console.loan.every', undefined, 0],
    ['instalments', 'console.loan.instalments', undefined, 0],
    ['dailyPercent', 'console.loan.daily', '%', PERCENT_DECIMALS],
    ['overduePercent', 'console.loan.overdue', '%', PERCENT_DECIMALS],
    ['overdueCapPercent', 'console.loan.cap', '%', PERCENT_DECIMALS],
    ['minAmount', 'console.swap.least', pool.coin, AMOUNT_DECIMALS],
    ['maxAmount', 'console.swap.most', pool.coin, AMOUNT_DECIMALS],
  ] as const;
  return (
    <OperatorDialog
      act={act}
      title={`${pool.coin} · ${text('console.loan.add')}`}
      explain={text('console.loan.explainOffer')}
      submit={text('console.shell.propose')}
      readers="operators"
      onClose={onClose}
    >
      <FormField act={act} name="method">
        {(field) => (
          <Select
            {...field}
            label={text('console.loan.method')}
            options={METHODS.map((value) => ({ value, label: text(`console.loan.method.${value}`) }))}
          />
        )}
      </FormField>
      <FormField act={act} name="cycle">
        {(field) => (
          <Select
            {...field}
            label={text('console.loan.cycle')}
            options={CYCLES.map((value) => ({ value, label: text(`console.loan.cycle.${value}`) }))}
          />
        )}
      </FormField>
      {fields.map(([name, label, unit, decimals]) => (
        <AmountField key={name} act={act} name={name} label={text(label)} decimals={decimals} unit={unit} />
      ))}
      <FormField act={act} name="hours">
        {(field) => <NumberField {...field} label={text('console.earn.opensIn')} decimals={0} />}
      </FormField>
    </OperatorDialog>
  );
}
