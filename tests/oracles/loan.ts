import { Rational } from './rational.ts';

const DAY = 86_400;
const MILLION = 1_000_000n;
/** Parts of a base unit in which a second of a daily rate is whole. */
const WHOLE = BigInt(DAY) * MILLION;

/** Terms of a loan, as far as its schedule follows from them. */
export interface SheetTerms {
  readonly method: 'maturity' | 'interestFirst' | 'equal';
  readonly cycle: 'day' | 'month';
  readonly cycleCount: number;
  readonly instalments: number;
  readonly dailyPpm: number;
}

export interface SheetRow {
  readonly number: number;
  readonly dueSecond: number;
  readonly interest: bigint;
  readonly principal: bigint;
}

/** Part of a loan that is not due: from which second it bears interest, and its next instalment. */
export interface SheetRest {
  readonly terms: SheetTerms;
  readonly dueSeconds: readonly number[];
  readonly fromSecond: number;
  readonly next: number;
  readonly principal: bigint;
  /** 0 for methods without equal instalments. */
  readonly payment: bigint;
}

/** Days of a month, counted from 1, in the Gregorian calendar. */
export function monthDays(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  if (month === 2) return isLeap ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Turns the leaves of a calendar from January 1970 on: the same day so many months later, or the month's last one. */
export function laterByMonths(second: number, months: number): number {
  const days = Math.floor(second / DAY);
  let year = 1970;
  let month = 1;
  let first = 0;
  const turn = () => {
    first += monthDays(year, month);
    month += 1;
    if (month > 12) {
      month = 1;
      year += 1;
    }
  };
  while (first + monthDays(year, month) <= days) turn();
  const place = days - first;
  for (let i = 0; i < months; i++) turn();
  return (first + Math.min(place, monthDays(year, month) - 1)) * DAY + (second - days * DAY);
}

/** Due seconds of all instalments. */
export function sheetDates({ cycle, cycleCount, instalments }: SheetTerms, beganSecond: number): number[] {
  return Array.from({ length: instalments }, (_, at) => {
    const periods = (at + 1) * cycleCount;
    return cycle === 'day' ? beganSecond + periods * DAY : laterByMonths(beganSecond, periods);
  });
}

/** Simple interest of so many seconds, rounded up. */
export function sheetInterest(principal: bigint, dailyPpm: number, seconds: number): bigint {
  return new Rational(principal * BigInt(dailyPpm) * BigInt(seconds), WHOLE).ceil();
}

/** The least whole payment with which a debt that nobody rounds ends at 0 or below, found by trying. */
export function sheetPayment(rest: Omit<SheetRest, 'payment'>): bigint {
  const { terms, dueSeconds, fromSecond, next, principal } = rest;
  if (terms.method !== 'equal' || principal === 0n) return 0n;
  const growths = dueSeconds.slice(next - 1).map((second, at, left) => {
    const seconds = second - (at === 0 ? fromSecond : left[at - 1]!);
    return WHOLE + BigInt(terms.dailyPpm) * BigInt(seconds);
  });
  const isEnough = (payment: bigint) => {
    let owed = principal;
    let scale = 1n;
    for (const growth of growths) {
      scale *= WHOLE;
      owed = owed * growth - payment * scale;
    }
    return owed <= 0n;
  };
  // an equal part of the principal is too little; with all interest of the whole principal it is enough
  let least = principal / BigInt(growths.length) - 1n;
  let most = least + 2n;
  for (const growth of growths) most += (principal * (growth - WHOLE)) / WHOLE + 1n;
  while (most - least > 1n) {
    const middle = (least + most) / 2n;
    if (isEnough(middle)) most = middle;
    else least = middle;
  }
  return most;
}

/** All instalments that are not due, one after the other, until nothing is owed. */
export function sheetRows(rest: SheetRest): SheetRow[] {
  const { terms, dueSeconds, payment } = rest;
  const rows: SheetRow[] = [];
  let owed = rest.principal;
  let from = rest.fromSecond;
  for (let number = rest.next; number <= terms.instalments && owed > 0n; number++) {
    const dueSecond = dueSeconds[number - 1]!;
    const interest = sheetInterest(owed, terms.dailyPpm, dueSecond - from);
    let principal = terms.method === 'equal' ? payment - interest : 0n;
    if (principal < 0n) principal = 0n;
    if (principal > owed || number === terms.instalments) principal = owed;
    rows.push({ number, dueSecond, interest, principal });
    owed -= principal;
    from = dueSecond;
  }
  return rows;
}

/** The whole schedule of a loan; null where its terms do not repay it. */
export function loanSheet(terms: SheetTerms, principal: bigint, beganSecond: number) {
  const dueSeconds = sheetDates(terms, beganSecond);
  const rest = { terms, dueSeconds, fromSecond: beganSecond, next: 1, principal };
  const payment = sheetPayment(rest);
  const rows = sheetRows({ ...rest, payment });
  return repays(terms, rows) ? { payment, rows } : null;
}

/** True if these rows are all instalments of the terms, and each that is equal to the others repays something. */
export function repays({ method, instalments }: SheetTerms, rows: readonly SheetRow[]): boolean {
  return rows.length === instalments && (method !== 'equal' || rows.every((row) => row.principal > 0n));
}
