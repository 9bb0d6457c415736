import { describe, expect, it } from 'vitest';
import {
  allOf,
  annuity,
  areLoanTerms,
  type CreditInputs,
  creditLimit,
  creditScore,
  equalPayment,
  type LoanRate,
  type LoanTerms,
  loanDueSecond,
  loanInterest,
  loanSchedule,
  overdueCap,
  overdueCharged,
  overdueExact,
  rowsLeft,
  splitLoanPayment,
} from './index.ts';

const COIN = 100_000_000n;
const DAY = 86_400;
const at = (iso: string) => Date.parse(`${iso}Z`) / 1000;
const day = (second: number) => new Date(second * 1000).toISOString().slice(0, 10);

const EQUAL: LoanTerms = {
  method: 'equal',
  cycle: 'month',
  cycleCount: 1,
  instalments: 3,
  dailyPpm: 300,
  overduePpm: 450,
  overdueCapPpm: 100_000,
};

/** Units of a decimal at scale 8. */
function units(decimal: string): bigint {
  const [whole, part = ''] = decimal.split('.');
  return BigInt(whole!) * COIN + BigInt(part.padEnd(8, '0'));
}

function total(row: { readonly interest: bigint; readonly principal: bigint }): bigint {
  return row.interest + row.principal;
}

describe('equal instalments', () => {
  it('follow the actual days of a leap year to the last unit', () => {
    const { rows } = loanSchedule(EQUAL, 1_000n * COIN, at('2028-01-31T00:00:00'))!;
    expect(rows.map(({ dueSecond }) => day(dueSecond))).toEqual(['2028-02-29', '2028-03-31', '2028-04-30']);
    expect(rows.map(({ interest }) => interest)).toEqual(['8.70', '6.22525919', '3.02661609'].map(units));
    expect(rows.map(total)).toEqual(Array(3).fill(units('339.31729176')));
    expect(rows.reduce((sum, { principal }) => sum + principal, 0n)).toBe(1_000n * COIN);
  });

  it('follow the actual days of a common year', () => {
    const { rows } = loanSchedule(EQUAL, 1_000n * COIN, at('2027-01-31T00:00:00'))!;
    expect(rows.map(({ interest }) => interest)).toEqual(['8.40', '6.22340772', '3.02571593'].map(units));
    expect(rows.map(total)).toEqual(Array(3).fill(units('339.21637455')));
  });

  it('keep the first day over months of every length, and the time of day', () => {
    const dues = [1, 2, 3, 12, 13, 49].map((number) =>
      new Date(loanDueSecond(EQUAL, at('2028-01-31T17:05:09'), number) * 1000).toISOString().slice(0, 19),
    );
    expect(dues).toEqual([
      '2028-02-29T17:05:09',
      '2028-03-31T17:05:09',
      '2028-04-30T17:05:09',
      '2029-01-31T17:05:09',
      '2029-02-28T17:05:09',
      '2032-02-29T17:05:09',
    ]);
    expect(day(loanDueSecond({ cycle: 'month', cycleCount: 1 }, at('2099-12-30T00:00:00'), 2))).toBe(
      '2100-02-28',
    );
  });

  it('close in their twelfth row, the last one some units below', () => {
    const terms = { ...EQUAL, cycle: 'day', cycleCount: 30, instalments: 12, dailyPpm: 548 } as const;
    const { rows } = loanSchedule(terms, 130n * COIN, at('2027-01-01T00:00:00'))!;
    expect(rows.map(total)).toEqual([...Array(11).fill(units('12.02556899')), units('12.02556896')]);
  });

  it('are refused where an instalment would repay no principal', () => {
    const terms = { ...EQUAL, cycle: 'day', cycleCount: 30, instalments: 20 } as const;
    expect(loanSchedule(terms, 10n, 0)).toBeNull();
    expect(loanSchedule(terms, 0n, 0)).toBeNull();
    expect(loanSchedule(terms, 1_000n, 0)).not.toBeNull();
  });
});

describe('Fineract’s tables', () => {
  const round = ({ over, under }: LoanRate) => (2n * over + under) / (2n * under);
  /** Rows in cents, each interest rounded to the nearest: the last one clears. */
  const table = (principal: bigint, rates: readonly LoanRate[]) => {
    const payment = round(annuity(principal, rates));
    let left = principal;
    return rates.map((rate, i) => {
      const interest = round({ over: left * rate.over, under: rate.under });
      const part = i === rates.length - 1 ? left : payment - interest;
      left -= part;
      return interest + part;
    });
  };

  it('come out for actual days and for months of 30 days', () => {
    const actual = [28n, 31n, 30n].map((days) => ({ over: 12n * days, under: 36_500n }));
    expect(table(1_000_000n, actual)).toEqual([339_782n, 339_782n, 339_783n]);
    const even = Array(3).fill({ over: 1n, under: 100n });
    expect(table(1_000_000n, even)).toEqual([340_022n, 340_022n, 340_023n]);
    const small = Array(6).fill({ over: 94_822n, under: 12_000_000n });
    expect(round(annuity(10_000n, small))).toBe(1_713n);
  });
});

describe('other methods', () => {
  it('pay interest first and the principal with the last', () => {
    const terms = { ...EQUAL, method: 'interestFirst', cycle: 'day', cycleCount: 7, instalments: 4 } as const;
    const { rows } = loanSchedule({ ...terms, dailyPpm: 500 }, 1_000n * COIN, 0)!;
    expect(rows.map(total)).toEqual(['3.5', '3.5', '3.5', '1003.5'].map(units));
  });

  it('pay all at maturity, rounded up once', () => {
    const terms = { ...EQUAL, method: 'maturity', cycle: 'day', cycleCount: 30, instalments: 1 } as const;
    const { rows } = loanSchedule({ ...terms, dailyPpm: 500 }, units('333.33333333'), 0)!;
    expect(rows.map(({ interest, principal }) => [interest, principal])).toEqual([
      [units('5'), units('333.33333333')],
    ]);
  });
});

