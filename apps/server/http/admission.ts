import { Refusal } from '../refusal.ts';

const WINDOW_MS = 1_000;

/**
 * Lets an address make so many calls in each second of one clock that all share, so that forgetting the last second's
 * counts is one step. By hand because every call passes here: a limiter with a timer for each address costs as much as
 * reading an order.
 * @throws Refusal RATE_LIMITED from what it returns
 */
export function createAdmission(
  callsPerSecond: number,
  now: () => number = () => performance.now(),
): (ip: string) => void {
  const counts = new Map<string, number>();
  let endsMs = 0;
  return (ip) => {
    const timeMs = now();
    if (timeMs >= endsMs) {
      counts.clear();
      endsMs = timeMs + WINDOW_MS;
    }
    const count = (counts.get(ip) ?? 0) + 1;
    if (count > callsPerSecond) {
      throw new Refusal('RATE_LIMITED', { retryAfterMs: Math.ceil(endsMs - timeMs) });
    }
    counts.set(ip, count);
  };
}
