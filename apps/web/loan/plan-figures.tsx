import type { LoanProductRow } from '@candor/api';
import { LOAN_PAYOUT_DAYS } from '@candor/rules';
import { Detail, DetailList, useFormatters, useText } from '@candor/ui';
import type { Plan } from '../common/loan-figures.ts';
import { useLoanWords } from '../common/loan-words.tsx';

interface PlanFiguresProps {
  readonly product: LoanProductRow;
  /** A decimal; '' while it can't be read. */
  readonly amount: string;
  readonly plan: Plan | null;
}

/** Everything that a loan costs, at its best and at its worst, and who lends. */
export function PlanFigures({ product, amount, plan }: PlanFiguresProps) {
  const text = useText();
  const format = useFormatters();
  const { coins, rate, share } = useLoanWords();
  const { coin, dailyPpm, overduePpm, overdueCapPpm } = product;
  const shown = (figure: string | undefined) => (figure === undefined ? '–' : coins(figure, coin));
  return (
    <div className="flex flex-col gap-3">
      <DetailList ruled className="border-y text-14!">
        <Detail label={text('loan.receive')} strong>
          {plan === null ? '–' : coins(amount, coin)}
        </Detail>
        <Detail label={text('loan.daily')}>{rate(dailyPpm)}</Detail>
        <Detail label={text('loan.interestTotal')}>{shown(plan?.interest)}</Detail>
        <Detail label={text('loan.total')} strong>
          {shown(plan?.total)}
        </Detail>
        {plan !== null && (
          <Detail label={text('loan.totalAtMost', { days: LOAN_PAYOUT_DAYS })} wraps>
            {coins(plan.totalAtMost, coin)}
          </Detail>
        )}
        <Detail label={text('loan.lastDue')}>{format.dateTime(plan?.endMs)}</Detail>
        <Detail label={text('loan.worst')} wraps>
          {shown(plan?.worstTotal)}
        </Detail>
        <Detail label={text('loan.lender')} wraps>
          {text('loan.lender.pool', { coin })}
        </Detail>
      </DetailList>
      <p className="text-13 text-ink-3">
        {text('loan.worst.text', { rate: rate(overduePpm), cap: share(overdueCapPpm) })}
      </p>
    </div>
  );
}
