import { expect, test } from 'vitest';
import { IndexTape, MAX_INDEX_CANDLES, MAX_INDEX_TICKS } from './index-tape.ts';

test('keeps each committed tick once, at its place on the grid', () => {
  const tape = new IndexTape();
  expect(tape.add(8, '100.0')).toEqual({ n: 8, t: 2_000, p: '100.0' });
  expect(tape.add(8, '101.0')).toBeNull();
  expect(tape.add(7, '101.0')).toBeNull();
  tape.add(9, null);
  tape.add(11, '99.5');
  expect(tape.ticks(2)).toEqual([
    { n: 9, t: 2_250, p: null },
    { n: 11, t: 2_750, p: '99.5' },
  ]);
});

test('makes candles of one second, none where the index was stale', () => {
  const tape = new IndexTape();
  for (const [tickNo, price] of [
    [4, '99.5'],
    [5, '100.5'],
    [6, '98.5'],
    [7, '99.0'],
    [8, null],
    [12, '101.0'],
  ] as const)
    tape.add(tickNo, price);
  expect(tape.candles(10)).toEqual([
    { t: 1_000, o: '99.5', h: '100.5', l: '98.5', c: '99.0', v: '0', closed: true },
    { t: 3_000, o: '101.0', h: '101.0', l: '101.0', c: '101.0', v: '0', closed: false },
  ]);
});

test('is bounded', () => {
  const tape = new IndexTape();
  for (let tickNo = 1; tickNo <= 20_000; tickNo += 1) tape.add(tickNo, '1.0');
  expect(tape.ticks(1_000_000).length).toBeLessThanOrEqual(2 * MAX_INDEX_TICKS);
  expect(tape.candles(1_000_000).length).toBeLessThanOrEqual(MAX_INDEX_CANDLES);
  expect(tape.ticks(1)).toEqual([{ n: 20_000, t: 5_000_000, p: '1.0' }]);
});
