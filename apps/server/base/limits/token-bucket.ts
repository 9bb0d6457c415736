/**
 * `admitted`: the bucket had it. `refused`: it had not, `first` the first time in a run. `flood`: overdrawn by a whole
 * burst.
 */
export type Verdict = 'admitted' | 'refused-first' | 'refused' | 'flood';

/** Admits `burst` at once and `perSecond` in the long run; counts how far a sender overdraws, up to a burst. */
export class TokenBucket {
  readonly #burst: number;
  readonly #perSecond: number;
  #tokens: number;
  #refilledMs: number;

  constructor(burst: number, perSecond: number, nowMs: number) {
    this.#burst = burst;
    this.#perSecond = perSecond;
    this.#tokens = burst;
    this.#refilledMs = nowMs;
  }

  /** Takes `cost` tokens, also where there are too few. */
  take(nowMs: number, cost = 1): Verdict {
    const refill = (Math.max(0, nowMs - this.#refilledMs) / 1000) * this.#perSecond;
    this.#refilledMs = nowMs;
    const before = Math.min(this.#burst, this.#tokens + refill);
    const after = before - cost;
    this.#tokens = Math.max(after, -this.#burst);
    if (after >= 0) return 'admitted';
    if (after < -this.#burst) return 'flood';
    return before >= 0 ? 'refused-first' : 'refused';
  }
}
