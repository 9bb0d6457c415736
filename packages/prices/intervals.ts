/** The candle lengths that charts offer, shortest first. */
export const INTERVALS = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'] as const;
export type Interval = (typeof INTERVALS)[number];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

const LENGTH_MS: Readonly<Record<Interval, number>> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '1d': DAY_MS,
  '1w': WEEK_MS,
};

/** 1970 began on a Thursday: the first Monday is four days later. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** Returns the length of a candle of the interval, in milliseconds. */
export function intervalMs(interval: Interval): number {
  return LENGTH_MS[interval];
}

/** Returns the time at which the candle that holds `timeMs` opens: UTC, weeks from Monday 00:00. */
export function candleOpenMs(timeMs: number, interval: Interval): number {
  const length = LENGTH_MS[interval];
  const offset = interval === '1w' ? FIRST_MONDAY_MS : 0;
  return Math.floor((timeMs - offset) / length) * length + offset;
}
