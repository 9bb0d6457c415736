import {
  CREDIT_MEMORY_SECONDS,
  type LoanTerms,
  loanDueSecond,
  overdueCap,
  overdueCharged,
  overdueExact,
} from '@candor/rules';
import { type DueItem, DueQueue } from '../../due/due-queue.ts';
import { LOAN_POOL, LOAN_RECEIVABLE } from '../../ledger/accounts.ts';
import { debtAccount } from '../../ledger/wallets.ts';
import type { State } from '../../state.ts';
import type { LoanOfferTerms } from './commands.ts';
import type { CreditRecordView } from './view.ts';

export interface Offer extends LoanOfferTerms {
  readonly offerId: number;
  readonly opensMs: number;
  closesMs: number | null;
}

/** An instalment that is due and not paid as a whole. */
export interface Instalment {
  readonly number: number;
  /** Second from which its interest counted. */
  readonly openSecond: number;
  readonly dueSecond: number;
  /** All downtime up to the due second, in ms. */
  readonly downtimeMs: number;
  readonly cap: bigint;
  interest: bigint;
  principal: bigint;
  /** Exact overdue interest, and the seconds overdue that are in it. */
  exact: bigint;
  seconds: number;
  /** Overdue interest posted to the debt account, and paid. */
  posted: bigint;
  paid: bigint;
}

export interface PowerLoan {
  readonly loanId: number;
  readonly userId: number;
  readonly offerId: number;
  readonly assetId: number;
  readonly amount: bigint;
  readonly terms: LoanTerms;
  readonly beganSecond: number;
  /** Interest on `principal` is due or paid up to this second. */
  fromSecond: number;
  /** Number of the instalment that falls due next. */
  next: number;
  /** Principal that is not due. */
  principal: bigint;
  payment: bigint;
  /** Second at which the unpaid due part is collected again; 0 while nothing is due. */
  collectSecond: number;
  /** Interest or principal of an instalment is due and could not be collected. */
  overdue: boolean;
  due: Instalment[];
}

/** An instalment that counts for a credit score: 0 on time, 1 late, 2 very late. */
export interface CreditEntry {
  readonly second: number;
  readonly grade: number;
}

/** Next time at which a loan has something to do. */
interface LoanTurn extends DueItem {
  readonly id: number;
}

/**
 * Offers, open loans and credit records. It neither posts nor emits.
 *
 * Invariants: a user's debt account is minus all principal of their open loans, and of what is due the unpaid interest
 * and the overdue interest posted and unpaid; all debts are the pool's receivable; each open loan stands once in the queue.
 */
export class LoanBooks {
  readonly offers = new Map<number, Offer>();
  readonly loans = new Map<number, PowerLoan>();
  readonly byUser = new Map<number, Set<PowerLoan>>();
  readonly credit = new Map<number, CreditEntry[]>();
  readonly queue = new DueQueue<LoanTurn>();
  private readonly state: State;

  constructor(state: State) {
    this.state = state;
  }

  add(loan: PowerLoan): void {
    this.loans.set(loan.loanId, loan);
    const own = this.byUser.get(loan.userId) ?? new Set();
    this.byUser.set(loan.userId, own.add(loan));
    this.wait(loan);
  }

  remove(loan: PowerLoan): void {
    this.queue.remove(loan.loanId);
    this.loans.delete(loan.loanId);
    const own = this.byUser.get(loan.userId)!;
    own.delete(loan);
    if (own.size === 0) this.byUser.delete(loan.userId);
  }

  /** Puts a loan into the queue at its next time. */
  wait(loan: PowerLoan): void {
    this.queue.remove(loan.loanId);
    const dueMs = nextSecond(loan) * 1_000;
    this.queue.add({ id: loan.loanId, userId: loan.userId, dueMs });
  }

  of(userId: number): PowerLoan[] {
    return [...(this.byUser.get(userId) ?? [])].sort((a, b) => a.loanId - b.loanId);
  }

  poolFree(assetId: number): bigint {
    return this.total(LOAN_POOL, assetId);
  }

