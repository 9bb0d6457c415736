/** Admits `burst` messages at once and `perSecond` in the long run; counts how far a sender overdraws. */
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

  /**
   * Takes one token. `admitted`: there was one. `refused`: there was none, `first` the first time in a run.
   * `flood`: overdrawn by a whole burst.
   */
  take(nowMs: number): 'admitted' | 'refused-first' | 'refused' | 'flood' {
    const refill = (Math.max(0, nowMs - this.#refilledMs) / 1000) * this.#perSecond;
    this.#refilledMs = nowMs;
    const before = Math.min(this.#burst, this.#tokens + refill);
    this.#tokens = before - 1;
    if (this.#tokens >= 0) return 'admitted';
    if (this.#tokens < -this.#burst) return 'flood';
    return before >= 0 ? 'refused-first' : 'refused';
  }
}
