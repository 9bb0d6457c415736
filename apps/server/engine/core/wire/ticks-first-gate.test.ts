import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TicksFirst } from './ticks-first-gate.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A gate with the fates of what passes through it. */
function gateWith(names: readonly string[]) {
  const gate = new TicksFirst(3_000);
  const fates: string[] = [];
  const pass = (name: string) =>
    gate.pass(
      () => fates.push(`${name} done`),
      () => fates.push(`${name} refused`),
    );
  gate.begin();
  for (const name of names) pass(name);
  return { gate, fates, pass };
}

test('nothing that begins meanwhile extends the delay', () => {
  const { gate, fates } = gateWith(['a', 'b']);
  for (let second = 0; second < 3; second += 1) {
    expect(fates).toEqual([]);
    vi.advanceTimersByTime(1_000);
    gate.begin();
  }
  expect(fates).toEqual(['a done', 'b done']);
});

test('what is delayed when the journal stops is refused, and is not done when it is ready again', () => {
  const { gate, fates, pass } = gateWith(['a', 'b']);
  gate.stop();
  expect(fates).toEqual(['a refused', 'b refused']);
  gate.begin();
  pass('c');
  gate.end();
  vi.advanceTimersByTime(10_000);
  expect(fates).toEqual(['a refused', 'b refused', 'c done']);
});

test('a journal that stops and begins again and again holds nothing for longer than one delay', () => {
  const { gate, fates, pass } = gateWith([]);
  for (let round = 0; round < 50; round += 1) {
    pass(`${round}`);
    vi.advanceTimersByTime(700);
    gate.stop();
    gate.begin();
  }
  expect(fates).toEqual(Array.from({ length: 50 }, (_, round) => `${round} refused`));
});
