import { assert } from '../../../assert.ts';
import type { Position } from './entities.ts';
import type { PerpetualSymbol } from './symbol.ts';

/** One of a position's two places: where it is liquidated, or where its user is warned. */
export type WatchKind = 'liquidation' | 'warning';

/** Positions of one direction by the mark that reaches them, the first to be reached on top. */
class ReachHeap {
  private readonly kind: WatchKind;
  private readonly positions: Position[] = [];
  /** Marks of short positions, and of long ones negated: in both the lowest is reached first. */
  private readonly keys: number[] = [];

  constructor(kind: WatchKind) {
    this.kind = kind;
  }

  /** Puts a position in, or to where it now belongs. */
  set(position: Position, key: number): void {
    let place = position.places[this.kind];
    if (place < 0) {
      place = this.positions.length;
      this.positions.push(position);
      this.keys.push(key);
      this.rise(place, position, key);
    } else {
      assert(this.positions[place] === position, 'a position stands where it says');
      this.move(place, position, key);
    }
  }

  remove(position: Position): void {
    const place = position.places[this.kind];
    if (place < 0) return;
    assert(this.positions[place] === position, 'a position that leaves the watch was in it');
    position.places[this.kind] = -1;
    const last = this.positions.pop()!;
    const key = this.keys.pop()!;
    if (last !== position) this.move(place, last, key);
  }

  /** Appends all positions with a key at or below this one. */
  collect(key: number, into: Position[]): void {
    const { keys, positions } = this;
    if (keys.length === 0 || keys[0]! > key) return;
    const pending = [0];
    while (pending.length > 0) {
      const place = pending.pop()!;
      into.push(positions[place]!);
      const child = 2 * place + 1;
      if (child < keys.length && keys[child]! <= key) pending.push(child);
      if (child + 1 < keys.length && keys[child + 1]! <= key) pending.push(child + 1);
    }
  }

  private move(place: number, position: Position, key: number): void {
    if (place > 0 && this.keys[(place - 1) >> 1]! > key) this.rise(place, position, key);
    else this.sink(place, position, key);
  }

  private put(place: number, position: Position, key: number): void {
    this.positions[place] = position;
    this.keys[place] = key;
    position.places[this.kind] = place;
  }

  private rise(from: number, position: Position, key: number): void {
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (this.keys[parent]! <= key) break;
      this.put(place, this.positions[parent]!, this.keys[parent]!);
      place = parent;
    }
    this.put(place, position, key);
  }

  private sink(from: number, position: Position, key: number): void {
    const { keys } = this;
    let place = from;
    for (;;) {
      let child = 2 * place + 1;
      if (child + 1 < keys.length && keys[child + 1]! < keys[child]!) child++;
      if (child >= keys.length || keys[child]! >= key) break;
      this.put(place, this.positions[child]!, keys[child]!);
      place = child;
    }
    this.put(place, position, key);
  }
}

/**
 * Positions by the mark that reaches them: a long one by marks at or below its threshold, a short one at or above.
 * Positions know their places, so that placing one again is cheap: funding places all of them.
 */
export class RiskWatch {
  private readonly kind: WatchKind;
  private readonly heaps = new Map<PerpetualSymbol, { long: ReachHeap; short: ReachHeap }>();

  constructor(kind: WatchKind) {
    this.kind = kind;
  }

  set(position: Position, thresholdTicks: number): void {
    const key = position.sign === 1 ? -thresholdTicks : thresholdTicks;
    this.of(position.symbol)[position.direction].set(position, key);
  }

  remove(position: Position): void {
    this.of(position.symbol)[position.direction].remove(position);
  }

  /** The positions that a mark reaches, in no particular order. They stay in. */
  reached(symbol: PerpetualSymbol, markTicks: number): Position[] {
    const found: Position[] = [];
    const { long, short } = this.of(symbol);
    long.collect(-markTicks, found);
    short.collect(markTicks, found);
    return found;
  }

  private of(symbol: PerpetualSymbol): { long: ReachHeap; short: ReachHeap } {
    let heaps = this.heaps.get(symbol);
    if (heaps === undefined) {
      heaps = { long: new ReachHeap(this.kind), short: new ReachHeap(this.kind) };
      this.heaps.set(symbol, heaps);
    }
    return heaps;
  }
}
