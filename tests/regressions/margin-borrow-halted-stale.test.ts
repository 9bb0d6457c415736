import { expect, test } from 'vitest';
import { ALICE, BTC, BTC_USDT, COIN, finish, ready, USDT } from '../margin/bench.ts';

test('a loan beside halted collateral whose index is stale is refused, and the kernel goes on', () => {
  const bench = ready();
  bench.moveIn(ALICE, USDT, 10_000n * COIN);
  bench.moveIn(ALICE, BTC, COIN);
  bench.mustDo(0, { type: 'setSymbolState', symbolId: BTC_USDT, state: 'halted', reason: 'a test' });
  bench.nowMs += 11_000;
  bench.tick(null);
  expect(bench.refusal(ALICE, bench.borrow(USDT, 100n * COIN))).toBe('INDEX_STALE');
  expect(bench.wallet(ALICE).loans).toEqual([]);
  bench.tick(50_000);
  expect(bench.refusal(ALICE, bench.borrow(USDT, 100n * COIN))).toBe(null);
  bench.mustDo(0, { type: 'setSymbolState', symbolId: BTC_USDT, state: 'trading', reason: '' });
  finish(bench);
});
