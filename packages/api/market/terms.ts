import { z } from 'zod';
import { timeMs } from '../scalars.ts';

const zeroOrMore = z.string().regex(/^(0|[1-9]\d{0,17})(\.\d{1,18})?$/);
const id = z.number().int().min(0).max(65_535);

/** Trading fees by the volume of 30 days, in percent. */
const fees = z.strictObject({
  kind: z.literal('fees'),
  tiers: z
    .array(
      z.strictObject({
        minVolume: zeroOrMore,
        makerPercent: zeroOrMore,
        takerPercent: zeroOrMore,
        perpetualMakerPercent: zeroOrMore,
        perpetualTakerPercent: zeroOrMore,
      }),
    )
    .min(1)
    .max(20),
});

/** Bounds of new orders of a spot market or a perpetual. */
const limits = z.strictObject({
  kind: z.literal('limits'),
  symbolId: id,
  /** In the quote coin. */
  minNotional: zeroOrMore,
  /** In the base coin. */
  maxQuantity: zeroOrMore,
  maxOpenOrders: z.number().int().min(1).max(10_000),
  /** Maximum distance of a price from the index, in percent; 0 for no bound. */
  priceBandPercent: zeroOrMore,
});

/** Maintenance margin and leverage of a perpetual by the value of a position. */
const brackets = z.strictObject({
  kind: z.literal('brackets'),
  symbolId: id,
  brackets: z
    .array(
      z.strictObject({
        floor: zeroOrMore,
        maintenancePercent: zeroOrMore,
        maxLeverage: z.number().int().min(1).max(200),
      }),
    )
    .min(1)
    .max(20),
});

/** Terms at which a coin is lent and counts as collateral. */
const marginCoin = z.strictObject({
  kind: z.literal('marginCoin'),
  assetId: id,
  borrowable: z.boolean(),
  hourlyRatePercent: zeroOrMore,
  collateralPercent: zeroOrMore,
  maxBorrow: zeroOrMore,
});

/** Risk rates of margin accounts of a market, or with `symbolId` 0 of cross accounts. */
const marginRisk = z.strictObject({
  kind: z.literal('marginRisk'),
  symbolId: id,
  maxLeverage: z.number().int().min(2).max(20),
  transferPercent: zeroOrMore,
  callPercent: zeroOrMore,
  liquidationPercent: zeroOrMore,
  saleBandPercent: zeroOrMore,
});

/** Shares of a trading fee for three generations of inviters, and the most that they may be together. */
const referral = z.strictObject({
  kind: z.literal('referral'),
  firstPercent: zeroOrMore,
  secondPercent: zeroOrMore,
  thirdPercent: zeroOrMore,
  capPercent: zeroOrMore,
});

/** Rates of mining a coin by what is locked, the lowest gear first; without gears nothing is paid. */
const gears = z.strictObject({
  kind: z.literal('gears'),
  assetId: id,
  gears: z.array(z.strictObject({ minAmount: zeroOrMore, dailyPercent: zeroOrMore })).max(20),
});

/** Terms of trading that are changed with notice. Amounts and percentages are decimals. */
export const marketTerms = z.discriminatedUnion('kind', [
  fees,
  limits,
  brackets,
  marginCoin,
  marginRisk,
  referral,
  gears,
]);

/** Terms with what they are of: the market, or the coin; both empty for what is the same for all. */
export const namedTerms = z.strictObject({
  market: z.string(),
  /** The coin of the amounts. */
  coin: z.string(),
  terms: marketTerms,
});

/** A change of terms that was announced with its effective time. */
export const termsChangeRow = z.strictObject({
  changeNo: z.number().int(),
  state: z.enum(['announced', 'applied', 'withdrawn']),
  market: z.string(),
  coin: z.string(),
  announceTime: timeMs,
  effectiveTime: timeMs,
  /** Reason that the operators published. */
  reason: z.string(),
  /** The terms that stand until then; null once the change has ended. */
  before: marketTerms.nullable(),
  after: marketTerms,
  endTime: timeMs.nullable(),
  /** Why it was withdrawn; empty otherwise. */
  endReason: z.string(),
});

export const termsChanges = z.strictObject({
  /** The next to apply first. */
  announced: z.array(termsChangeRow),
  /** The newest first. */
  ended: z.array(termsChangeRow),
});

export type MarketTerms = z.output<typeof marketTerms>;
export type NamedTerms = z.output<typeof namedTerms>;
export type TermsChangeRow = z.output<typeof termsChangeRow>;
export type TermsChanges = z.output<typeof termsChanges>;
