import type { PublicTrade, Ticker } from '@candor/api';
import { describe, expect, it } from 'vitest';
import {
  allDetailChannel,
  detailChannel,
  klineChannel,
  MAX_TRADES,
  tradeChannel,
} from './market-channels.ts';

/** The messages in frames; a frame's header is 2 or 4 bytes here. */
const read = (frames: readonly (Buffer | null)[]) =>
  frames.map((frame) => frame && JSON.parse(frame.subarray(frame[1] === 126 ? 4 : 2).toString()));

const kline = (t: number, c: string, closed = false) => ({ t, o: '1', h: '1', l: '1', c, v: '1', closed });
const trade = (n: number): PublicTrade => ({
  id: `v${n}`,
  price: '1',
  qty: '1',
  side: 'buy',
  t: n,
  source: 'venue',
});
const ids = (frames: readonly (Buffer | null)[]): string[][] =>
  read(frames).map((message) => message.data.map(({ id }: PublicTrade) => id));

describe('market channels', () => {
  it('detail: the newest replaces what is unsent; catching up gives the newest sent', () => {
    const channel = detailChannel('BTCUSDT');
    expect(channel.catchUp(0)).toBeNull();
    for (const last of ['1', '2']) channel.push({ symbol: 'BTCUSDT', last } as Ticker);
    expect(read(channel.takeFrames())).toEqual([
      { ch: 'detail:BTCUSDT', data: { symbol: 'BTCUSDT', last: '2' } },
    ]);
    expect(channel.takeFrames()).toEqual([]);
    expect(read([channel.catchUp(0)])[0].data.last).toBe('2');
    expect(channel.catchUp(channel.mark())).toBeNull();
  });

  it('all details: the newest replaces what is unsent, and a restart forgets it', () => {
    const channel = allDetailChannel();
    const all = (last: string) =>
      [
        { symbol: 'BTCUSDT', last },
        { symbol: 'ETHUSDT', last },
      ] as Ticker[];
    for (const last of ['1', '2']) channel.push(all(last));
    expect(read(channel.takeFrames())).toEqual([{ ch: 'all_symbol_detail', data: all('2') }]);
    expect(read([channel.catchUp(0)])[0].data).toEqual(all('2'));
    channel.restart([]);
    expect(channel.catchUp(0)).toBeNull();
  });

  it("kline: a candle's last state goes out even when the next one has begun", () => {
    const channel = klineChannel('BTCUSDT', '1m');
    for (const data of [kline(0, '1'), kline(0, '2', true), kline(60_000, '3'), kline(60_000, '4')])
      channel.push(data);
    expect(read(channel.takeFrames()).map(({ data }) => [data.t, data.c, data.closed])).toEqual([
      [0, '2', true],
      [60_000, '4', false],
    ]);
    expect(read([channel.catchUp(0)])[0].data.c).toBe('4');
  });

  it('trade: one message a flush, capped; the past and what was missed come on catching up', () => {
    const channel = tradeChannel('BTCUSDT', [trade(1), trade(2)]);
    expect(ids([channel.catchUp(0)])).toEqual([['v1', 'v2']]);
    channel.push(trade(3));
    expect(ids([channel.catchUp(0)])).toEqual([['v1', 'v2']]);
    const before = channel.mark();
    expect(ids(channel.takeFrames())).toEqual([['v3']]);
    expect(ids([channel.catchUp(before)])).toEqual([['v3']]);
    expect(channel.catchUp(channel.mark())).toBeNull();
    for (let n = 4; n < 4 + 3 * MAX_TRADES; n++) channel.push(trade(n));
    const [flushed] = ids(channel.takeFrames());
    expect(flushed).toHaveLength(MAX_TRADES);
    expect(flushed!.at(-1)).toBe(`v${3 + 3 * MAX_TRADES}`);
    expect(ids([channel.catchUp(before)])[0]).toEqual(flushed);
  });

  it('passes what nobody hears, and brings who comes later its state', () => {
    const [heard, unheard] = [tradeChannel('BTCUSDT', [trade(1)]), tradeChannel('BTCUSDT', [trade(1)])];
    const [sent, passed] = [klineChannel('BTCUSDT', '1m'), klineChannel('BTCUSDT', '1m')];
    for (const channel of [heard, unheard]) channel.push(trade(2));
    for (const channel of [sent, passed]) for (const t of [0, 60_000]) channel.push(kline(t, '1'));
    for (const channel of [heard, sent]) channel.takeFrames();
    const before = [unheard, passed].map((channel) => channel.mark());
    for (const channel of [unheard, passed]) {
      channel.pass();
      channel.pass();
      expect(channel.takeFrames()).toEqual([]);
    }
    for (const [like, channel, since] of [
      [heard, unheard, before[0]!],
      [sent, passed, before[1]!],
    ] as const) {
      expect(channel.mark()).toBe(like.mark());
      for (const from of [0, since, channel.mark()])
        expect(channel.catchUp(from)?.toString()).toBe(like.catchUp(from)?.toString());
    }
    expect(ids([unheard.catchUp(before[0]!)])).toEqual([['v2']]);
    expect(passed.catchUp(0)).toBe(passed.catchUp(0));
  });

  it('writes a state once for all who ask for it between two flushes', () => {
    const trades = tradeChannel('BTCUSDT', [trade(1), trade(2)]);
    const first = trades.catchUp(0);
    expect(trades.catchUp(0)).toBe(first);
    trades.push(trade(3));
    trades.takeFrames();
    expect(ids([trades.catchUp(0)])).toEqual([['v1', 'v2', 'v3']]);
    const candles = klineChannel('BTCUSDT', '1m');
    candles.push(kline(0, '1'));
    candles.takeFrames();
    expect(candles.catchUp(0)).toBe(candles.catchUp(0));
  });
});
