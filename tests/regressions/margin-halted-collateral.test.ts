import { expect, it } from 'vitest';
import { ALICE, Bench, BTC, BTC_USDT, COIN, ready, USDT } from '../margin/bench.ts';

function setState(bench: Bench, state: 'halted' | 'post-only' | 'trading'): void {
  bench.mustDo(0, { type: 'setSymbolState', symbolId: BTC_USDT, state, reason: 'a test' });
}

/*
 * Loans were given against coins whose only book was halted: no forced sale could have sold them.
 */
it('collateral whose only book is halted counts as nothing for a new loan', () => {
  const bench = ready();
  bench.mustDo(ALICE, bench.borrow(USDT, 1_000n * COIN));
  setState(bench, 'halted');
  expect(bench.refusal(ALICE, bench.borrow(USDT, COIN))).toBe('MARGIN_RISK_TOO_HIGH');
  // what is owed already stays valued as before
  expect(bench.wallet(ALICE).risk!.assets.map(({ assetId }) => assetId)).toContain(BTC);
  setState(bench, 'post-only');
  bench.mustDo(ALICE, bench.borrow(USDT, COIN));
  setState(bench, 'trading');
  bench.mustDo(ALICE, bench.borrow(USDT, COIN));
});

it('a coin whose only book is halted is not lent', () => {
  const bench = new Bench();
  bench.tick(50_000);
  bench.moveIn(ALICE, USDT, 50_000n * COIN);
  setState(bench, 'halted');
  expect(bench.refusal(ALICE, bench.borrow(BTC, COIN))).toBe('SYMBOL_HALTED');
  setState(bench, 'trading');
  bench.mustDo(ALICE, bench.borrow(BTC, COIN / 10n));
});
