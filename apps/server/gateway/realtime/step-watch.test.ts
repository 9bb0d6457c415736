import { expect, it } from 'vitest';
import { createStepWatch } from './step-watch.ts';

it('is in step once books, core, bus and market all are, and says each change once', () => {
  const heard: boolean[] = [];
  const now = { core: 'ready', behindMs: 0, market: null as string | null };
  const watch = createStepWatch({
    core: { status: () => ({ state: now.core }) as never },
    bus: { behindMs: () => now.behindMs },
    market: { outOfStep: () => now.market },
    outOfStepMs: 3_000,
    onChange: (inStep) => heard.push(inStep),
  });
  expect(watch.inStep()).toBe(false);
  watch.setLoaded(true);
  expect(heard).toEqual([true]);
  for (const [out, back] of [
    [{ core: 'recovering' }, { core: 'ready' }],
    [{ behindMs: 3_001 }, { behindMs: 20 }],
    [{ market: 'it is read anew' }, { market: null }],
  ]) {
    heard.length = 0;
    Object.assign(now, out);
    expect([watch.inStep(), watch.inStep()]).toEqual([false, false]);
    Object.assign(now, back);
    expect([watch.inStep(), watch.inStep()]).toEqual([true, true]);
    expect(heard).toEqual([false, true]);
  }
  watch.setLoaded(false);
  expect(watch.inStep()).toBe(false);
});

it('takes a market without a clock of its own for current', () => {
  const watch = createStepWatch({
    core: { status: () => ({ state: 'ready' }) as never },
    bus: { behindMs: () => 0 },
    market: {},
    outOfStepMs: 3_000,
    onChange: () => {},
  });
  watch.setLoaded(true);
  expect(watch.inStep()).toBe(true);
});
