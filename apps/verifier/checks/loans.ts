import type { AppliedCommand } from '@candor/journal';
import {
  type Envelope,
  type KernelEvent,
  type KernelView,
  LOAN_RECEIVABLE,
  type LoanDueEvent,
  type LoanOfferedEvent,
  type LoanOverdueChargedEvent,
  type LoanPaidOutEvent,
  type LoanRepaidEvent,
} from '@candor/kernel';
import type { Amount } from '@candor/money';
import { LoanReplay, type ReplayedDue } from '@candor/proofs';
import { creditLimit, creditScore, DAY_SECONDS, type LoanTerms, loanTotal } from '@candor/rules';
import type { Check } from './check.ts';
import { CreditRecords } from './credit-records.ts';

type Report = (what: string) => void;

/** An application that was made while an offer was open may be paid out for so long after its end. */
const AFTER_CLOSE_MS = 7 * 86_400_000;
/** A jump of the clock by more than this is downtime, which no overdue interest counts. */
const DOWNTIME_MS = 5_000;

/** Longest delay of what falls due, downtime apart: it is done in slices, one a tick. */
const LATE_MS = 86_400_000;

/** Terms that a loan has of its offer. */
const TERMS = [
  'method',
  'cycle',
  'cycleCount',
  'instalments',
  'dailyPpm',
  'overduePpm',
  'overdueCapPpm',
] as const satisfies readonly (keyof LoanTerms)[];

interface Loan {
  readonly userId: number;
  readonly replay: LoanReplay;
  /** All downtime before an instalment fell due in ms, by its number. */
  readonly downMs: Map<number, number>;
  readonly dueSeconds: number[];
}

/**
 * Recomputes every power loan from the terms of its published offer: its schedule, what fell due, overdue interest without
 * the downtime that the journal's times show, and how each payment was divided; at its payout, what its borrower owed and
 * the credit record; and after each payment what that record became. Nothing comes before its time or from anybody else.
 * Each payout and payment must move what it says, and nothing is added to a debt but the interest that these figures give.
 */
export class LoanCheck implements Check {
  readonly name = 'loans';
  count = 0;
  private readonly loans = new Map<number, Loan>();
  private readonly offers = new Map<number, LoanOfferedEvent>();
  private readonly closings = new Map<number, number>();
  private readonly downtimes: {
    readonly fromMs: number;
    readonly toMs: number;
    readonly beforeMs: number;
  }[] = [];
  private readonly records = new CreditRecords();
  private lastMs = 0;

  see({ envelope, events }: AppliedCommand, view: KernelView, report: Report): void {
    const { timeMs } = envelope;
    const touched = new Set<number>();
    if (this.lastMs > 0 && timeMs - this.lastMs > DOWNTIME_MS)
      this.downtimes.push({ fromMs: this.lastMs, toMs: timeMs, beforeMs: this.downBefore(timeMs) });
    this.lastMs = timeMs;
    const moved = new Map<string, bigint>();
    for (const event of events) {
      if (event.type === 'entry') note(moved, event);
      else if (event.type === 'loanOffered') this.offers.set(event.offerId, event);
      else if (event.type === 'loanOfferClosed') this.closings.set(event.offerId, event.closesMs);
      else if (event.type === 'loanPaidOut') {
        this.ofOffer(event, timeMs, report);
        this.paidOut(event, moved, view, report);
      } else if (event.type === 'loanDue') {
        charge(moved, 'loan-interest', event.loanId, event.interest);
        touched.add(event.loanId);
        this.fellDue(event, timeMs, report);
      } else if (event.type === 'loanOverdueCharged') {
        charge(moved, 'loan-overdue-interest', event.loanId, event.amount);
        this.charged(event, timeMs, report);
      } else if (event.type === 'loanRepaid') {
        touched.add(event.loanId);
        this.asked(event, envelope, report);
        this.repaid(event, moved, report);
      } else if (event.type === 'creditChanged') {
        this.records.changed(event, this.isLate(event.loanId), timeMs, report);
      }
    }
    for (const loanId of touched) this.records.ended(loanId, this.isLate(loanId), report);
    for (const [what, amount] of moved)
      if (amount !== 0n) report(`The entries of ${what} are not those of its receipts.`);
  }

  /** Reports what should have fallen due, where the ledger says that nothing is due. */
  end(view: KernelView, report: Report): void {
    if (view.nextDueMs <= view.timeMs) return;
    for (const [loanId, { replay }] of this.loans) {
      const second = replay.nextDueSecond;
      if (second !== null && second * 1_000 <= view.timeMs)
        report(`An instalment of loan ${loanId} was due at ${second}, and never fell due.`);
    }
  }