describe('prepayment', () => {
  const beganSecond = at('2028-01-31T00:00:00');
  const paidSecond = at('2028-03-10T12:00:00');
  const left = 1_000n * COIN - units('330.61729176');

  it('takes interest to the second, keeps the dates and lessens the amounts', () => {
    const interest = loanInterest(left, 300, paidSecond - at('2028-02-29T00:00:00'));
    expect(interest).toBe(units('2.10855554'));
    const principal = left - (300n * COIN - interest);
    expect(principal).toBe(units('371.49126378'));
    const loan = { terms: EQUAL, beganSecond, fromSecond: paidSecond, next: 2, principal };
    const rows = rowsLeft({ ...loan, payment: equalPayment(loan) });
    expect(rows.map(({ dueSecond }) => day(dueSecond))).toEqual(['2028-03-31', '2028-04-30']);
    expect(rows.map(total)).toEqual(Array(2).fill(units('187.72519586')));
    expect(rows.map((row) => row.interest)).toEqual(['2.28467128', '1.67445666'].map(units));
  });

  it('of all costs the principal and the interest to the second', () => {
    const earlyInterest = loanInterest(left, 300, paidSecond - at('2028-02-29T00:00:00'));
    expect(allOf({ due: [], earlyInterest, principal: left })).toBe(units('671.49126378'));
  });
});

describe('overdue interest', () => {
  const principal = units('330.61729176');
  const cap = overdueCap(principal, 100_000);
  const charged = (seconds: number) => overdueCharged(overdueExact(principal, 450, seconds), cap);

  it('counts the instalment’s principal alone, leaves downtime out and ends at its limit', () => {
    expect(charged(10 * DAY)).toBe(units('1.48777782'));
    expect(charged(10 * DAY - 7_200)).toBe(units('1.47537967'));
    expect(charged(19_199_999)).toBeLessThan(units('33.06172917'));
    expect(charged(19_200_000)).toBe(units('33.06172917'));
    expect(charged(30_000_000)).toBe(units('33.06172917'));
  });
});

describe('a payment', () => {
  const owed = {
    due: [
      { interest: 5n, principal: 50n, overdue: 3n },
      { interest: 4n, principal: 60n, overdue: 1n },
    ],
    earlyInterest: 2n,
    principal: 100n,
  };

  it('reaches instalments oldest first, then overdue interest, then what is not due', () => {
    const paid = (amount: bigint) => {
      const { due, earlyInterest, principal, rest } = splitLoanPayment(amount, owed);
      return [
        ...due.flatMap((part) => [part.interest, part.principal, part.overdue]),
        earlyInterest,
        principal,
        rest,
      ];
    };
    expect(paid(7n)).toEqual([5n, 2n, 0n, 0n, 0n, 0n, 0n, 0n, 0n]);
    expect(paid(60n)).toEqual([5n, 50n, 0n, 4n, 1n, 0n, 0n, 0n, 0n]);
    expect(paid(121n)).toEqual([5n, 50n, 2n, 4n, 60n, 0n, 0n, 0n, 0n]);
    expect(paid(125n)).toEqual([5n, 50n, 3n, 4n, 60n, 1n, 2n, 0n, 0n]);
    expect(paid(230n)).toEqual([5n, 50n, 3n, 4n, 60n, 1n, 2n, 100n, 5n]);
    expect(allOf(owed)).toBe(225n);
  });
});

describe('the credit score', () => {
  const fresh: CreditInputs = { kyc: 'none', memberDays: 0, onTime: 0, late: 0, later: 0, isOverdue: false };
  const score = (inputs: Partial<CreditInputs>) => creditScore({ ...fresh, ...inputs }).score;

  it('follows from identity, membership and paid instalments alone', () => {
    expect(score({})).toBe(300);
    expect(score({ kyc: 'primary' })).toBe(400);
    expect(score({ kyc: 'advanced' })).toBe(550);
    expect(score({ kyc: 'advanced', memberDays: 180, onTime: 3 })).toBe(803);
    const old = { kyc: 'advanced', memberDays: 400, onTime: 10, late: 1 } as const;
    expect(score(old)).toBe(812);
    expect(score({ ...old, isOverdue: true })).toBe(612);
    expect(score({ later: 1_000, isOverdue: true })).toBe(0);
    expect(Object.keys(fresh).sort()).toEqual(['isOverdue', 'kyc', 'late', 'later', 'memberDays', 'onTime']);
  });

  it('gives a limit by published steps', () => {
    const limits = [499, 500, 649, 650, 800, 899, 900, 1_000].map((points) => creditLimit(points, 8) / COIN);
    expect(limits).toEqual([0n, 200n, 200n, 1_000n, 5_000n, 5_000n, 20_000n, 20_000n]);
    expect(creditLimit(500, 2)).toBe(20_000n);
  });
});

describe('terms', () => {
  it('stay within their bounds', () => {
    expect(areLoanTerms(EQUAL)).toBe(true);
    const wrong: Partial<LoanTerms>[] = [
      { instalments: 61 },
      { instalments: 0 },
      { method: 'maturity' },
      { cycleCount: 0 },
      { cycleCount: 21 },
      { cycle: 'day', cycleCount: 1_000 },
      { dailyPpm: 0 },
      { dailyPpm: 3_001 },
      { overduePpm: -1 },
      { overdueCapPpm: 500_001 },
    ];
    for (const change of wrong) expect(areLoanTerms({ ...EQUAL, ...change })).toBe(false);
  });
});
