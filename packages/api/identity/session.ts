import { z } from 'zod';
import { timeMs } from '../scalars.ts';

/** A session that was opened. */
export const session = z.strictObject({
  satoken: z.string(),
  userId: z.number().int(),
  /** Time at which the token was made; from 7 days of age the client refreshes it. */
  issuedAt: timeMs,
  /** Time at which the token ends if it is not refreshed. */
  expiresAt: timeMs,
});

export type Session = z.output<typeof session>;
