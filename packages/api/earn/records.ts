import { z } from 'zod';
import { decimal, timeMs } from '../scalars.ts';

// Rows of orders with a cycle, alike for each product that has them: staking and finance products.

const count = z.number().int().nonnegative();
const id = z.number().int().positive();
/** SHA-256 in hex of the text of an offer's terms, see `offerTermsText` of the rules. */
export const termsHash = z.string().regex(/^[0-9a-f]{64}$/);

export const earnOfferState = z.enum(['open', 'upcoming', 'soldOut', 'poolEmpty', 'closed']);
export const earnStatus = z.enum(['inProgress', 'completed', 'redeemed']);

/** The terms that an offer and each of its orders have alike: an offer never changes. */
const earnTerms = {
  offerId: id,
  coin: z.string(),
  /** Decimals of the coin's base unit. */
  scale: count,
  /** Interest of one day for one coin; 0.0005 is 0.05 %. Simple: interest earns none. */
  dailyRate: decimal,
  dailyPpm: count,
  /** The daily rate × 365, without interest on interest. */
  yearlyRate: decimal,
  cycleDays: id,
  /** Part of the interest of whole days that an order keeps that is redeemed early. */
  exitShare: decimal,
  exitPpm: count,
  /** SHA-256 of the text of the terms. */
  termsHash,
};

export const earnOfferRow = z.strictObject({
  ...earnTerms,
  /** Bounds of one order. */
  minAmount: decimal,
  maxAmount: decimal,
  /** Maximum of one user's open orders of the offer. */
  userLimit: decimal,
  /** Maximum of all open orders of the offer, and the part of it that is free. */
  capacity: decimal,
  remaining: decimal,
  opensTime: timeMs,
  /** From then on nothing new is accepted; null while nobody closed it. Orders run on to their end. */
  closesTime: timeMs.nullable(),
  /** `poolEmpty`: the pool cannot reserve the interest of the smallest order. */
  state: earnOfferState,
});

/** An act of the operators on what is on offer: an offer never changes, it is added and closed. */
export const offerChangeRow = z.strictObject({
  offerId: id,
  kind: z.enum(['added', 'closed']),
  time: timeMs,
  /** The time from which on it holds: nothing is accepted before an offer opens, or after it closes. */
  effectiveTime: timeMs,
  /** The operators’ reason. */
  reason: z.string(),
  seq: count,
});

export const earnPoolRow = z.strictObject({
  coin: z.string(),
  scale: count,
  /** Part of the pool that no order has reserved. */
  free: decimal,
  /** Interest of the open orders: it lies aside until they end. */
  reserved: decimal,
  /** Principals of the open orders. */
  principal: decimal,
  /** Number of open orders. */
  orders: count,
  /** Interest that was really paid, by the kernel's journal. */
  paid7Days: decimal,
  paid30Days: decimal,
  /** Interest that was ever paid. */
  paidTotal: decimal,
  /** Parts of smallest units that all payments lost by rounding down, to a millionth of one: they stay in the pool. */
  roundedOff: decimal,
  /** Interest of one day of the open orders. */
  dailyInterest: decimal,
  /** Whole days for which the free part would reserve interest at `dailyInterest`; null while no order is open. */
  daysLeft: count.nullable(),
});

/** A movement of a pool. What was reserved is paid or released when its order ends. */
export const earnPoolEntryRow = z.strictObject({
  time: timeMs,
  coin: z.string(),
  /** `paid` goes out of what was reserved: it leaves the free part as it was. */
  kind: z.enum(['funding', 'reserved', 'paid', 'released']),
  /** Change of the free part, or the amount that was paid out of the reserved one. */
  amount: decimal,
  /** The free part after the command. */
  balance: decimal,
  /** The operator's reason for a funding; '' for all others. */
  reason: z.string(),
  seq: count,
});

/** An order with everything that its interest follows from. */
export const earnOrderRow = z.strictObject({
  id,
  ...earnTerms,
  investAmount: decimal,
  /** Spec's name of cycleDays. */
  cycle: id,
  /** The whole interest, reserved from the pool when the order began. */
  interest: decimal,
  beginDate: timeMs,
  /** The due second: principal and interest are paid then. */
  endDate: timeMs,
  status: earnStatus,
  /** Null while it runs: whole days, what was paid and what went back to the pool. */
  wholeDays: count.nullable(),
  paidInterest: decimal.nullable(),
  released: decimal.nullable(),
  endedTime: timeMs.nullable(),
  /** The journal's sequence number of its end, or of its beginning while it runs. */
  seq: count,
});

export const earnSummaryRow = z.strictObject({
  coin: z.string(),
  /** Principals of the user's open orders. */
  principal: decimal,
  /** Interest that is reserved for them. */
  reserved: decimal,
  /** Interest that the user was ever paid. */
  paid: decimal,
  orders: count,
});

export type EarnOfferRow = z.output<typeof earnOfferRow>;
export type EarnPoolRow = z.output<typeof earnPoolRow>;
export type EarnPoolEntryRow = z.output<typeof earnPoolEntryRow>;
export type EarnOrderRow = z.output<typeof earnOrderRow>;
export type EarnSummaryRow = z.output<typeof earnSummaryRow>;
export type OfferChangeRow = z.output<typeof offerChangeRow>;
