import type { LoanDetail, LoanEntryRow, LoanRow } from '@candor/api';
import { allOf } from '@candor/rules';
import { describe, expect, it } from 'vitest';
import { fromSecondOf, owedAt, partsOf, pricesOf } from './owed.ts';
import { loanRecordsSearch, loanSearch } from './search.ts';
import { standingRows } from './standing-rows.ts';

const DAY_MS = 86_400_000;
const BEGAN = Date.UTC(2028, 0, 31);
const journal = { seq: 1, row: 1, rowHash: '', eventsDigest: '' };
const entry = (time: number, rest: object) => ({ time, seq: 1, journal, ...rest }) as LoanEntryRow;
const paidOut = entry(BEGAN, { kind: 'paidOut', amount: '1000', payment: '0' });
const fellDue = entry(BEGAN + 29 * DAY_MS, { kind: 'due', number: 1, interest: '8.7', principal: '330' });
const repaid = (earlyPrincipal: string) =>
  entry(BEGAN + 5 * DAY_MS, { kind: 'repaid', amount: '9', earlyPrincipal });
const loan = {
  scale: 8,
  dailyPpm: 300,
  overduePpm: 450,
  notDue: '1000',
  due: [],
} as unknown as LoanRow;

describe('what a loan owes', () => {
  it('counts interest from the payout, the last due date, or the last principal that was repaid early', () => {
    expect(fromSecondOf([paidOut]) * 1_000).toBe(BEGAN);
    expect(fromSecondOf([paidOut, fellDue]) * 1_000).toBe(BEGAN + 29 * DAY_MS);
    expect(fromSecondOf([paidOut, repaid('0')]) * 1_000).toBe(BEGAN);
    expect(fromSecondOf([paidOut, repaid('8')]) * 1_000).toBe(BEGAN + 5 * DAY_MS);
  });

  it('is exact to the second where nothing is due', () => {
    const owed = owedAt(loan, { entries: [paidOut], time: BEGAN }, BEGAN + 10 * DAY_MS);
    expect(pricesOf(owed, 8)).toEqual({ all: '1003', due: '0' });
  });

  it('counts overdue interest on, rounded up, so that no charge exceeds it', () => {
    const due = [{ number: 1, dueTime: BEGAN, interest: '8.7', principal: '330', overdueInterest: '0.1485' }];
    const late = { ...loan, due, notDue: '0' } as LoanRow;
    const at = BEGAN + 30 * DAY_MS;
    expect(pricesOf(owedAt(late, { entries: [paidOut, fellDue], time: at }, at), 8).due).toBe('338.8485');
    // 330 × 450 ppm ÷ 86,400 × 6 s = 0.0000103125
    expect(pricesOf(owedAt(late, { entries: [paidOut, fellDue], time: at }, at + 6_000), 8).due).toBe(
      '338.84851032',
    );
  });

  it('is divided in the published order, and too small where it reaches no principal', () => {
    const owed = {
      due: [{ interest: 5n, principal: 10n, overdue: 3n }],
      earlyInterest: 2n,
      principal: 100n,
    };
    expect(partsOf(50n, owed, 0)).toEqual({
      due: '15',
      overdue: '3',
      earlyInterest: '2',
      principal: '30',
      left: '70',
      isTooSmall: false,
    });
    expect(partsOf(19n, owed, 0)).toMatchObject({ earlyInterest: '1', principal: '0', isTooSmall: true });
    expect(partsOf(allOf(owed), owed, 0)).toMatchObject({ left: '0', isTooSmall: false });
  });
});

it('shows what fell due, what falls due later, and what an early repayment left out', () => {
  const agreed = [1, 2, 3, 4].map((number) => ({
    number,
    dueTime: BEGAN + number * DAY_MS,
    interest: '1',
    principal: '2',
  }));
  const due = [{ number: 2, dueTime: 0, interest: '1', principal: '2', overdueInterest: '0' }];
  const schedule = [{ number: 3, dueTime: BEGAN, interest: '0.5', principal: '1' }];
  const entries = [1, 2].map((number) =>
    entry(BEGAN, { kind: 'due', number, interest: '1', principal: '2' }),
  );
  const rows = standingRows({ agreed, entries, loan: { ...loan, due, schedule } } as unknown as LoanDetail);
  expect(rows.map(({ state }) => state)).toEqual(['paid', 'unpaid', 'later', 'dropped']);
  expect(rows[2]).toMatchObject({ interest: '0.5', principal: '1' });
});

it('keeps a product, a loan and a status that can be, and leaves out everything else', () => {
  expect(loanSearch({ apply: '3', other: 1 })).toEqual({ apply: 3 });
  for (const raw of ['0', '-1', 'x', '1.5', null]) expect(loanSearch({ apply: raw })).toEqual({});
  expect(loanRecordsSearch({ id: 7, status: 'overdue', from: '2026-11-01', to: 'x' })).toEqual({
    id: 7,
    status: 'overdue',
    from: '2026-11-01',
  });
  expect(loanRecordsSearch({ status: 'waiting', id: '<b>' })).toEqual({});
});
