import {
  type Command,
  isDebt,
  type KernelEvent,
  type LoanCommand,
  type OfferLoan,
  userOf,
} from '@candor/kernel';
import type { Amount } from '@candor/money';
import { LOAN_METHODS } from '@candor/rules';
import { describe, expect, test } from 'vitest';
import { ANN, Bench, BOB, DAY_MS, EQUAL, FIRST_DUE, KNOWN, lent, REASON, USDT, units } from './bench.ts';

/** Postings that took something out of a wallet of a user. Debts stand in accounts of their own. */
const takenFrom = (userId: number, events: readonly KernelEvent[]) =>
  events.flatMap((event) =>
    event.type === 'entry'
      ? event.postings.filter(
          ({ account, amount }) =>
            account > 0 && !isDebt(account) && userOf(account) === userId && amount < 0n,
        )
      : [],
  );

/** Number of Ann's application, which is no loan. */
const APPLICATION = 7;
const funding = { type: 'fundLoanPool', assetId: USDT, reason: REASON } as const;

/** All commands of power loans as they may name a borrower before a payout: a new one does not compile without its own. */
const COMMANDS: Readonly<Record<LoanCommand['type'], readonly LoanCommand[]>> = {
  offerLoan: [{ ...EQUAL, opensMs: 0 }],
  closeLoanOffer: [{ type: 'closeLoanOffer', offerId: 1, closesMs: 0, reason: REASON }],
  fundLoanPool: [
    { ...funding, amount: units('1'), fromUserId: ANN },
    { ...funding, amount: units('-1'), fromUserId: ANN },
  ],
  payOutLoan: [
    {
      type: 'payOutLoan',
      accountUserId: ANN,
      offerId: 1,
      amount: units('200'),
      applicationId: APPLICATION,
      totalAtMost: units('1000'),
      ...KNOWN,
    },
  ],
  repayLoan: [0, 1, APPLICATION].flatMap((loanId) =>
    [null, units('1')].map((amount) => ({ type: 'repayLoan', loanId, amount }) as const),
  ),
};
/** Those that would take coins of a borrower. */
const MOVES_OUT: readonly string[] = ['fundLoanPool', 'repayLoan'];

describe('a payout', () => {
  test('never goes beyond the pool, the limit, the offer or its time', () => {
    const bench = new Bench({ pool: '100' });
    const refused = (code: string) => ({ ok: false, code });
    expect(bench.lend('100.00000001')).toEqual(refused('LOAN_POOL_SHORT'));
    expect(bench.lend('1000.00000001')).toEqual(refused('LOAN_LIMIT'));
    expect(bench.lend('9')).toEqual(refused('LOAN_AMOUNT'));
    expect(bench.lend('20001')).toEqual(refused('LOAN_AMOUNT'));
    expect(bench.lend('200.00000001', ANN, { kyc: 'advanced', memberDays: 0 })).toEqual(
      refused('LOAN_LIMIT'),
    );
    expect(bench.lend('10', ANN, { kyc: 'none', memberDays: 400 })).toEqual(refused('LOAN_LIMIT'));
    expect(bench.lend('100', 9_999)).toEqual(refused('UNKNOWN_ACCOUNT'));
    expect(bench.lend('60', ANN, KNOWN, units('60'))).toEqual(refused('LOAN_TOTAL_ABOVE'));
    expect(bench.lend('60')).toMatchObject({ ok: true });
    expect(bench.lend('40.00000001')).toEqual(refused('LOAN_POOL_SHORT'));
    const closing: Command = {
      type: 'closeLoanOffer',
      offerId: 1,
      closesMs: bench.nowMs + 1,
      reason: REASON,
    };
    bench.ok(0, closing);
    bench.jump(bench.nowMs + 7 * DAY_MS);
    expect(bench.lend('20')).toMatchObject({ ok: true });
    bench.jump(bench.nowMs + 1);
    expect(bench.lend('10')).toEqual(refused('LOAN_OFFER_CLOSED'));
    expect(bench.send(ANN, { type: 'payOutLoan', ...KNOWN } as unknown as Command)).toEqual(
      refused('NOT_PERMITTED'),
    );
  });

  test('asks nothing of a borrower who has nothing, in no state', () => {
    const bench = new Bench();
    expect(bench.available()).toBe(0n);
    expect(bench.lend('200', ANN, { kyc: 'advanced', memberDays: 0 })).toMatchObject({ ok: true });
    expect(bench.available()).toBe(units('200'));
    expect(takenFrom(ANN, bench.events)).toEqual([]);
  });

  test.each(Object.keys(COMMANDS) as LoanCommand['type'][])(
    'takes nothing of who has no loan: %s, whoever sends it',
    (type) => {
      for (const command of COMMANDS[type])
        for (const sender of [0, ANN, BOB]) {
          const bench = new Bench();
          bench.fund('1000');
          const before = bench.events.length;
          const outcome = bench.send(sender, command);
          expect([sender, command, takenFrom(ANN, bench.events.slice(before))]).toEqual([
            sender,
            command,
            [],
          ]);
          const lentNow = outcome.ok && type === 'payOutLoan' ? units('200') : 0n;
          expect([sender, command, bench.available()]).toEqual([sender, command, units('1000') + lentNow]);
          // whatever would move coins out of the borrower's wallets is refused, not left out
          if (MOVES_OUT.includes(type)) expect(outcome).toMatchObject({ ok: false });
        }
    },
  );

  test.each(LOAN_METHODS)('is the whole amount and takes nothing, repaid by %s', (method) => {
    for (const amount of ['10', '123.45600001', '1000']) {
      const instalments = method === 'maturity' ? 1 : 3;
      const bench = new Bench({ offer: { ...EQUAL, method, instalments } });
      bench.fund('5');
      const before = bench.events.length;
      expect(bench.lend(amount)).toMatchObject({ ok: true });
      expect(bench.available()).toBe(units('5') + units(amount));
      expect(takenFrom(ANN, bench.events.slice(before))).toEqual([]);
    }
  });

  test('that took a fee would be seen', () => {
    const bench = lent();
    const paidOut = bench.events.find((event) => event.type === 'entry' && event.kind === 'loan-paid-out');
    if (paidOut?.type !== 'entry') throw new Error('no entry of a payout');
    const fee = { ...paidOut.postings[0]!, account: ANN, amount: -1n as Amount };
    const planted = { ...paidOut, postings: [...paidOut.postings, fee] };
    expect(takenFrom(ANN, [paidOut])).toEqual([]);
    expect(takenFrom(ANN, [planted])).toEqual([fee]);
  });

  test('does not follow from a deposit: the score stays', () => {
    const bench = lent();
    const before = bench.kernel.loan.credit(ANN);
    bench.fund('1000000');
    expect(bench.kernel.loan.credit(ANN)).toEqual(before);
    expect(bench.told('creditChanged')).toEqual([]);
  });

  test('never touches a withdrawal, however low the score of an overdue borrower is', () => {
    const bench = lent({ left: '0' });
    bench.jump(FIRST_DUE);
    bench.fund('700', BOB);
    expect(bench.kernel.loan.credit(ANN)).toMatchObject({ isOverdue: true });
    // what is free right now leaves: the next collection comes a day later
    bench.fund('500');
    expect(bench.available()).toBe(units('500'));
    const withdrawal = { withdrawalNo: 1, accountUserId: ANN, assetId: USDT, fee: units('1') };
    expect(bench.send(0, { type: 'requestWithdrawal', ...withdrawal, amount: units('499') })).toMatchObject({
      ok: true,
    });
    bench.jump(FIRST_DUE + 2 * DAY_MS);
    expect(bench.kernel.balances(ANN)[0]).toMatchObject({ available: 0n, held: units('500') });
    bench.ok(0, { type: 'settleWithdrawal', withdrawalNo: 1, networkAssetId: 0, networkFee: 0n as Amount });
    expect(bench.kernel.balances(ANN)[0]).toMatchObject({ available: 0n, held: 0n });
    expect(bench.loan.due[0]).toMatchObject({ principal: units('330.61729176') });
  });

  test('counts no instalment that was open for less than a week, and one a week', () => {
    const bench = new Bench();
    bench.fund('100');
    for (let i = 0; i < 3; i++) {
      expect(bench.lend('100')).toMatchObject({ ok: true });
      bench.jump(bench.nowMs + DAY_MS);
      expect(bench.repay(null)).toMatchObject({ ok: true });
    }
    expect(bench.kernel.loan.credit(ANN).onTime).toBe(0);
    for (let i = 0; i < 3; i++) expect(bench.lend('100')).toMatchObject({ ok: true });
    bench.jump(bench.nowMs + 7 * DAY_MS);
    for (let i = 0; i < 3; i++) expect(bench.repay(null)).toMatchObject({ ok: true });
    expect(bench.kernel.loan.credit(ANN).onTime).toBe(1);
  });
});

