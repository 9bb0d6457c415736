import type { Budgets } from '../../base/limits/budgets.ts';
import { TokenBucket, type Verdict } from '../../base/limits/token-bucket.ts';

/** Limits of what clients may send. One unit is about what a ping costs: 5 to 20 µs. */
export interface InputLimits {
  /** Units of one connection's messages: a bucket of so many, refilled so fast. Overdrawn by a whole bucket, it is dropped. */
  readonly messageBurst: number;
  readonly messagesPerSecond: number;
  /** Bytes of one connection, frames and fragments with their headers, likewise. */
  readonly inputBurstBytes: number;
  readonly inputBytesPerSecond: number;
}

/** Bytes that count as one unit against the address: some twenty of the smallest frames. */
const BYTES_PER_UNIT = 128;

const SEVERITY: Readonly<Record<Verdict, number>> = {
  admitted: 0,
  refused: 1,
  'refused-first': 2,
  flood: 3,
};

/** The remaining allowance of one connection, from its own limits and its address's budget. */
export class Allowance {
  readonly #budgets: Budgets;
  readonly #address: string;
  readonly #now: () => number;
  readonly #messages: TokenBucket;
  readonly #bytes: TokenBucket;

  /** `budgets` are shared by all that the address has open. */
  constructor(limits: InputLimits, budgets: Budgets, address: string, now: () => number) {
    this.#budgets = budgets;
    this.#address = address;
    this.#now = now;
    this.#messages = new TokenBucket(limits.messageBurst, limits.messagesPerSecond, now());
    this.#bytes = new TokenBucket(limits.inputBurstBytes, limits.inputBytesPerSecond, now());
  }

  /** Takes the cost of one message, ping, pong or packet, in units. */
  take(cost: number): Verdict {
    const own = this.#messages.take(this.#now(), cost);
    const shared = this.#budgets.take(this.#address, cost);
    return SEVERITY[own] >= SEVERITY[shared] ? own : shared;
  }

  /** Takes what arrived; false when it is a flood, and the connection must be cut off. */
  takeBytes(count: number): boolean {
    const own = this.#bytes.take(this.#now(), count);
    const shared = this.#budgets.take(this.#address, count / BYTES_PER_UNIT);
    return own !== 'flood' && shared !== 'flood';
  }
}
