import { expect, it } from 'vitest';
import { secondCandles, tickBar } from './index-candles.ts';

it('makes candles of whole seconds', () => {
  const tick = (n: number, p: string | null) => ({ n, t: n * 250, p });
  const ticks = [tick(3, '9'), tick(4, '10'), tick(5, '12'), tick(6, null), tick(7, '11'), tick(8, '9.5')];
  expect(secondCandles(ticks)).toEqual([
    { t: 1_000, o: '10', h: '12', l: '10', c: '11', v: '0', closed: false },
    { t: 2_000, o: '9.5', h: '9.5', l: '9.5', c: '9.5', v: '0', closed: false },
  ]);
  expect(secondCandles([])).toEqual([]);
  expect(tickBar(tick(6, null))).toBeNull();
  expect(tickBar(tick(4, '10'))).toMatchObject({ t: 1_000, c: '10' });
});
