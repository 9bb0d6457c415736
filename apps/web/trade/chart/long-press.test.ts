import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLongPress, HOLD_MS } from './long-press.ts';

const at = (clientX: number, clientY: number, more: object = {}) => ({
  pointerType: 'touch',
  isPrimary: true,
  clientX,
  clientY,
  ...more,
});

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('is a finger that rests, however little it trembles, and says so once', () => {
  const held = vi.fn();
  const press = createLongPress(held);
  press.down(at(100, 200));
  press.move(at(104, 203));
  vi.advanceTimersByTime(HOLD_MS - 1);
  expect(held).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(held.mock.calls).toEqual([[at(100, 200)]]);
  expect(press.isHeld()).toBe(true);
  press.end();
  vi.advanceTimersByTime(10 * HOLD_MS);
  expect(held).toHaveBeenCalledTimes(1);
  press.down(at(1, 1));
  expect(press.isHeld()).toBe(false);
});

it.each<[string, (press: ReturnType<typeof createLongPress>) => void]>([
  ['lifts', (press) => press.end()],
  ['scrolls', (press) => press.move(at(100, 211))],
  ['is joined by a second finger', (press) => press.down(at(150, 200, { isPrimary: false }))],
])('is not a finger that %s', (_, act) => {
  const held = vi.fn();
  const press = createLongPress(held);
  press.down(at(100, 200));
  vi.advanceTimersByTime(HOLD_MS / 2);
  act(press);
  vi.advanceTimersByTime(2 * HOLD_MS);
  expect(held).not.toHaveBeenCalled();
});

it.each(['mouse', 'pen'])('is not a %s, which has a button for it', (pointerType) => {
  const held = vi.fn();
  createLongPress(held).down(at(100, 200, { pointerType }));
  vi.advanceTimersByTime(2 * HOLD_MS);
  expect(held).not.toHaveBeenCalled();
});
