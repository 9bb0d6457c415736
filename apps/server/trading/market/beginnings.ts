import {
  type Candle,
  candleOpenMs,
  DAY_MS,
  INTERVALS,
  type Interval,
  intervalMs,
  joinCandles,
} from '@candor/prices';
import type { CandleStore } from './candle-store.ts';

/** The state from which the live candles of one symbol continue. */
export interface Beginning {
  /** The part of each interval's open candle that is known already. */
  readonly open: ReadonlyMap<Interval, Candle>;
  /** Candles of the 24 hours before, as fine as there are, without overlap. */
  readonly day: readonly Candle[];
  /** The last known price, null where nothing is known. */
  readonly last: bigint | null;
}

/**
 * Reads where each symbol stood at `nowMs` out of the candles that had closed by then and its open minute. Of several sources the first
 * that has a candle counts.
 */
export async function readBeginnings(
  store: CandleStore,
  sources: readonly string[],
  symbols: readonly string[],
  openMinutes: ReadonlyMap<string, Candle>,
  nowMs: number,
): Promise<Map<string, Beginning>> {
  const closed = new Map<Interval, Map<string, Candle[]>>();
  for (const [at, interval] of INTERVALS.entries()) {
    const longer = INTERVALS[at + 1];
    if (longer === undefined) continue;
    const fromMs = Math.min(candleOpenMs(nowMs, longer), nowMs - DAY_MS);
    closed.set(interval, await readClosed(store, sources, symbols, interval, fromMs, nowMs));
  }
  const lastDays = await Promise.all(symbols.map((symbol) => lastClose(store, sources, symbol, nowMs)));
  return new Map(
    symbols.map((symbol, at) => {
      const of = (interval: Interval) => closed.get(interval)?.get(symbol) ?? [];
      const day = coverDay(of, nowMs);
      const minute = openMinutes.get(symbol) ?? null;
      const last = minute?.close ?? day.at(-1)?.close ?? lastDays[at] ?? null;
      return [symbol, { open: openCandles(of, minute, nowMs), day, last }];
    }),
  );
}

async function readClosed(
  store: CandleStore,
  sources: readonly string[],
  symbols: readonly string[],
  interval: Interval,
  fromMs: number,
  untilMs: number,
): Promise<Map<string, Candle[]>> {
  const merged = new Map<string, Map<number, Candle>>();
  for (const source of sources) {
    for (const [symbol, candles] of await store.between(source, symbols, interval, fromMs, untilMs)) {
      const kept = merged.get(symbol) ?? new Map<number, Candle>();
      merged.set(symbol, kept);
      for (const candle of candles) if (!kept.has(candle.openMs)) kept.set(candle.openMs, candle);
    }
  }
  return new Map(
    [...merged].map(([symbol, kept]) => [symbol, [...kept.values()].sort((a, b) => a.openMs - b.openMs)]),
  );
}

async function lastClose(
  store: CandleStore,
  sources: readonly string[],
  symbol: string,
  nowMs: number,
): Promise<bigint | null> {
  for (const interval of ['1m', '1h', '1d'] as const) {
    for (const source of sources) {
      const range = { beforeMs: nowMs, closedByMs: nowMs };
      const [candle] = await store.last(source, symbol, interval, range, 1);
      if (candle !== undefined) return candle.close;
    }
  }
  return null;
}

/** An open hour is its closed half hours and its open half hour, and so on down to the minutes. */
function openCandles(
  of: (interval: Interval) => readonly Candle[],
  minute: Candle | null,
  nowMs: number,
): Map<Interval, Candle> {
  const open = new Map<Interval, Candle>();
  if (minute !== null && minute.openMs === candleOpenMs(nowMs, '1m')) open.set('1m', minute);
  for (const [at, interval] of INTERVALS.entries()) {
    const shorter = INTERVALS[at - 1];
    if (shorter === undefined) continue;
    const openMs = candleOpenMs(nowMs, interval);
    const parts = of(shorter).filter((candle) => candle.openMs >= openMs);
    const openPart = open.get(shorter);
    if (openPart !== undefined) parts.push(openPart);
    const [first, ...rest] = parts;
    if (first === undefined) continue;
    open.set(
      interval,
      rest.reduce((joined, part) => joinCandles(openMs, joined, part), { ...first, openMs }),
    );
  }
  return open;
}

/** At each moment of the last day the finest closed candle that begins there. */
function coverDay(of: (interval: Interval) => readonly Candle[], nowMs: number): Candle[] {
  const finest = new Map<number, { candle: Candle; lengthMs: number }>();
  for (const interval of ['1h', '30m', '15m', '5m', '1m'] as const) {
    for (const candle of of(interval)) finest.set(candle.openMs, { candle, lengthMs: intervalMs(interval) });
  }
  const cover: Candle[] = [];
  let reachedMs = nowMs - DAY_MS;
  for (const openMs of [...finest.keys()].sort((a, b) => a - b)) {
    const { candle, lengthMs } = finest.get(openMs)!;
    if (openMs < reachedMs) continue;
    cover.push(candle);
    reachedMs = openMs + lengthMs;
  }
  return cover;
}