describe('an offer', () => {
  test('keeps its terms, and refuses those that repay nothing', () => {
    const bench = new Bench();
    const refused = (change: Partial<OfferLoan>) =>
      bench.send(0, { ...EQUAL, opensMs: bench.nowMs, ...change });
    const days = { cycle: 'day', cycleCount: 30, instalments: 20, minAmount: 10n as Amount } as const;
    expect(refused(days)).toEqual({ ok: false, code: 'LOAN_TERMS' });
    expect(refused({ opensMs: bench.nowMs + 400 * DAY_MS })).toEqual({ ok: false, code: 'INVALID_COMMAND' });
    expect(refused({ dailyPpm: 0 })).toEqual({ ok: false, code: 'INVALID_COMMAND' });
    expect(refused({ maxAmount: 1n as Amount })).toEqual({ ok: false, code: 'LOAN_AMOUNT' });
    expect(refused({ reason: 'no' })).toEqual({ ok: false, code: 'INVALID_COMMAND' });
    expect(refused({ opensMs: bench.nowMs + 5 })).toMatchObject({ ok: true });
    const opensMs = bench.nowMs + 5;
    expect(refused({ opensMs: opensMs - 60_000 })).toMatchObject({ ok: true });
    const offers = bench.kernel.loan.offers();
    expect(offers.map(({ offerId, closesMs }) => [offerId, closesMs])).toEqual([
      [1, null],
      [2, null],
      [3, null],
    ]);
    // one whose time has passed meanwhile opens at once
    expect(offers.slice(1).map((offer) => offer.opensMs - bench.nowMs)).toEqual([5, 0]);
  });

  test('lends only what was funded, and gives back only what is free', () => {
    const bench = lent();
    bench.ok(0, { type: 'openAccount', accountUserId: 1, kind: 'house' });
    const fund = (amount: bigint, fromUserId: number) =>
      bench.send(0, {
        type: 'fundLoanPool',
        assetId: USDT,
        amount: amount as Amount,
        fromUserId,
        reason: REASON,
      });
    expect(fund(units('1'), 1)).toEqual({ ok: false, code: 'INSUFFICIENT_BALANCE' });
    expect(fund(units('1'), ANN)).toEqual({ ok: false, code: 'NOT_PERMITTED' });
    expect(fund(-units('49000.00000001'), 1)).toEqual({ ok: false, code: 'INSUFFICIENT_BALANCE' });
    expect(fund(-units('49000'), 1)).toMatchObject({ ok: true });
    expect(bench.pool.free).toBe(0n);
  });
});
