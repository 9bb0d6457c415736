import { expect, it } from 'vitest';
import { type KeptMessages, withWindow } from './kept-window.ts';

const upTo = (
  first: number,
  last: number,
  hasEarlier: boolean,
): KeptMessages<{ readonly number: number }> => ({
  records: Array.from({ length: last - first + 1 }, (_, at) => ({ number: first + at })),
  hasEarlier,
});

it('keeps what leaves the window of the newest messages', () => {
  const newest = withWindow(null, upTo(51, 100, true));
  const earlier = withWindow(newest, upTo(1, 50, false));
  // twenty came: the window begins at 71, and 51 to 70 are in no page any more
  expect(withWindow(earlier, upTo(71, 120, true))).toEqual(upTo(1, 120, false));
});

it('shows the newest alone where some in between were never fetched', () => {
  expect(withWindow(upTo(1, 50, false), upTo(52, 101, true))).toEqual(upTo(52, 101, true));
  expect(withWindow(upTo(1, 50, false), upTo(51, 100, true))).toEqual(upTo(1, 100, false));
});

it('takes the newer text of a message, and nothing from an empty page', () => {
  const masked = { records: [{ number: 2, masked: true }], hasEarlier: true };
  const kept = {
    records: [
      { number: 1, masked: false },
      { number: 2, masked: false },
    ],
    hasEarlier: false,
  };
  expect(withWindow(kept, masked)).toEqual({
    records: [
      { number: 1, masked: false },
      { number: 2, masked: true },
    ],
    hasEarlier: false,
  });
  expect(withWindow(kept, { records: [], hasEarlier: false })).toEqual(kept);
  expect(withWindow(null, { records: [], hasEarlier: false })).toEqual({ records: [], hasEarlier: false });
});
