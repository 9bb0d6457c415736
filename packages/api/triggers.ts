import { z } from 'zod';
import { decimal, positiveDecimal, timeMs, typedDecimal } from './scalars.ts';

/** A stop fires against the order's owner, a take-profit in favour, a trailing stop when the price turns from its best. */
export const triggerKind = z.enum(['stop', 'take-profit', 'trailing-stop']);
/** The index, or the last trade of our own book, which is refused while that book has had none. */
export const triggerSource = z.enum(['last', 'index']);

/** Distance of a trailing stop from its best price, in percent of that price: 0.01 to 50, at most four decimals. */
export const callbackPercent = typedDecimal(
  z
    .string()
    .regex(/^\d{1,2}(\.\d{1,4})?$/)
    .refine((text) => Number(text) >= 0.01 && Number(text) <= 50),
);

/**
 * Trigger that an order may wait for. Without `triggerKind` it does not wait. A stop and a take-profit need
 * `triggerPrice`; a trailing stop needs one of the callbacks and may have an activation price.
 */
export const triggerFields = {
  triggerKind: triggerKind.optional(),
  /** `index` where it is left out. */
  triggerSource: triggerSource.optional(),
  triggerPrice: positiveDecimal.optional(),
  callbackPercent: callbackPercent.optional(),
  /** The same as a difference of prices. */
  callbackPrice: positiveDecimal.optional(),
  activationPrice: positiveDecimal.optional(),
};

/** Trigger that an order waits or waited for, in its row. */
export const triggerRow = z.strictObject({
  kind: triggerKind,
  source: triggerSource,
  callbackPercent: decimal.nullable(),
  callbackPrice: decimal.nullable(),
  activationPrice: decimal.nullable(),
  /** The best price that a trailing stop has seen; null before it follows, and once it fired. */
  bestPrice: decimal.nullable(),
  /** Price at which it would fire now, or fired; null for a trailing stop that does not follow yet. */
  thresholdPrice: decimal.nullable(),
  /** The price that crossed it, and when. */
  firedPrice: decimal.nullable(),
  firedTime: timeMs.nullable(),
});

export type TriggerRow = z.output<typeof triggerRow>;
export type TriggerKind = z.output<typeof triggerKind>;
export type TriggerSource = z.output<typeof triggerSource>;
