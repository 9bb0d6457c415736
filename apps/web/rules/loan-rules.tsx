import { LOAN_REVIEW_HOURS, LOAN_TWO_REVIEWERS_ABOVE, type LoanProductRow } from '@candor/api';
import {
  CREDIT_LATE_SECONDS,
  CREDIT_LIMITS,
  CREDIT_MEMORY_SECONDS,
  CREDIT_POINTS,
  CREDIT_YEAR_DAYS,
  DAY_SECONDS,
  MAX_CREDIT_SCORE,
} from '@candor/rules';
import { DataTable, Detail, DetailList, Skeleton, useFormatters, useText } from '@candor/ui';
import { LoanName, useLoanWords } from '../common/loan-words.tsx';
import { useLoanProducts } from '../data/index.ts';
import { LoanForm } from './loan-form.tsx';
import { Checking, Points, RulesLayout, Section, Steps } from './parts.tsx';

/** Coin of the limits before any product is known. */
const FIRST_COIN = 'USDT';

/** A loan from its application to its end. */
export function LoanSteps({ coin }: { readonly coin: string }) {
  const text = useText();
  const format = useFormatters();
  const values = {
    hours: LOAN_REVIEW_HOURS,
    amount: format.quantity(String(LOAN_TWO_REVIEWERS_ABOVE)),
    coin,
  };
  return (
    <Section title="rules.how">
      <Steps>
        {(['apply', 'payout', 'due', 'order', 'early'] as const).map((step) => (
          <li key={step}>{text(`rules.loan.step.${step}`, values)}</li>
        ))}
      </Steps>
    </Section>
  );
}

/** Rates of every product, and the limit of overdue interest. */
export function LoanCosts({ products }: { readonly products: readonly LoanProductRow[] | undefined }) {
  const text = useText();
  const { rate, share } = useLoanWords();
  const query = useLoanProducts();
  return (
    <Section title="rules.cost">
      <DataTable<LoanProductRow>
        label={text('loan.products')}
        density="roomy"
        rows={products ?? null}
        rowKey={({ offerId }) => offerId}
        query={query}
        failedTitle={text('loan.notLoaded')}
        emptyTitle={text('loan.none')}
        emptyText={text('loan.none.text')}
        columns={[
          { head: 'loan.method', card: 'title', cell: (product) => <LoanName loan={product} /> },
          { head: 'loan.daily', kind: 'figure', wraps: true, cell: ({ dailyPpm }) => rate(dailyPpm) },
          {
            head: 'loan.overdueRate',
            kind: 'figure',
            wraps: true,
            cell: ({ overduePpm }) => rate(overduePpm),
          },
          {
            head: 'loan.overdueCap',
            kind: 'figure',
            wraps: true,
            cell: ({ overdueCapPpm }) => share(overdueCapPpm),
          },
        ]}
      />
    </Section>
  );
}

/** Limits by the score, and the sources of its points. */
export function LoanLimits({ coin }: { readonly coin: string }) {
  const text = useText();
  const format = useFormatters();
  const { coins } = useLoanWords();
  const count = (value: number) => format.count(value);
  const { primary, advanced, membership, record, overdue } = CREDIT_POINTS;
  const memory = CREDIT_MEMORY_SECONDS / DAY_SECONDS;
  return (
    <Section title="rules.limits">
      <DetailList ruled className="border-y">
        {CREDIT_LIMITS.toReversed().map((step) => (
          <Detail key={step.score} label={text('loan.limit.from', { score: count(step.score) })}>
            {coins(String(step.coins), coin)}
          </Detail>
        ))}
      </DetailList>
      <h3 className="pt-3 text-16 font-semibold">{text('rules.loan.points')}</h3>
      <Points>
        <li>{text('rules.loan.points.kyc', { primary: count(primary), advanced: count(advanced) })}</li>
        <li>{text('rules.loan.points.membership', { points: count(membership), days: CREDIT_YEAR_DAYS })}</li>
        <li>
          {text('rules.loan.points.record', {
            points: count(record),
            days: memory,
            late: CREDIT_LATE_SECONDS / DAY_SECONDS,
          })}
        </li>
        <li>{text('rules.loan.points.overdue', { points: format.difference(String(-overdue), 0) })}</li>
        <li>{text('rules.loan.points.text', { least: count(0), most: count(MAX_CREDIT_SCORE) })}</li>
      </Points>
    </Section>
  );
}

/** Losses and surprises of a loan. */
export function LoanRisks() {
  const text = useText();
  return (
    <Section title="rules.wrong">
      <Points>
        {(['late', 'worst', 'price', 'fraud'] as const).map((point) => (
          <li key={point}>{text(`rules.loan.wrong.${point}`)}</li>
        ))}
      </Points>
    </Section>
  );
}

/** The rules of power loans. */
export function LoanRules() {
  const query = useLoanProducts();
  const products = query.data?.products.filter(({ state }) => state !== 'closed');
  const coin = products?.[0]?.coin ?? FIRST_COIN;
  return (
    <RulesLayout
      line="loan.line"
      how={<LoanSteps coin={coin} />}
      example={
        products === undefined
          ? query.isPending && <Skeleton className="h-120 w-full" />
          : products.length > 0 && <LoanForm products={products} />
      }
    >
      <LoanCosts products={products} />
      <LoanLimits coin={coin} />
      <LoanRisks />
      <Checking what="rules.check.loan" where="rules.check.loanWhere" to={{ to: '/loan/order' }} />
    </RulesLayout>
  );
}
