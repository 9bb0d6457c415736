import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Candle, CandleBuilder, type Interval, intervalMs } from '@candor/prices';
import { expect, test } from 'vitest';
import { aggregateCandles } from '../../../../../tests/support/aggregate-candles.ts';
import { recordedData } from '../../../../../tests/support/recorded-data.ts';
import { readCandleFile } from './candle-files.ts';
import { walkCandle } from './candle-walk.ts';

const LONG = 'binance-klines-long';
const MINUTES = 'binance-klines-1m-2024-01';

function recordedCandles(folder: string, symbol: string, interval: Interval): Promise<Candle[]> {
  const name = `${symbol}-${interval}.csv.gz`;
  return readCandleFile({ path: recordedData(folder, name), name, symbol, interval });
}

/** Quote volumes are estimates where a file has none. */
const withoutQuote = ({ quoteVolume: _, ...candle }: Candle) => candle;

test.each(['BTCUSDT', 'ETHUSDT', 'BNBUSDT'])(
  '%s: the minutes of January 2024 make the recorded hours',
  async (symbol) => {
    const hours = aggregateCandles(await recordedCandles(MINUTES, symbol, '1m'), '1h');
    const recorded = new Map(
      (await recordedCandles(LONG, symbol, '1h')).map((candle) => [candle.openMs, candle]),
    );
    const january = hours.filter(({ openMs }) => openMs < Date.UTC(2024, 1, 1));
    const equal = january.filter((hour) => {
      const other = recorded.get(hour.openMs);
      return other !== undefined && isSame(hour, other);
    });
    expect([equal.length, january.length]).toEqual([744, 744]);
  },
);

test('with all fields, quarter hours make the recorded hours and hours the recorded days', async () => {
  const hours = aggregateCandles(await recordedCandles(LONG, 'BTCUSDT', '15m'), '1h').slice(0, -1);
  const recordedHours = await recordedCandles(LONG, 'BTCUSDT', '1h');
  const from = recordedHours.findIndex(({ openMs }) => openMs === hours[0]!.openMs);
  expect(hours).toHaveLength(4_948);
  expect(recordedHours.slice(from, from + hours.length)).toEqual(hours);
  const days = aggregateCandles(recordedHours, '1d').slice(0, -1);
  const recordedDays = new Map(
    (await recordedCandles(LONG, 'BTCUSDT', '1d')).map((day) => [day.openMs, day]),
  );
  expect(days).toHaveLength(942);
  expect(days.map((day) => recordedDays.get(day.openMs))).toEqual(days);
});

test('a walk through recorded minutes builds the same minutes, and the recorded hours', async () => {
  const minutes = (await recordedCandles(MINUTES, 'BTCUSDT', '1m')).slice(0, 3_000);
  const [one, hour] = [new CandleBuilder('1m'), new CandleBuilder('1h')];
  const closed: Candle[] = [];
  const closedHours: Candle[] = [];
  for (const candle of minutes) {
    for (const { offsetMs, price, quantity } of walkCandle(candle, intervalMs('1m'))) {
      closed.push(...one.add(candle.openMs + offsetMs, price, quantity));
      closedHours.push(...hour.add(candle.openMs + offsetMs, price, quantity));
    }
  }
  expect(closed.map(withoutQuote)).toEqual(minutes.slice(0, closed.length).map(withoutQuote));
  expect(closed).toHaveLength(2_999);
  expect(closedHours.map(withoutQuote)).toEqual(
    aggregateCandles(minutes, '1h').slice(0, 49).map(withoutQuote),
  );
});

test.each([
  ['open_time_ms,open,high,low,close\n', /has no columns/],
  ['open_time_ms,open,high,low,close,volume\n0,1,2,0.5,1e3,1\n', /line 2: "1e3" is no decimal/],
  ['open_time_ms,open,high,low,close,volume\n0,1,0.9,0.5,0.8,1\n', /line 2: high and low do not hold/],
  ['open_time_ms,open,high,low,close,volume\n60000,1,1,1,1,1\n0,1,1,1,1,1\n', /not in order of time/],
])('%j is refused', async (text, words) => {
  const folder = await mkdtemp(join(tmpdir(), 'candor-candles-'));
  const path = join(folder, 'BTCUSDT-1m.csv.gz');
  try {
    await writeFile(path, gzipSync(text));
    const file = { path, name: 'BTCUSDT-1m.csv.gz', symbol: 'BTCUSDT', interval: '1m' } as const;
    await expect(readCandleFile(file)).rejects.toThrow(words);
  } finally {
    await rm(folder, { recursive: true });
  }
});

function isSame(left: Candle, right: Candle): boolean {
  const fields = ['open', 'high', 'low', 'close', 'volume'] as const;
  return fields.every((field) => left[field] === right[field]);
}
