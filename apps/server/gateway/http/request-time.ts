import { REQUEST_WINDOW_MAX_MS, REQUEST_WINDOW_MS } from '@candor/api';
import { Refusal } from '../../base/errors/refusal.ts';

/** Largest lead of a sender's idea of our time over it. */
const MAX_AHEAD_MS = 1_000;
const WHOLE = /^\d{1,15}$/;

/**
 * The time, in ms of the server's clock, after which the request may begin no new act: `request-time` plus
 * `request-window`. Null where the sender names neither.
 * @throws Refusal REQUEST_TIME_INVALID, REQUEST_TIME_AHEAD
 */
export function requestDeadline(headers: Readonly<Record<string, unknown>>, nowMs: number): number | null {
  const time = headers['request-time'];
  const window = headers['request-window'];
  if (time === undefined && window === undefined) return null;
  const timeMs = wholeOf(time);
  const windowMs = window === undefined ? REQUEST_WINDOW_MS : wholeOf(window);
  if (timeMs === null || windowMs === null || windowMs > REQUEST_WINDOW_MAX_MS) {
    throw new Refusal('REQUEST_TIME_INVALID');
  }
  if (timeMs > nowMs + MAX_AHEAD_MS) throw new Refusal('REQUEST_TIME_AHEAD');
  return timeMs + windowMs;
}

function wholeOf(header: unknown): number | null {
  return typeof header === 'string' && WHOLE.test(header) ? Number(header) : null;
}
