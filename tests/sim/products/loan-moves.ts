import { isDeepStrictEqual } from 'node:util';
import type { AppliedCommand } from '@candor/journal';
import type {
  Command,
  CreditChangedEvent,
  EntryEvent,
  KernelEvent,
  LoanDueEvent,
  LoanOverdueChargedEvent,
  LoanPaidOutEvent,
  LoanRepaidEvent,
} from '@candor/kernel';
import { repays, type SheetRow } from '../../oracles/loan.ts';
import { must, words } from '../product.ts';
import { USDT } from '../world.ts';
import { CreditRecords, limitOf, scoreOf } from './loan-credit.ts';
import { LoanOffers } from './loan-offers.ts';
import { Downtimes, type Due, NaiveLoan, type Overdue } from './loan-oracle.ts';
import { SpotWallets } from './loan-wallets.ts';

export const LOAN_POOL = -25;
export const LOAN_RECEIVABLE = -26;
/** Distance of a user's debt account from the spot wallet. */
const DEBT = 2 ** 50;
const DOWNTIME_MS = 5_000;

/** A change of a record, with its counts after it. */
type CreditChange = Omit<CreditChangedEvent, 'type' | 'assetId' | 'isOverdue'>;
type Legs = readonly (readonly [account: number, amount: bigint])[];

/** The account of what a user owes of power loans. */
export const debtOf = (userId: number): number => DEBT + userId;

/** Units that a payment asks for, of all that is owed. */
export function wantedOf(body: Command, all: bigint): bigint {
  if (body.type !== 'repayLoan' || body.amount === null || body.amount > all) return all;
  return body.amount;
}

/** Principal and interest of all instalments. */
export const totalOf = (rows: readonly SheetRow[]): bigint =>
  rows.reduce((sum, { interest, principal }) => sum + interest + principal, 0n);

const charge = (userId: number, amount: bigint): Legs => [
  [debtOf(userId), -amount],
  [LOAN_RECEIVABLE, amount],
];

/** Follows every event of power loans and holds it against loans that are reckoned apart. */
export class LoanMoves {
  readonly met = new Map<string, number>();
  readonly offers = new LoanOffers();
  readonly loans = new Map<number, NaiveLoan>();
  readonly downtimes = new Downtimes();
  readonly wallets = new SpotWallets();
  private readonly records = new CreditRecords();
  nowMs = 0;
  pool = 0n;
  /** Payment of an owner in this command; null for none. */
  repaid: LoanRepaidEvent | null = null;
  /** True if coins of loans moved in this command. */
  hasMoved = false;
  /** The most that may have been settled of all that fell due: events of this command, and looks without one. */
  turns = 0;
  /** Entries of loans that no event has explained yet. */
  private entries: EntryEvent[] = [];
  /** Free coins before the last payment, and if there was a moment of this command without any. */
  private before = { free: 0n, wasEmpty: false };
  /** A loan whose instalment fell due where something is free: a collection must follow. */
  private collecting: NaiveLoan | null = null;
  /** Changes of records that must be told next. */
  private changes: CreditChange[] = [];
  private last: NaiveLoan | null = null;

  onCommand(command: AppliedCommand): void {
    const beforeMs = this.nowMs;
    this.nowMs = command.envelope.timeMs;
    if (beforeMs > 0 && this.nowMs - beforeMs > DOWNTIME_MS) this.downtimes.add(beforeMs, this.nowMs);
    this.wallets.begin();
    this.repaid = null;
    this.hasMoved = false;
    this.turns = 0;
    for (const loan of this.loans.values()) this.turns += loan.looksBy(this.nowMs);
    for (const event of command.events) this.follow(event, command);
    this.offers.onCommand(command);
    this.collected(command.envelope.body);
    must(this.entries.length === 0, 'money of a loan moves with its event', () => words(command.events));
    must(this.changes.length === 0, 'a credit record is counted again', () => words(this.changes));
  }

  private follow(event: KernelEvent, command: AppliedCommand): void {
    const { type } = event;
    if (type === 'entry') this.entry(event);
    else if (type === 'balance') this.wallets.told(event);
    else if (type === 'index') return;
    else this.turns++;
    if (type === 'depositHoldEnded') this.wallets.doubt(event.userId);
    else if (type === 'loanFunded') {
      const { body } = command.envelope;
      const isAsked = body.type === 'fundLoanPool' && event.after === event.before + body.amount;
      must(isAsked && event.before === this.pool, 'the pool holds what it was given', () => words(event));
      this.pool = event.after;
    } else if (type === 'loanPaidOut') this.paidOut(event, command);
    else if (type === 'loanDue') this.fellDue(event);
    else if (type === 'loanOverdueCharged') this.charged(event);
    else if (type === 'loanRepaid') this.repay(event, command);
    else if (type === 'creditChanged') this.credit(event);
  }

