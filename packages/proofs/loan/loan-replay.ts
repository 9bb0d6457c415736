import {
  equalPayment,
  type LoanRow,
  type LoanTerms,
  loanDueSecond,
  loanInterest,
  loanSchedule,
  type NotDue,
  nextRow,
  overdueCap,
  overdueCharged,
  overdueExact,
  scheduleTotal,
  splitLoanPayment,
} from '@candor/rules';

/** An instalment that is due, as far as it is unpaid. */
export interface ReplayedDue {
  readonly number: number;
  readonly dueSecond: number;
  readonly interest: bigint;
  readonly principal: bigint;
  /** Overdue interest that was charged and is unpaid. */
  readonly overdue: bigint;
  /** Seconds overdue that were charged. */
  readonly seconds: number;
}

/** Division of a payment, by the published order. */
export interface ReplayedPayment {
  readonly paid: readonly {
    readonly number: number;
    readonly interest: bigint;
    readonly principal: bigint;
    readonly overdue: bigint;
  }[];
  readonly earlyInterest: bigint;
  readonly earlyPrincipal: bigint;
  /** Amount that nothing was left to pay with: 0 unless more was taken than was owed. */
  readonly rest: bigint;
  /** State afterwards. */
  readonly owedDue: bigint;
  readonly principalLeft: bigint;
  readonly payment: bigint;
  readonly settled: boolean;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

interface Due {
  readonly number: number;
  readonly dueSecond: number;
  readonly cap: bigint;
  interest: bigint;
  principal: bigint;
  exact: bigint;
  seconds: number;
  charged: bigint;
  paid: bigint;
}

/** One loan, replayed by its terms alone: its schedule, overdue interest, and the division of its payments. */
export class LoanReplay {
  /** Principal and interest of all instalments, as the terms gave them at the payout. */
  readonly total: bigint;
  readonly #notDue: Mutable<NotDue>;
  #due: Due[] = [];

  private constructor(notDue: NotDue, total: bigint) {
    this.#notDue = { ...notDue };
    this.total = total;
  }

  /** Begins a loan at the second of its payout; null where its terms cannot repay it. */
  static begin(terms: LoanTerms, amount: bigint, beganSecond: number): LoanReplay | null {
    const schedule = loanSchedule(terms, amount, beganSecond);
    if (schedule === null) return null;
    const { payment } = schedule;
    return new LoanReplay(
      {
        terms,
        beganSecond,
        fromSecond: beganSecond,
        next: 1,
        principal: amount,
        payment,
      },
      scheduleTotal(schedule),
    );
  }

  /** Equal payment of each instalment but the last; 0 for other methods. */
  get payment(): bigint {
    return this.#notDue.payment;
  }

  /** Second at which the next instalment falls due; null where no principal is left for one. */
  get nextDueSecond(): number | null {
    const { principal, terms, beganSecond, next } = this.#notDue;
    return principal === 0n ? null : loanDueSecond(terms, beganSecond, next);
  }

  /** Everything that is owed: the principal, and of what is due the interest with the overdue interest that was charged. */
  get owed(): bigint {
    return this.#due.reduce((sum, each) => sum + owedOf(each), this.#notDue.principal);
  }

  /** Instalments that are due and unpaid, oldest first. */
  get due(): readonly ReplayedDue[] {
    return this.#due.map(({ number, dueSecond, interest, principal, seconds, charged, paid }) => ({
      number,
      dueSecond,
      interest,
      principal,
      overdue: charged - paid,
      seconds,
    }));
  }

  /** Lets the next instalment fall due and returns it. */
  fallDue(): LoanRow {
    const notDue = this.#notDue;
    const row = nextRow(notDue);
    const { number, dueSecond, interest, principal } = row;
    const cap = overdueCap(principal, notDue.terms.overdueCapPpm);
    this.#due.push({
      number,
      dueSecond,
      cap,
      interest,
      principal,
      exact: 0n,
      seconds: 0,
      charged: 0n,
      paid: 0n,
    });
    notDue.principal -= principal;
    notDue.fromSecond = dueSecond;
    notDue.next += 1;
    return row;
  }

  /** Charges an instalment further seconds of overdue interest; null where it is not due. */
  charge(
    number: number,
    seconds: number,
  ): { readonly unpaid: bigint; readonly before: number; readonly amount: bigint } | null {
    const due = this.#due.find((each) => each.number === number);
    if (due === undefined) return null;
    const before = due.seconds;
    due.exact += overdueExact(due.principal, this.#notDue.terms.overduePpm, seconds);
    due.seconds += seconds;
    const charged = overdueCharged(due.exact, due.cap);
    const amount = charged - due.charged;
    due.charged = charged;
    return { unpaid: due.principal, before, amount };
  }

  /** Divides a payment and applies it. */
  pay(amount: bigint, atSecond: number): ReplayedPayment {
    const notDue = this.#notDue;
    const { due, earlyInterest, principal, rest } = splitLoanPayment(amount, {
      due: this.due,
      earlyInterest: loanInterest(notDue.principal, notDue.terms.dailyPpm, atSecond - notDue.fromSecond),
      principal: notDue.principal,
    });
    const paid = this.#due.map((each, at) => {
      const part = due[at]!;
      each.interest -= part.interest;
      each.principal -= part.principal;
      each.paid += part.overdue;
      return { number: each.number, ...part };
    });
    this.#due = this.#due.filter((each) => owedOf(each) > 0n);
    notDue.principal -= principal;
    if (principal > 0n) {
      notDue.fromSecond = atSecond;
      notDue.payment = notDue.principal === 0n ? 0n : equalPayment(notDue);
    }
    return {
      paid: paid.filter((part) => part.interest + part.principal + part.overdue > 0n),
      earlyInterest,
      earlyPrincipal: principal,
      rest,
      owedDue: this.#due.reduce((sum, each) => sum + owedOf(each), 0n),
      principalLeft: notDue.principal,
      payment: notDue.payment,
      settled: notDue.principal === 0n && this.#due.length === 0,
    };
  }
}

function owedOf({ interest, principal, charged, paid }: Due): bigint {
  return interest + principal + charged - paid;
}
