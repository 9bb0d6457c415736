import type { IndexTick, Kline } from '@candor/api';
import { describe, expect, it } from 'vitest';
import { createFrameBatch, createKeyedStore } from '../data/market/keyed-store.ts';
import { type INDEX_VIEWS, indexSource } from './index-source.ts';

const tick = (n: number, p: string | null): IndexTick => ({ n, t: n * 250, p });

/** A market of which nothing is known but the index, and a server that has nothing but its past. */
function openIndex(past: readonly IndexTick[]) {
  const frames: (() => void)[] = [];
  const indexTicks = createKeyedStore<readonly IndexTick[]>(createFrameBatch((frame) => frames.push(frame)));
  const asked: string[] = [];
  const watched: string[] = [];
  const client = {
    call: (name: string, input: object) => {
      asked.push(`${name} ${JSON.stringify(input)}`);
      return Promise.resolve(name === 'getIndexTicks' ? past : []);
    },
  };
  const market = {
    indexTicks,
    watchIndex: (symbol: string) => {
      watched.push(symbol);
      return () => watched.pop();
    },
  };
  const sourceOf = (view: (typeof INDEX_VIEWS)[number]) =>
    indexSource(client as never, market as never, 'BTCUSDT', view);
  const say = (ticks: readonly IndexTick[]) => {
    indexTicks.set('BTCUSDT', () => ticks);
    for (const frame of frames.splice(0)) frame();
  };
  return { sourceOf, asked, watched, say };
}

describe('the chart of second contracts', () => {
  it('draws the ticks of the index that contracts open and close by, and no candles of venues', async () => {
    const { sourceOf, asked, watched, say } = openIndex([tick(1, '100'), tick(2, null), tick(3, '101')]);
    const source = sourceOf('tick');
    expect(await source.load(null)).toMatchObject([
      { t: 250, c: '100' },
      { t: 750, c: '101' },
    ]);
    expect(await source.load(250)).toEqual([]);
    expect(asked).toEqual(['getIndexTicks {"params":{"symbol":"BTCUSDT"},"query":{"limit":"1200"}}']);
    const close = source.open(() => {});
    expect(watched).toEqual(['BTCUSDT']);
    const drawn: [number, string][] = [];
    const stop = source.watch(({ t, c }: Kline) => drawn.push([t, c]));
    say([tick(4, '102')]);
    say([tick(4, '102'), tick(5, null), tick(6, '99.5')]);
    expect(drawn).toEqual([
      [1_000, '102'],
      [1_500, '99.5'],
    ]);
    stop();
    close();
    expect(watched).toEqual([]);
  });

  it('draws candles of one second of the same ticks', async () => {
    const { sourceOf, asked, say } = openIndex([]);
    const source = sourceOf('1s');
    await source.load(null);
    expect(asked).toEqual(['getIndexCandles {"params":{"symbol":"BTCUSDT"},"query":{"limit":"1500"}}']);
    const drawn: string[] = [];
    source.watch(({ t, o, h, l, c }: Kline) => drawn.push(`${t} ${o} ${h} ${l} ${c}`));
    // the first second may lack ticks
    say([tick(3, '90'), tick(4, '100')]);
    say([tick(3, '90'), tick(4, '100'), tick(5, '103'), tick(6, '98')]);
    expect(drawn).toEqual(['1000 100 100 100 100', '1000 100 103 98 98']);
  });
});