  /** Compares a payout with the offer that it names, and with what its borrower owes. */
  private ofOffer(event: LoanPaidOutEvent, timeMs: number, report: Report): void {
    const { loanId, userId, offerId, assetId, terms, amount, beganSecond } = event;
    const offer = this.offers.get(offerId);
    if (offer === undefined) {
      report(`Loan ${loanId} is of offer ${offerId}, which nobody made.`);
      return;
    }
    for (const name of TERMS)
      if (terms[name] !== offer[name])
        report(`Loan ${loanId} has ${name} ${terms[name]}; its offer says ${offer[name]}.`);
    if (assetId !== offer.assetId || amount < offer.minAmount || amount > offer.maxAmount)
      report(`Loan ${loanId} of ${amount} is outside of its offer's bounds.`);
    const closedMs = (this.closings.get(offerId) ?? Number.POSITIVE_INFINITY) + AFTER_CLOSE_MS;
    if (timeMs < offer.opensMs || timeMs >= closedMs)
      report(`Loan ${loanId} was paid out at ${timeMs}, when its offer was not open.`);
    if (beganSecond !== Math.floor(timeMs / 1_000))
      report(`Loan ${loanId} began at ${beganSecond}, its command was at ${timeMs}.`);
    const own = [...this.loans.values()].filter((loan) => loan.userId === userId);
    const owed = own.reduce((sum, { replay }) => sum + replay.owed, 0n);
    if (event.owedBefore !== owed)
      report(`Loan ${loanId} says that its borrower owed ${event.owedBefore}; it was ${owed}.`);
    const record = this.records.of(userId, timeMs);
    for (const name of ['onTime', 'late', 'later', 'isOverdue'] as const)
      if (event.inputs[name] !== record[name])
        report(`Loan ${loanId} says ${name} ${event.inputs[name]} of its borrower; it is ${record[name]}.`);
  }

  /** True while something of a loan is due and unpaid. */
  private isLate(loanId: number): boolean {
    const due = this.loans.get(loanId)?.replay.due ?? [];
    return due.some(({ interest, principal }) => interest + principal > 0n);
  }

  private paidOut(
    event: LoanPaidOutEvent,
    moved: Map<string, bigint>,
    view: KernelView,
    report: Report,
  ): void {
    this.count += 1;
    const { loanId, userId, terms, amount, beganSecond, assetId } = event;
    const replay = LoanReplay.begin(terms, amount, beganSecond);
    if (replay?.payment !== event.payment) report(`The schedule of loan ${loanId} is not that of its terms.`);
    const total = loanTotal(terms, amount, beganSecond) ?? 0n;
    if (total > event.totalAtMost)
      report(`Loan ${loanId} comes to ${total}; its borrower accepted ${event.totalAtMost}.`);
    const credit = creditScore(event.inputs);
    const scale = view.assets().find((asset) => asset.assetId === assetId)?.scale ?? 0;
    const limit = creditLimit(credit.score, scale);
    if (credit.score !== event.credit.score || limit !== event.limit)
      report(`The limit of loan ${loanId} is not that of its credit score.`);
    if (event.owedBefore + amount > limit) report(`Loan ${loanId} is above its limit.`);
    take(moved, `loan-paid-out ${loanId} ${userId}`, amount, report);
    if (replay === null) return;
    this.loans.set(loanId, { userId, replay, downMs: new Map(), dueSeconds: [] });
    this.records.begin(loanId, { userId, terms, beganSecond });
  }

  private fellDue(event: LoanDueEvent, timeMs: number, report: Report): void {
    const loan = this.loans.get(event.loanId);
    if (loan === undefined) {
      report(`Loan ${event.loanId} was never paid out.`);
      return;
    }
    const { number, dueSecond, interest, principal } = loan.replay.fallDue();
    const isRow = event.number === number && event.dueSecond === dueSecond;
    if (!isRow || event.interest !== interest || event.principal !== principal)
      report(`Instalment ${event.number} of loan ${event.loanId} is not that of its schedule.`);
    const dueMs = dueSecond * 1_000;
    const lateMs = timeMs - dueMs - (this.downBefore(timeMs) - this.downBefore(dueMs));
    if (dueMs > timeMs || lateMs > LATE_MS)
      report(`Instalment ${number} of loan ${event.loanId} fell due at ${timeMs}, not at ${dueMs}.`);
    loan.downMs.set(number, this.downBefore(dueMs));
    loan.dueSeconds.push(dueSecond);
    this.records.fellDue(event.loanId);
  }

  private charged(event: LoanOverdueChargedEvent, timeMs: number, report: Report): void {
    const { loanId, number, amount, atSecond } = event;
    const loan = this.loans.get(loanId);
    const due = loan?.replay.due.find((each) => each.number === number);
    if (loan === undefined || due === undefined) {
      report(`Loan ${loanId} owes no instalment ${number}.`);
      return;
    }
    if (atSecond * 1_000 > timeMs)
      report(`Overdue interest of loan ${loanId} is charged up to ${atSecond}, which is to come.`);
    const seconds = this.secondsOverdue(loan, due, atSecond);
    if (event.seconds !== seconds - due.seconds || event.unpaid !== due.principal)
      report(`Overdue interest of loan ${loanId} counts other seconds than it was overdue.`);
    if (loan.replay.charge(number, seconds - due.seconds)?.amount !== amount)
      report(`Overdue interest of loan ${loanId} is ${amount}; its terms give another.`);
  }

