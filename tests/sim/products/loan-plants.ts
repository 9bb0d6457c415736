import type { Plant } from '../plant.ts';

/** Bugs of power loans. */
export const LOAN_PLANTS: readonly Plant[] = [
  {
    name: 'loan-interest-rounded-down',
    file: 'rules/loan/schedule.ts',
    find: 'return (over + under - 1n) / under;',
    replace: 'return over / under;',
    breaks: /interest is exact|instalments are equal|a prepayment is exact|nobody repays more than is owed/,
  },
  {
    name: 'loan-above-the-limit',
    file: 'kernel/products/loan/lending.ts',
    find: "if (owedBefore + amount > limit) return 'LOAN_LIMIT';",
    replace: "if (amount > limit) return 'LOAN_LIMIT';",
    breaks: /nobody borrows above the limit/,
  },
  {
    name: 'loan-principal-before-interest',
    file: 'rules/loan/payment.ts',
    find: 'interest: take(interest),\n    principal: take(principal),',
    replace: 'principal: take(principal),\n    interest: take(interest),',
    breaks: /payments go in order/,
  },
  {
    name: 'loan-prepaid-at-the-old-payment',
    file: 'kernel/products/loan/lending.ts',
    find: 'if (payment.principal > 0n) loan.payment =',
    replace: 'if (payment.principal < 0n) loan.payment =',
    breaks: /an instalment repays its part/,
  },
];
