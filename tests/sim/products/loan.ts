import { isDeepStrictEqual } from 'node:util';
import type { AppliedCommand } from '@candor/journal';
import type { Command, KernelView, RepayLoan } from '@candor/kernel';
import { loanSheet } from '../../oracles/loan.ts';
import { type Act, type Exchange, must, type ProductModule, type SimProduct, words } from '../product.ts';
import { USDT } from '../world.ts';
import { limitOf, scoreOf } from './loan-credit.ts';
import { debtOf, LOAN_POOL, LOAN_RECEIVABLE, LoanMoves, totalOf, wantedOf } from './loan-moves.ts';
import type { NaiveLoan } from './loan-oracle.ts';
import { loanAct, loanListing } from './loan-people.ts';
import { LOAN_PLANTS } from './loan-plants.ts';

/** Number of things that a tick settles of all products together, if so many are due. */
const SLICE = 32;
/** Most loans of one user. */
const MOST = 20;

/** Power loans: each is reckoned apart (`loan-oracle.ts`), and nothing of it is early, late, left out or taken twice. */
class Loans implements SimProduct {
  readonly weight = 8;
  private readonly exchange: Exchange;
  private readonly moves = new LoanMoves();
  private readonly repaidKeys = new Set<string>();

  constructor(exchange: Exchange) {
    this.exchange = exchange;
  }

  get met(): ReadonlyMap<string, number> {
    return this.moves.met;
  }

  listing(): Command[] {
    return loanListing(this.exchange.nowMs());
  }

  act(): Act {
    const { nowMs, loans } = this.moves;
    return loanAct(this.exchange, nowMs, [...loans.values()]);
  }

  onCommand(command: AppliedCommand): void {
    this.moves.onCommand(command);
    if (this.moves.hasMoved) this.receives();
    this.end(command);
  }

  private end({ envelope, outcome }: AppliedCommand): void {
    const { body, userId, key } = envelope;
    const isTick = body.type === 'tick' || body.type === 'indexTick';
    // with less than a slice settled nothing can have been left over
    const isAll = isTick && this.moves.turns + 1 < SLICE;
    for (const loan of this.moves.loans.values()) {
      const { told, dueSecond, collectSecond } = loan;
      must(loan.isToldOverdue === loan.isLate, 'a borrower is overdue while an instalment is unpaid', () =>
        words([told, loan.due]),
      );
      const mayLook =
        collectSecond !== 0 && collectSecond < dueSecond && collectSecond * 1_000 <= this.moves.nowMs;
      if (mayLook && this.moves.wallets.wasEmpty(told.userId)) loan.mayHaveLooked = true;
      if (isAll || told.userId === userId) this.upToDate(loan, this.moves.nowMs);
    }
    if (body.type === 'payOutLoan' && !outcome.ok) this.refusedPayout(body, outcome.code);
    if (body.type !== 'repayLoan') return;
    const name = `${userId} ${key}`;
    if (!this.repaidKeys.has(name)) this.answered(body, userId, outcome.ok ? 'ok' : outcome.code);
    this.repaidKeys.add(name);
  }

  /** The pool is owed what all loans come to: principal, and what is due and charged. */
  private receives(): bigint {
    let owed = 0n;
    for (const loan of this.moves.loans.values()) owed += loan.owed;
    const receivable = this.exchange.ledger.total(LOAN_RECEIVABLE, USDT);
    must(receivable === owed, 'loans are what the pool has to get', () => words([receivable, owed]));
    return receivable;
  }

  /** All that fell due by a time is settled. */
  private upToDate(loan: NaiveLoan, nowMs: number): void {
    must(loan.dueSecond * 1_000 > nowMs, 'nothing falls due late', () =>
      words([nowMs, loan.next, loan.told]),
    );
    if (loan.collectSecond === 0 || loan.collectSecond * 1_000 > nowMs) return;
    this.moves.looked(loan, Math.floor(nowMs / 1_000) + 1, false);
    loan.mayHaveLooked = false;
  }

  /** A payout is refused for the first reason that there is. */
  private refusedPayout(
    {
      accountUserId,
      offerId,
      amount,
      kyc,
      memberDays,
      totalAtMost,
    }: Extract<Command, { type: 'payOutLoan' }>,
    code: string,
  ): void {
    const own = [...this.moves.loans.values()].filter(({ told }) => told.userId === accountUserId);
    const limit = limitOf(scoreOf({ kyc, memberDays, ...this.moves.recordOf(accountUserId) }));
    const reason =
      this.moves.offers.refusal(offerId, amount, this.moves.nowMs) ??
      (code === 'LOAN_TERMS' && this.totalOf(offerId, amount) === null ? code : null) ??
      ((this.totalOf(offerId, amount) ?? 0n) > totalAtMost ? 'LOAN_TOTAL_ABOVE' : null) ??
      (this.moves.owedBy(accountUserId) + amount > limit ? 'LOAN_LIMIT' : null) ??
      (own.length >= MOST ? 'LOAN_TOO_MANY' : null) ??
      (this.moves.pool < amount ? 'LOAN_POOL_SHORT' : null);
    must(code === reason, 'a payout is refused for a reason', () => words([offerId, amount, code, reason]));
  }

