import type { ErrorKey } from './errors.ts';
import type { StepUpNeed } from './factors/step-up.ts';

export const SUCCESS_CODE = 200;

/** Time after its `request-time` within which a request may begin an act, where it names no `request-window`. */
export const REQUEST_WINDOW_MS = 5_000;

/** The widest `request-window`. */
export const REQUEST_WINDOW_MAX_MS = 60_000;

/** Content of `data` when `code` is not 200: the error's key, and where it applies the field and the time to wait. */
export interface Problem {
  readonly key: ErrorKey;
  /** Dotted path of the field that was refused. */
  readonly field?: string;
  readonly retryAfterMs?: number;
  /** Values that the translated message names, such as a limit. */
  readonly details?: Readonly<Record<string, string>>;
  /**
   * False under REQUEST_LATE where the server keeps no key of the act: nothing was done now, and an earlier try of it may have
   * been done.
   */
  readonly kept?: false;
  /** The factors that the act waits for, under STEP_UP_REQUIRED. */
  readonly stepUp?: StepUpNeed;
}

export interface Success<Data> {
  readonly code: 200;
  readonly msg: string;
  readonly data: Data;
}

export interface Failure {
  readonly code: number;
  readonly msg: string;
  readonly data: Problem | null;
}

export type Envelope<Data> = Success<Data> | Failure;
