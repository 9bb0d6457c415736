import type { Amount } from '@candor/money';
import {
  allOf,
  type CreditInputs,
  type CreditScore,
  creditLimit,
  creditScore,
  DAY_SECONDS,
  equalPayment,
  type LoanOwed,
  type LoanSchedule,
  type LoanTerms,
  loanInterest,
  loanSchedule,
  nextRow,
  scheduleTotal,
  splitLoanPayment,
} from '@candor/rules';
import { assert } from '../../assert.ts';
import type { Outcome } from '../../events.ts';
import { LOAN_POOL, LOAN_RECEIVABLE } from '../../ledger/accounts.ts';
import { postEntry } from '../../ledger/entries.ts';
import { freeIn } from '../../ledger/free.ts';
import { loanDone, refuse } from '../../outcome.ts';
import type { ProductPart } from '../../product.ts';
import type { RejectionCode } from '../../rejections.ts';
import type { State } from '../../state.ts';
import {
  dueInstalment,
  dueSecondOf,
  type Instalment,
  isLate,
  type LoanBooks,
  nextSecond,
  type Offer,
  type PowerLoan,
  postedDebt,
} from './books.ts';
import type { PayOutLoan, RepayLoan } from './commands.ts';
import type { CreditRecord } from './credit-record.ts';
import type { LoanRepaidEvent } from './events.ts';

/** Loans that one user may have at once: bounds what one command of theirs settles. */
const MAX_LOANS = 20;
/** An application that was made while an offer was open may be paid out for this long after its end. */
const AFTER_CLOSE_MS = 7 * DAY_SECONDS * 1_000;

/** Everything that a payout follows from, once it was checked. */
interface CheckedPayout {
  readonly account: number;
  readonly assetId: number;
  readonly terms: LoanTerms;
  readonly beganSecond: number;
  readonly schedule: LoanSchedule;
  readonly inputs: CreditInputs;
  readonly credit: CreditScore;
  readonly limit: bigint;
  readonly owedBefore: bigint;
}

/** Pays loans out of the pool and takes them back: the only writer of their debts. */
export class LoanLending {
  private readonly state: State;
  private readonly books: LoanBooks;
  private readonly record: CreditRecord;
  private readonly products: readonly ProductPart[];

  constructor(state: State, books: LoanBooks, record: CreditRecord, products: readonly ProductPart[]) {
    this.state = state;
    this.books = books;
    this.record = record;
    this.products = products;
  }

  payOut(command: PayOutLoan): Outcome {
    const checked = this.check(command);
    if (typeof checked === 'string') return refuse(checked);
    const { state, books } = this;
    const { accounts } = state;
    const { accountUserId: userId, offerId, amount, applicationId, totalAtMost } = command;
    const { account, assetId, terms, beganSecond, schedule, inputs, credit, limit, owedBefore } = checked;
    const loan: PowerLoan = {
      loanId: ++state.lastOrderId,
      userId,
      offerId,
      assetId,
      amount,
      terms,
      beganSecond,
      fromSecond: beganSecond,
      next: 1,
      principal: amount,
      payment: schedule.payment,
      collectSecond: 0,
      overdue: false,
      due: [],
    };
    postEntry(state, 'loan-paid-out', { tradeId: 0, orderId: loan.loanId }, [
      { account: accounts.ensureNamed(LOAN_POOL), assetId, amount: -amount },
      { account, assetId, amount },
      { account: books.debtOf(userId), assetId, amount: -amount },
      { account: accounts.ensureNamed(LOAN_RECEIVABLE), assetId, amount },
    ]);
    books.add(loan);
    state.tape.note({
      type: 'loanPaidOut',
      loanId: loan.loanId,
      userId,
      assetId,
      offerId,
      applicationId,
      terms,
      amount,
      beganSecond,
      payment: schedule.payment as Amount,
      totalAtMost,
      inputs,
      credit,
      limit: limit as Amount,
      owedBefore: owedBefore as Amount,
      poolFree: books.poolFree(assetId) as Amount,
    });
    return loanDone(loan.loanId, amount);
  }

