import type { LoanDetail, LoanRow } from '@candor/api';
import { decimalOf, isPositiveNumber, type TypedNumber } from '@candor/i18n';
import { parseDecimal } from '@candor/money';
import {
  ActDialog,
  Detail,
  DetailList,
  FormField,
  SegmentedControl,
  toasts,
  useActForm,
  useFormatters,
  useText,
} from '@candor/ui';
import { useState } from 'react';
import { useLoanWords } from '../common/loan-words.tsx';
import { useAvailable } from '../common/use-available.ts';
import { useKnownNow } from '../common/use-now.ts';
import { useClient } from '../data/index.ts';
import { AmountInput } from '../forms/amount-field.tsx';
import { owedAt, type Parts, partsOf, pricesOf } from './owed.ts';
import { useLoansChanged } from './use-loans.ts';

/** An act that arrives later than this is refused: what is shown is the price at its end, so that no charge exceeds it. */
const ARRIVAL_MS = 6_000;

type Choice = 'all' | 'due' | 'part';

interface RepayDialogProps {
  readonly detail: LoanDetail;
  readonly loan: LoanRow;
  readonly onClose: () => void;
}

/** Repays all, what is due, or a part, and shows before what it pays, in the published order. */
export function RepayDialog({ detail, loan, onClose }: RepayDialogProps) {
  const text = useText();
  const format = useFormatters();
  const client = useClient();
  const onSettled = useLoansChanged();
  const available = useAvailable(detail.coin);
  const now = useKnownNow();
  const { coin, scale } = detail;
  const hasDue = loan.due.length > 0;
  const [choice, setChoice] = useState<Choice>(hasDue ? 'due' : 'all');
  // overdue interest of the seconds since then is left to the next payment: no more is asked for than is shown as due
  const at = choice === 'due' ? detail.time : (now ?? detail.time) + ARRIVAL_MS;
  const owed = owedAt(loan, detail, at);
  const prices = pricesOf(owed, scale);
  const act = useActForm<{ amount: TypedNumber }, { readonly id: number; readonly owed: string }>({
    defaultValues: { amount: '' },
    beside: { choice, id: loan.id },
    places: { AMOUNT_INVALID: 'amount', LOAN_AMOUNT: 'amount', QUANTITY_INVALID: 'amount' },
    send: ({ amount }, sending) =>
      client.call(
        'repayLoan',
        // what was collected meanwhile is not due any more: it is not taken of what is not due
        {
          body: {
            id: loan.id,
            amount: amountOf(choice, amount, prices.due),
            ...(choice === 'due' ? { onlyDue: true } : {}),
          },
        },
        sending,
      ),
    onDone: ({ owed: left }) => {
      toasts.success(
        /[1-9]/.test(left)
          ? text('loan.repay.done', { left: format.quantity(left), coin })
          : text('loan.repay.doneAll'),
      );
      onClose();
    },
    onSettled,
  });
  const typed = decimalOf(act.form.watch('amount'));
  const amount = { all: prices.all, due: prices.due, part: typed }[choice];
  const units = parseDecimal(amount, scale);
  const parts = units === null || units === 0n ? null : partsOf(units, owed, scale);
  const lacks = available !== null && units !== null && units > (parseDecimal(available, scale) ?? units);
  return (
    <ActDialog
      act={act}
      title={text('loan.repay.title', { number: String(detail.id) })}
      onOpenChange={(open) => !open && onClose()}
      submit={text('loan.repay.confirm')}
      disabled={now === null || (choice !== 'part' && parts === null)}
      obstacle={
        lacks ? text('error.INSUFFICIENT_BALANCE') : parts?.isTooSmall ? text('loan.repay.tooSmall') : null
      }
    >
      <SegmentedControl<Choice>
        label={text('loan.repay.what')}
        value={choice}
        onValueChange={setChoice}
        segments={[
          { value: 'all', label: text('loan.repay.all') },
          { value: 'due', label: text('loan.repay.due'), disabled: !hasDue },
          { value: 'part', label: text('loan.repay.part') },
        ]}
      />
      {choice === 'part' && (
        <FormField
          act={act}
          name="amount"
          prompt="ui.required.amount"
          check={(value) => (isPositiveNumber(value) ? null : text('error.AMOUNT_INVALID'))}
        >
          {(field) => <AmountInput field={field} label={text('loan.amount')} coin={coin} />}
        </FormField>
      )}
      <Preview
        parts={parts}
        amount={units === null ? null : amount}
        coin={coin}
        available={available}
        hasDue={hasDue}
      />
      <p className="text-13 text-ink-2">
        {text(choice === 'all' ? 'loan.repay.all.text' : 'loan.repay.text')}
      </p>
    </ActDialog>
  );
}

/** The amount as the call takes it: null for everything, so that the ledger charges what is owed at that second. */
function amountOf(choice: Choice, typed: string, due: string): string | null {
  if (choice === 'all') return null;
  return choice === 'due' ? due : typed;
}

interface PreviewProps {
  readonly parts: Parts | null;
  readonly amount: string | null;
  readonly coin: string;
  readonly available: string | null;
  readonly hasDue: boolean;
}

/** Parts of a payment before it is made. */
function Preview({ parts, amount, coin, available, hasDue }: PreviewProps) {
  const text = useText();
  const { coins } = useLoanWords();
  const shown = (figure: string | undefined) => (figure === undefined ? '–' : coins(figure, coin));
  return (
    <DetailList ruled className="border-y text-14!">
      <Detail label={text('loan.repay.available')}>
        {available === null ? '–' : coins(available, coin)}
      </Detail>
      {hasDue && (
        <>
          <Detail label={text('loan.repay.toDue')}>{shown(parts?.due)}</Detail>
          <Detail label={text('loan.repay.toOverdue')}>{shown(parts?.overdue)}</Detail>
        </>
      )}
      <Detail label={text('loan.repay.running')}>{shown(parts?.earlyInterest)}</Detail>
      <Detail label={text('loan.repay.principal')}>{shown(parts?.principal)}</Detail>
      <Detail label={text('loan.repay.left')}>{shown(parts?.left)}</Detail>
      <Detail label={text('loan.repay.atMost')} strong>
        {amount === null || parts === null ? '–' : coins(amount, coin)}
      </Detail>
    </DetailList>
  );
}
