import type { Committed, Submission } from '@candor/journal';
import type { KernelView } from '@candor/kernel';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Clock } from './clock.ts';

/** A kernel whose one due moment moves on by `periodMs` once its time has passed it. */
function kernelDue(firstMs: number, periodMs: number) {
  const state = { timeMs: 0, nextDueMs: firstMs };
  const submitted: { readonly atMs: number; readonly body: Submission['body'] }[] = [];
  const pass = (timeMs: number) => {
    state.timeMs = timeMs;
    while (state.nextDueMs <= timeMs) state.nextDueMs += periodMs;
  };
  return {
    submitted,
    pass,
    read: async <T>(read: (view: KernelView) => T): Promise<T> => read({ ...state } as KernelView),
    async submit({ body }: Submission): Promise<Committed> {
      submitted.push({ atMs: Date.now(), body });
      pass(Date.now());
      return { seq: submitted.length, timeMs: Date.now() } as Committed;
    },
  };
}

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

async function runClock(engine: ReturnType<typeof kernelDue>, ms: number, meanwhile?: () => void) {
  const lines: string[] = [];
  const clock = new Clock({ engine, now: Date.now, log: (line) => lines.push(line) });
  clock.start();
  for (let at = 0; at < ms; at += 50) {
    await vi.advanceTimersByTimeAsync(50);
    meanwhile?.();
  }
  await clock.stop();
  return lines;
}

test('sends one tick for each moment that falls due, within the second, and none between', async () => {
  const engine = kernelDue(10_000, 10_000);
  await runClock(engine, 35_000);
  expect(engine.submitted.map(({ body }) => body.type)).toEqual(['tick', 'tick', 'tick']);
  for (const [at, { atMs }] of engine.submitted.entries()) {
    expect(atMs - 10_000 * (at + 1)).toBeGreaterThanOrEqual(0);
    expect(atMs - 10_000 * (at + 1)).toBeLessThan(1_000);
  }
});

test('sends none where other commands bring the time', async () => {
  const busy = kernelDue(1_000, 1_000);
  await runClock(busy, 10_000, () => busy.pass(Date.now()));
  expect(busy.submitted).toEqual([]);
});

test('sends ticks until no slice is left over of what fell due at once', async () => {
  const engine = kernelDue(1_000, 1_000_000);
  const { read, submit } = engine;
  let slices = 7;
  engine.read = (view) =>
    read(({ timeMs, nextDueMs }) =>
      view({ timeMs, nextDueMs: timeMs >= 1_000 && slices > 0 ? 1_000 : nextDueMs } as KernelView),
    );
  engine.submit = (submission) => {
    slices -= 1;
    return submit(submission);
  };
  await runClock(engine, 5_000);
  expect(engine.submitted).toHaveLength(7);
});

test('goes on after the engine was away, and says so once', async () => {
  const engine = kernelDue(1_000, 1_000_000);
  const { submit } = engine;
  let away = 3;
  engine.submit = async (submission) => {
    away -= 1;
    if (away >= 0) throw new Error('no database');
    return submit(submission);
  };
  const lines = await runClock(engine, 5_000);
  expect(engine.submitted).toHaveLength(1);
  expect(lines).toEqual(['The clock waits: no database']);
});
