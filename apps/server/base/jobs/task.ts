/** One attempt at a job. */
export interface Attempt {
  /** From 1 up. */
  readonly attempt: number;
  /** True if the job is given up when this attempt fails. */
  readonly isLast: boolean;
}

/**
 * A kind of job, declared in the room of its subject. `run` may be called again for the same row after a crash, so it
 * looks first at what is done already. A message of an error that it throws is kept with the job: no secret in it.
 */
export interface Task {
  /** Unique, and kept in the rows of jobs. */
  readonly name: string;
  readonly run: (row: string, attempt: Attempt) => Promise<void>;
}