  /** Checks a payout as a whole; returns why it would be refused, or everything that it follows from. */
  private check({
    accountUserId: userId,
    offerId,
    amount,
    applicationId,
    kyc,
    memberDays,
    totalAtMost,
  }: Omit<PayOutLoan, 'type'>): RejectionCode | CheckedPayout {
    const { state, books } = this;
    const { accounts } = state;
    const account = userId > 0 ? accounts.find(userId) : 0;
    if (account === 0) return 'UNKNOWN_ACCOUNT';
    if (accounts.house[account] === 1) return 'NOT_PERMITTED';
    if (!Number.isSafeInteger(memberDays) || memberDays < 0) return 'INVALID_COMMAND';
    if (!Number.isSafeInteger(applicationId) || applicationId < 0) return 'INVALID_COMMAND';
    const offer = books.offers.get(offerId);
    if (offer === undefined) return 'LOAN_OFFER_UNKNOWN';
    if (!isPayable(offer, state.timeMs)) return 'LOAN_OFFER_CLOSED';
    if (amount < offer.minAmount || amount > offer.maxAmount) return 'LOAN_AMOUNT';
    const beganSecond = Math.floor(state.timeMs / 1_000);
    const { assetId } = offer;
    const terms = termsOf(offer);
    const schedule = loanSchedule(terms, amount, beganSecond);
    if (schedule === null) return 'LOAN_TERMS';
    if (scheduleTotal(schedule) > totalAtMost) return 'LOAN_TOTAL_ABOVE';
    const inputs = { kyc, memberDays, ...books.creditOf(userId) };
    const credit = creditScore(inputs);
    const limit = creditLimit(credit.score, state.assets.get(assetId)!.scale);
    const owedBefore = books.owedBy(userId);
    if (owedBefore + amount > limit) return 'LOAN_LIMIT';
    if ((books.byUser.get(userId)?.size ?? 0) >= MAX_LOANS) return 'LOAN_TOO_MANY';
    if (books.poolFree(assetId) < amount) return 'LOAN_POOL_SHORT';
    return { account, assetId, terms, beganSecond, schedule, inputs, credit, limit, owedBefore };
  }

  /** Reason why a payout would be refused now; null where it would not. */
  refusal(payout: Omit<PayOutLoan, 'type'>): RejectionCode | null {
    const checked = this.check(payout);
    return typeof checked === 'string' ? checked : null;
  }

  /** Takes a payment of the owner, in the published order, out of what is free in the spot wallet. */
  repay(userId: number, { loanId, amount }: RepayLoan): Outcome {
    const loan = this.books.loans.get(loanId);
    if (loan === undefined || loan.userId !== userId) return refuse('LOAN_ENDED');
    const second = Math.floor(this.state.timeMs / 1_000);
    const owed = this.owedAt(loan, second);
    const all = allOf(owed);
    if (amount !== null && amount <= 0n) return refuse('QUANTITY_INVALID');
    const units = amount === null || amount > all ? all : amount;
    const { earlyInterest, principal } = splitLoanPayment(units, owed);
    if (earlyInterest > 0n && principal === 0n) return refuse('LOAN_AMOUNT');
    if (this.free(loan) < units) return refuse('INSUFFICIENT_BALANCE');
    this.pay(loan, units, 'owner', second);
    return loanDone(loanId, allOf(this.owedAt(loan, second)));
  }

  /** Everything that a loan owes at a second, interest to that second included. */
  owedAt(loan: PowerLoan, second: number): LoanOwed {
    const { terms, principal, fromSecond } = loan;
    return {
      due: loan.due.map((each) => ({
        interest: each.interest,
        principal: each.principal,
        overdue: this.books.overdueAt(loan, each, second),
      })),
      earlyInterest: loanInterest(principal, terms.dailyPpm, second - fromSecond),
      principal,
    };
  }

  /** Does what a loan has to do at its next time: an instalment falls due, or what is due is collected again. */
  turn(loan: PowerLoan): void {
    const second = nextSecond(loan);
    if (second === dueSecondOf(loan)) this.fallDue(loan, second);
    if (second === loan.collectSecond) loan.collectSecond = 0;
    this.collect(loan, second);
    if (!this.books.loans.has(loan.loanId)) return;
    if (!loan.overdue && isLate(loan)) {
      loan.overdue = true;
      this.record.overdue(loan);
    }
    if (loan.due.length > 0 && loan.collectSecond === 0) loan.collectSecond = second + DAY_SECONDS;
    this.books.wait(loan);
  }

  private fallDue(loan: PowerLoan, second: number): void {
    const { state, books } = this;
    const row = nextRow(loan);
    assert(row.dueSecond === second, 'an instalment falls due at its second');
    const { loanId, userId, assetId, fromSecond } = loan;
    const downtimeMs = state.downtimes.upTo(second * 1_000);
    this.charge(loan, 'loan-interest', row.interest);
    const { number, interest, principal } = row;
    loan.due.push(dueInstalment(loan, row, downtimeMs));
    const notDue = loan.principal as Amount;
    loan.principal -= principal;
    loan.fromSecond = second;
    loan.next += 1;
    assert(books.loans.get(loanId) === loan, 'what falls due is of an open loan');
    state.tape.note({
      type: 'loanDue',
      loanId,
      userId,
      assetId,
      number,
      dueSecond: second,
      interest,
      principal,
      notDue,
      fromSecond,
      downtimeMs,
    });
  }

  /** Takes what is due as far as it is free in the spot wallet: nothing that is held, and nothing that is not due. */
  private collect(loan: PowerLoan, second: number): void {
    const { due } = this.owedAt(loan, second);
    const wanted = due.reduce((sum, each) => sum + each.interest + each.principal + each.overdue, 0n);
    const free = this.free(loan);
    const units = free < wanted ? free : wanted;
    if (units > 0n) this.pay(loan, units, 'collection', second);
  }

