import type { AppliedCommand } from '@candor/journal';
import type {
  KernelEvent,
  KernelView,
  LoanDueEvent,
  LoanOverdueChargedEvent,
  LoanPaidOutEvent,
  LoanRepaidEvent,
} from '@candor/kernel';
import type { Amount } from '@candor/money';
import { LoanReplay } from '@candor/proofs';
import { creditLimit, creditScore } from '@candor/rules';
import type { Check } from './check.ts';

type Report = (what: string) => void;

/** A jump of the clock by more than this is downtime, which no overdue interest counts. */
const DOWNTIME_MS = 5_000;

interface Loan {
  readonly userId: number;
  readonly replay: LoanReplay;
  /** All downtime before an instalment fell due in ms, by its number. */
  readonly downMs: Map<number, number>;
}

/**
 * Recomputes every power loan from its terms: its schedule, what fell due, overdue interest without the downtime that the
 * journal's times show, and how each payment was divided. Each payout and payment must move what it says.
 */
export class LoanCheck implements Check {
  readonly name = 'loans';
  count = 0;
  private readonly loans = new Map<number, Loan>();
  private readonly downtimes: {
    readonly fromMs: number;
    readonly toMs: number;
    readonly beforeMs: number;
  }[] = [];
  private lastMs = 0;

  see({ envelope, events }: AppliedCommand, view: KernelView, report: Report): void {
    const { timeMs } = envelope;
    if (this.lastMs > 0 && timeMs - this.lastMs > DOWNTIME_MS)
      this.downtimes.push({ fromMs: this.lastMs, toMs: timeMs, beforeMs: this.downBefore(timeMs) });
    this.lastMs = timeMs;
    const moved = new Map<string, bigint>();
    for (const event of events) {
      if (event.type === 'entry') note(moved, event);
      else if (event.type === 'loanPaidOut') this.paidOut(event, moved, view, report);
      else if (event.type === 'loanDue') this.fellDue(event, report);
      else if (event.type === 'loanOverdueCharged') this.charged(event, report);
      else if (event.type === 'loanRepaid') this.repaid(event, moved, report);
    }
    for (const [what, amount] of moved) if (amount !== 0n) report(`An entry of ${what} has no receipt.`);
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
    const credit = creditScore(event.inputs);
    const scale = view.assets().find((asset) => asset.assetId === assetId)?.scale ?? 0;
    const limit = creditLimit(credit.score, scale);
    if (credit.score !== event.credit.score || limit !== event.limit)
      report(`The limit of loan ${loanId} is not that of its credit score.`);
    if (event.owedBefore + amount > limit) report(`Loan ${loanId} is above its limit.`);
    take(moved, `loan-paid-out ${loanId} ${userId}`, amount, report);
    if (replay !== null) this.loans.set(loanId, { userId, replay, downMs: new Map() });
  }

  private fellDue(event: LoanDueEvent, report: Report): void {
    const loan = this.loans.get(event.loanId);
    if (loan === undefined) {
      report(`Loan ${event.loanId} was never paid out.`);
      return;
    }
    const { number, dueSecond, interest, principal } = loan.replay.fallDue();
    const isRow = event.number === number && event.dueSecond === dueSecond;
    if (!isRow || event.interest !== interest || event.principal !== principal)
      report(`Instalment ${event.number} of loan ${event.loanId} is not that of its schedule.`);
    loan.downMs.set(number, this.downBefore(dueSecond * 1_000));
  }

  private charged(event: LoanOverdueChargedEvent, report: Report): void {
    const { loanId, number, amount, atSecond } = event;
    const loan = this.loans.get(loanId);
    const due = loan?.replay.due.find((each) => each.number === number);
    if (loan === undefined || due === undefined) {
      report(`Loan ${loanId} owes no instalment ${number}.`);
      return;
    }
    const downMs = this.downBefore(atSecond * 1_000) - (loan.downMs.get(number) ?? 0);
    const overdueMs = (atSecond - due.dueSecond) * 1_000 - downMs;
    const seconds = Math.max(0, Math.floor(overdueMs / 1_000));
    if (event.seconds !== seconds - due.seconds || event.unpaid !== due.principal)
      report(`Overdue interest of loan ${loanId} counts other seconds than it was overdue.`);
    if (loan.replay.charge(number, seconds - due.seconds)?.amount !== amount)
      report(`Overdue interest of loan ${loanId} is ${amount}; its terms give another.`);
  }

  private repaid(event: LoanRepaidEvent, moved: Map<string, bigint>, report: Report): void {
    const { loanId, userId, amount, atSecond } = event;
    const loan = this.loans.get(loanId);
    if (loan === undefined) {
      report(`Loan ${loanId} was never paid out.`);
      return;
    }
    take(moved, `loan-repaid ${loanId} ${userId}`, -amount, report);
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

/** Notes what an entry of a payout or a payment moved on the borrower's account. */
function note(
  moved: Map<string, bigint>,
  { kind, orderId, postings }: Extract<KernelEvent, { type: 'entry' }>,
): void {
  if (kind !== 'loan-paid-out' && kind !== 'loan-repaid') return;
  for (const { account, amount } of postings)
    if (account > 0 && account < 2 ** 32) moved.set(`${kind} ${orderId} ${account}`, amount);
}

function take(moved: Map<string, bigint>, what: string, amount: bigint, report: Report): void {
  if (moved.get(what) !== (amount as Amount)) report(`The entry of ${what} is not that of its receipt.`);
  moved.delete(what);
}
