import type { ChatDeps } from './types.ts';
import { isPassing, pauseAfter } from './waits.ts';

/** The list of conversations, or the messages of one. */
type Fetched = number | 'list';

/** Fetches that had no answer: the line may stand all the while, and brings no hint of them again. */
export class Retries {
  readonly #isSeen: () => boolean;
  readonly #random: () => number;
  readonly #timers = new Map<Fetched, ReturnType<typeof setTimeout>>();
  /** Failures of these fetches since the last success. */
  readonly #failures = new Map<Fetched, number>();

  constructor({ isSeen, random = Math.random }: Pick<ChatDeps, 'isSeen' | 'random'>) {
    this.#isSeen = isSeen;
    this.#random = random;
  }

  /** True while the next try is awaited. */
  isAwaited(of: Fetched): boolean {
    return this.#timers.has(of);
  }

  later(of: Fetched, error: unknown, work: () => unknown): void {
    this.end(of);
    if (!isPassing(error)) return;
    const before = this.#failures.get(of) ?? 0;
    this.#failures.set(of, before + 1);
    // a page that nobody sees asks again once it is looked at
    const again = () => {
      this.#timers.delete(of);
      if (this.#isSeen()) work();
    };
    this.#timers.set(of, setTimeout(again, pauseAfter(error, before, this.#random)));
  }

  end(of: Fetched): void {
    clearTimeout(this.#timers.get(of));
    this.#timers.delete(of);
  }

  succeeded(of: Fetched): void {
    this.#failures.delete(of);
  }

  clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#failures.clear();
  }
}