  /** Pays so much of a loan, at most what it owes and what is free. */
  private pay(loan: PowerLoan, units: bigint, by: LoanRepaidEvent['by'], second: number): void {
    const { state, books } = this;
    const { loanId, userId, assetId } = loan;
    for (const each of loan.due) this.chargeOverdue(loan, each, second);
    const owed = this.owedAt(loan, second);
    const payment = splitLoanPayment(units, owed);
    assert(payment.rest === 0n, 'nobody repays more than is owed');
    if (payment.principal > 0n) {
      this.charge(loan, 'loan-interest', payment.earlyInterest);
      loan.fromSecond = second;
    }
    postEntry(state, 'loan-repaid', { tradeId: 0, orderId: loanId }, [
      { account: state.accounts.find(userId), assetId, amount: -units },
      { account: state.accounts.ensureNamed(LOAN_POOL), assetId, amount: units },
      { account: books.debtOf(userId), assetId, amount: units },
      { account: state.accounts.ensureNamed(LOAN_RECEIVABLE), assetId, amount: -units },
    ]);
    const paid = loan.due.map((each, i) => {
      const { interest, principal, overdue } = payment.due[i]!;
      each.interest -= interest;
      each.principal -= principal;
      each.paid += overdue;
      return {
        number: each.number,
        interest: interest as Amount,
        principal: principal as Amount,
        overdue: overdue as Amount,
      };
    });
    const isWhole = payment.principal > 0n && payment.principal === loan.principal;
    loan.principal -= payment.principal;
    const cleared = loan.due.filter((each, i) => {
      const before = owed.due[i]!;
      return before.interest + before.principal > 0n && each.interest + each.principal === 0n;
    });
    loan.due = loan.due.filter((each) => each.interest + each.principal + each.posted - each.paid > 0n);
    if (payment.principal > 0n) loan.payment = loan.principal === 0n ? 0n : equalPayment(loan);
    const settled = postedDebt(loan) === 0n;
    state.tape.note({
      type: 'loanRepaid',
      loanId,
      userId,
      assetId,
      by,
      atSecond: second,
      amount: units as Amount,
      paid: paid.filter(({ interest, principal, overdue }) => interest + principal + overdue > 0n),
      earlyInterest: payment.earlyInterest as Amount,
      earlyPrincipal: payment.principal as Amount,
      owedDue: (postedDebt(loan) - loan.principal) as Amount,
      principalLeft: loan.principal as Amount,
      payment: loan.payment as Amount,
      settled,
      poolFree: books.poolFree(assetId) as Amount,
    });
    if (settled) books.remove(loan);
    for (const each of cleared) this.record.paid(loan, each, second, books.overdueSeconds(each, second));
    if (isWhole) this.record.paidEarly(loan, second);
    if (loan.overdue && !isLate(loan)) {
      loan.overdue = false;
      this.record.cleared(loan);
    }
    if (settled) return;
    if (loan.due.length === 0) loan.collectSecond = 0;
    books.wait(loan);
  }

  /** Posts overdue interest of an instalment up to a second; to be called before its principal changes. */
  private chargeOverdue(loan: PowerLoan, each: Instalment, second: number): void {
    const { state, books } = this;
    const seconds = Math.max(0, books.overdueSeconds(each, second) - each.seconds);
    if (seconds === 0) return;
    const amount = books.overdueAt(loan, each, second) + each.paid - each.posted;
    each.exact = books.overdueExactAt(loan, each, second);
    each.seconds += seconds;
    each.posted += amount;
    if (each.principal === 0n) return;
    this.charge(loan, 'loan-overdue-interest', amount);
    const { loanId, userId, assetId } = loan;
    state.tape.note({
      type: 'loanOverdueCharged',
      loanId,
      userId,
      assetId,
      number: each.number,
      amount: amount as Amount,
      seconds,
      unpaid: each.principal as Amount,
      atSecond: second,
    });
  }

  private charge(loan: PowerLoan, kind: 'loan-interest' | 'loan-overdue-interest', amount: bigint): void {
    const { state, books } = this;
    const { assetId } = loan;
    postEntry(state, kind, { tradeId: 0, orderId: loan.loanId }, [
      { account: books.debtOf(loan.userId), assetId, amount: -amount },
      { account: state.accounts.ensureNamed(LOAN_RECEIVABLE), assetId, amount },
    ]);
  }

  /** Coins of a borrower's spot wallet that are neither held nor needed by another product. */
  private free({ userId, assetId }: PowerLoan): bigint {
    return freeIn(this.state, this.products, this.state.accounts.find(userId), assetId);
  }
}

/** The terms of an offer that its loans keep. */
function termsOf({
  method,
  cycle,
  cycleCount,
  instalments,
  dailyPpm,
  overduePpm,
  overdueCapPpm,
}: Offer): LoanTerms {
  return { method, cycle, cycleCount, instalments, dailyPpm, overduePpm, overdueCapPpm };
}

/** True while an offer is open, or an application made before its end may still be paid out. */
function isPayable({ opensMs, closesMs }: Offer, nowMs: number): boolean {
  return nowMs >= opensMs && (closesMs === null || nowMs < closesMs + AFTER_CLOSE_MS);
}
