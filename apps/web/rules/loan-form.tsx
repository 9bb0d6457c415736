import type { LoanProductRow } from '@candor/api';
import { NumberField, Select, useFormatters, useText } from '@candor/ui';
import { useState } from 'react';
import { firstLoan, loanPlan, type Plan } from '../common/loan-figures.ts';
import { useLoanWords } from '../common/loan-words.tsx';
import { useKnownNow } from '../common/use-now.ts';
import { ExampleFrame, Result } from './parts.tsx';
import { useFigures } from './use-figures.ts';

interface LinesProps {
  readonly product: LoanProductRow;
  readonly plan: Plan | null;
  readonly amount: string;
}

/** The costs of a loan with each formula beside it. */
export function LoanLines({ product, plan, amount }: LinesProps) {
  const text = useText();
  const format = useFormatters();
  const { coins, rate } = useLoanWords();
  const { coin, dailyPpm } = product;
  const value = (figure: string | undefined) => (figure === undefined ? null : coins(figure, coin));
  const figures = (...terms: readonly string[]) => terms.map((term) => format.quantity(term)).join(' + ');
  return (
    <>
      <Result
        label={text('loan.interestTotal')}
        value={value(plan?.interest)}
        formula={text('rules.formula.loanInterest')}
        figures={rate(dailyPpm)}
      />
      <Result
        strong
        label={text('loan.total')}
        value={value(plan?.total)}
        formula={text('rules.formula.loanTotal')}
        figures={plan === null ? undefined : figures(amount, plan.interest)}
      />
      <Result
        label={text('loan.worst')}
        value={value(plan?.worstTotal)}
        formula={text('rules.formula.loanWorst')}
        figures={plan === null ? undefined : figures(plan.total, plan.worstOverdue)}
      />
      <Result
        label={text('loan.lastDue')}
        value={plan === null ? null : format.date(plan.endMs)}
        formula={text('loan.schedule.text')}
      />
    </>
  );
}

/** The example of one product: a loan that is paid out today. */
export function LoanForm({ products }: { readonly products: readonly LoanProductRow[] }) {
  const text = useText();
  const { method, term } = useLoanWords();
  const now = useKnownNow();
  const [chosen, setChosen] = useState('');
  const product = products.find(({ offerId }) => String(offerId) === chosen) ?? products[0]!;
  const figures = useFigures({ amount: firstLoan(product) });
  const amount = figures.of('amount');
  const plan = now === null ? null : loanPlan(amount, product, now);
  return (
    <ExampleFrame
      fields={
        <>
          <Select
            className="col-span-6"
            label={text('loan.product')}
            value={String(product.offerId)}
            onValueChange={setChosen}
            options={products.map((each) => ({
              value: String(each.offerId),
              label: method(each),
              detail: term(each),
            }))}
          />
          <NumberField
            className="col-span-6"
            label={text('loan.amount')}
            {...figures.field('amount')}
            decimals={product.scale}
            unit={product.coin}
          />
        </>
      }
    >
      <LoanLines product={product} plan={plan} amount={amount} />
    </ExampleFrame>
  );
}
