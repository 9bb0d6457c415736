import type { AppliedCommand } from '@candor/journal';
import type {
  Command,
  KernelEvent,
  KernelView,
  LoanDueEvent,
  LoanOverdueChargedEvent,
  LoanPaidOutEvent,
  LoanRepaidEvent,
  OfferLoan,
} from '@candor/kernel';
import type { Amount } from '@candor/money';
import { Rational } from '../../oracles/rational.ts';
import { type Act, type Exchange, must, type ProductModule, type SimProduct, words } from '../product.ts';
import { USDT } from '../world.ts';
import { LOAN_PLANTS } from './loan-plants.ts';

const POOL = -25;
const RECEIVABLE = -26;
const COIN = 100_000_000n;
const DAY = 86_400;
const DOWNTIME_MS = 5_000;
const REASON = 'What the pool can bear';
type Event<T extends KernelEvent['type']> = Extract<KernelEvent, { type: T }>;

function offer(opensMs: number, terms: Partial<OfferLoan>): Command {
  const bounds = { assetId: USDT, minAmount: COIN as Amount, maxAmount: (2_000n * COIN) as Amount };
  const rates = { dailyPpm: 400, overduePpm: 700, overdueCapPpm: 100_000 };
  const days = { method: 'equal', cycle: 'day', cycleCount: 1, instalments: 3 } as const;
  return { type: 'offerLoan', ...bounds, ...rates, ...days, ...terms, opensMs, reason: REASON };
}

interface Due {
  readonly number: number;
  readonly second: number;
  readonly whole: bigint;
  interest: bigint;
  principal: bigint;
  overdue: Rational;
  counted: number;
  charged: bigint;
  paid: bigint;
}

interface Loan {
  readonly told: LoanPaidOutEvent;
  principal: bigint;
  from: number;
  next: number;
  payment: bigint;
  due: Due[];
}

/** Power loans: every schedule, payment and overdue interest is reckoned again with exact fractions. */
class Loans implements SimProduct {
  readonly weight = 8;
  private readonly exchange: Exchange;
  private readonly loans = new Map<number, Loan>();
  /** Times of two commands between which nobody could reach the house. */
  private readonly gaps: (readonly [number, number])[] = [];
  private nowMs = 0;
  /** Amount taken from a user or given to one for a loan, until its event says why. */
  private moved: bigint | null = null;

  constructor(exchange: Exchange) {
    this.exchange = exchange;
  }

  listing(): Command[] {
    const amount = (20_000n * COIN) as Amount;
    const opensMs = this.exchange.nowMs() + 2_000;
    return [
      { type: 'fundLoanPool', assetId: USDT, amount, fromUserId: 0, reason: REASON },
      offer(opensMs, {}),
      offer(opensMs, { method: 'maturity', instalments: 1 }),
      offer(opensMs, { method: 'interestFirst', cycleCount: 2, instalments: 4 }),
    ];
  }

  act(): Act {
    const { random, users } = this.exchange;
    const open = [...this.loans.values()];
    if (random.chance(0.03)) return { userId: 0, body: this.operator() };
    if (open.length > 0 && random.chance(0.2)) return this.spend(random.pick(open).told.userId);
    if (open.length > 0 && random.chance(0.2)) {
      const { told, principal } = random.pick(open);
      const userId = random.chance(0.05) ? random.pick(users) : told.userId;
      const some = (principal * BigInt(random.int(1, 1_500))) / 1_000n + 1n;
      const amount = random.chance(0.1) ? null : (some as Amount);
      return { userId, body: { type: 'repayLoan', loanId: told.loanId, amount } };
    }
    const accountUserId = random.pick(users);
    const coins = random.int(1, random.chance(0.1) ? 400 : 40);
    const amount = (BigInt(coins) * COIN + BigInt(random.int(0, 99_999_999))) as Amount;
    const offerId = random.int(1, 4);
    const credit = { kyc: random.pick(['none', 'primary', 'advanced', 'advanced'] as const) };
    const memberDays = random.int(0, 600);
    const body = { type: 'payOutLoan', accountUserId, offerId, amount, applicationId: 1, ...credit } as const;
    return { userId: 0, body: { ...body, memberDays } };
  }

  /** Moves what a borrower has out of the spot wallet: what falls due finds nothing there. */
  private spend(userId: number): Act {
    const { random, ledger } = this.exchange;
    const amount = ((ledger.available(userId, USDT) * BigInt(random.int(900, 1_000))) / 1_000n) as Amount;
    const wallets = { from: 'spot', to: 'second', fromSymbolId: 0, toSymbolId: 0 } as const;
    return { userId, body: { type: 'transfer', ...wallets, assetId: USDT, amount } };
  }