  private entry(event: EntryEvent): void {
    const { kind, postings } = event;
    if (kind === 'loan-repaid') {
      const userId = postings[0]!.account;
      this.before = { free: this.wallets.free(userId), wasEmpty: this.wallets.wasEmpty(userId) };
    }
    this.wallets.moved(event);
    const isLoan = kind === 'loan-paid-out' || kind === 'loan-repaid';
    if (isLoan || kind === 'loan-interest' || kind === 'loan-overdue-interest') this.entries.push(event);
  }

  /** Takes the next entry, which must be this one. */
  private posted(kind: EntryEvent['kind'], { told }: NaiveLoan, legs: Legs): void {
    const due = legs.filter(([, amount]) => amount !== 0n);
    if (due.length === 0) return;
    this.hasMoved = true;
    const entry = this.entries.shift();
    const moved = entry?.postings.map(({ account, assetId, amount }) => [account, assetId, amount]);
    const isSame =
      entry?.kind === kind &&
      entry.orderId === told.loanId &&
      words(moved) === words(due.map(([account, amount]) => [account, USDT, amount]));
    must(isSame, 'money of a loan moves with its event', () => words([kind, due, entry]));
  }

  private paidOut(event: LoanPaidOutEvent, { envelope: { body } }: AppliedCommand): void {
    const { amount, userId, inputs, beganSecond } = event;
    const loan = new NaiveLoan(event);
    const debt = debtOf(userId);
    const moves: Legs = [
      [LOAN_POOL, -amount],
      [userId, amount],
      [debt, -amount],
      [LOAN_RECEIVABLE, amount],
    ];
    this.posted('loan-paid-out', loan, moves);
    const isAsked =
      body.type === 'payOutLoan' &&
      body.accountUserId === userId &&
      body.amount === amount &&
      body.offerId === event.offerId &&
      inputs.kyc === body.kyc &&
      inputs.memberDays === body.memberDays &&
      event.totalAtMost === body.totalAtMost &&
      beganSecond === Math.floor(this.nowMs / 1_000);
    must(isAsked, 'a loan is paid out whole', () => words([body, event]));
    const refusal = this.offers.refusal(event.offerId, amount, this.nowMs);
    const isRepaid = repays(event.terms, loan.rows());
    const total = totalOf(loan.rows());
    must(total <= event.totalAtMost, 'nobody repays more than was accepted', () => words([event, total]));
    must(refusal === null && isRepaid, 'an offer lends within its bounds', () => words([event, refusal]));
    must(
      isDeepStrictEqual(event.terms, this.offers.terms(event.offerId)),
      'a loan has its offer’s terms',
      () => words(event),
    );
    const { kyc, memberDays, ...record } = inputs;
    must(isDeepStrictEqual(record, this.recordOf(userId)), 'a credit record is counted again', () =>
      words([event, this.recordOf(userId)]),
    );
    const score = scoreOf({ kyc, memberDays, ...record });
    must(event.credit.score === score, 'a score follows from its inputs', () => words([event, score]));
    const owed = this.owedBy(userId);
    must(owed + amount <= limitOf(score) && event.owedBefore === owed, 'nobody borrows above the limit', () =>
      words([event, owed]),
    );
    must(amount <= this.pool, 'the pool lends what it has', () => words([event, this.pool]));
    must(loan.payment === event.payment, 'instalments are equal', () => words([event, loan.payment]));
    this.pool -= amount;
    must(event.poolFree === this.pool, 'the pool lends what it has', () => words([event, this.pool]));
    this.loans.set(event.loanId, loan);
  }

  private fellDue(event: LoanDueEvent): void {
    this.collected(event);
    const loan = this.loans.get(event.loanId)!;
    const { userId } = loan.told;
    const second = loan.dueSecond;
    must(event.number === loan.next && event.dueSecond === second, 'a due date stays', () =>
      words([event, loan.dueSeconds]),
    );
    must(second * 1_000 <= this.nowMs, 'nothing falls due early', () => words(event));
    this.looked(loan, second, this.wallets.wasEmpty(userId));
    const downtimeMs = this.downtimes.within(0, second * 1_000);
    must(event.downtimeMs === downtimeMs, 'no downtime is overdue', () => words([event, downtimeMs]));
    const { principal: notDue, fromSecond } = loan;
    const isCounted = event.notDue === notDue && event.fromSecond === fromSecond;
    const { interest, principal } = loan.fallDue();
    must(isCounted && event.interest === interest, 'interest is exact', () => words([event, interest]));
    must(event.principal === principal, 'an instalment repays its part', () => words([event, principal]));
    this.posted('loan-interest', loan, charge(userId, interest));
    this.meetDate(loan, second);
    loan.turned(second);
    if (this.wallets.isSure(userId) && this.wallets.free(userId) > 0n) this.collecting = loan;
    else if (this.wallets.isSure(userId)) this.meet('loan with nothing to collect');
  }

