import type { Envelope, Problem } from './envelope.ts';
import { errors } from './errors.ts';
import type { ServerClock } from './server-clock.ts';
import { startCount } from './server-clock.ts';

/** `sending` until it is answered in time; `checking` once it is late and may or may not have arrived. */
export type ActPhase = 'sending' | 'checking';

/** Outcome of sending an act: `not-sent` certainly did not leave this machine, `unknown` may have. */
export type Delivery = 'answered' | 'not-sent' | 'unknown';

/** Time for which a late act is asked for before its outcome is given up as unknown. */
export const CHECK_FOR_MS = 60_000;

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 4_000;
/** The timeout of the first attempt after the window; each later timeout is twice as long, for slow connections. */
const PATIENCE_MS = 5_000;
const LONGEST_PATIENCE_MS = 40_000;

/** The browser's window; outside a browser it reports no connection changes. */
const page = globalThis as Partial<Pick<EventTarget, 'addEventListener' | 'removeEventListener'>>;

/** Answers that leave open what became of an earlier attempt. */
const undecided: ReadonlySet<number> = new Set([errors.UNAVAILABLE.code, errors.RATE_LIMITED.code]);

/** No answer came. */
export class Undelivered extends Error {
  readonly delivery: Exclude<Delivery, 'answered'>;

  constructor(delivery: Exclude<Delivery, 'answered'>, cause?: unknown) {
    super(delivery === 'not-sent' ? 'not sent' : 'no answer: the outcome is unknown', { cause });
    this.name = 'Undelivered';
    this.delivery = delivery;
  }
}

export interface ActAttempt {
  readonly windowMs: number;
  readonly checkForMs: number;
  /** False for one attempt only. */
  readonly repeats: boolean;
  readonly clock: ServerClock;
  /** Asks the server for its time, so that the clock learns it. */
  readonly synchronize: () => Promise<void>;
  /** False only where it is certain that nothing can leave. */
  readonly online: () => boolean;
  readonly signal: AbortSignal | undefined;
  readonly onPhase: ((phase: ActPhase) => void) | undefined;
  /** Makes the same request again, with the same key and the same time. */
  readonly send: (timeMs: number, patienceMs: number) => Promise<Envelope<unknown>>;
}

/**
 * Makes an act leave within its window or never. Each attempt is the same request: within the window it may arrive for
 * the first time; after it the server does nothing new, and answers what became of the first.
 * @throws Undelivered when there was no answer that decides
 */
export async function performAct(act: ActAttempt): Promise<Envelope<unknown>> {
  const elapsedMs = startCount();
  let timeMs = act.clock.nowMs();
  let mayHaveLeft = false;
  let shown: ActPhase = 'sending';
  let cause: unknown;
  let patienceMs = PATIENCE_MS;
  act.onPhase?.('sending');
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    if (!mayHaveLeft && (!act.online() || elapsedMs() > act.windowMs))
      throw new Undelivered('not-sent', cause);
    if (elapsedMs() > act.windowMs + act.checkForMs) throw new Undelivered('unknown', cause);
    if (elapsedMs() > act.windowMs && shown === 'sending') {
      shown = 'checking';
      act.onPhase?.(shown);
    }
    try {
      if (timeMs === null) {
        await act.synchronize();
        timeMs = timeOf(act.clock, elapsedMs());
      }
      if (timeMs !== null && act.online() && (mayHaveLeft || elapsedMs() <= act.windowMs)) {
        const isRepeat = mayHaveLeft;
        mayHaveLeft = true;
        const leftMs = act.windowMs - elapsedMs();
        const waitMs = leftMs > 0 ? withinWindow(leftMs) : patienceMs;
        if (leftMs <= 0) patienceMs = Math.min(patienceMs * 2, LONGEST_PATIENCE_MS);
        const answer = await act.send(timeMs, waitMs);
        if (answer.code === errors.REQUEST_TIME_AHEAD.code && !isRepeat) {
          // Our idea of the server's time was wrong, and nothing was done.
          act.clock.forget();
          timeMs = null;
          mayHaveLeft = false;
        } else if (isRepeat && isForgotten(answer)) throw new Undelivered('unknown', cause);
        else if (!leavesOpen(answer.code, isRepeat)) return answer;
      }
    } catch (error) {
      if (act.signal?.aborted === true || error instanceof Undelivered) throw error;
      cause = error;
    }
    if (!act.repeats) throw new Undelivered(mayHaveLeft ? 'unknown' : 'not-sent', cause);
    const leftMs = act.windowMs - elapsedMs();
    await pause(leftMs > 0 ? Math.min(pauseMs, leftMs + 1) : pauseMs, act.signal);
  }
}

/** True when it is too late for the act, and the server can not know if an earlier try of it was done. */
function isForgotten({ code, data }: Envelope<unknown>): boolean {
  return code === errors.REQUEST_LATE.code && (data as Problem | null)?.kept === false;
}

/** True when the answer leaves the outcome of the act open. */
function leavesOpen(code: number, isRepeat: boolean): boolean {
  return code === errors.OUTCOME_UNKNOWN.code || (isRepeat && undecided.has(code));
}

/**
 * Limits an attempt to the time left in the window, so that the page can report that it is late. The result is in
 * whole milliseconds, because Node refuses fractional timeouts.
 */
function withinWindow(leftMs: number): number {
  return Math.max(Math.ceil(leftMs), 1_000);
}

function timeOf(clock: ServerClock, elapsedMs: number): number | null {
  const nowMs = clock.nowMs();
  return nowMs === null ? null : Math.floor(nowMs - elapsedMs);
}

/** Waits, but not longer than until the device is back online. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer);
      page.removeEventListener?.('online', wake);
      signal?.removeEventListener('abort', stop);
      settle();
    };
    const wake = () => end(resolve);
    const stop = () => end(() => reject(signal?.reason));
    const timer = setTimeout(wake, ms);
    page.addEventListener?.('online', wake);
    signal?.addEventListener('abort', stop);
  });
}
