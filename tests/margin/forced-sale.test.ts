import { describe, expect, it } from 'vitest';
import {
  ALICE,
  Bench,
  BTC,
  BTC_USDT,
  COIN,
  eventsOf,
  finish,
  INSURANCE,
  POOL,
  ready,
  ticks,
  USDT,
} from './bench.ts';

/** Alice owes 90,000 USDT against 1 BTC and what she borrowed, which she holds as BTC. */
function indebted(): Bench {
  const bench = ready();
  bench.mustDo(ALICE, bench.borrow(USDT, 90_000n * COIN));
  bench.mustDo(ALICE, bench.order('buy', 50_100, 179_000));
  bench.unquote();
  return bench;
}

describe('the margin call', () => {
  it('comes once per crossing, with all that it is computed from', () => {
    const bench = indebted();
    // 2.78821 BTC x 0.95 and 499.98 USDT over 90,000.90: the call comes below 40,584.84
    const calls = [45_000, 40_584.84, 40_584.83, 40_584, 42_000, 40_500].map((price) =>
      eventsOf(bench.tick(price).events, 'marginCall').map(({ called }) => called),
    );
    expect(calls).toEqual([[], [], [true], [], [false], [true]]);
    const wallet = bench.wallet(ALICE);
    expect(wallet.called).toBe(true);
    const [asset] = wallet.risk!.assets.filter(({ assetId }) => assetId === BTC);
    expect(asset).toMatchObject({
      symbolId: BTC_USDT,
      priceTicks: ticks(40_500),
      quotePerTickLot: 10n,
      basePerLot: 1_000n,
      haircutPpm: 950_000,
    });
    finish(bench);
  });
});

