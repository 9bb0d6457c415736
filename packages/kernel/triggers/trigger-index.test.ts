import { describe, expect, it } from 'vitest';
import { type Trigger, type TriggerDirection, TriggerIndex, type TriggerSource } from './trigger-index.ts';

const trigger = (
  id: number,
  direction: TriggerDirection,
  threshold: number,
  source: TriggerSource = 'last',
  symbolId = 1,
): Trigger => ({ id, symbolId, source, direction, threshold });

function indexOf(...triggers: Trigger[]): TriggerIndex {
  const index = new TriggerIndex();
  for (const one of triggers) index.add(one);
  return index;
}

describe('the index of triggers', () => {
  it('is crossed at the threshold itself and beyond it', () => {
    const index = indexOf(trigger(1, 'rising', 100), trigger(2, 'falling', 90));
    expect(index.crossed(1, 'last', 99)).toEqual([]);
    expect(index.crossed(1, 'last', 100)).toEqual([1]);
    expect(index.crossed(1, 'last', 91)).toEqual([]);
    expect(index.crossed(1, 'last', 90)).toEqual([2]);
    expect(index.crossed(1, 'last', 1)).toEqual([2]);
  });

  it('yields by id, not by price and not by the order of coming', () => {
    const index = indexOf(trigger(7, 'rising', 100), trigger(3, 'rising', 105), trigger(5, 'falling', 200));
    expect(index.crossed(1, 'last', 110)).toEqual([3, 5, 7]);
  });

  it('keeps symbols and sources apart', () => {
    const index = indexOf(
      trigger(1, 'rising', 100, 'last'),
      trigger(2, 'rising', 100, 'mark'),
      trigger(3, 'rising', 100, 'index'),
      trigger(4, 'rising', 100, 'last', 2),
    );
    expect(index.crossed(1, 'mark', 100)).toEqual([2]);
    expect(index.crossed(1, 'index', 100)).toEqual([3]);
    expect(index.crossed(2, 'last', 100)).toEqual([4]);
    expect(index.crossed(3, 'last', 100)).toEqual([]);
    expect(index.isWatched(2, 'last')).toBe(true);
    expect(index.isWatched(2, 'mark')).toBe(false);
  });

  it('sees all prices between two looks', () => {
    const index = indexOf(trigger(1, 'rising', 110), trigger(2, 'falling', 90), trigger(3, 'falling', 80));
    expect(index.crossedWithin(1, 'last', 90, 110)).toEqual([1, 2]);
  });

  it('leaves what it yields in until it is removed', () => {
    const index = indexOf(trigger(1, 'rising', 100));
    expect(index.crossed(1, 'last', 100)).toEqual([1]);
    expect(index.remove(1)).toBe(true);
    expect(index.remove(1)).toBe(false);
    expect(index.crossed(1, 'last', 100)).toEqual([]);
    expect(index.isWatched(1, 'last')).toBe(false);
  });

  it('refuses a second trigger of an id and a threshold that is no whole number', () => {
    const index = indexOf(trigger(1, 'rising', 100));
    expect(() => index.add(trigger(1, 'falling', 50))).toThrow('Kernel invariant broken: a trigger is');
    expect(() => index.add(trigger(2, 'rising', 0.5))).toThrow(RangeError);
    expect(() => index.add(trigger(2, 'rising', 2 ** 53))).toThrow(RangeError);
    expect(index.size).toBe(1);
  });

  it('answers as a plain list does, whatever came and went', () => {
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 48271) % 2147483647;
      return seed % below;
    };
    const index = new TriggerIndex();
    const plain = new Map<number, Trigger>();
    let crossings = 0;
    for (let step = 1; step <= 20_000; step++) {
      const choice = random(10);
      if (choice < 6) {
        const direction = random(2) === 0 ? 'rising' : 'falling';
        const added = trigger(random(100_000), direction, random(200) - 50, 'mark', 1 + random(2));
        if (plain.has(added.id)) continue;
        index.add(added);
        plain.set(added.id, added);
      } else if (choice < 8 && plain.size > 0) {
        const id = [...plain.keys()][random(plain.size)]!;
        expect(index.remove(id)).toBe(true);
        plain.delete(id);
      } else {
        const symbolId = 1 + random(2);
        const low = random(200) - 50;
        const high = low + random(3);
        const expected = [...plain.values()]
          .filter((one) => one.symbolId === symbolId)
          .filter((one) => (one.direction === 'rising' ? one.threshold <= high : one.threshold >= low))
          .map((one) => one.id)
          .sort((a, b) => a - b);
        expect(index.crossedWithin(symbolId, 'mark', low, high)).toEqual(expected);
        crossings += expected.length;
        for (const id of expected.slice(0, 2)) {
          index.remove(id);
          plain.delete(id);
        }
      }
      expect(index.size).toBe(plain.size);
    }
    expect(crossings).toBeGreaterThan(10_000);
  });
});
