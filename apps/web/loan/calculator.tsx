import type { LoanProductRow } from '@candor/api';
import { decimalOf, type TypedNumber } from '@candor/i18n';
import { buttonClass, NumberField, Select, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { firstLoan, loanPlan } from '../common/loan-figures.ts';
import { useLoanWords } from '../common/loan-words.tsx';
import { useKnownNow } from '../common/use-now.ts';
import { EarlyTable } from './early-table.tsx';
import { PlanFigures } from './plan-figures.tsx';
import { ScheduleTable } from './schedule-table.tsx';
import { useLoanObstacle } from './use-obstacle.ts';

const MINUTE_MS = 60_000;

/** Returns the server's time by the minute, so that what follows from it stands still for a reader; null until it is known. */
export function useBeginning(): number | null {
  const now = useKnownNow();
  return now === null ? null : Math.floor(now / MINUTE_MS) * MINUTE_MS;
}

/** All dates and costs of a loan that is paid out now: the ledger's own formula, in the browser. */
export function Calculator({ products }: { readonly products: readonly LoanProductRow[] }) {
  const text = useText();
  const { method, term } = useLoanWords();
  const obstacleOf = useLoanObstacle();
  const [chosen, setChosen] = useState('');
  const [typed, setTyped] = useState<TypedNumber | null>(null);
  const beganMs = useBeginning();
  const product =
    products.find(({ offerId }) => String(offerId) === chosen) ??
    products.find(({ repayType }) => repayType === 'equal') ??
    products[0];
  if (product === undefined) return null;
  const value = typed ?? firstLoan(product);
  const amount = decimalOf(value);
  const plan = beganMs === null ? null : loanPlan(amount, product, beganMs);
  const { coin, offerId } = product;
  const obstacle = obstacleOf(product);
  return (
    <div className="grid gap-x-16 gap-y-10 lg:grid-cols-2">
      <section className="flex min-w-0 flex-col gap-5">
        <header>
          <h2 className="text-20 font-semibold">{text('loan.calc')}</h2>
          <p className="pt-1 text-14 text-ink-2">{text('loan.calc.text')}</p>
        </header>
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label={text('loan.product')}
            value={String(offerId)}
            onValueChange={(next) => {
              setChosen(next);
              setTyped(null);
            }}
            options={products.map((each) => ({
              value: String(each.offerId),
              label: method(each),
              detail: term(each),
            }))}
          />
          <NumberField
            label={text('loan.amount')}
            value={value}
            onValueChange={setTyped}
            decimals={product.scale}
            unit={coin}
          />
        </div>
        <PlanFigures product={product} amount={amount} plan={plan} />
        {obstacle === null ? (
          <Link to="/loan/index" search={{ apply: offerId }} className={`${buttonClass()} self-start`}>
            {text('loan.apply')}
          </Link>
        ) : (
          <p className="text-14 text-ink-2">{obstacle}</p>
        )}
      </section>
      <div className="flex min-w-0 flex-col gap-10">
        <ScheduleTable plan={plan} coin={coin} />
        {plan !== null && beganMs !== null && (
          <EarlyTable terms={product} amount={amount} beganMs={beganMs} plan={plan} />
        )}
      </div>
    </div>
  );
}
