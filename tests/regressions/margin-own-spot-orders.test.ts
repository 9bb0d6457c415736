import type { Amount } from '@candor/money';
import { expect, it } from 'vitest';
import { ALICE, Bench, BTC, BTC_USDT, COIN, finish, lots, ticks, USDT } from '../margin/bench.ts';

/*
 * The plan of a margin wallet's first order in a market counted the resting orders of the user's spot wallet, which
 * matching skips. The order then filled at worse prices than planned and spent more than its amount.
 */
it('a first market order of a margin wallet spends at most its amount beside own spot orders', () => {
  const bench = new Bench();
  bench.tick(50_000);
  bench.quote(BTC_USDT, 50_000, 10_000_000, ticks(1_000));
  bench.mustDo(ALICE, {
    type: 'placeOrder',
    symbolId: BTC_USDT,
    side: 'sell',
    orderType: 'limit',
    timeInForce: 'GTC',
    postOnly: false,
    priceTicks: ticks(50_000),
    lots: lots(5_000),
    quoteAmount: null,
    clientOrderId: null,
  });
  const amount = 25_000n * COIN;
  bench.moveIn(ALICE, USDT, amount);
  const { outcome } = bench.mustDo(ALICE, {
    type: 'placeMarginOrder',
    wallet: 'margin-cross',
    symbolId: BTC_USDT,
    side: 'buy',
    orderType: 'market',
    timeInForce: 'IOC',
    postOnly: false,
    priceTicks: null,
    lots: null,
    quoteAmount: amount as Amount,
    clientOrderId: null,
  });
  expect(outcome).toMatchObject({ ok: true, kind: 'order' });
  const left = bench.balance(ALICE, USDT);
  expect(left).toBeGreaterThanOrEqual(0n);
  // The rest buys no whole lot at the maker's ask of 51,000.
  expect(left).toBeLessThan((51_000n * COIN) / 10_000n);
  expect(bench.balance(ALICE, BTC)).toBeGreaterThan(0n);
  finish(bench);
});
