import type { Plant } from '../plant.ts';

const LENDING = 'kernel/products/loan/lending.ts';

/** Bugs of power loans. */
export const LOAN_PLANTS: readonly Plant[] = [
  {
    name: 'loan-interest-rounded-down',
    file: 'rules/loan/schedule.ts',
    find: 'return (over + under - 1n) / under;',
    replace: 'return over / under;',
    breaks:
      /interest is exact|instalments are equal|a prepayment is exact|a payment takes what was asked for/,
  },
  {
    name: 'loan-above-the-limit',
    file: LENDING,
    find: "if (owedBefore + amount > limit) return 'LOAN_LIMIT';",
    replace: "if (amount > limit) return 'LOAN_LIMIT';",
    breaks: /nobody borrows above the limit/,
  },
  {
    name: 'loan-above-what-was-accepted',
    file: LENDING,
    find: "if (scheduleTotal(schedule) > totalAtMost) return 'LOAN_TOTAL_ABOVE';",
    replace: "if (schedule.payment > totalAtMost) return 'LOAN_TOTAL_ABOVE';",
    breaks: /nobody repays more than was accepted/,
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
    file: LENDING,
    find: 'if (payment.principal > 0n) loan.payment =',
    replace: 'if (payment.principal < 0n) loan.payment =',
    breaks: /instalments are equal/,
  },
  {
    name: 'loan-never-falls-due',
    file: 'kernel/products/loan/loan-product.ts',
    find: 'return this.books.queue.nextMs();',
    replace: 'return Number.POSITIVE_INFINITY;',
    breaks: /nothing falls due late/,
  },
  {
    name: 'loan-never-collected-again',
    file: LENDING,
    find: 'if (loan.due.length > 0 && loan.collectSecond === 0) loan.collectSecond = second + DAY_SECONDS;',
    replace:
      'if (loan.due.length > 0 && loan.collectSecond === 0) loan.collectSecond = second + 9_999 * DAY_SECONDS;',
    breaks: /what is due is collected from what is free/,
  },
  {
    name: 'loan-collects-less-than-free',
    file: LENDING,
    find: 'const units = free < wanted ? free : wanted;',
    replace: 'const units = free < wanted ? free - free / 2n : wanted;',
    breaks: /a collection takes what is free and due/,
  },
  {
    name: 'loan-collects-what-is-not-due',
    file: LENDING,
    find: 'const wanted = due.reduce((sum, each) => sum + each.interest + each.principal + each.overdue, 0n);',
    replace:
      'const wanted = due.reduce((sum, each) => sum + each.interest + each.principal + each.overdue, loan.principal);',
    breaks: /a collection takes what is free and due/,
  },
  {
    name: 'loan-overdue-in-a-downtime',
    file: 'kernel/products/loan/books.ts',
    find: 'const down = this.state.downtimes.upTo(second * 1_000) - downtimeMs;',
    replace: 'const down = 0 * downtimeMs;',
    breaks: /no downtime is overdue|a loan is shown as it stands/,
  },
  {
    name: 'loan-overdue-without-its-limit',
    file: 'rules/loan/overdue.ts',
    find: 'return charged < cap ? charged : cap;',
    replace: 'return cap < 0n ? cap : charged;',
    breaks: /overdue interest ends at its limit/,
  },
  {
    name: 'loan-overdue-never-charged',
    file: LENDING,
    find: '    if (seconds === 0) return;\n',
    replace: '    if (seconds >= 0) return;\n',
    breaks: /what is overdue is charged/,
  },
  {
    name: 'loan-month-a-day-too-long',
    file: 'rules/loan/terms.ts',
    find: 'return addMonths(beganSecond, number * cycleCount);',
    replace: 'return addMonths(beganSecond, number * cycleCount) + DAY_SECONDS;',
    breaks: /instalments are equal|a due date stays|nothing falls due late/,
  },
  {
    name: 'loan-leap-day-forgotten',
    file: 'rules/loan/calendar.ts',
    find: 'const toDay = Math.min(day, daysOfMonth(toYear, toMonth));',
    replace: 'const toDay = Math.min(day, toMonth === 2 ? 28 : daysOfMonth(toYear, toMonth));',
    breaks: /instalments are equal|a due date stays/,
  },
  {
    name: 'loan-score-of-short-loans',
    file: 'kernel/products/loan/credit-record.ts',
    find: '    if (second - openSecond < CREDIT_WEEK_SECONDS) return;\n',
    replace: '',
    breaks: /a credit record is counted again/,
  },
  {
    name: 'loan-late-counts-as-punctual',
    file: LENDING,
    find: 'second, books.overdueSeconds(each, second));',
    replace: 'second, 0 * books.overdueSeconds(each, second));',
    breaks: /a credit record is counted again/,
  },
];
