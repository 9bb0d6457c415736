import { assert } from '../assert.ts';
import { TriggerHeap } from './trigger-heap.ts';

/** Price that a trigger watches: the last trade of our own book, the mark or the index. */
export type TriggerSource = 'last' | 'mark' | 'index';

export const TRIGGER_SOURCES: readonly TriggerSource[] = ['last', 'mark', 'index'];

/** A rising trigger is crossed by prices at or above its threshold, a falling one by prices at or below it. */
export type TriggerDirection = 'rising' | 'falling';

/** One threshold. `id` is unique in an index; thresholds and prices of one symbol and source share one unit. */
export interface Trigger {
  readonly id: number;
  readonly symbolId: number;
  readonly source: TriggerSource;
  readonly direction: TriggerDirection;
  readonly threshold: number;
}

/** The thresholds of one symbol and source. */
interface Watch {
  readonly rising: TriggerHeap;
  /** By the negated threshold. */
  readonly falling: TriggerHeap;
}

/**
 * Pending triggers by symbol and price source. Adding and removing one takes O(log n), asking what a price crosses
 * O(k log k) for k crossed ones, O(1) for none. What it answers depends on the triggers in it alone and not on the
 * order in which they came, so its owner keeps them in its own section of the snapshot and adds them again from there.
 */
export class TriggerIndex {
  private readonly watches = new Map<number, Watch>();
  private readonly triggers = new Map<number, Trigger>();

  get size(): number {
    return this.triggers.size;
  }

  /** The trigger of an id; undefined when there is none. */
  get(id: number): Trigger | undefined {
    return this.triggers.get(id);
  }

  has(id: number): boolean {
    return this.triggers.has(id);
  }

  /** Adds a trigger. Throws on an id that is in already, or a threshold that is no safe integer. */
  add(trigger: Trigger): void {
    const { id, threshold } = trigger;
    assert(!this.triggers.has(id), 'a trigger is added once');
    if (!Number.isSafeInteger(threshold)) throw new RangeError(`Trigger ${id} has threshold ${threshold}`);
    this.triggers.set(id, trigger);
    const watch = this.watchOf(trigger.symbolId, trigger.source);
    if (trigger.direction === 'rising') watch.rising.insert(id, threshold);
    else watch.falling.insert(id, -threshold);
  }

  /** Removes a trigger; false when there is none of this id. */
  remove(id: number): boolean {
    const trigger = this.triggers.get(id);
    if (trigger === undefined) return false;
    this.triggers.delete(id);
    this.watchOf(trigger.symbolId, trigger.source)[trigger.direction].remove(id);
    return true;
  }

  /** True when anything of a symbol watches this source. */
  isWatched(symbolId: number, source: TriggerSource): boolean {
    const watch = this.watches.get(keyOf(symbolId, source));
    return watch !== undefined && watch.rising.size + watch.falling.size > 0;
  }

  /**
   * The ids of all triggers that a price crosses, lowest id first. They stay in: whoever fires one removes it, and asks
   * `has` before the next, which the one before may have removed (its twin).
   */
  crossed(symbolId: number, source: TriggerSource, price: number): number[] {
    return this.crossedWithin(symbolId, source, price, price);
  }

  /** Returns ids like `crossed`, for all prices from `low` to `high`: those that were met between two looks. */
  crossedWithin(symbolId: number, source: TriggerSource, low: number, high: number): number[] {
    const ids: number[] = [];
    const watch = this.watches.get(keyOf(symbolId, source));
    if (watch === undefined) return ids;
    watch.rising.collect(high, ids);
    watch.falling.collect(-low, ids);
    return ids.length > 1 ? ids.sort((a, b) => a - b) : ids;
  }

  private watchOf(symbolId: number, source: TriggerSource): Watch {
    const key = keyOf(symbolId, source);
    let watch = this.watches.get(key);
    if (watch === undefined) {
      watch = { rising: new TriggerHeap(), falling: new TriggerHeap() };
      this.watches.set(key, watch);
    }
    return watch;
  }
}

function keyOf(symbolId: number, source: TriggerSource): number {
  return symbolId * TRIGGER_SOURCES.length + TRIGGER_SOURCES.indexOf(source);
}
