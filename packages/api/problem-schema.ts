import { z } from 'zod';
import { actFactNames } from './factors/act-facts.ts';
import { stepUpKinds, stepUpMethods } from './factors/step-up.ts';

const actFact = z.strictObject({
  name: z.enum(actFactNames),
  value: z.string(),
  unit: z.string().optional(),
});

/** The schema of `Problem`. */
export const problem = z.strictObject({
  key: z.string(),
  field: z.string().optional(),
  retryAfterMs: z.number().int().nonnegative().optional(),
  details: z.record(z.string(), z.string()).optional(),
  kept: z.literal(false).optional(),
  stepUp: z
    .strictObject({
      challenge: z.string(),
      expiresAt: z.number().int(),
      methods: z.array(z.enum(stepUpMethods)),
      needed: z.number().int(),
      passed: z.array(z.enum(stepUpKinds)),
      act: z.strictObject({ name: z.string(), facts: z.array(actFact) }),
    })
    .optional(),
});