  private meetDate({ told: { terms, beganSecond } }: NaiveLoan, second: number): void {
    if (terms.cycle !== 'month') return;
    this.meet('loan due by the month');
    const date = new Date(second * 1_000);
    if (date.getUTCDate() !== new Date(beganSecond * 1_000).getUTCDate())
      this.meet('loan due at a month’s end');
  }

  /** No due date or look was passed without a collection of what was free. */
  looked(loan: NaiveLoan, second: number, wasEmpty: boolean): void {
    must(loan.lookedBefore(second, wasEmpty), 'what is due is collected from what is free', () =>
      words([second, loan.collectSecond, loan.told]),
    );
  }

  /** The instalment that fell due last was collected, as something was free. */
  collected(next: unknown): void {
    must(this.collecting === null, 'what is due is collected from what is free', () =>
      words([this.collecting?.told, next]),
    );
  }

  private charged(event: LoanOverdueChargedEvent): void {
    const loan = this.loans.get(event.loanId)!;
    const due = loan.due.find(({ number }) => number === event.number)!;
    const overdue = loan.overdueAt(due, event.atSecond, this.downtimes);
    const { seconds, limit } = overdue;
    must(event.seconds === seconds && seconds > 0, 'no downtime is overdue', () => words([event, seconds]));
    must(due.charged + event.amount <= limit, 'overdue interest ends at its limit', () =>
      words([event, limit]),
    );
    const isExact = due.charged + event.amount === overdue.charged && event.unpaid === due.principal;
    must(isExact, 'overdue interest is exact', () => words([event, overdue]));
    this.posted('loan-overdue-interest', loan, charge(loan.told.userId, event.amount));
    if (overdue.exact.ceil() > limit) this.meet('loan overdue beyond its limit');
    if (seconds < event.atSecond - due.dueSecond - due.counted) this.meet('loan overdue through a downtime');
    this.take(due, overdue);
  }

  private take(due: Due, { seconds, exact, charged }: Overdue): void {
    due.counted += seconds;
    due.exact = exact;
    due.charged = charged;
  }

  private repay(event: LoanRepaidEvent, command: AppliedCommand): void {
    const loan = this.loans.get(event.loanId)!;
    const { atSecond, by, amount } = event;
    for (const due of loan.due) {
      const overdue = loan.overdueAt(due, atSecond, this.downtimes);
      must(due.principal === 0n || overdue.seconds === 0, 'what is overdue is charged', () =>
        words([event, due]),
      );
      this.take(due, overdue);
    }
    if (by === 'collection') this.collect(loan, event);
    else this.asked(loan, event, command);
    const split = loan.split(amount, atSecond);
    must(split.rest === 0n, 'nobody repays more than is owed', () => words(event));
    const parts = loan.due.map(({ number }, at) => ({ number, ...split.due[at]! }));
    const paid = parts.filter((each) => each.interest + each.principal + each.overdue > 0n);
    must(isDeepStrictEqual(event.paid, paid), 'payments go in order', () => words([event, paid]));
    const { earlyInterest, earlyPrincipal } = split;
    const isEarly = event.earlyInterest === earlyInterest && event.earlyPrincipal === earlyPrincipal;
    must(isEarly, 'a prepayment is exact', () => words([event, earlyInterest, earlyPrincipal]));
    const { userId } = loan.told;
    if (earlyPrincipal > 0n) this.posted('loan-interest', loan, charge(userId, earlyInterest));
    const moves: Legs = [
      [userId, -amount],
      [LOAN_POOL, amount],
      [debtOf(userId), amount],
      [LOAN_RECEIVABLE, -amount],
    ];
    this.posted('loan-repaid', loan, moves);
    this.pool += amount;
    const cleared = loan.pay(split, atSecond);
    must(
      event.principalLeft === loan.principal && event.owedDue === loan.owedDue,
      'what is left is owed',
      () => words([event, loan.due]),
    );
    must(event.payment === loan.payment, 'instalments are equal', () => words([event, loan.payment]));
    must(event.settled === (loan.owed === 0n), 'a loan ends when nothing is owed', () => words(event));
    must(event.poolFree === this.pool, 'the pool lends what it has', () => words([event, this.pool]));
    this.last = loan;
    if (event.settled) this.loans.delete(event.loanId);
    this.count(loan, cleared, earlyPrincipal > 0n && loan.principal === 0n, atSecond);
  }

