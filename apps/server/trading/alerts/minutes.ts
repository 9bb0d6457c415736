import type { PriceTicks } from '@candor/money';

export const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

/** The extremes of one minute. */
export interface Minute {
  readonly startMs: number;
  low: PriceTicks;
  high: PriceTicks;
}

/** The extremes of each minute of the last day, of one price. */
export class Minutes {
  #all: Minute[] = [];

  /** Oldest first. */
  get all(): readonly Minute[] {
    return this.#all;
  }

  add(timeMs: number, ticks: PriceTicks): void {
    const startMs = timeMs - (timeMs % MINUTE_MS);
    const last = this.#all.at(-1);
    if (last !== undefined && last.startMs >= startMs) {
      if (ticks < last.low) last.low = ticks;
      if (ticks > last.high) last.high = ticks;
      return;
    }
    this.#all.push({ startMs, low: ticks, high: ticks });
    if (this.#all.length > 2 * DAY_MINUTES) this.#all = this.#all.slice(-DAY_MINUTES);
  }

  /** Puts kept minutes before those that were seen since; the minute that both have is the extremes of both. */
  begin(kept: readonly Minute[]): void {
    const byStart = new Map(kept.map((minute) => [minute.startMs, { ...minute }]));
    for (const minute of this.#all) {
      const known = byStart.get(minute.startMs);
      if (known === undefined) byStart.set(minute.startMs, minute);
      else {
        if (minute.low < known.low) known.low = minute.low;
        if (minute.high > known.high) known.high = minute.high;
      }
    }
    this.#all = [...byStart.values()].sort((left, right) => left.startMs - right.startMs);
  }
}
