import { INTERVALS, type Kline, klineSchema } from '@candor/api';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type KlineMarket,
  type PackedKlines,
  type PublishedCandle,
  packKlines,
  toKline,
  unpackKlines,
} from './packed-klines.ts';

const markets: readonly KlineMarket[] = [
  { names: ['BTCUSDT', 'BTCUSDT-PERP'], decimals: { price: 2, quantity: 5 } },
  { names: ['SHIBUSDT'], decimals: { price: 8, quantity: 0 } },
];
/** Figures of every size, some beyond 63 bits. */
const figure = fc.oneof(fc.bigInt(0n, 2n ** 40n), fc.bigInt(2n ** 62n, 2n ** 70n));
const candle = fc.record({
  openMs: fc.integer({ min: 0, max: 2_000_000_000_000 }),
  open: figure,
  high: figure,
  low: figure,
  close: figure,
  volume: figure,
  quoteVolume: figure,
});
const said: fc.Arbitrary<PublishedCandle> = fc.record({
  market: fc.constantFrom(...markets),
  interval: fc.constantFrom(...INTERVALS),
  candle,
  closed: fc.boolean(),
});

type Heard = readonly [names: readonly string[], interval: string, t: number, kline: Kline];

function heardOf(message: unknown): Heard[] {
  const heard: Heard[] = [];
  unpackKlines(message, (names, interval, kline) => {
    heard.push([names, interval, kline.t, JSON.parse(JSON.stringify(kline)) as Kline]);
  });
  return heard;
}

test('candles come back in their order as they were written before', () => {
  fc.assert(
    fc.property(fc.array(said, { maxLength: 20 }), (candles) => {
      const expected = candles.map(({ market, interval, candle, closed }): Heard => {
        const kline = toKline(candle, closed, market.decimals);
        return [market.names, interval, candle.openMs, kline];
      });
      expect(heardOf(structuredClone(packKlines(candles)))).toEqual(expected);
      for (const [, , , kline] of expected) expect(klineSchema.parse(kline)).toEqual(kline);
    }),
  );
});

test('what is not packed candles is refused before anything of it is taken', () => {
  const flat = { open: 1n, high: 1n, low: 1n, close: 1n, volume: 1n, quoteVolume: 1n };
  const candleOf = (volume: bigint): PublishedCandle => ({
    market: markets[0]!,
    interval: '5m',
    closed: false,
    candle: { ...flat, openMs: 300_000, volume },
  });
  const packed = packKlines([candleOf(1n), candleOf(2n ** 64n)]);
  expect(heardOf(packed)).toHaveLength(2);
  const heads = (change: (heads: Float64Array) => void) => {
    const changed = packed.heads.slice();
    change(changed);
    return { ...packed, heads: changed };
  };
  const market = (change: object) => ({ ...packed, markets: [{ ...markets[0], ...change }] });
  const wrong: unknown[] = [
    null,
    7,
    {},
    { t: 0, o: '1', h: '1', l: '1', c: '1', v: '1', closed: true } satisfies Kline,
    { ...packed, markets: [] },
    { ...packed, markets: null },
    { ...packed, heads: [...packed.heads] },
    { ...packed, heads: packed.heads.subarray(1) },
    { ...packed, figures: packed.figures.subarray(1) },
    { ...packed, large: [] },
    { ...packed, large: [{ ...packed.large[0]!, o: 1 }] },
    heads((all) => {
      all[0] = 1;
    }),
    heads((all) => {
      all[1] = 0.5;
    }),
    heads((all) => {
      all[1] = INTERVALS.length;
    }),
    heads((all) => {
      all[2] = Number.NaN;
    }),
    heads((all) => {
      all[3] = 2;
    }),
    market({ names: [1] }),
    market({ names: 'BTCUSDT' }),
    market({ decimals: { price: -1, quantity: 5 } }),
    market({ decimals: { price: 2, quantity: 9 } }),
    market({ decimals: null }),
  ];
  for (const message of wrong) {
    const taken: unknown[] = [];
    expect(() => unpackKlines(message, (_, __, kline) => taken.push(kline))).toThrow(RangeError);
    expect(taken).toEqual([]);
  }
  const none: PackedKlines = packKlines([]);
  expect(heardOf(none)).toEqual([]);
});
