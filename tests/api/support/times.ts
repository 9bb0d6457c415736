import { expect } from 'vitest';

/** Latest time that a call takes in a body, where a JSON number has at most 15 digits. */
const FURTHEST_MS = 999_999_999_999_999;

/** Times of records, in ms since 1970, as the body of a call takes them. */
export interface Times {
  readonly fromTime?: number;
  readonly toTime?: number;
}

/** The same times as the query of a call takes them. */
export const inQuery = ({ fromTime, toTime }: Times) => ({
  ...(fromTime === undefined ? {} : { fromTime: String(fromTime) }),
  ...(toTime === undefined ? {} : { toTime: String(toTime) }),
});

/**
 * Checks a list with one record or more: it begins with the first moment that it is asked for, ends before the last, and takes
 * the furthest time that a body can name.
 */
export async function expectListedByTime(list: (times: Times) => Promise<readonly number[]>): Promise<void> {
  const times = await list({});
  expect(times.length).toBeGreaterThan(0);
  for (const time of new Set(times)) {
    expect(await list({ fromTime: time, toTime: time + 1 })).toEqual(times.filter((other) => other === time));
    expect(await list({ toTime: time })).toEqual(times.filter((other) => other < time));
  }
  expect(await list({ fromTime: Math.max(...times) + 1 })).toEqual([]);
  expect(await list({ fromTime: FURTHEST_MS })).toEqual([]);
  expect(await list({ fromTime: 0, toTime: FURTHEST_MS })).toEqual(times);
}
