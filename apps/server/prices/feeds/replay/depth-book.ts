import type { VenueLevel } from '../types.ts';
import type { DepthUpdate, Snapshot } from './binance-lines.ts';
import { RecordingError } from './recording.ts';

/** The best prices with their quantities. */
export interface BookTop {
  readonly bid: VenueLevel | null;
  readonly ask: VenueLevel | null;
}

/**
 * A venue's book rebuilt from a snapshot and its diffs by Binance's rule: diffs that came before the snapshot wait;
 * those that end at or before it are dropped; the first that counts must reach over it, and each later one must
 * follow the one before.
 */
export class DepthBook {
  readonly #bids = new Side(-1);
  readonly #asks = new Side(1);
  #waiting: DepthUpdate[] = [];
  #snapshotId: number | null = null;
  #lastId: number | null = null;

  /** The update id that the book stands at, null until a diff was applied. */
  get lastUpdateId(): number | null {
    return this.#lastId;
  }

  /**
   * Takes the snapshot and applies the diffs that waited for it; `applied` is called after each. Throws RecordingError
   * on a gap.
   */
  snapshot(snapshot: Snapshot, applied: () => void = () => {}): void {
    this.#bids.reset(snapshot.bids);
    this.#asks.reset(snapshot.asks);
    this.#snapshotId = snapshot.lastUpdateId;
    this.#lastId = null;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const update of waiting) if (this.update(update)) applied();
  }

  /** Takes a diff; true when it changed the book. Throws RecordingError on a gap. */
  update(update: DepthUpdate): boolean {
    if (this.#snapshotId === null) {
      this.#waiting.push(update);
      return false;
    }
    if (this.#lastId === null && !this.#bridges(update, this.#snapshotId)) return false;
    if (this.#lastId !== null && !follows(update, this.#lastId)) {
      throw new RecordingError(`the book has a gap between ${this.#lastId} and ${update.U}`);
    }
    for (const level of update.b) this.#bids.set(level);
    for (const level of update.a) this.#asks.set(level);
    this.#lastId = update.u;
    return true;
  }

  top(): BookTop {
    return { bid: this.#bids.best(1)[0] ?? null, ask: this.#asks.best(1)[0] ?? null };
  }

  /** The best levels of each side, best first. */
  levels(count: number): { bids: VenueLevel[]; asks: VenueLevel[] } {
    return { bids: this.#bids.best(count), asks: this.#asks.best(count) };
  }

  /** Futures name the id before (`pu`) and reach over the snapshot's id itself; spot reaches over the next one. */
  #bridges(update: DepthUpdate, snapshotId: number): boolean {
    const futures = update.pu !== undefined;
    if (futures ? update.u < snapshotId : update.u <= snapshotId) return false;
    const from = futures ? snapshotId : snapshotId + 1;
    if (update.U <= from) return true;
    throw new RecordingError(`no diff reaches over the snapshot at ${snapshotId}: the first is ${update.U}`);
  }
}

function follows(update: DepthUpdate, lastId: number): boolean {
  return update.pu === undefined ? update.U === lastId + 1 : update.pu === lastId;
}

/** One side of a book: levels in order, best first. `direction` 1 puts the lowest price first, -1 the highest. */
class Side {
  readonly #direction: 1 | -1;
  #levels: VenueLevel[] = [];

  constructor(direction: 1 | -1) {
    this.#direction = direction;
  }

  reset(levels: readonly VenueLevel[]): void {
    this.#levels = [...levels].sort((a, b) => this.#order(a.price, b.price));
  }

  set(level: VenueLevel): void {
    const at = this.#placeOf(level.price);
    const there = this.#levels[at]?.price === level.price;
    if (level.quantity === 0n) {
      if (there) this.#levels.splice(at, 1);
    } else this.#levels.splice(at, there ? 1 : 0, level);
  }

  best(count: number): VenueLevel[] {
    return this.#levels.slice(0, count);
  }

  #placeOf(price: bigint): number {
    let low = 0;
    let high = this.#levels.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#order(this.#levels[middle]!.price, price) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #order(a: bigint, b: bigint): number {
    if (a === b) return 0;
    return a < b === (this.#direction === 1) ? -1 : 1;
  }
}
