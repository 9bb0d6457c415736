import type { Command } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { describe, expect, test } from 'vitest';
import { loanSheet } from '../oracles/loan.ts';
import {
  ANN,
  at,
  BEGAN,
  Bench,
  DAY_MS,
  EQUAL,
  FIRST_DUE,
  KNOWN,
  lent,
  SECOND_DUE,
  THIRD_DUE,
  USDT,
  units,
} from './bench.ts';

const payOut = (amount: bigint): Command => ({
  type: 'payOutLoan',
  accountUserId: ANN,
  offerId: 1,
  amount: amount as Amount,
  applicationId: 7,
  totalAtMost: (1_000n * amount) as Amount,
  ...KNOWN,
});

describe('a loan in equal instalments', () => {
  test('is collected at each due second to the last unit, and then settled', () => {
    const bench = lent();
    bench.fund('18');
    for (const dueMs of [FIRST_DUE, SECOND_DUE, THIRD_DUE]) {
      bench.jump(dueMs - 1);
      const before = bench.available();
      bench.jump(dueMs);
      expect(before - bench.available()).toBe(units('339.31729176'));
    }
    const interest = units('8.7') + units('6.22525919') + units('3.02661609');
    expect(bench.pool).toMatchObject({ free: units('50000') + interest, receivable: 0n });
    expect(bench.kernel.loan.loans(ANN)).toEqual([]);
    expect(bench.told('loanDue').map((due) => due.interest)).toEqual(
      ['8.7', '6.22525919', '3.02661609'].map(units),
    );
    expect(bench.told('loanRepaid').map(({ by, settled }) => [by, settled])).toEqual([
      ['collection', false],
      ['collection', false],
      ['collection', true],
    ]);
    expect(bench.kernel.loan.credit(ANN)).toEqual({ onTime: 3, late: 0, later: 0, isOverdue: false });
    expect(bench.kernel.nextDueMs).toBe(Number.POSITIVE_INFINITY);
  });

  test('is shown whole before, and pays out the whole amount with no fee', () => {
    const bench = lent();
    const [paidOut] = bench.told('loanPaidOut');
    expect(paidOut).toMatchObject({
      amount: units('1000'),
      payment: units('339.31729176'),
      limit: units('1000'),
    });
    expect(paidOut?.credit).toEqual({ score: 700, kyc: 250, membership: 150, record: 300, overdue: 0 });
    expect(bench.loan.rows.map(({ dueSecond }) => dueSecond * 1_000)).toEqual([
      FIRST_DUE,
      SECOND_DUE,
      THIRD_DUE,
    ]);
    expect(bench.events.filter((event) => event.type === 'entry' && event.kind.includes('fee'))).toEqual([]);
    expect(bench.pool).toEqual({ assetId: USDT, free: units('49000'), receivable: units('1000') });
  });

  test('takes interest to the second with a prepayment, keeps the dates and lessens the amounts', () => {
    const bench = lent();
    bench.jump(FIRST_DUE);
    bench.jump(at('2028-03-10T12:00:00'));
    expect(bench.loan.all).toBe(units('671.49126378'));
    expect(bench.repay('300')).toMatchObject({ ok: true, owed: units('371.49126378') });
    expect(bench.told('loanRepaid').at(-1)).toMatchObject({
      by: 'owner',
      earlyInterest: units('2.10855554'),
      earlyPrincipal: units('297.89144446'),
      payment: units('187.72519586'),
    });
    expect(bench.loan.rows.map(({ interest }) => interest)).toEqual(['2.28467128', '1.67445666'].map(units));
    expect(bench.repay('0.00000001')).toMatchObject({ ok: true });
    expect(bench.told('loanRepaid').at(-1)).toMatchObject({ earlyInterest: 0n, earlyPrincipal: 1n });
  });

  test('costs at once what was quoted for that second, and ends at 0', () => {
    const bench = lent();
    bench.jump(at('2028-02-11T10:11:12.345'));
    const quoted = bench.loan.all;
    bench.fund('100');
    const before = bench.available();
    expect(bench.repay(null)).toMatchObject({ ok: true, owed: 0n });
    expect(before - bench.available()).toBe(quoted);
    expect(bench.kernel.loan.loans(ANN)).toEqual([]);
    expect(bench.pool.receivable).toBe(0n);
    expect(bench.kernel.loan.credit(ANN)).toMatchObject({ onTime: 1 });
    expect(bench.send(ANN, { type: 'repayLoan', loanId: 1, amount: null })).toEqual({
      ok: false,
      code: 'LOAN_ENDED',
    });
  });
});

describe('a loan', () => {
  test('is what was previewed, with the same dates and amounts, for 50 random terms', () => {
    let state = 17;
    const random = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state % below;
    };
    for (let i = 0; i < 50; i++) {
      const method = (['maturity', 'interestFirst', 'equal'] as const)[i % 3]!;
      const instalments = method === 'maturity' ? 1 : 1 + random(12);
      const cycle = random(2) === 0 ? ('day' as const) : ('month' as const);
      const cycleCount = 1 + random(cycle === 'day' ? 60 : 5);
      const offer = { ...EQUAL, method, cycle, cycleCount, instalments, dailyPpm: 1 + random(3_000) };
      const bench = new Bench({ offer });
      bench.nowMs = BEGAN + random(1_000_000) * 86_413;
      bench.ok(0, { type: 'tick' });
      const amount = units('10') + BigInt(random(1_000_000_000)) * 80n;
      expect(bench.send(0, payOut(amount))).toMatchObject({ ok: true });
      const preview = loanSheet(offer, amount, Math.floor(bench.nowMs / 1_000))!;
      expect(bench.loan.rows).toEqual(preview.rows);
      const last = preview.rows.at(-1)!;
      bench.fund('50000');
      bench.jump(last.dueSecond * 1_000 - 1);
      expect(bench.loan.rows).toEqual([last]);
      bench.jump(last.dueSecond * 1_000);
      expect(bench.kernel.loan.loans(ANN)).toEqual([]);
      const paid = preview.rows.reduce((sum, { interest, principal }) => sum + interest + principal, 0n);
      expect(bench.available()).toBe(amount + units('50000') - paid);
    }
  });
});

describe('other methods', () => {
  test('pay interest first, the principal with the last', () => {
    const weeks = {
      method: 'interestFirst',
      cycle: 'day',
      cycleCount: 7,
      instalments: 4,
      dailyPpm: 500,
    } as const;
    const bench = lent({ offer: { ...EQUAL, ...weeks } });
    bench.fund('14');
    for (let week = 1; week <= 4; week++) bench.jump(BEGAN + week * 7 * DAY_MS);
    expect(bench.told('loanRepaid').map(({ amount }) => amount)).toEqual(
      ['3.5', '3.5', '3.5', '1003.5'].map(units),
    );
    expect(bench.kernel.loan.credit(ANN)).toMatchObject({ onTime: 4 });
  });

  test('pay all at maturity', () => {
    const once = { method: 'maturity', cycle: 'day', cycleCount: 30, instalments: 1, dailyPpm: 500 } as const;
    const bench = new Bench({ offer: { ...EQUAL, ...once } });
    bench.jump(BEGAN);
    expect(bench.lend('333.33333333')).toMatchObject({ ok: true });
    bench.fund('5');
    bench.jump(BEGAN + 30 * DAY_MS);
    expect(bench.available()).toBe(0n);
    expect(bench.told('loanRepaid').at(-1)).toMatchObject({ amount: units('338.33333333'), settled: true });
  });
});
