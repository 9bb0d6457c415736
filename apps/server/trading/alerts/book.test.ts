import type { PriceTicks } from '@candor/money';
import { describe, expect, it } from 'vitest';
import { AlertBook, type WaitingAlert } from './book.ts';

const BTC = 1;
const MINUTE = 60_000;
const ticks = (price: number) => price as PriceTicks;

const waiting = (alertId: number, terms: Partial<WaitingAlert>): WaitingAlert => ({
  alertId,
  version: 1,
  source: 'index',
  watchedId: BTC,
  kind: 'above',
  priceTicks: null,
  movePpm: null,
  windowMinutes: null,
  ...terms,
});
const above = (alertId: number, price: number, terms: Partial<WaitingAlert> = {}) =>
  waiting(alertId, { kind: 'above', priceTicks: ticks(price), ...terms });
const below = (alertId: number, price: number) =>
  waiting(alertId, { kind: 'below', priceTicks: ticks(price) });
const change = (alertId: number, kind: 'rise' | 'fall', percent: number, windowMinutes: number) =>
  waiting(alertId, { kind, movePpm: percent * 10_000, windowMinutes });

function bookOf(...alerts: WaitingAlert[]) {
  const book = new AlertBook();
  for (const alert of alerts) book.put(alert);
  const ids = (crossed: ReturnType<AlertBook['put']>) => crossed.map(({ alert }) => alert.alertId);
  const see = (price: number, timeMs = 0, source: 'index' | 'last' = 'index') =>
    ids(book.see(source, BTC, ticks(price), timeMs));
  return { book, see, put: (alert: WaitingAlert) => ids(book.put(alert)) };
}

describe('an alert at a price', () => {
  it('goes off at the price itself, and not one tick before', () => {
    const { see } = bookOf(above(1, 100), below(2, 50));
    expect([see(99), see(51), see(100), see(50)]).toEqual([[], [], [1], [2]]);
  });

  it('goes off where the price jumps over it, all that it jumped over in their order', () => {
    const { see } = bookOf(above(1, 110), above(2, 105), above(3, 200), below(4, 40), below(5, 60));
    expect(see(100)).toEqual([]);
    expect(see(150)).toEqual([2, 1]);
    expect(see(30)).toEqual([5, 4]);
  });

  it('goes off once, however often the price comes back', () => {
    const { book, see } = bookOf(above(1, 100));
    expect([see(101), see(99), see(101), see(120)]).toEqual([[1], [], [], []]);
    expect(book.size).toBe(0);
  });

  it('hears its own source and market alone', () => {
    const { book, see } = bookOf(above(1, 100, { source: 'last' }), above(2, 100, { watchedId: 2 }));
    expect(see(200)).toEqual([]);
    expect(see(200, 0, 'last')).toEqual([1]);
    expect(book.see('index', 2, ticks(100), 0).map(({ alert }) => alert.alertId)).toEqual([2]);
  });

  it('that is put beyond the present price goes off at once', () => {
    const { see, put } = bookOf();
    see(100);
    expect(put(above(1, 90))).toEqual([1]);
    expect(put(below(2, 90))).toEqual([]);
  });

  it('is not compared with an index that went stale', () => {
    const { book, see, put } = bookOf();
    see(100);
    book.forget('index', BTC);
    expect(put(above(1, 90))).toEqual([]);
    expect(see(91)).toEqual([1]);
  });

  it('waits for its newest terms, whatever order they are heard in', () => {
    const { see, put } = bookOf(above(1, 100));
    expect(put(above(1, 200, { version: 3 }))).toEqual([]);
    expect(put(above(1, 150, { version: 2 }))).toEqual([]);
    expect([see(199), see(200)]).toEqual([[], [1]]);
  });

  it('that was removed is silent, and its neighbours are not', () => {
    const { book, see } = bookOf(above(1, 100), above(2, 100), above(3, 100));
    book.remove(2);
    expect(see(100)).toEqual([1, 3]);
  });
});

describe('an alert on a change within a time', () => {
  it('goes off at exactly its percent from the lowest or highest price, and not before', () => {
    const { see } = bookOf(change(1, 'rise', 5, 5), change(2, 'fall', 5, 5));
    expect(see(100_000)).toEqual([]);
    expect(see(104_999, 1_000)).toEqual([]);
    expect(see(105_000, 2_000)).toEqual([1]);
    expect(see(99_751, 3_000)).toEqual([]);
    expect(see(99_750, 4_000)).toEqual([2]);
  });

  it('forgets a price when its time is over', () => {
    const { see } = bookOf(change(1, 'rise', 5, 5));
    expect(see(100_000)).toEqual([]);
    expect(see(101_000, 4 * MINUTE)).toEqual([]);
    // 5 percent above the first price, which is more than five minutes old, and less above the second
    expect(see(105_000, 5 * MINUTE + 10_000)).toEqual([]);
    expect(see(106_050, 6 * MINUTE)).toEqual([1]);
  });

  it('looks back over prices that came before it was added', () => {
    const { see, put } = bookOf();
    see(100_000);
    see(103_000, MINUTE);
    expect(put(change(1, 'rise', 3, 15))).toEqual([1]);
    expect(put(change(2, 'rise', 3.1, 15))).toEqual([]);
  });

  it('goes on after a restart with the minutes that were kept', () => {
    const before = bookOf(change(1, 'rise', 5, 60));
    before.see(100_000);
    before.see(101_000, 10 * MINUTE);
    const kept = before.book.minutesToKeep();
    expect(kept).toHaveLength(2);
    before.book.kept(10 * MINUTE);
    expect(before.book.minutesToKeep()).toHaveLength(1);

    const after = new AlertBook();
    after.begin('index', BTC, kept);
    after.put(change(1, 'rise', 5, 60));
    expect(after.see('index', BTC, ticks(104_999), 20 * MINUTE)).toEqual([]);
    expect(after.see('index', BTC, ticks(105_000), 20 * MINUTE)).toHaveLength(1);
  });

  it('keeps no minutes of prices on which nobody waits for a change', () => {
    const { book, see } = bookOf(above(1, 200));
    see(100);
    expect(book.minutesToKeep()).toEqual([]);
  });
});

it('finds among thousands those that each price crosses, as a look at all of them does', () => {
  const book = new AlertBook();
  const all = new Map<number, WaitingAlert>();
  let seed = 7;
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  book.see('index', BTC, ticks(5_000), 0);
  for (let id = 1; id <= 3_000; id += 1) {
    const price = 1 + next(10_000);
    const alert = price > 5_000 ? above(id, price) : below(id, price);
    const goesOff = price === 5_000;
    expect(book.put(alert)).toHaveLength(goesOff ? 1 : 0);
    if (!goesOff) all.set(id, alert);
  }
  for (let id = 1; id <= 3_000; id += 3) {
    book.remove(id);
    all.delete(id);
  }
  for (let round = 1; round <= 300; round += 1) {
    const price = 1 + next(10_000);
    const wanted = [...all.values()].filter(({ kind, priceTicks }) =>
      kind === 'above' ? price >= priceTicks! : price <= priceTicks!,
    );
    const found = book.see('index', BTC, ticks(price), round).map(({ alert }) => alert.alertId);
    expect(found.sort()).toEqual(wanted.map(({ alertId }) => alertId).sort());
    for (const { alertId } of wanted) all.delete(alertId);
  }
  expect(book.size).toBe(all.size);
});
