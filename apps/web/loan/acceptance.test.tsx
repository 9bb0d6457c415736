import { loadCustomerRoom } from '@candor/i18n';
import type { ActForm } from '@candor/ui';
import { renderToStaticMarkup } from 'react-dom/server';
import { useForm } from 'react-hook-form';
import { IntlProvider } from 'react-intl';
import { expect, it } from 'vitest';
import { loanPlan } from '../common/loan-figures.ts';
import { Acceptance, type AcceptedLoan, acceptanceOf, acceptedBy } from './acceptance.tsx';

const messages = await loadCustomerRoom('en', 'loan');
const product = {
  scale: 8,
  repayType: 'maturity',
  cycle: 'month',
  cycleCount: 1,
  instalments: 1,
  dailyPpm: 300,
  overduePpm: 450,
  overdueCapPpm: 100_000,
  termsHash: 'ab'.repeat(32),
} as const;

/** The most to repay in all that the page shows for 1,000 USDT on a day of February 2027. */
const shownOn = (day: number, amount = '1000'): string =>
  loanPlan(amount, product, Date.UTC(2027, 1, day, 12))!.totalAtMost;

interface FormProps {
  readonly accepted: string;
  readonly termsHash?: string;
  readonly totalAtMost: string;
}

function Form({ accepted, termsHash = product.termsHash, totalAtMost }: FormProps) {
  const form = useForm({ defaultValues: { accepted } });
  const act = { form, show: () => () => {} } as unknown as ActForm<{ readonly accepted: string }>;
  return <Acceptance act={act} product={{ ...product, termsHash }} totalAtMost={totalAtMost} isNeeded />;
}

const isTicked = (props: FormProps) =>
  renderToStaticMarkup(
    <IntlProvider locale="en" messages={messages}>
      <Form {...props} />
    </IntlProvider>,
  ).includes('aria-checked="true"');

it('is of the terms and the total that were shown: a day that makes it more, or another amount, asks again', () => {
  const totalAtMost = shownOn(21);
  const accepted = acceptanceOf({ ...product, totalAtMost });
  expect(isTicked({ accepted: '', totalAtMost })).toBe(false);
  expect(isTicked({ accepted, totalAtMost })).toBe(true);
  expect(isTicked({ accepted, totalAtMost: shownOn(20) })).toBe(true);
  // paid out seven days later, in March, the month has 31 days
  expect([totalAtMost, shownOn(22)]).toEqual(['1008.4', '1009.3']);
  expect(isTicked({ accepted, totalAtMost: shownOn(22) })).toBe(false);
  expect(isTicked({ accepted, totalAtMost: shownOn(21, '1000.00000001') })).toBe(false);
  expect(isTicked({ accepted, totalAtMost, termsHash: 'cd'.repeat(32) })).toBe(false);
});

it('is sent as it was given', () => {
  const given: AcceptedLoan = { termsHash: product.termsHash, totalAtMost: '1008.4' };
  expect(acceptedBy(acceptanceOf(given))).toEqual(given);
  expect(acceptedBy('')).toEqual({ termsHash: '', totalAtMost: '' });
});
