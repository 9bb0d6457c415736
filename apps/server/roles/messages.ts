import type { StartupErrorCode } from '../startup-error.ts';

/** How a process does: its event loop over the last 10 to 20 seconds, its memory, its processor time. */
export interface Vitals {
  readonly loopDelayP50Ms: number;
  readonly loopDelayP99Ms: number;
  readonly loopDelayMaxMs: number;
  /** Share of the time in which the event loop was busy, 0 to 1. */
  readonly utilisation: number;
  readonly residentBytes: number;
  readonly heapBytes: number;
  readonly cpuSeconds: number;
}

/** One of the program's processes as the supervisor sees it. */
export interface ProcessState {
  /** Unique: the role, with a number where there are several. */
  readonly name: string;
  /** Null while it does not run. */
  readonly pid: number | null;
  readonly state: 'starting' | 'ready' | 'gone';
  /** Why it is not ready although it runs, per part. */
  readonly reasons: Readonly<Record<string, string>>;
  /** How often it was started again. */
  readonly restarts: number;
}

/** What the supervisor sends to a process. */
export type ToRole =
  | { readonly type: 'start'; readonly input: unknown }
  | { readonly type: 'stop' }
  /** Goes to those that are to know how the others do. */
  | { readonly type: 'program'; readonly processes: readonly ProcessState[] }
  | Ask
  | Answer;

/** What a process sends to the supervisor. */
export type FromRole =
  /** A line for the person at the terminal. */
  | { readonly type: 'say'; readonly line: string }
  /** A fact that others need to begin with. */
  | { readonly type: 'tell'; readonly fact: string; readonly value: unknown }
  | { readonly type: 'ready' }
  | { readonly type: 'reasons'; readonly reasons: Readonly<Record<string, string>> }
  /** It could not start. */
  | ({ readonly type: 'failed' } & Failure)
  /** The whole program cannot go on. */
  | { readonly type: 'lost'; readonly reason: string }
  | Ask
  | Answer;

/** A question to the other end, and its answer; `error` is null when there is one. */
export interface Ask {
  readonly type: 'ask';
  readonly id: number;
  readonly question: string;
}
export interface Answer {
  readonly type: 'answer';
  readonly id: number;
  readonly value: unknown;
  readonly error: Failure | null;
}

/** Why something was not done. A cause that a person can mend has a code. */
export interface Failure {
  readonly code: StartupErrorCode | null;
  readonly text: string;
}