  /** Seconds that an instalment was overdue at a second: those of a downtime are none. */
  private secondsOverdue({ downMs }: Loan, { number, dueSecond }: ReplayedDue, second: number): number {
    const down = this.downBefore(second * 1_000) - (downMs.get(number) ?? 0);
    return Math.max(0, Math.floor(((second - dueSecond) * 1_000 - down) / 1_000));
  }

  /** Compares a payment with who made it: its borrower by a command, or the house by a collection of what is due. */
  private asked(event: LoanRepaidEvent, { body, userId, timeMs }: Envelope, report: Report): void {
    const { loanId, by, atSecond, earlyInterest, earlyPrincipal } = event;
    const second = Math.floor(timeMs / 1_000);
    const dueSeconds = this.loans.get(loanId)?.dueSeconds ?? [];
    const isRight =
      by === 'owner'
        ? body.type === 'repayLoan' &&
          body.loanId === loanId &&
          userId === event.userId &&
          atSecond === second &&
          (body.amount === null || event.amount <= body.amount)
        : atSecond <= second &&
          earlyInterest + earlyPrincipal === 0n &&
          dueSeconds.some((due) => atSecond >= due && (atSecond - due) % DAY_SECONDS === 0);
    if (!isRight) report(`A payment of loan ${loanId} at ${atSecond} is none that its ${by} could make.`);
  }

  private repaid(event: LoanRepaidEvent, moved: Map<string, bigint>, report: Report): void {
    const { loanId, userId, amount, atSecond } = event;
    const loan = this.loans.get(loanId);
    if (loan === undefined) {
      report(`Loan ${loanId} was never paid out.`);
      return;
    }
    take(moved, `loan-repaid ${loanId} ${userId}`, -amount, report);
    charge(moved, 'loan-interest', loanId, event.earlyInterest);
    const { due } = loan.replay;
    const payment = loan.replay.pay(amount, atSecond);
    const isOrder =
      payment.rest === 0n &&
      payment.earlyInterest === event.earlyInterest &&
      payment.earlyPrincipal === event.earlyPrincipal &&
      isSame(payment.paid, event.paid);
    if (!isOrder) report(`A payment of loan ${loanId} was not divided in the published order.`);
    const isLeft =
      event.settled === payment.settled &&
      event.owedDue === payment.owedDue &&
      event.principalLeft === payment.principalLeft &&
      event.payment === payment.payment;
    if (!isLeft) report(`Loan ${loanId} does not owe what its payments leave.`);
    const lateSeconds = (each: ReplayedDue) => this.secondsOverdue(loan, each, atSecond);
    this.records.paid({ loanId, atSecond, due, payment, lateSeconds });
    if (payment.settled) this.loans.delete(loanId);
  }

  private downBefore(timeMs: number): number {
    for (let at = this.downtimes.length - 1; at >= 0; at--) {
      const { fromMs, toMs, beforeMs } = this.downtimes[at]!;
      if (timeMs > fromMs) return beforeMs + Math.min(timeMs, toMs) - fromMs;
    }
    return 0;
  }
}

type Parts = LoanRepaidEvent['paid'];

/** True where the same instalments got the same parts. */
function isSame(replayed: ReturnType<LoanReplay['pay']>['paid'], told: Parts): boolean {
  return (
    replayed.length === told.length &&
    replayed.every(({ number, interest, principal, overdue }, at) => {
      const part = told[at]!;
      return (
        part.number === number &&
        part.interest === interest &&
        part.principal === principal &&
        part.overdue === overdue
      );
    })
  );
}

/** Notes what an entry of a payout or a payment moved on the borrower's account, and what one of interest adds to the debt. */
function note(
  moved: Map<string, bigint>,
  { kind, orderId, postings }: Extract<KernelEvent, { type: 'entry' }>,
): void {
  if (kind === 'loan-interest' || kind === 'loan-overdue-interest')
    for (const { account, amount } of postings)
      if (account === LOAN_RECEIVABLE) charge(moved, kind, orderId, -amount);
  if (kind !== 'loan-paid-out' && kind !== 'loan-repaid') return;
  for (const { account, amount } of postings)
    if (account > 0 && account < 2 ** 32) moved.set(`${kind} ${orderId} ${account}`, amount);
}

/** Takes interest that a receipt tells from what the entries of its loan added: in the end nothing is left of both. */
function charge(moved: Map<string, bigint>, kind: string, loanId: number, amount: bigint): void {
  const what = `${kind} ${loanId}`;
  moved.set(what, (moved.get(what) ?? 0n) - amount);
}

function take(moved: Map<string, bigint>, what: string, amount: bigint, report: Report): void {
  if (moved.get(what) !== (amount as Amount)) report(`The entry of ${what} is not that of its receipt.`);
  moved.delete(what);
}
