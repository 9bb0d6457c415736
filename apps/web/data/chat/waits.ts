import { CallError } from '@candor/api';
import { RECONNECT_DELAY_MS } from '@candor/products';

/** Longest wait for an answer: nothing else of a list or a thread is fetched meanwhile. */
const ANSWER_MS = 15_000;
/** Longest pause between tries, before chance. */
const LONGEST_PAUSE_MS = 60_000;
/** Refusals that say nothing of what was asked. */
const PASSING: readonly unknown[] = ['UNAVAILABLE', 'RATE_LIMITED'];

/** True unless the server refused: a lost or late answer, and whatever else failed on its way, may come at the next try. */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof CallError && error.delivery === 'answered') || PASSING.includes(error.key);

/** Pause before the next try: what the server asks for, and a span that doubles and differs from page to page. */
export function pauseAfter(error: unknown, failures: number, random: () => number): number {
  const asked = (error instanceof CallError && error.problem?.retryAfterMs) || 0;
  return asked + Math.min(LONGEST_PAUSE_MS, RECONNECT_DELAY_MS * 2 ** failures) * (0.5 + random());
}

/** Options of a fetch whose answer is waited for no longer than that. */
export const inTime = () => ({ signal: AbortSignal.timeout(ANSWER_MS) });
