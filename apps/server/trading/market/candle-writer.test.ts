import type { Candle } from '@candor/prices';
import { expect, test } from 'vitest';
import { eventually } from '../../../../tests/support/patience.ts';
import type { StoredCandle } from './candle-store.ts';
import { CandleWriter } from './candle-writer.ts';

const candle = (openMs: number): StoredCandle => ({
  symbol: 'BTCUSDT',
  interval: '1m',
  candle: { openMs, open: 1n, high: 1n, low: 1n, close: 1n, volume: 0n, quoteVolume: 0n } satisfies Candle,
});

test('what could not be written waits, is said, and is written once when the database answers again', async () => {
  const written: number[] = [];
  const said: string[] = [];
  let down = true;
  const store = {
    write: async (_: string, candles: readonly StoredCandle[]) => {
      if (down) throw new Error('the server closed the connection');
      written.push(...candles.map((stored) => stored.candle.openMs));
    },
  };
  const writer = new CandleWriter(store, 'simulator', (line) => said.push(line), {
    everyMs: 10,
    retryMs: 200,
  });
  writer.put(candle(1));
  writer.start();
  await eventually(() => expect(said).toHaveLength(1));
  writer.put(candle(2));
  expect(writer.waiting().map((stored) => stored.candle.openMs)).toEqual([1, 2]);
  expect(said).toEqual(['Candles were not written yet: the server closed the connection']);
  down = false;
  await eventually(() => expect(written).toEqual([1, 2]));
  expect(writer.waiting()).toEqual([]);
  writer.put(candle(3));
  await writer.stop();
  expect(written).toEqual([1, 2, 3]);
});
