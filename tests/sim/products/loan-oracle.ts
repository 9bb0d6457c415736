import type { LoanPaidOutEvent } from '@candor/kernel';
import { type SheetRow, sheetDates, sheetInterest, sheetPayment, sheetRows } from '../../oracles/loan.ts';
import { Rational } from '../../oracles/rational.ts';

const DAY = 86_400;
const MILLION = 1_000_000n;

/** Times of two commands between which nobody could reach the house. */
export class Downtimes {
  private readonly gaps: (readonly [fromMs: number, toMs: number])[] = [];

  add(fromMs: number, toMs: number): void {
    this.gaps.push([fromMs, toMs]);
  }

  /** Downtime between two times. */
  within(fromMs: number, toMs: number): number {
    let ms = 0;
    for (const [from, to] of this.gaps) ms += Math.max(0, Math.min(to, toMs) - Math.max(from, fromMs));
    return ms;
  }
}

/** An instalment that is due, as far as it is unpaid. */
export interface Due extends SheetRow {
  /** Principal that fell due with it. */
  readonly whole: bigint;
  readonly openSecond: number;
  interest: bigint;
  principal: bigint;
  /** Overdue interest without rounding or limit, and the seconds in it. */
  exact: Rational;
  counted: number;
  /** Overdue interest that is owed, paid or not; and paid. */
  charged: bigint;
  paid: bigint;
}

/** Overdue interest of an instalment up to a second. */
export interface Overdue {
  readonly seconds: number;
  readonly exact: Rational;
  /** Bounded by its limit and rounded up once. */
  readonly charged: bigint;
  readonly limit: bigint;
}

/** A payment by its parts. */
export interface Split {
  readonly due: readonly {
    readonly interest: bigint;
    readonly principal: bigint;
    readonly overdue: bigint;
  }[];
  readonly earlyInterest: bigint;
  readonly earlyPrincipal: bigint;
  readonly rest: bigint;
}

/**
 * One loan, reckoned apart from the kernel and from the rules: when its instalments fall due, what each comes to, what
 * is overdue, and when the house looks for what is free.
 */
export class NaiveLoan {
  readonly told: LoanPaidOutEvent;
  readonly dueSeconds: readonly number[];
  principal: bigint;
  fromSecond: number;
  next = 1;
  payment = 0n;
  due: Due[] = [];
  /** Second at which what is due is collected again; 0 while nothing is. */
  collectSecond = 0;
  /** True if the house may have looked at `collectSecond` already and found nothing. */
  mayHaveLooked = false;
  /** Second of the last due date or collection that is known to be over. */
  turnedSecond = 0;
  isToldOverdue = false;

  constructor(told: LoanPaidOutEvent) {
    this.told = told;
    this.principal = told.amount;
    this.fromSecond = told.beganSecond;
    this.dueSeconds = sheetDates(told.terms, told.beganSecond);
    this.payment = sheetPayment(this.rest);
  }

  private get rest() {
    const { dueSeconds, fromSecond, next, principal, payment } = this;
    return { terms: this.told.terms, dueSeconds, fromSecond, next, principal, payment };
  }

  /** Instalments that are not due. */
  rows(): SheetRow[] {
    return sheetRows(this.rest);
  }

  /** Second of the next due date; Infinity where no principal is left for one. */
  get dueSecond(): number {
    return this.principal === 0n ? Number.POSITIVE_INFINITY : this.dueSeconds[this.next - 1]!;
  }

  get isLate(): boolean {
    return this.due.some(({ interest, principal }) => interest + principal > 0n);
  }

  /** Sum that is due, with its overdue interest as far as it is charged. */
  get owedDue(): bigint {
    return this.due.reduce(
      (sum, each) => sum + each.interest + each.principal + each.charged - each.paid,
      0n,
    );
  }

  get owed(): bigint {
    return this.owedDue + this.principal;
  }

  /** Lets the next instalment fall due, and returns it. */
  fallDue(): Due {
    const [row] = this.rows();
    const { number, dueSecond, interest, principal } = row!;
    const openSecond = number === 1 ? this.told.beganSecond : this.dueSeconds[number - 2]!;
    const fresh = { exact: new Rational(0n), counted: 0, charged: 0n, paid: 0n };
    const due = { number, dueSecond, interest, principal, whole: principal, openSecond, ...fresh };
    this.due.push(due);
    this.principal -= principal;
    this.fromSecond = dueSecond;
    this.next += 1;
    return due;
  }

  /** Passes the looks before a second that found nothing. Returns false where one cannot have. */
  lookedBefore(second: number, isEmpty: boolean): boolean {
    while (this.collectSecond !== 0 && this.collectSecond < second) {
      if (!this.mayHaveLooked && !isEmpty) return false;
      this.collectSecond += DAY;
    }
    return true;
  }

