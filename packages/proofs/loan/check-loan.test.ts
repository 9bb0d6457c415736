import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { loanSchedule, loanTotal } from '@candor/rules';
import { describe, expect, it } from 'vitest';
import { checkLoan, type LoanEntry, type LoanReceipt } from './check-loan.ts';
import { LoanReplay } from './loan-replay.ts';

const SCALE = 8;
const DAY = 86_400;
const BEGAN = Date.UTC(2028, 0, 31) / 1_000;
const terms = {
  method: 'equal',
  cycle: 'month',
  cycleCount: 1,
  instalments: 4,
  dailyPpm: 300,
  overduePpm: 450,
  overdueCapPpm: 100_000,
} as const;
const text = (units: bigint) => formatDecimalTrimmed(units, SCALE);
const units = (decimal: string) => parseDecimal(decimal, SCALE)!;
/** The most that the borrower accepted: to the unit what the instalments come to. */
const ACCEPTED = text(loanTotal(terms, units('1000'), BEGAN)!);

/** A loan that is overdue for ten days, repaid in part and then as a whole, as an exchange would state it. */
function lived(): LoanReceipt {
  const amount = units('1000');
  const replay = LoanReplay.begin(terms, amount, BEGAN)!;
  const schedule = loanSchedule(terms, amount, BEGAN)!;
  const entries: LoanEntry[] = [
    {
      kind: 'paidOut',
      time: BEGAN * 1_000,
      amount: '1000',
      payment: text(schedule.payment),
      totalAtMost: ACCEPTED,
    },
  ];
  const pay = (paid: bigint, second: number) => {
    const part = replay.pay(paid, second);
    entries.push({
      kind: 'repaid',
      time: second * 1_000,
      amount: text(paid),
      parts: part.paid.map(({ number, interest, principal, overdue }) => ({
        number,
        interest: text(interest),
        principal: text(principal),
        overdueInterest: text(overdue),
      })),
      earlyInterest: text(part.earlyInterest),
      earlyPrincipal: text(part.earlyPrincipal),
      owedDue: text(part.owedDue),
      principalLeft: text(part.principalLeft),
      payment: text(part.payment),
      settled: part.settled,
    });
    return part;
  };
  const row = replay.fallDue();
  const { number, dueSecond, interest, principal } = row;
  entries.push({
    kind: 'due',
    time: dueSecond * 1_000,
    number,
    interest: text(interest),
    principal: text(principal),
  });
  const charged = replay.charge(number, 10 * DAY)!;
  const time = (dueSecond + 10 * DAY) * 1_000;
  entries.push({
    kind: 'overdueCharged',
    time,
    number,
    seconds: 10 * DAY,
    unpaid: text(charged.unpaid),
    amount: text(charged.amount),
  });
  const part = pay(units('600'), dueSecond + 10 * DAY);
  expect(part.settled).toBe(false);
  // all of the rest at the same second: no further interest is owed
  expect(pay(part.principalLeft, dueSecond + 10 * DAY)).toMatchObject({ settled: true, rest: 0n });
  return {
    scale: SCALE,
    repayType: terms.method,
    ...terms,
    amount: '1000',
    totalAtMost: ACCEPTED,
    beginDate: BEGAN * 1_000,
    agreed: schedule.rows.map((each) => ({
      number: each.number,
      dueTime: each.dueSecond * 1_000,
      interest: text(each.interest),
      principal: text(each.principal),
    })),
    entries,
  };
}

const oks = ({ entries }: ReturnType<typeof checkLoan>) => entries.map(({ ok }) => ok);

describe('the receipts of a loan', () => {
  it('recompute, and overdue interest is that of the notes', () => {
    const receipt = lived();
    const checks = checkLoan(receipt);
    expect(checks.agreed.ok).toBe(true);
    expect(oks(checks)).toEqual(receipt.entries.map(() => true));
    const [unpaid, amount] = checks.entries[2]!.steps.slice(1).map(({ recomputed }) => units(recomputed));
    expect(amount).toBe((unpaid! * 45n + 9_999n) / 10_000n);
  });

  it.each([
    ['paidOut', 'payment'],
    ['paidOut', 'totalAtMost'],
    ['due', 'interest'],
    ['overdueCharged', 'amount'],
    ['repaid', 'earlyInterest'],
    ['repaid', 'principalLeft'],
  ] as const)('fail from a changed %s on: its %s', (kind, field) => {
    const receipt = lived();
    const at = receipt.entries.findIndex((entry) => entry.kind === kind);
    const entries = receipt.entries.map((entry, i) =>
      i === at ? ({ ...entry, [field]: '1.23456789' } as LoanEntry) : entry,
    );
    expect(oks(checkLoan({ ...receipt, entries }))).toEqual(entries.map((_, i) => i < at));
  });

  it('fail where the instalments come to more than was accepted, and where the ledger has another total', () => {
    const receipt = lived();
    const stated = (totalAtMost: string, ofApplication = totalAtMost) => {
      const entries = receipt.entries.map((entry) =>
        entry.kind === 'paidOut' ? { ...entry, totalAtMost } : entry,
      );
      return checkLoan({ ...receipt, totalAtMost: ofApplication, entries }).entries[0]!;
    };
    const other = (by: bigint) => text(units(ACCEPTED) + by);
    expect(stated(other(1n)).ok).toBe(true);
    const above = stated(other(-1n));
    expect(above).toMatchObject({ ok: false });
    expect(above.steps.filter(({ ok }) => !ok)).toEqual([
      { name: 'total', stated: other(-1n), recomputed: ACCEPTED, ok: false },
    ]);
    const unlike = stated(other(1n), ACCEPTED);
    expect(unlike.steps.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(['accepted']);
    expect(stated('').ok).toBe(false);
  });

  it('fail where more seconds are charged than passed', () => {
    const receipt = lived();
    const entries = receipt.entries.map((entry) =>
      entry.kind === 'overdueCharged' ? { ...entry, seconds: 11 * DAY } : entry,
    );
    expect(oks(checkLoan({ ...receipt, entries }))[2]).toBe(false);
  });

  it('fail for a schedule that misses a date, and for what is no loan', () => {
    const receipt = lived();
    expect(checkLoan({ ...receipt, agreed: receipt.agreed.slice(1) }).agreed.ok).toBe(false);
    expect(checkLoan({ ...receipt, beginDate: null }).agreed.ok).toBe(false);
    expect(oks(checkLoan({ ...receipt, dailyPpm: -1 }))).toEqual(receipt.entries.map(() => false));
  });
});
