import { assert } from '../assert.ts';

/**
 * A heap of ids by threshold, the first to be crossed on top, that knows where each id stands. Thresholds are safe
 * integers that all may be negative: a heap of falling thresholds keeps them negated.
 */
export class TriggerHeap {
  private readonly ids: number[] = [];
  private readonly thresholds: number[] = [];
  private readonly places = new Map<number, number>();

  get size(): number {
    return this.ids.length;
  }

  has(id: number): boolean {
    return this.places.has(id);
  }

  insert(id: number, threshold: number): void {
    assert(!this.places.has(id), 'a trigger enters the heap once');
    this.ids.push(id);
    this.thresholds.push(threshold);
    this.rise(this.ids.length - 1, id, threshold);
  }

  /** Takes an id out that is in. */
  remove(id: number): void {
    const place = this.places.get(id);
    assert(place !== undefined && this.ids[place] === id, 'a trigger that leaves the heap was in it');
    this.places.delete(id);
    const lastId = this.ids.pop()!;
    const lastThreshold = this.thresholds.pop()!;
    if (lastId === id) return;
    if (lastThreshold < this.thresholds[place]!) this.rise(place, lastId, lastThreshold);
    else this.sink(place, lastId, lastThreshold);
  }

  /** Appends the ids of all thresholds at or below `level`, in no particular order. Nothing is taken out. */
  collect(level: number, into: number[]): void {
    const { ids, thresholds } = this;
    if (ids.length === 0 || thresholds[0]! > level) return;
    const pending = [0];
    while (pending.length > 0) {
      const place = pending.pop()!;
      into.push(ids[place]!);
      const child = 2 * place + 1;
      if (child < ids.length && thresholds[child]! <= level) pending.push(child);
      if (child + 1 < ids.length && thresholds[child + 1]! <= level) pending.push(child + 1);
    }
  }

  private put(place: number, id: number, threshold: number): void {
    this.ids[place] = id;
    this.thresholds[place] = threshold;
    this.places.set(id, place);
  }

  private rise(from: number, id: number, threshold: number): void {
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (this.thresholds[parent]! <= threshold) break;
      this.put(place, this.ids[parent]!, this.thresholds[parent]!);
      place = parent;
    }
    this.put(place, id, threshold);
  }

  private sink(from: number, id: number, threshold: number): void {
    const { thresholds } = this;
    let place = from;
    for (;;) {
      let child = 2 * place + 1;
      if (child + 1 < thresholds.length && thresholds[child + 1]! < thresholds[child]!) child++;
      if (child >= thresholds.length || thresholds[child]! >= threshold) break;
      this.put(place, this.ids[child]!, thresholds[child]!);
      place = child;
    }
    this.put(place, id, threshold);
  }
}