  private operator(): Command {
    const { random } = this.exchange;
    const opensMs = this.nowMs + random.int(0, 60_000);
    if (random.chance(0.4))
      return offer(opensMs, { dailyPpm: random.int(1, 2_000), instalments: random.int(1, 6) });
    if (random.chance(0.3))
      return { type: 'closeLoanOffer', offerId: random.int(4, 9), closesMs: opensMs, reason: REASON };
    const amount = (BigInt(random.int(1, 2_000)) * COIN) as Amount;
    return { type: 'fundLoanPool', assetId: USDT, amount, fromUserId: 0, reason: REASON };
  }

  onCommand({ envelope, events }: AppliedCommand): void {
    const before = this.nowMs;
    this.nowMs = envelope.timeMs;
    if (before > 0 && this.nowMs - before > DOWNTIME_MS) this.gaps.push([before, this.nowMs]);
    for (const event of events) {
      if (event.type === 'entry') this.entry(event);
      else if (event.type === 'loanPaidOut') this.paidOut(event);
      else if (event.type === 'loanDue') this.fellDue(event);
      else if (event.type === 'loanOverdueCharged') this.charged(event);
      else if (event.type === 'loanRepaid') this.repaid(event, envelope.userId);
    }
    must(this.moved === null, 'money of a loan moves with its event', () => words(events));
  }

  private entry({ kind, postings }: Event<'entry'>): void {
    if (kind !== 'loan-paid-out' && kind !== 'loan-repaid') return;
    this.moved = postings.find(({ account }) => account > 0 && account < 2 ** 32)?.amount ?? 0n;
  }

  private paidOut(event: LoanPaidOutEvent): void {
    const { amount, userId, inputs, terms, beganSecond } = event;
    must(this.moved === amount, 'a loan is paid out whole', () => words(event));
    this.moved = null;
    const points = { none: 0, primary: 100, advanced: 250 }[inputs.kyc];
    const age = (150 * Math.min(inputs.memberDays, 365)) / 365;
    const record = (600 * (inputs.onTime + 1)) / (inputs.onTime + 4 * inputs.late + 12 * inputs.later + 2);
    const score = Math.max(0, points + Math.floor(age) + Math.floor(record) - (inputs.isOverdue ? 200 : 0));
    must(event.credit.score === score, 'a score follows from its inputs', () => words([event, score]));
    const coins =
      score < 500 ? 0n : score < 650 ? 200n : score < 800 ? 1_000n : score < 900 ? 5_000n : 20_000n;
    const owed = [...this.loans.values()]
      .filter(({ told }) => told.userId === userId)
      .reduce((sum, loan) => sum + owedBy(loan), 0n);
    must(owed + amount <= coins * COIN, 'nobody borrows above the limit', () => words([event, owed]));
    const loan: Loan = { told: event, principal: amount, from: beganSecond, next: 1, payment: 0n, due: [] };
    loan.payment = this.payment(loan);
    must(terms.method !== 'equal' || loan.payment === event.payment, 'instalments are equal', () =>
      words(event),
    );
    this.loans.set(event.loanId, loan);
  }

  private fellDue(event: LoanDueEvent): void {
    const loan = this.loans.get(event.loanId)!;
    const { terms, beganSecond } = loan.told;
    const second = beganSecond + loan.next * terms.cycleCount * DAY;
    must(event.number === loan.next && event.dueSecond === second, 'a due date stays', () => words(event));
    must(second * 1_000 <= this.nowMs, 'nothing falls due early', () => words(event));
    const interest = this.interest(loan, second).ceil();
    must(event.interest === interest, 'interest is exact', () => words([event, interest]));
    const isLast = loan.next === terms.instalments;
    const equal = terms.method === 'equal' ? min(max(loan.payment - interest, 0n), loan.principal) : 0n;
    const principal = isLast ? loan.principal : equal;
    must(event.principal === principal, 'an instalment repays its part', () => words([event, principal]));
    const fresh = { overdue: new Rational(0n), counted: 0, charged: 0n, paid: 0n };
    loan.due.push({ number: loan.next, second, whole: principal, interest, principal, ...fresh });
    loan.principal -= principal;
    loan.from = second;
    loan.next += 1;
  }

  private charged(event: LoanOverdueChargedEvent): void {
    const loan = this.loans.get(event.loanId)!;
    const due = loan.due.find(({ number }) => number === event.number)!;
    const { overduePpm, overdueCapPpm } = loan.told.terms;
    const seconds = this.overdueSeconds(due, event.atSecond) - due.counted;
    must(event.seconds === seconds, 'no downtime is overdue', () => words([event, seconds]));
    due.counted += seconds;
    const rate = new Rational(BigInt(overduePpm) * BigInt(seconds), BigInt(DAY) * 1_000_000n);
    due.overdue = due.overdue.plus(rate.times(new Rational(due.principal)));
    due.charged += event.amount;
    const limit = (due.whole * BigInt(overdueCapPpm)) / 1_000_000n;
    must(due.charged === min(due.overdue.ceil(), limit), 'overdue interest is exact and bounded', () =>
      words(event),
    );
  }

