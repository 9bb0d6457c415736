import { describe, expect, it } from 'vitest';
import { brokenLoanBound, earlyDays, earlyEnd, firstLoan, loanPlan, mostBorrowed } from './loan-figures.ts';

const base = { scale: 8, dailyPpm: 300, overduePpm: 450, overdueCapPpm: 100_000 } as const;
const equal = { ...base, repayType: 'equal', cycle: 'month', cycleCount: 1, instalments: 3 } as const;
const maturity = { ...base, repayType: 'maturity', cycle: 'day', cycleCount: 30, instalments: 1 } as const;
const LEAP = Date.UTC(2028, 0, 31);
const bounds = { minAmount: '20', maxAmount: '5000', scale: 8 };

describe('the plan of a loan', () => {
  it('has each date and amount of the ledger, to the last unit', () => {
    const plan = loanPlan('1000', equal, LEAP);
    expect(plan?.rows.map(({ dueMs }) => dueMs)).toEqual([
      Date.UTC(2028, 1, 29),
      Date.UTC(2028, 2, 31),
      Date.UTC(2028, 3, 30),
    ]);
    expect(plan?.rows.map(({ interest }) => interest)).toEqual(['8.7', '6.22525919', '3.02661609']);
    expect(plan?.rows.map(({ payment }) => payment)).toEqual([
      '339.31729176',
      '339.31729176',
      '339.31729176',
    ]);
    expect(plan?.rows.at(-1)?.left).toBe('0');
    expect(plan).toMatchObject({
      interest: '17.95187528',
      total: '1017.95187528',
      endMs: Date.UTC(2028, 3, 30),
    });
  });

  it('names the most that a payout in the next week makes of it', () => {
    // from 28 February on a month is 28 days or 31; from 31 January on each day of the week has 29 to 31
    const from = Date.UTC(2027, 1, 26);
    const monthly = {
      ...base,
      repayType: 'maturity',
      cycle: 'month',
      cycleCount: 1,
      instalments: 1,
    } as const;
    const totals = Array.from(
      { length: 8 },
      (_, day) => loanPlan('1000', monthly, from + day * 86_400_000)?.total,
    );
    expect(totals).toEqual(['1008.4', '1008.4', '1008.4', '1009.3', '1009.3', '1009.3', '1009.3', '1009.3']);
    expect(loanPlan('1000', monthly, from)?.totalAtMost).toBe('1009.3');
    expect(loanPlan('1000', maturity, from)).toMatchObject({ total: '1009', totalAtMost: '1009' });
  });

  it('names the worst: overdue interest of every instalment at its limit, rounded down each', () => {
    expect(loanPlan('333.33333333', maturity, LEAP)).toMatchObject({
      interest: '3',
      worstOverdue: '33.33333333',
      worstTotal: '369.66666666',
    });
  });

  it('is none for what is no amount, or cannot be repaid by the terms', () => {
    expect(loanPlan('', equal, LEAP)).toBeNull();
    expect(loanPlan('0', equal, LEAP)).toBeNull();
    expect(loanPlan('0.0000001', { ...equal, instalments: 20, dailyPpm: 3_000 }, LEAP)).toBeNull();
  });

  it('is drawn by its largest payment', () => {
    const [row] = loanPlan('200', maturity, LEAP)!.rows;
    expect(row!.interestPercent + row!.principalPercent).toBeCloseTo(100, 1);
  });
});

describe('an early end', () => {
  it('costs interest to the second, and nothing at once', () => {
    expect(earlyEnd('1000', equal, LEAP, 0)).toMatchObject({
      price: '1000',
      interest: '0',
      saved: '17.95187528',
    });
    expect(earlyEnd('1000', equal, LEAP, 10)).toMatchObject({ price: '1003', interest: '3' });
    // the first instalment was paid on the 29th day: its interest counts, its principal is gone
    expect(earlyEnd('1000', equal, LEAP, 29)).toMatchObject({ price: '669.38270824', interest: '8.7' });
    expect(earlyEnd('x', equal, LEAP, 1)).toBeNull();
  });

  it('is shown at the first day and each quarter', () => {
    expect(earlyDays(LEAP, LEAP + 30 * 86_400_000)).toEqual([0, 7, 15, 22]);
    expect(earlyDays(LEAP, LEAP + 86_400_000)).toEqual([0]);
  });
});

describe('the bounds of a product', () => {
  it('say which of them an amount breaks', () => {
    const broken = ['19.99999999', '20', '200', '200.00000001', '5000.1', ''];
    expect(broken.map((amount) => brokenLoanBound(amount, '200', bounds))).toEqual([
      'smallest',
      null,
      null,
      'aboveLimit',
      'most',
      null,
    ]);
    expect(brokenLoanBound('300', null, bounds)).toBeNull();
  });

  it('give the most that can be asked for, and the amount of examples', () => {
    expect(mostBorrowed('200', bounds)).toBe('200');
    expect(mostBorrowed('9000', bounds)).toBe('5000');
    expect(
      [bounds, { minAmount: '500', maxAmount: '900' }, { minAmount: '1', maxAmount: '90' }].map(firstLoan),
    ).toEqual(['200', '500', '90']);
  });
});
