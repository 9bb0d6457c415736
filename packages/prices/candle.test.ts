import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aggregateCandles } from '../../tests/support/aggregate-candles.ts';
import {
  type Candle,
  CandleBuilder,
  candleOpenMs,
  INTERVALS,
  intervalMs,
  joinCandles,
  quoteVolumeOf,
} from './index.ts';

const at = (text: string) => Date.parse(`${text}Z`);

test('weeks open on Monday, days at midnight, all in UTC', () => {
  expect(candleOpenMs(at('2024-08-11T23:59:59.999'), '1w')).toBe(at('2024-08-05T00:00'));
  expect(candleOpenMs(at('2024-08-12T00:00'), '1w')).toBe(at('2024-08-12T00:00'));
  expect(candleOpenMs(at('2024-08-11T23:59:59.999'), '1d')).toBe(at('2024-08-11T00:00'));
  expect(candleOpenMs(at('2024-08-11T23:59:59.999'), '4h')).toBe(at('2024-08-11T20:00'));
  expect(candleOpenMs(at('2024-08-11T23:59:59.999'), '30m')).toBe(at('2024-08-11T23:30'));
});

test('a builder opens at the first trade, and keeps the extremes, the last price and the volumes', () => {
  const builder = new CandleBuilder('1m');
  expect(builder.add(at('2024-01-01T00:00:10'), 100n, 2_00000000n)).toEqual([]);
  builder.add(at('2024-01-01T00:00:20'), 120n, 1_00000000n);
  builder.add(at('2024-01-01T00:00:30'), 90n, 1_00000000n);
  const closed = builder.add(at('2024-01-01T00:01:00'), 95n, 5n);
  expect(closed).toEqual([
    {
      openMs: at('2024-01-01T00:00'),
      open: 100n,
      high: 120n,
      low: 90n,
      close: 90n,
      volume: 4_00000000n,
      quoteVolume: 410n,
    },
  ]);
  expect(builder.current).toMatchObject({ openMs: at('2024-01-01T00:01'), open: 95n, volume: 5n });
});

test('a pause leaves flat candles, also when the clock closed them first', () => {
  const builder = new CandleBuilder('1m');
  builder.add(at('2024-01-01T00:00:10'), 100n, 1n);
  expect(builder.advance(at('2024-01-01T00:02:30')).map((candle) => candle.open)).toEqual([100n, 100n]);
  builder.add(at('2024-01-01T00:02:40'), 110n, 1n);
  expect(builder.current).toMatchObject({ openMs: at('2024-01-01T00:02'), open: 110n, low: 110n });
});

test('a late trade counts into the open candle and changes no closed one', () => {
  const builder = new CandleBuilder('1m');
  builder.add(at('2024-01-01T00:00:10'), 100n, 1n);
  builder.add(at('2024-01-01T00:01:10'), 100n, 1n);
  expect(builder.add(at('2024-01-01T00:00:59'), 130n, 1n)).toEqual([]);
  expect(builder.current).toMatchObject({ openMs: at('2024-01-01T00:01'), high: 130n, volume: 2n });
});

test('a pause of years does not make a million candles', () => {
  const builder = new CandleBuilder('1m');
  builder.add(0, 100n, 1n);
  expect(builder.advance(at('2024-01-01T00:00')).length).toBe(1);
  expect(builder.current?.openMs).toBe(at('2024-01-01T00:00'));
});

const trades = fc.array(
  fc.record({
    afterMs: fc.integer({ min: 0, max: 900_000 }),
    price: fc.bigInt(1n, 10_000n),
    quantity: fc.bigInt(1n, 10n ** 12n),
  }),
  { minLength: 1, maxLength: 200 },
);

test('every interval built from trades equals the one aggregated from the minutes that were built', () => {
  fc.assert(
    fc.property(trades, fc.constantFrom(...INTERVALS), (made, interval) => {
      const minutes = new CandleBuilder('1m');
      const longer = new CandleBuilder(interval);
      const closedMinutes: Candle[] = [];
      const closedLonger: Candle[] = [];
      let timeMs = at('2024-01-01T00:00');
      for (const trade of made) {
        timeMs += trade.afterMs;
        closedMinutes.push(...minutes.add(timeMs, trade.price, trade.quantity));
        closedLonger.push(...longer.add(timeMs, trade.price, trade.quantity));
      }
      const fromMinutes = aggregateCandles([...closedMinutes, minutes.current!].filter(hasTrades), interval);
      expect([...closedLonger, longer.current!].filter(hasTrades)).toEqual(fromMinutes);
      const total = made.reduce((sum, trade) => sum + quoteVolumeOf(trade.price, trade.quantity), 0n);
      expect(fromMinutes.reduce((sum, candle) => sum + candle.quoteVolume, 0n)).toBe(total);
    }),
  );
});

const hasTrades = (candle: Candle) => candle.volume > 0n;

test('candles joined in two steps are those joined in one', () => {
  const minutes: Candle[] = Array.from({ length: 600 }, (_, index) => {
    const price = BigInt(1_000 + ((index * 7919) % 400));
    return {
      openMs: at('2024-01-07T20:00') + index * intervalMs('1m'),
      open: price,
      high: price + 5n,
      low: price - 5n,
      close: price + 1n,
      volume: BigInt(index),
      quoteVolume: BigInt(index) * 3n,
    };
  });
  const direct = aggregateCandles(minutes, '1w');
  expect(direct.map((candle) => candle.openMs)).toEqual([at('2024-01-01T00:00'), at('2024-01-08T00:00')]);
  expect(aggregateCandles(aggregateCandles(minutes, '1h'), '1w')).toEqual(direct);
  expect(joinCandles(0, direct[0]!, direct[1]!).volume).toBe(BigInt((599 * 600) / 2));
});