  /** A collection comes at its time and takes what is free, up to what is due. */
  private collect(loan: NaiveLoan, event: LoanRepaidEvent): void {
    const { atSecond, amount } = event;
    if (this.collecting === loan) this.collecting = null;
    else this.collected(event);
    if (loan.turnedSecond !== atSecond) {
      this.looked(loan, atSecond, this.before.wasEmpty);
      const isTime = loan.collectSecond === atSecond && atSecond * 1_000 <= this.nowMs;
      must(isTime, 'what is due is collected at its times', () => words([event, loan.collectSecond]));
      loan.turned(atSecond);
      this.meet('loan collected a day later');
    }
    const { free } = this.before;
    const due = loan.owedDue;
    const wanted = free < due ? free : due;
    const isSure = this.wallets.isSure(loan.told.userId);
    must(
      amount > 0n && amount <= due && (!isSure || amount === wanted),
      'a collection takes what is free and due',
      () => words([event, free, due]),
    );
    this.meet(amount === due ? 'loan collected whole' : 'loan collected in part');
  }

  /** A payment of the owner takes what was asked for, up to all that is owed. */
  private asked(loan: NaiveLoan, event: LoanRepaidEvent, { envelope }: AppliedCommand): void {
    const { body, userId } = envelope;
    must(userId === loan.told.userId, 'only the borrower pays', () => words(event));
    this.collected(event);
    const isNow = event.atSecond === Math.floor(this.nowMs / 1_000);
    const all = this.allOf(loan, event.atSecond);
    const isAsked = body.type === 'repayLoan' && body.loanId === event.loanId && isNow;
    must(isAsked && event.amount === wantedOf(body, all), 'a payment takes what was asked for', () =>
      words([body, event, all]),
    );
    this.repaid = event;
  }

  allOf(loan: NaiveLoan, second: number): bigint {
    let all = loan.principal + loan.earlyInterest(second);
    for (const due of loan.due)
      all += due.interest + due.principal + loan.overdueAt(due, second, this.downtimes).charged - due.paid;
    return all;
  }

  /** Counts instalments that a payment cleared for the record of their borrower. */
  private count(loan: NaiveLoan, cleared: readonly Due[], isWhole: boolean, second: number): void {
    const { loanId, userId, beganSecond } = loan.told;
    const add = (number: number, openSecond: number, late: number) => {
      const cause = this.records.pay(userId, openSecond, second, late);
      if (cause === null) return;
      const counts = this.records.counts(userId, Math.floor(this.nowMs / 1_000));
      this.changes.push({ loanId, userId, number, cause, ...counts });
    };
    for (const due of cleared) add(due.number, due.openSecond, loan.lateSeconds(due, second, this.downtimes));
    if (isWhole) add(loan.next, loan.next === 1 ? beganSecond : loan.dueSeconds[loan.next - 2]!, 0);
  }

  private credit(event: CreditChangedEvent): void {
    const { loanId, userId, number, cause, onTime, late, later, isOverdue } = event;
    if (cause === 'overdue' || cause === 'overdueEnded') {
      const loan = this.loans.get(loanId) ?? this.last!;
      const isTurn = loan.told.loanId === loanId && number === loan.next - 1;
      const isTrue = loan.isLate === (cause === 'overdue') && loan.isToldOverdue !== loan.isLate;
      must(isTurn && isTrue, 'a borrower is overdue while an instalment is unpaid', () => words(event));
      loan.isToldOverdue = loan.isLate;
    } else {
      const told = { loanId, userId, number, cause, onTime, late, later };
      const change = this.changes.shift();
      const isTold = isDeepStrictEqual(change, told) && isOverdue === this.recordOf(userId).isOverdue;
      must(isTold, 'a credit record is counted again', () => words([event, change]));
      this.meet(`loan paid ${cause}`);
      return;
    }
    const told = { onTime, late, later, isOverdue };
    must(isDeepStrictEqual(told, this.recordOf(userId)), 'a credit record is counted again', () =>
      words([event, this.recordOf(userId)]),
    );
  }

  recordOf(userId: number) {
    const counts = this.records.counts(userId, Math.floor(this.nowMs / 1_000));
    const isOverdue = [...this.loans.values()].some(
      (loan) => loan.told.userId === userId && loan.isToldOverdue,
    );
    return { ...counts, isOverdue };
  }

  owedBy(userId: number): bigint {
    let owed = 0n;
    for (const loan of this.loans.values()) if (loan.told.userId === userId) owed += loan.owed;
    return owed;
  }

  private meet(what: string): void {
    this.met.set(what, (this.met.get(what) ?? 0) + 1);
  }
}
