interface Waiting {
  readonly key: number;
  readonly alertId: number;
}

/**
 * Alerts by the value at which they go off, the next one last: a price looks at those alone that it passes. Smaller keys
 * go off first.
 */
export class AlertQueue {
  readonly #waiting: Waiting[] = [];

  get size(): number {
    return this.#waiting.length;
  }

  add(key: number, alertId: number): void {
    this.#waiting.splice(this.#placeOf(key, alertId), 0, { key, alertId });
  }

  remove(key: number, alertId: number): void {
    const place = this.#placeOf(key, alertId);
    const found = this.#waiting[place];
    if (found?.key === key && found.alertId === alertId) this.#waiting.splice(place, 1);
  }

  /** Takes out those whose key is at most this. */
  takeTo(key: number): number[] {
    const taken: number[] = [];
    while (this.#waiting.length > 0 && this.#waiting.at(-1)!.key <= key)
      taken.push(this.#waiting.pop()!.alertId);
    return taken;
  }

  /** The first place whose entry goes off at the same time or before. */
  #placeOf(key: number, alertId: number): number {
    let [from, to] = [0, this.#waiting.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      const { key: other, alertId: otherId } = this.#waiting[middle]!;
      if (other > key || (other === key && otherId > alertId)) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}
