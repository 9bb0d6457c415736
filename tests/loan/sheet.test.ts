import type { Amount } from '@candor/money';
import { type LoanTerms, loanDueSecond, loanSchedule } from '@candor/rules';
import { describe, expect, it } from 'vitest';
import { Random } from '../../tools/workload/random.ts';
import { laterByMonths, loanSheet, type SheetTerms, sheetInterest, sheetPayment } from '../oracles/loan.ts';
import { Rational } from '../oracles/rational.ts';
import { ANN, at, Bench, EQUAL, KNOWN, units } from './bench.ts';

const DAY = 86_400;
const METHODS = ['maturity', 'interestFirst', 'equal'] as const;
/** Years before and after leap days, and around a century that has none. */
const YEARS = [2023, 2024, 2027, 2028, 2095, 2096, 2099, 2100, 2103];
const second = (iso: string) => at(iso) / 1_000;

/** A second of a day on which months end, or of any other. */
function began(random: Random, years: readonly number[] = YEARS): number {
  const month = random.pick([1, 1, 2, 3, 5, 8, 10, 12]);
  const day = random.pick([28, 29, 30, 31, random.int(1, 28)]);
  const first = Date.UTC(random.pick(years), month - 1, 1) / 1_000;
  return first + (day - 1) * DAY + random.int(0, DAY - 1);
}

/** Terms within their bounds: up to sixty instalments, of days or of months. */
function randomTerms(random: Random, method: SheetTerms['method']): LoanTerms {
  const cycle = random.pick(['day', 'month'] as const);
  const instalments = method === 'maturity' ? 1 : random.pick([1, 2, 3, 12, 36, 59, 60, random.int(1, 60)]);
  const most = Math.floor((cycle === 'day' ? 1_830 : 60) / instalments);
  const cycleCount = random.int(1, Math.min(most, random.pick([1, 2, 31, 400])));
  const { overduePpm, overdueCapPpm } = EQUAL;
  return {
    method,
    cycle,
    cycleCount,
    instalments,
    dailyPpm: random.int(1, 3_000),
    overduePpm,
    overdueCapPpm,
  };
}

describe('the sheet', () => {
  it('has the dates of any calendar on a wall', () => {
    const later = (from: string, months: number) =>
      new Date(laterByMonths(second(from), months) * 1_000).toISOString().slice(0, 19);
    expect([1, 2, 3, 12, 13, 49].map((months) => later('2028-01-31T17:05:09', months))).toEqual([
      '2028-02-29T17:05:09',
      '2028-03-31T17:05:09',
      '2028-04-30T17:05:09',
      '2029-01-31T17:05:09',
      '2029-02-28T17:05:09',
      '2032-02-29T17:05:09',
    ]);
    expect(later('2099-12-30T00:00:00', 2)).toBe('2100-02-28T00:00:00');
    expect(later('2024-02-29T23:59:59', 12)).toBe('2025-02-28T23:59:59');
    expect(later('1999-12-31T00:00:00', 2)).toBe('2000-02-29T00:00:00');
  });

  it('has the published amounts', () => {
    const leap = loanSheet(EQUAL, units('1000'), second('2028-01-31T00:00:00'))!;
    expect(leap.payment).toBe(units('339.31729176'));
    expect(leap.rows.map(({ interest }) => interest)).toEqual(['8.7', '6.22525919', '3.02661609'].map(units));
    const common = loanSheet(EQUAL, units('1000'), second('2027-01-31T00:00:00'))!;
    expect(common.payment).toBe(units('339.21637455'));
    const once = { ...EQUAL, method: 'maturity', cycle: 'day', cycleCount: 30, instalments: 1 } as const;
    const [only] = loanSheet({ ...once, dailyPpm: 500 }, units('333.33333333'), 0)!.rows;
    expect(only!.interest).toBe(units('5'));
    expect(sheetInterest(1n, 1, 1)).toBe(1n);
  });

  it('finds a payment by trying that the sum of all discounts gives as well', () => {
    const dueSeconds = [28, 59, 89].map((days) => days * DAY);
    const rest = { terms: EQUAL, dueSeconds, fromSecond: 0, next: 1, principal: units('777.77777777') };
    let discount = new Rational(1n);
    let sum = new Rational(0n);
    for (const days of [28n, 31n, 30n]) {
      discount = discount.over(new Rational(1_000_000n + 300n * days, 1_000_000n));
      sum = sum.plus(discount);
    }
    expect(sheetPayment(rest)).toBe(new Rational(rest.principal).over(sum).ceil());
  });
});

