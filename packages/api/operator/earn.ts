import { z } from 'zod';
import { earnOfferRow } from '../earn/index.ts';
import { decimal, positiveDecimal, timeMs } from '../scalars.ts';
import { reason } from './fields.ts';

// Parts that the desks of staking and of finance products have alike.

const count = z.number().int().nonnegative();
const source = z.enum(['practice', 'house']);
const percentOrZero = z.string().regex(/^(0|[1-9]\d{0,2})(\.\d{1,4})?$/);

export const operatorEarnPool = z.strictObject({
  assetId: count,
  coin: z.string(),
  free: decimal,
  reserved: decimal,
  principal: decimal,
  orders: count,
  /** Amount that the house's own account could add. */
  houseAvailable: decimal,
});

export const operatorEarnOffer = z.strictObject({
  ...earnOfferRow.shape,
  /** Principals of its open orders, and their number. */
  principal: decimal,
  orders: count,
});

/** Answer of a desk with its own rows of offers. */
export const operatorEarn = <Offer extends z.ZodType>(offer: Offer) =>
  z.strictObject({
    /** True where a pool can be funded out of practice custody. */
    practice: z.boolean(),
    now: timeMs,
    pools: z.array(operatorEarnPool),
    offers: z.array(offer),
  });

/** Fields of a body that proposes an offer. */
export const earnOfferFields = {
  dailyPercent: positiveDecimal,
  cycleDays: z.number().int().positive(),
  /** Part of the interest of whole days that an early exit keeps. */
  exitPercent: percentOrZero,
  minAmount: positiveDecimal,
  maxAmount: positiveDecimal,
  userLimit: positiveDecimal,
  capacity: positiveDecimal,
  /** Null for the moment of its approval. */
  opensTime: timeMs.nullable(),
  reason,
};

export const earnCloseBody = z.strictObject({
  /** Null for the moment of its approval. */
  closesTime: timeMs.nullable(),
  reason,
});

export const earnFundBody = z.strictObject({
  amount: positiveDecimal,
  direction: z.enum(['add', 'take']),
  source,
  reason,
});

export type OperatorEarnPool = z.output<typeof operatorEarnPool>;
export type OperatorEarnOffer = z.output<typeof operatorEarnOffer>;
