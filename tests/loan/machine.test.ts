import { createKernel, decodeEnvelopes, encodeEnvelopes, loadKernel } from '@candor/kernel';
import { describe, expect, test } from 'vitest';
import { MAX_DUE_ITEMS, MAX_DUE_ITEMS_BESIDE } from '../../packages/kernel/due/due-slice.ts';
import { Bench, DAY_MS, FIRST_DUE, lent, SECOND_DUE, THIRD_DUE } from './bench.ts';

describe('the machine', () => {
  test('goes on the same after a restart, and replays to the same state', () => {
    const bench = lent({ left: '150' });
    bench.jump(FIRST_DUE);
    bench.jump(SECOND_DUE + 5_000_000);
    const restarted = loadKernel(bench.kernel.snapshot());
    expect(restarted.stateHash()).toBe(bench.kernel.stateHash());
    const replayed = createKernel();
    for (const envelope of decodeEnvelopes(encodeEnvelopes(bench.sent))) replayed.apply(envelope);
    expect(replayed.stateHash()).toBe(bench.kernel.stateHash());
    bench.fund('2000');
    bench.jump(THIRD_DUE + DAY_MS);
    for (const envelope of bench.sent.slice(restarted.seq)) restarted.apply(envelope);
    expect(restarted.stateHash()).toBe(bench.kernel.stateHash());
    expect(bench.kernel.ledgerSums()[0]?.sum).toBe(0n);
  });

  test('settles what many owe at one second in slices, the sender’s first', () => {
    const bench = new Bench();
    bench.kernel = loadKernel(bench.kernel.snapshot());
    const count = MAX_DUE_ITEMS + 100;
    for (let user = 2_000; user < 2_000 + count; user++) {
      bench.ok(0, { type: 'openAccount', accountUserId: user, kind: 'user' });
      expect(bench.lend('20', user)).toMatchObject({ ok: true });
    }
    const dueMs = bench.kernel.loan.loans(2_000)[0]!.rows[0]!.dueSecond * 1_000;
    bench.nowMs = dueMs;
    bench.ok(2_000 + count - 1, { type: 'cancelAll', symbolId: null });
    const due = () => bench.told('loanDue').length;
    expect(bench.told('loanDue')[0]?.userId).toBe(2_000 + count - 1);
    expect(due()).toBe(MAX_DUE_ITEMS_BESIDE + 1);
    while (bench.kernel.nextDueMs <= bench.nowMs) bench.ok(0, { type: 'tick' });
    expect(due()).toBe(count);
    expect(bench.told('loanRepaid').every(({ atSecond }) => atSecond * 1_000 === dueMs)).toBe(true);
  });
});
