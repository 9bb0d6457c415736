import { wordsOf } from './errors.ts';

/** Functions that are called on an event. One that throws is logged and keeps no other from its call. */
export class Listeners<Value> {
  private readonly listeners = new Set<(value: Value) => void>();
  private readonly log: (line: string) => void;
  /** Names the event in the log. */
  private readonly nameOf: (value: Value) => string;

  constructor(log: (line: string) => void, nameOf: (value: Value) => string) {
    this.log = log;
    this.nameOf = nameOf;
  }

  /** Adds a listener; returns a function that removes it. */
  add(listener: (value: Value) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  call(value: Value): void {
    for (const listener of this.listeners)
      try {
        listener(value);
      } catch (error) {
        this.log(`A listener threw on ${this.nameOf(value)}: ${wordsOf(error)}`);
      }
  }
}
