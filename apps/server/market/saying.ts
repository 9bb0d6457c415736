import type { Bus, Published } from '../bus/index.ts';

/** Collects what the market publishes while it handles one input, and publishes it together. */
export class Saying {
  readonly #bus: Bus;
  #waiting: Published[] = [];

  constructor(bus: Bus) {
    this.#bus = bus;
  }

  /** Publishes the message once the running callback has ended, after all that was said before. */
  say(subject: string, message: unknown): void {
    if (this.#waiting.length === 0) queueMicrotask(() => this.#publish());
    this.#waiting.push([subject, message]);
  }

  #publish(): void {
    const all = this.#waiting;
    this.#waiting = [];
    this.#bus.publishAll(all);
  }
}
