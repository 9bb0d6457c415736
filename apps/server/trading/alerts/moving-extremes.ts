import type { PriceTicks } from '@candor/money';

interface Point {
  readonly atMs: number;
  readonly ticks: PriceTicks;
}

/** The extreme on one side of a moving window: points that a later one has passed are left out. */
class Extreme {
  #points: Point[] = [];
  #first = 0;
  readonly #passes: (later: PriceTicks, earlier: PriceTicks) => boolean;

  constructor(passes: (later: PriceTicks, earlier: PriceTicks) => boolean) {
    this.#passes = passes;
  }

  add(point: Point): void {
    while (this.#points.length > this.#first && this.#passes(point.ticks, this.#points.at(-1)!.ticks))
      this.#points.pop();
    this.#points.push(point);
  }

  /** Leaves out what was before that time. */
  since(fromMs: number): PriceTicks | null {
    while (this.#first < this.#points.length && this.#points[this.#first]!.atMs < fromMs) this.#first += 1;
    if (this.#first > 1_000 && this.#first * 2 > this.#points.length) {
      this.#points = this.#points.slice(this.#first);
      this.#first = 0;
    }
    return this.#points[this.#first]?.ticks ?? null;
  }
}

/** Prices within this time share one place in the window. */
const GRAIN_MS = 10_000;

/** The lowest and the highest price within a time before now, to ten seconds: never of a price that is older. */
export class MovingExtremes {
  readonly #windowMs: number;
  readonly #low = new Extreme((later, earlier) => later <= earlier);
  readonly #high = new Extreme((later, earlier) => later >= earlier);

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** Adds a price; times do not run backwards. */
  add(atMs: number, ticks: PriceTicks): void {
    const point = { atMs: atMs - (atMs % GRAIN_MS), ticks };
    this.#low.add(point);
    this.#high.add(point);
  }

  low(nowMs: number): PriceTicks | null {
    return this.#low.since(nowMs - this.#windowMs);
  }

  high(nowMs: number): PriceTicks | null {
    return this.#high.since(nowMs - this.#windowMs);
  }
}
