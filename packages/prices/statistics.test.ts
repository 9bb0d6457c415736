import { expect, test } from 'vitest';
import { type Candle, DAY_MS, DayWindow, percentChange } from './index.ts';

const minute = (openMs: number, price: bigint): Candle => ({
  openMs,
  open: price,
  high: price + 10n,
  low: price - 10n,
  close: price + 1n,
  volume: 2n,
  quoteVolume: 5n,
});

test('the statistics are those of the 24 hours before now, and forget what left the window', () => {
  const window = new DayWindow();
  window.put(minute(0, 5_000n));
  window.put(minute(60_000, 1_000n));
  window.put(minute(120_000, 2_000n));
  expect(window.statistics(DAY_MS)).toMatchObject({ open: 5_000n, high24: 5_010n, volume: 6n, amount: 15n });
  expect(window.statistics(DAY_MS + 1)).toEqual({
    open: 1_000n,
    close: 2_001n,
    high24: 2_010n,
    low24: 990n,
    change: 1_001n,
    priceChangePercent: '100.1000',
    volume: 4n,
    amount: 10n,
  });
  expect(window.statistics(3 * DAY_MS)).toBeNull();
});

test('the open minute is replaced as it grows', () => {
  const window = new DayWindow();
  window.put(minute(0, 100n));
  window.put({ ...minute(0, 100n), volume: 7n });
  expect(window.statistics(1_000)?.volume).toBe(7n);
});

test('what is kept of the older minutes gives what a sum over all of them gives', () => {
  const window = new DayWindow();
  const all: Candle[] = [];
  for (let at = 0; at < 3_000; at++) {
    const candle = minute(at * 60_000, BigInt(1_000 + ((at * 7_919) % 977)));
    all.push(candle);
    window.put(candle);
    const nowMs = candle.openMs + 30_000;
    if (at % 37 > 1) continue;
    const day = all.filter(({ openMs }) => openMs >= nowMs - DAY_MS);
    const highest = day.reduce((most, { high }) => (high > most ? high : most), 0n);
    const lowest = day.reduce((least, { low }) => (low < least ? low : least), 1_000_000n);
    const volume = 2n * BigInt(day.length);
    const expected = { open: day[0]?.open, close: candle.close, high24: highest, low24: lowest, volume };
    expect(window.statistics(nowMs)).toMatchObject(expected);
  }
});

test.each([
  [10_000n, 10_001n, '0.0100'],
  [10_000n, 9_999n, '-0.0100'],
  [3n, 4n, '33.3333'],
  [3n, 2n, '-33.3333'],
  [8_000_000n, 8_000_004n, '0.0001'],
  [8_000_000n, 7_999_996n, '-0.0001'],
  [0n, 5n, '0.0000'],
])('from %s to %s is %s percent', (open, close, percent) => {
  expect(percentChange(open, close)).toBe(percent);
});
