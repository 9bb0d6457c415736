/** Listeners to one thing, each called in the order in which it was added. */
export class Listeners<Said extends readonly unknown[] = []> {
  readonly #all = new Set<(...said: Said) => void>();

  /** Adds a listener. Returns the end of it. */
  readonly add = (listener: (...said: Said) => void): (() => void) => {
    this.#all.add(listener);
    return () => void this.#all.delete(listener);
  };

  call(...said: Said): void {
    for (const listener of this.#all) listener(...said);
  }
}
