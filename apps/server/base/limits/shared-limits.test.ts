import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActLimit } from '../../engine/acts/act-limit.ts';
import { createBudget } from '../../gateway/http/admission.ts';
import { createBus } from '../bus/index.ts';
import { createBudgets } from './budgets.ts';
import { aloneAtDoor, type SharedLimit, type SharedLimits, shareLimits } from './shared-limits.ts';

const DAY_START_MS = Date.UTC(2026, 10, 22);

/** Creates doors that exchange their counts when the test calls `tellAll`. */
function limitOf(doors: number): { readonly limits: readonly SharedLimit[]; tellAll(): void } {
  const listeners: ((key: string, taken: number) => void)[] = [];
  let untold: (() => void)[] = [];
  const limits = Array.from({ length: doors }, (_, from) => ({
    doors,
    tell: (key: string, taken: number) =>
      void untold.push(() => {
        for (const [to, listener] of listeners.entries()) if (to !== from) listener(key, taken);
      }),
    onTold(listener: (key: string, taken: number) => void) {
      listeners[from] = listener;
    },
  }));
  return {
    limits,
    tellAll() {
      const telling = untold;
      untold = [];
      for (const tell of telling) tell();
    },
  };
}

describe('requests over several doors', () => {
  it('have the points of one in the long run, however they are spread', () => {
    let timeMs = 0;
    const { limits, tellAll } = limitOf(3);
    const budgets = limits.map((limit) => createBudget(30, () => timeMs, limit));
    let admitted = 0;
    for (; timeMs < 60_000; timeMs += 100) {
      for (const budget of budgets)
        for (let n = 0; n < 50; n += 1) if (budget.take('a', 1) === 0) admitted += 1;
      tellAll();
    }
    expect(admitted).toBeLessThanOrEqual(60 * 30 + 2 * 30);
    expect(admitted).toBeGreaterThan(40 * 30);
    timeMs += 10_000;
    expect(budgets.map((budget) => budget.take('a', 30))).toEqual([0, 0, 0]);
  });

  it('say nothing of who spends little, which is half of the points at most', () => {
    let timeMs = 0;
    const { limits } = limitOf(2);
    const told: number[] = [];
    const limit = { ...limits[0]!, tell: (_: string, points: number) => void told.push(points) };
    const budget = createBudget(20, () => timeMs, limit);
    for (let n = 0; n < 5; n += 1) budget.take('a', 1);
    expect(told).toEqual([]);
    budget.take('a', 1);
    budget.take('a', 2);
    expect(told).toEqual([6, 2]);
    timeMs += 1_000;
    budget.take('a', 1);
    expect(told).toEqual([6, 2]);
  });

  it('count what another door let through, and no other key for it', () => {
    const { limits, tellAll } = limitOf(2);
    const [one, two] = limits.map((limit) => createBudget(10, () => 0, limit));
    expect(one!.take('a', 8)).toBe(0);
    tellAll();
    expect(two!.take('a', 3)).toBeGreaterThan(0);
    expect(two!.take('a', 2)).toBe(0);
    expect(two!.take('b', 10)).toBe(0);
  });
});

describe('budgets of addresses over several doors', () => {
  it('are one budget, a moment later', () => {
    let timeMs = 0;
    const { limits, tellAll } = limitOf(2);
    const [one, two] = limits.map((limit) => createBudgets({ burst: 10, perSecond: 1 }, () => timeMs, limit));
    for (let n = 0; n < 10; n += 1) expect(one!.take('192.0.2.1', 1)).toBe('admitted');
    tellAll();
    expect(two!.take('192.0.2.1', 1)).toBe('refused-first');
    expect(two!.take('192.0.2.2', 10)).toBe('admitted');
    timeMs += 5_000;
    expect(two!.take('192.0.2.1', 4)).toBe('admitted');
  });
});

describe('acts of a user over several doors', () => {
  it('are counted together, and what was not done is given back everywhere', () => {
    const { limits, tellAll } = limitOf(2);
    const [one, two] = limits.map((limit) =>
      createActLimit({ perUser: 8, perAddress: 8 }, () => DAY_START_MS, limit),
    );
    const backs = Array.from({ length: 8 }, () => one!.take(1000, 'placeOrder'));
    expect(() => one!.take(1000, 'placeOrder')).toThrow('DAILY_ACTS_REACHED');
    tellAll();
    expect(() => two!.take(1000, 'placeOrder')).toThrow('DAILY_ACTS_REACHED');
    two!.take(1001, 'placeOrder');
    backs[0]!();
    tellAll();
    two!.take(1000, 'placeOrder');
    for (const back of backs.slice(1)) back();
    tellAll();
    for (let n = 0; n < 7; n += 1) two!.take(1000, 'placeOrder');
    expect(() => two!.take(1000, 'placeOrder')).toThrow('DAILY_ACTS_REACHED');
  });
});

describe('doors on a bus', () => {
  const opened: SharedLimits[] = [];
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    for (const limits of opened.splice(0)) limits.stop();
    vi.useRealTimers();
  });

  it('tell each other what they took, in sums, under the name of the limit', () => {
    const bus = createBus((error) => {
      throw error;
    });
    const [one, two] = [shareLimits(bus, 2), shareLimits(bus, 2)];
    opened.push(one, two);
    const heard: unknown[] = [];
    for (const [who, limits] of Object.entries({ one, two }))
      for (const name of ['x', 'y'])
        limits.share(name).onTold((key, taken) => heard.push([who, name, key, taken]));
    const x = one.share('x');
    x.tell('a', 1);
    x.tell('a', 2);
    x.tell('b', -1);
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect(heard).toEqual([
      ['two', 'x', 'a', 3],
      ['two', 'x', 'b', -1],
    ]);
    two.stop();
    x.tell('a', 1);
    vi.advanceTimersByTime(1_000);
    expect(heard).toHaveLength(2);
  });

  it('say nothing where there is one alone', () => {
    const limits = shareLimits(null as never, 1);
    expect(limits.share).toBe(aloneAtDoor);
    limits.stop();
  });
});
