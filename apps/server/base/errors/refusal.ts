import type { ErrorKey, Problem } from '@candor/api';

/** Refuses a call with a key of the contract's error catalogue. Nothing has changed when it is thrown. */
export class Refusal extends Error {
  readonly problem: Problem;

  constructor(key: ErrorKey, more: Omit<Problem, 'key'> = {}) {
    super(key);
    this.name = 'Refusal';
    this.problem = { key, ...more };
  }

  get key(): ErrorKey {
    return this.problem.key;
  }
}
