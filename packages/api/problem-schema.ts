import { z } from 'zod';
import { stepUpKinds, stepUpMethods } from './factors/step-up.ts';

/** The schema of `Problem`. */
export const problem = z.strictObject({
  key: z.string(),
  field: z.string().optional(),
  retryAfterMs: z.number().int().nonnegative().optional(),
  details: z.record(z.string(), z.string()).optional(),
  stepUp: z
    .strictObject({
      challenge: z.string(),
      expiresAt: z.number().int(),
      methods: z.array(z.enum(stepUpMethods)),
      needed: z.number().int(),
      passed: z.array(z.enum(stepUpKinds)),
    })
    .optional(),
});
