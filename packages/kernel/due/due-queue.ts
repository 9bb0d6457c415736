import { assert } from '../assert.ts';

/** Something of a user that falls due at a time. */
export interface DueItem {
  readonly id: number;
  readonly userId: number;
  readonly dueMs: number;
}

/**
 * Items by the time at which they fall due, those of one time by their ids: the order follows from the items alone, so
 * that a kernel loaded from a snapshot settles them in the order of the one that wrote it. Each user's items are also
 * found apart from all others, which lets a command settle its sender's first.
 */
export class DueQueue<T extends DueItem> {
  private readonly items = new Map<number, T>();
  private readonly all: T[] = [];
  private readonly byUser = new Map<number, T[]>();

  get size(): number {
    return this.items.size;
  }

  get(id: number): T | undefined {
    return this.items.get(id);
  }

  /** All items in no particular order: sort them by id for a snapshot. */
  values(): Iterable<T> {
    return this.items.values();
  }

  /** Adds an item whose id is not there yet. */
  add(item: T): void {
    assert(!this.items.has(item.id), 'an item waits once');
    this.items.set(item.id, item);
    push(this.all, item);
    let own = this.byUser.get(item.userId);
    if (own === undefined) {
      own = [];
      this.byUser.set(item.userId, own);
    }
    push(own, item);
  }

  /** Takes an item out before it falls due. */
  remove(id: number): void {
    const item = this.items.get(id);
    if (item === undefined) return;
    this.items.delete(id);
    this.tidy(item.userId);
  }

  /** Returns when the first item falls due, in ms; Infinity without any. */
  nextMs(): number {
    this.drop(this.all);
    return this.all[0]?.dueMs ?? Number.POSITIVE_INFINITY;
  }

  /** Takes the first item that is due by `nowMs`; undefined for none. */
  take(nowMs: number): T | undefined {
    this.drop(this.all);
    return this.takeFirst(this.all, nowMs);
  }

  /** Takes a user's first item that is due by `nowMs`; undefined for none. */
  takeOf(userId: number, nowMs: number): T | undefined {
    const own = this.byUser.get(userId);
    if (own === undefined) return undefined;
    this.drop(own);
    return this.takeFirst(own, nowMs);
  }

  private takeFirst(heap: T[], nowMs: number): T | undefined {
    const [first] = heap;
    if (first === undefined || first.dueMs > nowMs) return undefined;
    pop(heap);
    assert(this.items.delete(first.id), 'an item that falls due waited');
    this.tidy(first.userId);
    return first;
  }

  /** Takes those off the top that the other heap or `remove` has taken. */
  private drop(heap: T[]): void {
    for (let first = heap[0]; first !== undefined && this.items.get(first.id) !== first; first = heap[0])
      pop(heap);
  }

  private tidy(userId: number): void {
    const own = this.byUser.get(userId)!;
    this.drop(own);
    if (own.length === 0) this.byUser.delete(userId);
  }
}

function isBefore(a: DueItem, b: DueItem): boolean {
  return a.dueMs < b.dueMs || (a.dueMs === b.dueMs && a.id < b.id);
}

function push<T extends DueItem>(heap: T[], item: T): void {
  let at = heap.length;
  heap.push(item);
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!isBefore(item, heap[parent]!)) break;
    heap[at] = heap[parent]!;
    at = parent;
  }
  heap[at] = item;
}

function pop<T extends DueItem>(heap: T[]): void {
  const last = heap.pop()!;
  if (heap.length === 0) return;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++;
    if (!isBefore(heap[child]!, last)) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = last;
}
