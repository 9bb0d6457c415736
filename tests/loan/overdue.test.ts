import { describe, expect, test } from 'vitest';
import { ANN, DAY_MS, EQUAL, FIRST_DUE, lent, SECOND_DUE, units } from './bench.ts';

describe('an instalment that is not paid', () => {
  test('bears overdue interest on its own principal from the due second', () => {
    const bench = lent({ left: '0' });
    bench.jump(FIRST_DUE - 1_000);
    bench.walk(FIRST_DUE + 10 * DAY_MS);
    expect(bench.loan.due).toEqual([
      {
        number: 1,
        dueSecond: FIRST_DUE / 1_000,
        interest: units('8.7'),
        principal: units('330.61729176'),
        overdue: units('1.48777782'),
      },
    ]);
    expect(bench.loan.isOverdue).toBe(true);
    expect(bench.loan.rows[0]).toMatchObject({ number: 2, interest: units('6.22525919') });
    expect(bench.kernel.loan.credit(ANN)).toMatchObject({ isOverdue: true });
  });

  test('bears none for a downtime, wherever the due second lies', () => {
    const bench = lent({ left: '0' });
    bench.jump(FIRST_DUE - 1_000);
    bench.walk(FIRST_DUE + 3 * DAY_MS);
    bench.jump(bench.nowMs + 7_200_000);
    bench.walk(FIRST_DUE + 10 * DAY_MS);
    expect(bench.loan.due[0]?.overdue).toBe(units('1.47537967'));
    const late = lent({ left: '0' });
    late.jump(FIRST_DUE + 40 * DAY_MS);
    expect(late.loan.due.map(({ number, overdue }) => [number, overdue])).toEqual([
      [1, 0n],
      [2, 0n],
    ]);
  });

  test('ends at its limit', () => {
    const bench = lent({ left: '0', offer: { ...EQUAL, overduePpm: 3_000, overdueCapPpm: 20_000 } });
    bench.jump(FIRST_DUE - 1_000);
    bench.walk(FIRST_DUE + 8 * DAY_MS);
    const limit = bench.loan.due[0]!.overdue;
    expect(limit).toBe((units('330.61729176') * 20_000n) / 1_000_000n);
    bench.walk(FIRST_DUE + 9 * DAY_MS);
    expect(bench.loan.due[0]?.overdue).toBe(limit);
  });

  test('is collected later, once a day, from what is free in the spot wallet alone', () => {
    const bench = lent({ left: '0' });
    bench.jump(FIRST_DUE - 1_000);
    bench.walk(FIRST_DUE + 3_600_000);
    bench.fund('100');
    expect(bench.available()).toBe(units('100'));
    bench.walk(FIRST_DUE + DAY_MS);
    expect(bench.available()).toBe(0n);
    expect(bench.loan.due[0]).toMatchObject({ interest: 0n, principal: units('239.31729176') });
    expect(bench.kernel.balances(ANN, 'second')[0]?.available).toBe(units('1000'));
  });

  test('paid late leaves a punctual second one without overdue interest', () => {
    const bench = lent({ left: '0' });
    bench.jump(FIRST_DUE - 1_000);
    bench.walk(FIRST_DUE + 3_600_000);
    bench.fund('339.31729176');
    expect(bench.repay('339.31729176')).toMatchObject({ ok: true });
    const open = bench.loan.due[0]!;
    expect(open).toMatchObject({ interest: 0n, principal: 0n });
    expect(open.overdue).toBeGreaterThan(0n);
    expect(bench.kernel.loan.credit(ANN)).toEqual({ onTime: 0, late: 1, later: 0, isOverdue: false });
    bench.jump(SECOND_DUE - 1);
    expect(bench.loan.due[0]?.overdue).toBe(open.overdue);
    bench.fund('339.31729176');
    bench.jump(SECOND_DUE);
    expect(bench.loan.due.every(({ interest, principal }) => interest + principal === 0n)).toBe(true);
    expect(bench.loan.due[0]?.overdue).toBe(open.overdue);
    bench.jump(SECOND_DUE + 5 * DAY_MS);
    expect(bench.loan.due).toHaveLength(1);
    expect(bench.loan.due[0]?.overdue).toBe(open.overdue);
    expect(bench.told('creditChanged').map(({ cause }) => cause)).toEqual([
      'overdue',
      'late',
      'overdueEnded',
      'onTime',
    ]);
  });
});
