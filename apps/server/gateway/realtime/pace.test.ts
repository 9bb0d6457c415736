import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startPace } from './pace.ts';

let clients = 0;
let runs = 0;
const begin = () =>
  startPace({ busyMs: 100, idleMs: 1_000, isIdle: () => clients === 0, work: () => void runs++ });

beforeEach(() => {
  vi.useFakeTimers();
  clients = 0;
  runs = 0;
});
afterEach(() => void vi.useRealTimers());

test('it works seldom for nobody, and often from the first client on', () => {
  const pace = begin();
  vi.advanceTimersByTime(2_999);
  expect(runs).toBe(2);
  clients = 1;
  pace.hasten();
  vi.advanceTimersByTime(100);
  expect(runs).toBe(3);
  vi.advanceTimersByTime(1_000);
  expect(runs).toBe(13);
  clients = 0;
  vi.advanceTimersByTime(100);
  expect(runs).toBe(14);
  vi.advanceTimersByTime(999);
  expect(runs).toBe(14);
  pace.stop();
});

test('further clients do not postpone it, and it can be stopped', () => {
  clients = 1;
  const pace = begin();
  for (let at = 0; at < 10; at += 1) {
    pace.hasten();
    vi.advanceTimersByTime(50);
  }
  expect(runs).toBe(5);
  pace.stop();
  vi.advanceTimersByTime(10_000);
  expect(runs).toBe(5);
});
