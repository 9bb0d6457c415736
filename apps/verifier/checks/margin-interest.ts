import type { AppliedCommand } from '@candor/journal';
import type {
  Command,
  KernelEvent,
  KernelView,
  MarginBorrowedEvent,
  MarginRepaidEvent,
} from '@candor/kernel';
import { chargedInterest, exactInterest } from '@candor/rules';
import type { Check } from './check.ts';

type Report = (what: string) => void;
type Interest = Extract<KernelEvent, { readonly type: 'marginInterest' }>;
type Hour = Extract<KernelEvent, { readonly type: 'marginHour' }>;

/** A loan as its own events make it. */
interface Loan {
  readonly assetId: number;
  principal: bigint;
  /** All interest of its life up to `index`, in thousand-millionths of a unit. */
  exact: bigint;
  index: bigint;
  posted: bigint;
  paid: bigint;
}

/**
 * Recomputes the interest of every loan from its first borrowing to its end: each hour at the rate that was set, and
 * what was charged in all is always what is due in all, rounded up once.
 */
export class MarginInterestCheck implements Check {
  readonly name = 'interest charges and repayments of margin loans';
  count = 0;
  private readonly rates = new Map<number, number>();
  private readonly indices = new Map<number, bigint>();
  private readonly loans = new Map<number, Loan>();
  /** The charge for a first hour, which stands before the borrowing that it is for. */
  private firstHour: Interest | null = null;

  see({ envelope, outcome, events }: AppliedCommand, _view: KernelView, report: Report): void {
    for (const event of events) {
      if (event.type === 'marginHour') this.hour(event, report);
      else if (event.type === 'marginInterest') this.interest(event, report);
      else if (event.type === 'marginBorrowed') this.borrowed(event, report);
      else if (event.type === 'marginRepaid') this.repaid(event, report);
      else if (event.type === 'changeEnded' && event.end === 'applied') this.setRate(event.change);
    }
    const { body } = envelope;
    if (outcome.ok) this.setRate(body);
  }

  private setRate(body: Command): void {
    if (body.type === 'setMarginAsset') this.rates.set(body.assetId, body.hourlyRatePpb);
  }

  private hour({ hourMs, rates }: Hour, report: Report): void {
    this.count += 1;
    for (const { assetId, hourlyRatePpb, index } of rates) {
      const due = this.indexOf(assetId) + BigInt(this.rates.get(assetId) ?? 0);
      if (index !== due || hourlyRatePpb !== this.rates.get(assetId))
        report(
          `The hour from ${hourMs} brings the interest index of asset ${assetId} to ${index}, not ${due}.`,
        );
      this.indices.set(assetId, index);
    }
  }

  private interest(event: Interest, report: Report): void {
    if (event.fromIndex === null) {
      this.firstHour = event;
      return;
    }
    const loan = this.loans.get(event.loanId);
    if (loan === undefined) {
      report(`Interest was charged to loan ${event.loanId}, which nobody has.`);
      return;
    }
    this.accrue(loan);
    this.charge(event.loanId, loan, event.amount, report);
    if (event.toIndex !== loan.index || event.principal !== loan.principal)
      report(`Interest of loan ${event.loanId} is for another time or amount than was owed.`);
  }

  private borrowed(event: MarginBorrowedEvent, report: Report): void {
    const { loanId, assetId, opens, amount, hourlyRatePpb } = event;
    const told = this.firstHour?.loanId === loanId ? this.firstHour.amount : 0n;
    this.firstHour = null;
    const loan: Loan = opens
      ? { assetId, principal: 0n, exact: 0n, index: this.indexOf(assetId), posted: 0n, paid: 0n }
      : (this.loans.get(loanId) ?? emptyLoan(assetId));
    this.loans.set(loanId, loan);
    this.accrue(loan);
    loan.principal += amount;
    loan.exact += amount * BigInt(hourlyRatePpb);
    this.charge(loanId, loan, told, report);
    if (event.firstHour !== told)
      report(`Loan ${loanId} says it was charged ${event.firstHour} for its first hour; ${told} was booked.`);
    if (hourlyRatePpb !== this.rates.get(assetId))
      report(`Loan ${loanId} was lent at ${hourlyRatePpb}, which is not the rate that was set.`);
    if (event.principal !== loan.principal)
      report(`Loan ${loanId} says that ${event.principal} is owed; it comes to ${loan.principal}.`);
  }

  private repaid(event: MarginRepaidEvent, report: Report): void {
    const { loanId, interest, principal, principalLeft, interestLeft } = event;
    this.count += 1;
    const loan = this.loans.get(loanId);
    if (loan === undefined) {
      report(`Loan ${loanId} was repaid, and nobody has it.`);
      return;
    }
    this.accrue(loan);
    if (chargedInterest(loan.exact) !== loan.posted)
      report(`Loan ${loanId} was repaid before all of its interest was charged.`);
    loan.paid += interest;
    loan.principal -= principal;
    if (principal > 0n && loan.paid < loan.posted)
      report(`A repayment of loan ${loanId} went to the principal before the interest.`);
    if (principalLeft !== loan.principal || interestLeft !== loan.posted - loan.paid)
      report(
        `Loan ${loanId} says that ${principalLeft} and ${interestLeft} of interest are left; it comes to ${loan.principal} and ${loan.posted - loan.paid}.`,
      );
    if (loan.principal === 0n && loan.paid === loan.posted) this.loans.delete(loanId);
  }

  private charge(loanId: number, loan: Loan, amount: bigint, report: Report): void {
    this.count += 1;
    const due = chargedInterest(loan.exact) - loan.posted;
    if (amount !== due) report(`Loan ${loanId} was charged ${amount} of interest; ${due} was due.`);
    loan.posted += amount;
  }

  /** Brings a loan's exact interest to the last started hour. */
  private accrue(loan: Loan): void {
    const index = this.indexOf(loan.assetId);
    loan.exact += exactInterest(loan.principal, loan.index, index);
    loan.index = index;
  }

  private indexOf(assetId: number): bigint {
    return this.indices.get(assetId) ?? 0n;
  }
}

/** Returns a loan that began nowhere: all that it reports then differs. */
function emptyLoan(assetId: number): Loan {
  return { assetId, principal: 0n, exact: 0n, index: 0n, posted: 0n, paid: 0n };
}
