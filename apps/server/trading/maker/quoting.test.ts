import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CoreLink } from '../../engine/core/index.ts';
import { MAKER_SETTINGS } from './index.ts';
import { Quoting } from './quoting.ts';

let newest: number | null;
let turns: number;
let maker: Quoting<never, { quoted: readonly never[] }>;

beforeEach(() => {
  vi.useFakeTimers();
  newest = null;
  turns = 0;
  maker = new Quoting(
    {
      core: {} as CoreLink,
      userId: 1,
      venueId: 1,
      settings: MAKER_SETTINGS,
      newestTick: () => newest,
      now: Date.now,
      log: (line) => expect.fail(line),
    },
    {
      name: 'test maker',
      cycleMs: 125,
      command: 'massQuote',
      endLine: '',
      read: () => {
        turns += 1;
        return Promise.resolve(null);
      },
      isAtEnd: () => false,
      wanted: () => [],
    },
  );
  maker.start();
});

afterEach(async () => {
  const stopped = maker.stop();
  await vi.runAllTimersAsync();
  await stopped;
  vi.useRealTimers();
});

const turnsWithin = async (durationMs: number, during: () => void = () => {}): Promise<number> => {
  const before = turns;
  during();
  await vi.advanceTimersByTimeAsync(durationMs);
  return turns - before;
};

test('without ticks a turn starts at each cycle', async () => {
  await vi.advanceTimersByTimeAsync(0);
  expect(await turnsWithin(1_250)).toBe(10);
});

test('each tick starts one turn, and none starts between ticks', async () => {
  newest = 1;
  await vi.advanceTimersByTimeAsync(125);
  for (let tick = 2; tick < 12; tick += 1) {
    newest = tick;
    expect(await turnsWithin(250, () => maker.wake())).toBe(1);
  }
});

test('a tick during a turn starts another turn after it', async () => {
  newest = 1;
  await vi.advanceTimersByTimeAsync(125);
  const wakeTwice = () => {
    maker.wake();
    maker.wake();
  };
  expect(await turnsWithin(0, wakeTwice)).toBe(1);
  const wakeWithin = async () => {
    maker.wake();
    await Promise.resolve();
    maker.wake();
  };
  expect(await turnsWithin(0, () => void wakeWithin())).toBe(2);
});

test('turns go on once a second when ticks stop', async () => {
  newest = 1;
  await vi.advanceTimersByTimeAsync(125);
  expect(await turnsWithin(5_000)).toBe(5);
});

test.each([
  ['INDEX_STALE', []],
  ['TICK_OUT_OF_ORDER', []],
  ['PRICE_OUT_OF_BAND', ['Quotes of BTCUSDT were refused: PRICE_OUT_OF_BAND']],
])('a refusal as %s is logged at most once, and not at all if it passes by itself', async (code, lines) => {
  const logged: string[] = [];
  let refused = 0;
  const submit = () => {
    refused += 1;
    return Promise.resolve({ outcome: { ok: false, code } });
  };
  const symbol = { symbolId: 1, name: 'BTCUSDT' };
  const quoted = [{ symbol, venueSymbol: 'BTCUSDT', resting: [], isOpen: true } as never];
  const quoting = new Quoting<never, { quoted: readonly never[] }>(
    {
      core: { submit } as unknown as CoreLink,
      userId: 1,
      venueId: 1,
      settings: MAKER_SETTINGS,
      now: Date.now,
      log: (line) => logged.push(line),
    },
    {
      name: 'test maker',
      cycleMs: 125,
      command: 'massQuote',
      endLine: '',
      read: () => Promise.resolve({ quoted }),
      isAtEnd: () => false,
      wanted: () => [{ side: 'buy', priceTicks: 1, lots: 1 } as never],
    },
  );
  quoting.book({ venueId: 1, symbol: 'BTCUSDT', timeMs: Date.now(), bids: [], asks: [] } as never);
  quoting.start();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(refused).toBeGreaterThan(1);
  const stopped = quoting.stop();
  await vi.advanceTimersByTimeAsync(2_000);
  await stopped;
  expect(logged).toEqual(lines);
});
