import type { Kline } from '@candor/api';
import { describe, expect, it } from 'vitest';
import { MAX_LIVE_CANDLES, mergeCandle } from './candles.ts';

const bar = (t: number, c = '1'): Kline => ({ t, o: '1', h: '1', l: '1', c, v: '0', closed: false });
const times = (bars: readonly Kline[]) => bars.map((candle) => candle.t);

describe('candles', () => {
  it('replace the bar of their time and go to the end otherwise', () => {
    const bars = [bar(1), bar(2)];
    expect(mergeCandle(bars, bar(2, '9'))).toEqual([bar(1), bar(2, '9')]);
    expect(times(mergeCandle(bars, bar(3)))).toEqual([1, 2, 3]);
    expect(times(bars)).toEqual([1, 2]);
  });

  it('find their place when they come late', () => {
    expect(times(mergeCandle([bar(1), bar(3)], bar(2)))).toEqual([1, 2, 3]);
    expect(times(mergeCandle([bar(2)], bar(1)))).toEqual([1, 2]);
    expect(mergeCandle([bar(1), bar(2), bar(3)], bar(1, '9'))[0]).toEqual(bar(1, '9'));
  });

  it('keep no more than the cap', () => {
    let bars: readonly Kline[] = [];
    for (let t = 0; t < MAX_LIVE_CANDLES + 10; t += 1) bars = mergeCandle(bars, bar(t));
    expect(bars).toHaveLength(MAX_LIVE_CANDLES);
    expect(bars[0]!.t).toBe(10);
  });
});
