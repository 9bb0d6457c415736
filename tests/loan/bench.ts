import type { Command, KernelEvent, OfferLoan } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { expect } from 'vitest';
import { COIN, KernelBench, units } from '../support/kernel-bench.ts';

export { COIN, units };
export const USDT = 1002;
export const ANN = 1000;
export const BOB = 1001;
export const DAY_MS = 86_400_000;
export const REASON = 'As published';
export const at = (iso: string) => Date.parse(`${iso}Z`);
export const BEGAN = at('2028-01-31T00:00:00');
export const FIRST_DUE = at('2028-02-29T00:00:00');
export const SECOND_DUE = at('2028-03-31T00:00:00');
export const THIRD_DUE = at('2028-04-30T00:00:00');

export const EQUAL: Omit<OfferLoan, 'opensMs'> = {
  type: 'offerLoan',
  assetId: USDT,
  method: 'equal',
  cycle: 'month',
  cycleCount: 1,
  instalments: 3,
  dailyPpm: 300,
  overduePpm: 450,
  overdueCapPpm: 100_000,
  minAmount: units('10'),
  maxAmount: units('20000'),
  reason: REASON,
};

/** Credit that lends 20,000: an old account of an identified owner has 700, so records are made before. */
export const KNOWN = { kyc: 'advanced', memberDays: 365 } as const;

/** A kernel with a funded pool of loans and an offer, whose clock the test moves. */
export class Bench extends KernelBench {
  constructor({ pool = '50000', offer = EQUAL }: { pool?: string; offer?: typeof EQUAL } = {}) {
    super(BEGAN - DAY_MS);
    this.ok(0, { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: null });
    this.ok(0, { type: 'listAsset', assetId: USDT, code: 'USDT', name: 'Tether', scale: 8 });
    for (const user of [ANN, BOB]) this.ok(0, { type: 'openAccount', accountUserId: user, kind: 'user' });
    this.ok(0, { ...offer, opensMs: this.nowMs });
    if (pool !== '0')
      this.ok(0, { type: 'fundLoanPool', assetId: USDT, amount: units(pool), fromUserId: 0, reason: REASON });
  }

  send(userId: number, body: Command) {
    return this.apply(userId, body).outcome;
  }

  ok(userId: number, body: Command): void {
    this.accepted(userId, body);
  }

  lend(
    amount: string,
    userId = ANN,
    credit: { kyc: 'none' | 'primary' | 'advanced'; memberDays: number } = KNOWN,
    totalAtMost = units('1000000'),
  ) {
    return this.send(0, {
      type: 'payOutLoan',
      accountUserId: userId,
      offerId: 1,
      amount: units(amount),
      applicationId: 7,
      totalAtMost,
      ...credit,
    });
  }

  jump(toMs: number): void {
    this.reach(toMs);
  }

  walk(toMs: number): void {
    this.walkTo(toMs);
  }

  fund(amount: string, userId = ANN): void {
    this.ok(0, { type: 'practiceFunds', accountUserId: userId, assetId: USDT, amount: units(amount) });
  }

  repay(amount: string | null, userId = ANN) {
    const loanId = this.loan.loanId;
    return this.send(userId, { type: 'repayLoan', loanId, amount: amount === null ? null : units(amount) });
  }

  get loan() {
    return this.kernel.loan.loans(ANN)[0]!;
  }

  get pool() {
    return this.kernel.loan.pools()[0]!;
  }

  available(userId = ANN): bigint {
    return this.kernel.balances(userId)[0]?.available ?? 0n;
  }

  told<T extends KernelEvent['type']>(type: T) {
    return this.of(type);
  }
}

/** A loan of 1,000 paid out at the bench's first moment, whose borrower then has what is named. */
export function lent({
  left = '1000',
  ...options
}: {
  left?: string;
  pool?: string;
  offer?: typeof EQUAL;
} = {}): Bench {
  const bench = new Bench(options);
  bench.jump(BEGAN);
  expect(bench.lend('1000')).toMatchObject({ ok: true, kind: 'loan', owed: units('1000') });
  expect(bench.available()).toBe(units('1000'));
  const spent = units('1000') - units(left);
  if (spent > 0n)
    bench.ok(ANN, {
      type: 'transfer',
      from: 'spot',
      to: 'second',
      fromSymbolId: 0,
      toSymbolId: 0,
      assetId: USDT,
      amount: spent as Amount,
    });
  return bench;
}
