import type { Pending } from './batch.ts';
import type { JournalError } from './errors.ts';
import type { Committed, Submission } from './types.ts';

/** Commands that wait for their turn: those that were submitted first precede the others, each kind in its order. */
export class InputQueue {
  private waiting: Pending[] = [];
  /** The number of commands at the head of the queue that were submitted first. */
  private firsts = 0;

  get length(): number {
    return this.waiting.length;
  }

  /** Adds a command at the end. Resolves or rejects with its answer. */
  add(submission: Submission): Promise<Committed> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ submission, resolve, reject });
    });
  }

  /** Adds a command after the others that were submitted first, before all the rest. */
  addFirst(submission: Submission): Promise<Committed> {
    return new Promise((resolve, reject) => {
      const pending = { submission, resolve, reject };
      const place = this.firsts++;
      if (place === this.waiting.length) this.waiting.push(pending);
      else this.waiting.splice(place, 0, pending);
    });
  }

  at(index: number): Pending {
    return this.waiting[index] as Pending;
  }

  /** Removes the first `count` commands, which were all applied or answered. */
  drop(count: number): void {
    this.firsts = Math.max(0, this.firsts - count);
    if (count === this.waiting.length) this.waiting = [];
    else this.waiting.splice(0, count);
  }

  /** Rejects every waiting command: none was applied. */
  refuse(error: JournalError): void {
    this.firsts = 0;
    for (const pending of this.waiting.splice(0)) pending.reject(error);
  }
}
