/** Longest time that one turn of the event loop spends on requests that have just arrived. */
const TURN_MS = 8;
/** Requests that waited and are begun in one turn: what they go on with in their promises is not seen by the clock. */
const MOST_BEGUN = 64;
/** Requests of one address that may wait; only a flood has more. */
const MOST_WAITING = 256;

/**
 * Whose request is begun next. Each is begun at once while the turn of the loop has time; the others wait, one queue an
 * address, and are begun round-robin in the next turns. So an address that floods delays itself.
 */
export class RequestTurns {
  readonly #now: () => number;
  /** By address, in the order in which they get their turn. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #endMs = 0;
  #scheduled = false;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Begins a request now or in its turn; false when too many of its address wait, and it never will be. */
  run(addressOf: () => string, begin: () => void): boolean {
    const nowMs = this.#now();
    if (!this.#scheduled) {
      this.#endMs = nowMs + TURN_MS;
      this.#schedule();
    }
    if (this.#waiting.size === 0 && nowMs < this.#endMs) {
      begin();
      return true;
    }
    const address = addressOf();
    const queue = this.#waiting.get(address);
    if (queue === undefined) this.#waiting.set(address, [begin]);
    else if (queue.length >= MOST_WAITING) return false;
    else queue.push(begin);
    return true;
  }

  #schedule(): void {
    this.#scheduled = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#scheduled = false;
    this.#endMs = this.#now() + TURN_MS;
    let begun = 0;
    for (const [address, queue] of this.#waiting) {
      this.#waiting.delete(address);
      const begin = queue.shift()!;
      // Behind all others, which this loop comes to first.
      if (queue.length > 0) this.#waiting.set(address, queue);
      begin();
      begun += 1;
      if (begun >= MOST_BEGUN || this.#now() >= this.#endMs) break;
    }
    if (this.#waiting.size > 0) this.#schedule();
  }
}