  receivable(assetId: number): bigint {
    return this.total(LOAN_RECEIVABLE, assetId);
  }

  /** The slot of the account that keeps what a user owes of power loans. */
  debtOf(userId: number): number {
    return this.state.accounts.ensureOwned(debtAccount(userId));
  }

  /** Seconds that an instalment is overdue at a second, downtime left out. */
  overdueSeconds({ dueSecond, downtimeMs }: Instalment, second: number): number {
    const down = this.state.downtimes.upTo(second * 1_000) - downtimeMs;
    return Math.max(0, Math.floor(((second - dueSecond) * 1_000 - down) / 1_000));
  }

  /** Exact overdue interest of an instalment up to a second. */
  overdueExactAt({ terms }: PowerLoan, instalment: Instalment, second: number): bigint {
    const seconds = Math.max(0, this.overdueSeconds(instalment, second) - instalment.seconds);
    return instalment.exact + overdueExact(instalment.principal, terms.overduePpm, seconds);
  }

  /** Unpaid overdue interest of an instalment at a second, in base units. */
  overdueAt(loan: PowerLoan, instalment: Instalment, second: number): bigint {
    const charged = overdueCharged(this.overdueExactAt(loan, instalment, second), instalment.cap);
    return (charged > instalment.posted ? charged : instalment.posted) - instalment.paid;
  }

  /** Sum that a user owes of principal and of what is due and posted: minus their debt account. */
  owedBy(userId: number): bigint {
    let owed = 0n;
    for (const loan of this.byUser.get(userId) ?? []) owed += postedDebt(loan);
    return owed;
  }

  isOverdue(userId: number): boolean {
    for (const loan of this.byUser.get(userId) ?? []) if (loan.overdue) return true;
    return false;
  }

  /** Credit record of a user at the kernel's time. */
  creditOf(userId: number): CreditRecordView {
    const oldest = Math.floor(this.state.timeMs / 1_000) - CREDIT_MEMORY_SECONDS;
    const counts = [0, 0, 0];
    for (const { second, grade } of this.credit.get(userId) ?? []) if (second > oldest) counts[grade]! += 1;
    const [onTime, late, later] = counts as [number, number, number];
    return { onTime, late, later, isOverdue: this.isOverdue(userId) };
  }

  private total(account: number, assetId: number): bigint {
    const { accounts, balances } = this.state;
    const slot = accounts.find(account);
    return slot === 0 ? 0n : balances.total(balances.find(slot, assetId));
  }
}

/** True while interest or principal of an instalment is due and unpaid. */
export function isLate({ due }: PowerLoan): boolean {
  return due.some(({ interest, principal }) => interest + principal > 0n);
}

/** Debt of a loan as it is posted. */
export function postedDebt({ principal, due }: PowerLoan): bigint {
  return due.reduce((sum, each) => sum + each.interest + each.principal + each.posted - each.paid, principal);
}

/** Second at which the next instalment falls due; 0 for none. */
export function dueSecondOf({ terms, beganSecond, next, principal }: PowerLoan): number {
  return principal === 0n ? 0 : loanDueSecond(terms, beganSecond, next);
}

/** Second of the next due date or collection of an open loan. */
export function nextSecond(loan: PowerLoan): number {
  const { collectSecond } = loan;
  const due = dueSecondOf(loan);
  if (due === 0 || collectSecond === 0) return due + collectSecond;
  return Math.min(due, collectSecond);
}

/** A new instalment, as its row says. */
export function dueInstalment(
  loan: PowerLoan,
  row: {
    readonly number: number;
    readonly dueSecond: number;
    readonly interest: bigint;
    readonly principal: bigint;
  },
  downtimeMs: number,
): Instalment {
  return {
    ...row,
    openSecond:
      row.number === 1 ? loan.beganSecond : loanDueSecond(loan.terms, loan.beganSecond, row.number - 1),
    downtimeMs,
    cap: overdueCap(row.principal, loan.terms.overdueCapPpm),
    exact: 0n,
    seconds: 0,
    posted: 0n,
    paid: 0n,
  };
}
