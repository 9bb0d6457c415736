import { expect, it } from 'vitest';
import { ALICE, type Bench, BTC_USDT, COIN, eventsOf, finish, ready, USDT } from '../margin/bench.ts';

/** Alice owes 90,000 USDT against 1 BTC and what she borrowed, which she holds as BTC. */
function indebted(): Bench {
  const bench = ready();
  bench.mustDo(ALICE, bench.borrow(USDT, 90_000n * COIN));
  bench.mustDo(ALICE, bench.order('buy', 50_100, 179_000));
  bench.unquote();
  return bench;
}

/** The events of a tick that concern margin or orders. */
function toldAt(bench: Bench, price: number): string[] {
  return bench
    .tick(price)
    .events.map(({ type }) => type)
    .filter((type) => type !== 'index');
}

/*
 * A sale that goes on and found nobody was told of at every tick, four times a second, and left an accepted and an
 * expired order of nothing each time the book had only prices beyond the band.
 */
it('a forced sale that finds nobody is told of once, and again when something changes', () => {
  const bench = indebted();
  expect(toldAt(bench, 37_000)).toEqual(expect.arrayContaining(['marginSale', 'marginSold']));
  for (let n = 0; n < 10; n++) expect(toldAt(bench, 37_000 - n)).toEqual([]);
  // prices beyond the band of the sale are nobody's
  bench.quote(BTC_USDT, 30_000, 1_000_000);
  expect(toldAt(bench, 37_000)).toEqual([]);
  expect(bench.wallet(ALICE).selling).toBe(true);
  bench.unquote();
  bench.quote(BTC_USDT, 37_000, 2_000);
  const some = bench.tick(37_000).events;
  expect(eventsOf(some, 'marginSale')).toHaveLength(1);
  expect(eventsOf(some, 'marginSold')).toMatchObject([{ over: false }]);
  expect(toldAt(bench, 37_000)).toEqual([]);
  bench.unquote();
  bench.quote(BTC_USDT, 37_000, 1_000_000);
  expect(eventsOf(bench.tick(37_000).events, 'marginSold')).toMatchObject([{ over: true, riskPpm: null }]);
  finish(bench);
});

it('interest that falls due meanwhile is part of what the sale pays back', () => {
  const bench = indebted();
  bench.tick(37_000);
  for (let n = 0; n < 5; n++) bench.tick(37_000, undefined, 3_600_000);
  const owed = bench.wallet(ALICE).loans[0]!;
  bench.quote(BTC_USDT, 37_000, 1_000_000);
  bench.tick(37_000);
  const paid = eventsOf(bench.tick(37_000).events, 'marginSold');
  expect(owed.interest).toBeGreaterThan(0n);
  expect(paid).toEqual([]);
  expect(bench.wallet(ALICE)).toMatchObject({ loans: [], selling: false });
  finish(bench);
});