  /** Total of a loan of an offer from now on; null where its terms cannot repay it. */
  private totalOf(offerId: number, amount: bigint): bigint | null {
    const { offers, nowMs } = this.moves;
    const sheet = loanSheet(offers.terms(offerId), amount, Math.floor(nowMs / 1_000));
    return sheet === null ? null : totalOf(sheet.rows);
  }

  /** The answer to a payment that was asked for once. */
  private answered(body: RepayLoan, userId: number, code: string): void {
    if (code.startsWith('KEY_')) return;
    must((code === 'ok') === (this.moves.repaid !== null), 'a payment is made or refused', () =>
      words([body, code]),
    );
    if (code === 'ok') return;
    must(code === this.repayRefusal(body, userId), 'a payment is made or refused', () => words([body, code]));
  }

  private repayRefusal(body: RepayLoan, userId: number): string {
    const loan = this.moves.loans.get(body.loanId);
    if (loan === undefined || loan.told.userId !== userId) return 'LOAN_ENDED';
    if (body.amount !== null && body.amount <= 0n) return 'QUANTITY_INVALID';
    const second = Math.floor(this.moves.nowMs / 1_000);
    const all = this.moves.allOf(loan, second);
    const early = loan.earlyInterest(second);
    const units = wantedOf(body, all);
    const beyond = units - (all - early - loan.principal);
    if (early > 0n && beyond > 0n && beyond <= early) return 'LOAN_AMOUNT';
    return this.moves.wallets.free(userId) < units ? 'INSUFFICIENT_BALANCE' : 'none';
  }

  scan(view: KernelView): void {
    const { ledger, users } = this.exchange;
    const pool = view.loan.pools().find(({ assetId }) => assetId === USDT);
    const free = ledger.total(LOAN_POOL, USDT);
    must((pool?.free ?? 0n) === free && free === this.moves.pool, 'the pool is visible', () =>
      words([pool, this.moves.pool]),
    );
    const receivable = this.receives();
    must((pool?.receivable ?? 0n) === receivable, 'the pool is visible', () => words([pool, receivable]));
    for (const userId of users) {
      const own = this.moves.owedBy(userId);
      const debt = ledger.total(debtOf(userId), USDT);
      must(debt === -own && view.loan.owed(userId) === own, 'a debt is what the loans come to', () =>
        words([userId, debt, own]),
      );
      const record = view.loan.credit(userId);
      must(isDeepStrictEqual(record, this.moves.recordOf(userId)), 'a credit record is counted again', () =>
        words([record, this.moves.recordOf(userId)]),
      );
    }
    // else a slice has left something over, which the next commands settle
    if (view.nextDueMs > view.timeMs) this.scanLoans(view);
  }

  private scanLoans(view: KernelView): void {
    const second = Math.floor(view.timeMs / 1_000);
    for (const loan of this.moves.loans.values()) this.upToDate(loan, view.timeMs);
    for (const userId of this.exchange.users) {
      const own = [...this.moves.loans.values()].filter(({ told }) => told.userId === userId);
      const due = own.map((loan) => loan.shown(second, this.moves.downtimes));
      const seen = view.loan.loans(userId);
      const datesOf = (loans: readonly { rows: readonly { dueSecond: number }[] }[]) =>
        words(loans.map(({ rows }) => rows.map(({ dueSecond }) => dueSecond)));
      must(datesOf(seen) === datesOf(due), 'a due date stays', () => words([seen, due]));
      must(isDeepStrictEqual(seen, due), 'a loan is shown as it stands', () => words([seen, due]));
    }
  }
}

export const loan: ProductModule = {
  name: 'loan',
  create: (exchange) => new Loans(exchange),
  wanted: [
    'payOutLoan ok',
    'payOutLoan LOAN_LIMIT',
    'payOutLoan LOAN_AMOUNT',
    'payOutLoan LOAN_TOTAL_ABOVE',
    'payOutLoan LOAN_OFFER_CLOSED',
    'payOutLoan LOAN_POOL_SHORT',
    'repayLoan ok',
    'repayLoan LOAN_ENDED',
    'repayLoan INSUFFICIENT_BALANCE',
    'entry loan-paid-out',
    'entry loan-repaid',
    'entry loan-interest',
    'entry loan-overdue-interest',
    'loan collected whole',
    'loan collected in part',
    'loan collected a day later',
    'loan with nothing to collect',
    'loan overdue through a downtime',
    'loan overdue beyond its limit',
    'loan due by the month',
    'loan due at a month’s end',
    'loan paid onTime',
    'loan paid late',
  ],
  plants: LOAN_PLANTS,
};