  /** The house looked for what is free at this second: it looks again a day later while anything is due. */
  turned(second: number): void {
    this.turnedSecond = second;
    this.mayHaveLooked = false;
    if (this.collectSecond === second) this.collectSecond = 0;
    if (this.due.length > 0 && this.collectSecond === 0) this.collectSecond = second + DAY;
  }

  /** The most looks up to a time that may be over without a word. */
  looksBy(nowMs: number): number {
    const { collectSecond, dueSecond } = this;
    const first = collectSecond === 0 ? dueSecond : Math.min(collectSecond, dueSecond);
    return first * 1_000 > nowMs ? 0 : Math.floor((nowMs / 1_000 - first) / DAY) + 1;
  }

  /** Seconds from a due date to a second, without those in which nobody could pay. */
  lateSeconds({ dueSecond }: Due, atSecond: number, downtimes: Downtimes): number {
    const [fromMs, toMs] = [dueSecond * 1_000, atSecond * 1_000];
    return Math.max(0, Math.floor((toMs - fromMs - downtimes.within(fromMs, toMs)) / 1_000));
  }

  /** Overdue interest of an instalment at a second: on its own principal alone, at its own rate. */
  overdueAt(due: Due, atSecond: number, downtimes: Downtimes): Overdue {
    const { overduePpm, overdueCapPpm } = this.told.terms;
    const late = this.lateSeconds(due, atSecond, downtimes);
    const seconds = Math.max(0, late - due.counted);
    const more = new Rational(due.principal * BigInt(overduePpm) * BigInt(seconds), BigInt(DAY) * MILLION);
    const exact = due.exact.plus(more);
    const limit = new Rational(due.whole * BigInt(overdueCapPpm), MILLION).floor();
    const whole = exact.ceil();
    return { seconds, exact, charged: whole < limit ? whole : limit, limit };
  }

  /** Interest to a second on what is not due. */
  earlyInterest(atSecond: number): bigint {
    return sheetInterest(this.principal, this.told.terms.dailyPpm, atSecond - this.fromSecond);
  }

  /** Divides a payment: due instalments, the oldest first, interest before principal; overdue interest; what is not due. */
  split(amount: bigint, atSecond: number): Split {
    let rest = amount;
    const take = (wanted: bigint) => {
      const taken = rest < wanted ? rest : wanted;
      rest -= taken;
      return taken;
    };
    const parts = this.due.map(({ interest, principal }) => ({
      interest: take(interest),
      principal: take(principal),
    }));
    const due = parts.map((part, at) => {
      const { charged, paid } = this.due[at]!;
      return { ...part, overdue: take(charged - paid) };
    });
    const earlyInterest = take(this.earlyInterest(atSecond));
    const earlyPrincipal = take(this.principal);
    return { due, earlyInterest, earlyPrincipal, rest };
  }

  /** Takes a payment; returns the instalments that it cleared. */
  pay({ due: parts, earlyPrincipal }: Split, atSecond: number): Due[] {
    const cleared: Due[] = [];
    for (const [at, { interest, principal, overdue }] of parts.entries()) {
      const due = this.due[at]!;
      const wasOpen = due.interest + due.principal > 0n;
      due.interest -= interest;
      due.principal -= principal;
      due.paid += overdue;
      if (wasOpen && due.interest + due.principal === 0n) cleared.push(due);
    }
    this.due = this.due.filter((each) => each.interest + each.principal + each.charged - each.paid > 0n);
    if (this.due.length === 0) this.collectSecond = 0;
    if (earlyPrincipal > 0n) {
      this.principal -= earlyPrincipal;
      this.fromSecond = atSecond;
      this.payment = sheetPayment(this.rest);
    }
    return cleared;
  }

  /** The loan as its owner sees it at a second. */
  shown(atSecond: number, downtimes: Downtimes) {
    const { loanId, userId, offerId, assetId, amount, terms, beganSecond } = this.told;
    const due = this.due.map((each) => ({
      number: each.number,
      dueSecond: each.dueSecond,
      interest: each.interest,
      principal: each.principal,
      overdue: this.overdueAt(each, atSecond, downtimes).charged - each.paid,
    }));
    const earlyInterest = this.earlyInterest(atSecond);
    const { principal } = this;
    const dueSum = due.reduce((sum, each) => sum + each.interest + each.principal + each.overdue, 0n);
    const owed = due.map(({ interest, principal: part, overdue }) => ({
      interest,
      principal: part,
      overdue,
    }));
    const all = dueSum + earlyInterest + principal;
    const facts = { loanId, userId, offerId, assetId, amount, terms, beganSecond };
    const rest = { rows: this.rows(), owed: { due: owed, earlyInterest, principal }, all };
    return { ...facts, due, ...rest, isOverdue: this.isToldOverdue };
  }
}