  private repaid(event: LoanRepaidEvent, sender: number): void {
    const loan = this.loans.get(event.loanId)!;
    const { told } = loan;
    must(this.moved === -event.amount, 'a payment is what was taken', () => words(event));
    this.moved = null;
    must(event.by === 'collection' || sender === told.userId, 'only the borrower pays', () => words(event));
    let left: bigint = event.amount;
    const take = (wanted: bigint) => {
      const taken = min(left, wanted);
      left -= taken;
      return taken;
    };
    const parts = loan.due.map((due) => ({
      due,
      interest: take(due.interest),
      principal: take(due.principal),
    }));
    for (const { due, interest, principal } of parts) {
      const overdue = take(due.charged - due.paid);
      const said = event.paid.find(({ number }) => number === due.number);
      const isSame = (said?.interest ?? 0n) === interest && (said?.principal ?? 0n) === principal;
      must(isSame && (said?.overdue ?? 0n) === overdue, 'payments go in order', () =>
        words([event, loan.due]),
      );
      due.interest -= interest;
      due.principal -= principal;
      due.paid += overdue;
    }
    const interest = take(this.interest(loan, event.atSecond).ceil());
    const principal = take(loan.principal);
    must(left === 0n, 'nobody repays more than is owed', () => words(event));
    const isEarly = event.earlyInterest === interest && event.earlyPrincipal === principal;
    must(isEarly, 'a prepayment is exact', () => words([event, interest, principal]));
    loan.due = loan.due.filter((due) => due.interest + due.principal + due.charged - due.paid > 0n);
    loan.principal -= principal;
    if (principal > 0n) {
      loan.from = event.atSecond;
      loan.payment = this.payment(loan);
    }
    must(event.principalLeft === loan.principal, 'what is left is owed', () => words(event));
    must(event.settled === (owedBy(loan) === 0n), 'a loan ends when nothing is owed', () => words(event));
    if (event.settled) this.loans.delete(event.loanId);
  }

  private interest({ told, principal, from }: Loan, second: number): Rational {
    const rate = new Rational(BigInt(told.terms.dailyPpm) * BigInt(second - from), BigInt(DAY) * 1_000_000n);
    return rate.times(new Rational(principal));
  }

  /** P over the sum of all discounts, in the words of a textbook. */
  private payment({ told, principal, from, next }: Loan): bigint {
    const { method, cycleCount, instalments, dailyPpm } = told.terms;
    if (method !== 'equal' || principal === 0n) return 0n;
    let sum = new Rational(0n);
    let discount = new Rational(1n);
    let last = from;
    for (let number = next; number <= instalments; number++) {
      const second = told.beganSecond + number * cycleCount * DAY;
      const rate = new Rational(BigInt(dailyPpm) * BigInt(second - last), BigInt(DAY) * 1_000_000n);
      discount = discount.over(new Rational(1n).plus(rate));
      sum = sum.plus(discount);
      last = second;
    }
    return new Rational(principal).over(sum).ceil();
  }

  private overdueSeconds({ second }: Due, at: number): number {
    let ms = (at - second) * 1_000;
    for (const [from, to] of this.gaps)
      ms -= Math.max(0, Math.min(to, at * 1_000) - Math.max(from, second * 1_000));
    return Math.max(0, Math.floor(ms / 1_000));
  }

  scan(view: KernelView): void {
    const { ledger } = this.exchange;
    const pool = view.loan.pools().find(({ assetId }) => assetId === USDT);
    must(pool?.free === ledger.total(POOL, USDT), 'the pool is visible', () => words(pool));
    must(pool.free >= 0n, 'the pool lends what it has', () => words(pool));
    let owed = 0n;
    for (const loan of this.loans.values()) owed += owedBy(loan);
    const receivable = ledger.total(RECEIVABLE, USDT);
    must(receivable === owed && pool.receivable === owed, 'loans are what the pool has to get', () =>
      words([receivable, owed]),
    );
  }
}

function owedBy({ principal, due }: Loan): bigint {
  return due.reduce(
    (sum, each) => sum + each.interest + each.principal + each.charged - each.paid,
    principal,
  );
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);

export const loan: ProductModule = {
  name: 'loan',
  create: (exchange) => new Loans(exchange),
  wanted: [
    'payOutLoan ok',
    'payOutLoan LOAN_LIMIT',
    'repayLoan ok',
    'repayLoan LOAN_ENDED',
    'entry loan-paid-out',
    'entry loan-repaid',
    'entry loan-interest',
  ],
  plants: LOAN_PLANTS,
};