describe('a forced sale', () => {
  it('cancels the orders, sells near the index, repays all and leaves the rest with the owner', () => {
    const bench = indebted();
    bench.mustDo(ALICE, bench.order('sell', 52_000, 1_000));
    bench.quote(BTC_USDT, 37_000, 1_000_000);
    const { events } = bench.tick(37_000);
    const [sale] = eventsOf(events, 'marginSale');
    expect(sale).toMatchObject({
      userId: ALICE,
      liquidationPpm: 1_100_000,
      risk: { tickNo: bench.nowMs / 250 },
    });
    expect(sale!.risk.riskPpm!).toBeLessThanOrEqual(1_100_000n);
    const [sold] = eventsOf(events, 'marginSold');
    expect(sold).toMatchObject({ saleId: sale!.saleId, over: true, riskPpm: null });
    expect(sold!.cancelled).toHaveLength(1);
    const traded = new Set(eventsOf(events, 'trade').map(({ takerOrderId }) => takerOrderId));
    expect([...traded]).toEqual(sold!.orders);
    expect(eventsOf(events, 'marginDeficit')).toEqual([]);
    expect(bench.wallet(ALICE)).toMatchObject({ loans: [], called: false, selling: false });
    expect(bench.balance(ALICE, BTC)).toBeGreaterThan(COIN / 4n);
    expect(bench.house(USDT)).toMatchObject({ pool: POOL[USDT]! + (9n * COIN) / 10n, receivable: 0n });
    finish(bench);
  });

  it('waits while the book gives nothing near the index, lends nothing meanwhile, and goes on at the next tick', () => {
    const bench = indebted();
    bench.quote(BTC_USDT, 30_000, 1_000_000);
    const first = bench.tick(37_000).events;
    expect(eventsOf(first, 'trade')).toEqual([]);
    expect(eventsOf(first, 'marginSold')).toMatchObject([{ over: false }]);
    expect(bench.wallet(ALICE)).toMatchObject({ selling: true });
    expect(bench.refusal(ALICE, bench.borrow(USDT, 1n))).toBe('MARGIN_RISK_TOO_HIGH');
    expect(bench.refusal(ALICE, bench.order('sell', 37_000, 1_000))).toBe('MARGIN_RISK_TOO_HIGH');
    expect(bench.refusal(ALICE, bench.moveOut(ALICE, BTC, 1n))).toBe('TRANSFER_LOCKED');
    bench.unquote();
    bench.quote(BTC_USDT, 37_000, 2_000);
    const second = bench.tick(37_000).events;
    expect(eventsOf(second, 'marginSold')[0]).toMatchObject({ over: false });
    expect(bench.wallet(ALICE).loans).toHaveLength(1);
    bench.unquote();
    bench.quote(BTC_USDT, 37_000, 1_000_000);
    const third = bench.tick(37_000).events;
    expect(eventsOf(third, 'marginSold')).toMatchObject([{ over: true, riskPpm: null }]);
    const ids = [first, second, third].map((events) => eventsOf(events, 'marginSale')[0]!.saleId);
    expect(new Set(ids).size).toBe(1);
    finish(bench);
  });

  it('ends by itself when the price comes back, or the owner repays', () => {
    const bench = indebted();
    bench.tick(37_000);
    expect(bench.wallet(ALICE).selling).toBe(true);
    const { events } = bench.tick(45_000);
    expect(eventsOf(events, 'marginSold')).toMatchObject([{ over: true, orders: [] }]);
    expect(bench.wallet(ALICE).selling).toBe(false);
    bench.tick(37_000);
    bench.moveIn(ALICE, USDT, 99_000n * COIN);
    const repaid = bench.mustDo(ALICE, bench.repay(USDT, null));
    expect(eventsOf(repaid.events, 'marginSold')).toMatchObject([{ over: true, riskPpm: null }]);
    expect(bench.wallet(ALICE)).toMatchObject({ selling: false, called: false, loans: [] });
    finish(bench);
  });

  it('falls on the insurance, then on the pool, and never on the user', () => {
    const bench = indebted();
    bench.quote(BTC_USDT, 30_000, 1_000_000);
    const { events } = bench.tick(30_000);
    const [deficit] = eventsOf(events, 'marginDeficit');
    expect(deficit).toMatchObject({ assetId: USDT, fromInsurance: INSURANCE });
    expect(deficit!.amount).toBe(deficit!.fromInsurance + deficit!.fromPool);
    expect(deficit!.fromPool).toBeGreaterThan(0n);
    expect(bench.house(USDT)).toMatchObject({ insurance: 0n, receivable: 0n });
    expect(bench.house(USDT).pool).toBe(POOL[USDT]! + (9n * COIN) / 10n - deficit!.fromPool);
    expect(bench.wallet(ALICE).loans).toEqual([]);
    for (const assetId of [BTC, USDT]) expect(bench.balance(ALICE, assetId)).toBeGreaterThanOrEqual(0n);
    expect(bench.balance(ALICE, BTC)).toBeLessThan(1_000n);
    finish(bench);
  });

  it('buys back what was borrowed short', () => {
    const bench = new Bench();
    bench.tick(50_000);
    bench.quote(BTC_USDT, 50_000, 10_000_000);
    bench.moveIn(ALICE, USDT, 50_000n * COIN);
    bench.mustDo(ALICE, bench.borrow(BTC, (16n * COIN) / 10n));
    bench.mustDo(ALICE, bench.order('sell', 49_900, 160_000));
    bench.unquote();
    bench.quote(BTC_USDT, 74_000, 10_000_000);
    const { events } = bench.tick(74_000);
    expect(eventsOf(events, 'marginSold')).toMatchObject([{ over: true, riskPpm: null }]);
    expect(eventsOf(events, 'trade').every(({ takerSide }) => takerSide === 'buy')).toBe(true);
    expect(bench.wallet(ALICE).loans).toEqual([]);
    expect(bench.house(BTC)).toMatchObject({ receivable: 0n });
    expect(bench.balance(ALICE, USDT)).toBeGreaterThan(5_000n * COIN);
    finish(bench);
  });

  it('takes over at its worth what is too small to be sold', () => {
    const bench = new Bench();
    bench.tick(50_000);
    bench.moveIn(ALICE, BTC, 9_000n);
    bench.mustDo(ALICE, bench.borrow(USDT, 3n * COIN));
    bench.mustDo(ALICE, bench.moveOut(ALICE, USDT, 127_000_000n));
    bench.quote(BTC_USDT, 30_000, 1_000_000);
    const { events } = bench.tick(18_000);
    const owed = 127_000_000n + 3_000n;
    expect(eventsOf(events, 'marginRepaid')).toMatchObject([
      { by: 'sale' },
      { by: 'insurance', principalLeft: 0n, interestLeft: 0n },
    ]);
    // 1.27003 USDT at 18,000 are 7,055.72 units of BTC
    expect(eventsOf(events, 'marginTakenOver')).toMatchObject([
      { assetId: BTC, amount: 7_056n, by: 'insurance' },
    ]);
    expect(eventsOf(events, 'marginDeficit')).toMatchObject([
      { amount: owed, fromInsurance: owed, fromPool: 0n },
    ]);
    expect(bench.balance(ALICE, BTC)).toBe(9_000n - 7_056n);
    expect(bench.house(USDT)).toMatchObject({ receivable: 0n, pool: POOL[USDT]! + 3_000n });
    expect(bench.wallet(ALICE)).toMatchObject({ loans: [], selling: false });
    finish(bench);
  });

  it('never happens at prices that a downtime left behind, nor at a stale index', () => {
    const bench = indebted();
    bench.quote(BTC_USDT, 37_000, 1_000_000);
    const after = bench.tick(37_000, 2_000, 3_600_000);
    expect(eventsOf(after.events, 'marginSale')).toEqual([]);
    expect(eventsOf(after.events, 'marginCall')).toEqual([]);
    expect(eventsOf(bench.tick(37_000).events, 'marginSale')).toHaveLength(1);
    finish(bench);
    const stale = indebted();
    stale.quote(BTC_USDT, 37_000, 1_000_000);
    for (let n = 0; n < 3; n++) stale.tick(null, 2_000, 4_000);
    expect(stale.wallet(ALICE).risk).toBeNull();
    expect(eventsOf(stale.tick(null).events, 'marginSale')).toEqual([]);
    expect(eventsOf(stale.tick(37_000).events, 'marginSale')).toHaveLength(1);
    finish(stale);
  });

  it('waits for a market that is halted', () => {
    const bench = indebted();
    bench.quote(BTC_USDT, 37_000, 1_000_000);
    bench.mustDo(0, { type: 'setSymbolState', symbolId: BTC_USDT, state: 'halted', reason: 'a test' });
    expect(eventsOf(bench.tick(37_000).events, 'marginSold')).toMatchObject([{ over: false, orders: [] }]);
    bench.mustDo(0, { type: 'setSymbolState', symbolId: BTC_USDT, state: 'trading', reason: '' });
    expect(eventsOf(bench.tick(37_000).events, 'marginSold')).toMatchObject([{ over: true }]);
    finish(bench);
  });
});
