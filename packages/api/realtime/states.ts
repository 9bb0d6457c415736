import { z } from 'zod';
import { STATES_CHANNEL } from './channel-names.ts';
import { symbolNameSchema } from './scalars.ts';

/** Permitted acts in each market now, with the reason that operators gave; '' while it trades. */
export const marketStatesSchema = z.object({
  /** Spot markets and contracts by their names. */
  markets: z.array(
    z.object({
      symbol: symbolNameSchema,
      state: z.enum(['trading', 'post-only', 'halted']),
      reason: z.string(),
    }),
  ),
  seconds: z.object({
    /** Why all new second contracts are halted; null while they are not. */
    haltReason: z.string().nullable(),
    /** The markets on which new second contracts are halted. */
    halted: z.array(z.object({ symbol: symbolNameSchema, reason: z.string() })),
  }),
});

export type MarketStates = z.infer<typeof marketStatesSchema>;

export const statesMessageSchema = z.object({ ch: z.literal(STATES_CHANNEL), data: marketStatesSchema });

export type StatesMessage = z.infer<typeof statesMessageSchema>;
