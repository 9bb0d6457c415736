import { z } from 'zod';
import { decimal, timeMs } from '../scalars.ts';

/** The values of a market that a change touched; null for the others. */
const marketValues = z.strictObject({
  state: z.enum(['trading', 'post-only', 'halted']).nullable(),
  /** Maximum distance of a price from the index, in percent; 0 for no bound. */
  priceBandPercent: decimal.nullable(),
});

/** The listing of a market, or an operators' change to it. */
export const marketChangeRow = z.strictObject({
  /** The journal's sequence number. */
  seq: z.number().int(),
  time: timeMs,
  kind: z.enum(['listed', 'state', 'price-band', 'limits', 'tiers']),
  before: marketValues,
  after: marketValues,
  /** Reason that the operators published; empty where none was needed. */
  reason: z.string(),
});

/** A market with the time of its listing. */
export const listingRow = z.strictObject({
  id: z.number().int(),
  symbol: z.string(),
  type: z.enum(['spot', 'usta']),
  time: timeMs,
});

export type ListingRow = z.output<typeof listingRow>;
export type MarketChangeRow = z.output<typeof marketChangeRow>;
