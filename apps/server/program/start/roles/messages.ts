import type { StartupErrorCode } from '../../../base/errors/startup-error.ts';

/** Load of a process: event-loop delay over the last 10 to 20 seconds, memory, processor time. */
export interface Vitals {
  readonly loopDelayP50Ms: number;
  readonly loopDelayP99Ms: number;
  readonly loopDelayMaxMs: number;
  /** The share of the time in which the event loop was busy, 0 to 1. */
  readonly utilisation: number;
  readonly residentBytes: number;
  readonly heapBytes: number;
  readonly cpuSeconds: number;
}

/** One of the program's processes, as the supervisor sees it. */
export interface ProcessState {
  /** Unique: the role, with a number if there are several. */
  readonly name: string;
  /** Null while the process is not running. */
  readonly pid: number | null;
  readonly state: 'starting' | 'ready' | 'gone';
  /** The reasons why it is running but not ready, per part. */
  readonly reasons: Readonly<Record<string, string>>;
  /** The number of restarts. */
  readonly restarts: number;
}

/** Messages from the supervisor to a process. */
export type ToRole =
  | { readonly type: 'start'; readonly input: unknown }
  | { readonly type: 'stop' }
  /** Sent to processes that report the state of the others. */
  | { readonly type: 'program'; readonly processes: readonly ProcessState[] }
  | Ask
  | Answer;

/** Messages from a process to the supervisor. */
export type FromRole =
  /** A line to show on the terminal. */
  | { readonly type: 'say'; readonly line: string }
  /** A fact that other processes need to start. */
  | { readonly type: 'tell'; readonly fact: string; readonly value: unknown }
  | { readonly type: 'ready' }
  | { readonly type: 'reasons'; readonly reasons: Readonly<Record<string, string>> }
  /** The process could not start. */
  | ({ readonly type: 'failed' } & Failure)
  /** The whole program cannot continue. */
  | { readonly type: 'lost'; readonly reason: string }
  | Ask
  | Answer;

/** A question to the other end, and its answer; `error` is null if there is an answer. */
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

/** The code of a failure that passes by itself: the database or the journal was away. The process is started again. */
export const AWAY = 'AWAY';

/** The reason of a failure. A cause that a person can fix has a code. */
export interface Failure {
  readonly code: StartupErrorCode | typeof AWAY | null;
  readonly text: string;
}