describe('the rules', () => {
  it('have the dates of the sheet, from each end of a month on, for five years', () => {
    for (const year of YEARS)
      for (const date of ['01-28', '01-29', '01-30', '01-31', '02-28', '03-31', '08-31', '11-30', '12-31']) {
        const from = second(`${year}-${date}T12:34:56`);
        const all = Array.from({ length: 60 }, (_, i) => i + 1);
        const dates = all.map((number) => loanDueSecond({ cycle: 'month', cycleCount: 1 }, from, number));
        expect(dates).toEqual(all.map((months) => laterByMonths(from, months)));
        expect(loanDueSecond({ cycle: 'month', cycleCount: 7 }, from, 8)).toBe(laterByMonths(from, 56));
      }
  });

  it.each(METHODS)('have the schedule of the sheet for 120 random terms: %s', (method) => {
    const random = new Random(30);
    let refused = 0;
    for (let i = 0; i < 120; i++) {
      const terms = randomTerms(random, method);
      // of a few units, not all instalments may repay one
      const amount = random.chance(0.2) ? BigInt(random.int(1, 3_000)) : BigInt(random.int(1, 2 ** 40));
      const from = began(random);
      const sheet = loanSheet(terms, amount, from);
      expect(loanSchedule(terms, amount, from)).toEqual(sheet);
      if (sheet === null) refused++;
    }
    expect(refused > 0).toBe(method === 'equal');
  });
});

describe('the kernel', () => {
  it.each(METHODS)('collects the rows of the sheet at their dates, of 12 random terms: %s', (method) => {
    const random = new Random(31);
    for (let i = 0; i < 12; i++) {
      const terms = randomTerms(random, method);
      const bench = new Bench({ offer: { ...EQUAL, ...terms } });
      bench.nowMs = began(random, [2029, 2031, 2032, 2035]) * 1_000 + random.int(0, 999);
      bench.ok(0, { type: 'tick' });
      const amount = (units('10') + BigInt(random.int(0, 2 ** 36))) as Amount;
      const { rows } = loanSheet(terms, amount, Math.floor(bench.nowMs / 1_000))!;
      const total = rows.reduce((sum, row) => sum + row.interest + row.principal, 0n);
      const loan = { type: 'payOutLoan', accountUserId: ANN, offerId: 1, amount, applicationId: 7 } as const;
      const payOut = (totalAtMost: bigint) =>
        bench.send(0, { ...loan, totalAtMost: totalAtMost as Amount, ...KNOWN });
      expect(payOut(total - 1n)).toEqual({ ok: false, code: 'LOAN_TOTAL_ABOVE' });
      expect(payOut(total)).toMatchObject({ ok: true });
      expect(bench.loan.rows).toEqual(rows);
      bench.fund('50000');
      bench.quietly();
      for (const { dueSecond } of rows) {
        bench.jump(dueSecond * 1_000 - 1);
        bench.jump(dueSecond * 1_000);
      }
      const due = bench.told('loanDue').map(({ number, dueSecond, interest, principal }) => ({
        number,
        dueSecond,
        interest,
        principal,
      }));
      expect(due).toEqual(rows);
      expect(bench.told('loanRepaid').map(({ atSecond, amount: paid, by }) => [atSecond, paid, by])).toEqual(
        rows.map(({ dueSecond, interest, principal }) => [dueSecond, interest + principal, 'collection']),
      );
      expect(bench.kernel.loan.loans(ANN)).toEqual([]);
      expect(bench.pool.receivable).toBe(0n);
    }
  });
});
