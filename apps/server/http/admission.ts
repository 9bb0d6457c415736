import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '../refusal.ts';

/** Lets an address make so many calls a second. @throws Refusal RATE_LIMITED from what `admit` returns */
export function createAdmission(callsPerSecond: number): (ip: string) => Promise<void> {
  const limiter = new RateLimiterMemory({ points: callsPerSecond, duration: 1 });
  return async (ip) => {
    try {
      await limiter.consume(ip);
    } catch (over) {
      if (over instanceof RateLimiterRes) {
        throw new Refusal('RATE_LIMITED', { retryAfterMs: over.msBeforeNext });
      }
      throw over;
    }
  };
}
