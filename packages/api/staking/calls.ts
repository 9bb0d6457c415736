import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { journalPlace } from '../records.ts';
import {
  decimal,
  idText,
  linePageQuery,
  pageOf,
  pageQuery,
  positiveDecimal,
  timeMs,
  timesQuery,
} from '../scalars.ts';

const count = z.number().int().nonnegative();
const id = z.number().int().positive();
/** SHA-256 in hex of the text of an offer's terms, see `offerTermsText` of the rules. */
const termsHash = z.string().regex(/^[0-9a-f]{64}$/);

export const pledgeOfferState = z.enum(['open', 'upcoming', 'soldOut', 'poolEmpty', 'closed']);
export const pledgeStatus = z.enum(['inProgress', 'completed', 'redeemed']);

/** The terms that an offer and each of its orders have alike: an offer never changes. */
const pledgeTerms = {
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

export const pledgeOfferRow = z.strictObject({
  ...pledgeTerms,
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
  state: pledgeOfferState,
});

export const pledgePoolRow = z.strictObject({
  coin: z.string(),
  scale: count,
  /** Part of the pool that no order has reserved. */
  free: decimal,
  /** Interest of the open orders: it lies aside until they end. */
  reserved: decimal,
  /** Principals of the open orders. */
  staked: decimal,
  /** Number of open orders. */
  orders: count,
  /** Interest that was really paid, by the kernel's journal. */
  paid7Days: decimal,
  paid30Days: decimal,
  /** Interest that was ever paid. */
  paidTotal: decimal,
  /** Interest of one day of the open orders. */
  dailyInterest: decimal,
  /** Whole days for which the free part would reserve interest at `dailyInterest`; null while no order is open. */
  daysLeft: count.nullable(),
});

/** A movement of a pool. What was reserved is paid or released when its order ends. */
export const pledgePoolEntryRow = z.strictObject({
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
export const pledgeOrderRow = z.strictObject({
  id,
  ...pledgeTerms,
  investAmount: decimal,
  /** Spec's name of cycleDays. */
  cycle: id,
  /** The whole interest, reserved from the pool when the order began. */
  interest: decimal,
  beginDate: timeMs,
  /** The due second: principal and interest are paid then. */
  endDate: timeMs,
  status: pledgeStatus,
  autoRenew: z.boolean(),
  /** The order that this one renews; null for none. */
  renewalOf: id.nullable(),
  /** The order by which it was renewed at its end; null for none. */
  renewedAs: id.nullable(),
  /** Null while it runs: whole days, what was paid and what went back to the pool. */
  wholeDays: count.nullable(),
  paidInterest: decimal.nullable(),
  released: decimal.nullable(),
  endedTime: timeMs.nullable(),
  /** The journal's sequence number of its end, or of its beginning while it runs. */
  seq: count,
});

/** The same with the place of that command in the journal: the receipt. */
export const pledgeReceiptRow = z.strictObject({ ...pledgeOrderRow.shape, journal: journalPlace });

export const pledgeSummaryRow = z.strictObject({
  coin: z.string(),
  /** Principals of the user's open orders. */
  staked: decimal,
  /** Interest that is reserved for them. */
  reserved: decimal,
  /** Interest that the user was ever paid. */
  paid: decimal,
  orders: count,
});

export const stakingCalls = defineCalls({
  getPledgeProducts: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/pledge/getProducts',
    section: 'earning',
    summary:
      'Lists the offers of staking with their fixed terms, what is still free of each, and the hash of its terms.',
    auth: 'none',
    cost: 2,
    isShared: true,
    data: z.strictObject({
      offers: z.array(pledgeOfferRow),
      /** The server’s time. */
      time: timeMs,
      seq: count,
    }),
  }),
  getPledgePools: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/pledge/getPools',
    section: 'earning',
    summary:
      'Returns the pool of each coin that interest is paid from: what is free, what is reserved, and what it paid.',
    auth: 'none',
    cost: 3,
    isShared: true,
    data: z.strictObject({ pools: z.array(pledgePoolRow), time: timeMs, seq: count }),
  }),
  getPledgePoolEntries: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/pledge/getPoolEntries',
    section: 'earning',
    summary: 'Lists the movements of the pools, newest first: funding, interest reserved, paid and released.',
    auth: 'none',
    cost: 3,
    isShared: true,
    query: z.strictObject({ ...linePageQuery, coin: z.string().max(12).optional() }),
    data: pageOf(pledgePoolEntryRow),
  }),
  createPledge: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/pledge/create',
    section: 'earning',
    summary:
      'Stakes an amount by an offer. Its whole interest is reserved at once, or the call is refused. Send the hash of the terms that the user accepted: any other is refused with STAKING_TERMS_CHANGED.',
    auth: 'required',
    cost: 5,
    opens: () => 'staking',
    act: true,
    body: z.strictObject({
      offerId: id,
      amount: positiveDecimal,
      termsHash,
      autoRenew: z.boolean().optional(),
    }),
    data: pledgeOrderRow,
  }),
  getPledgeOrders: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/pledge/getOrders',
    section: 'earning',
    summary: 'Lists the staking orders of the signed-in user, newest first.',
    auth: 'required',
    cost: 3,
    query: z.strictObject({ status: pledgeStatus.optional(), ...pageQuery, ...timesQuery }),
    data: pageOf(pledgeOrderRow),
  }),
  getPledgeOrder: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/pledge/getOrder',
    section: 'earning',
    summary: 'Returns one staking order with its receipt.',
    auth: 'required',
    cost: 3,
    query: z.strictObject({ id: idText }),
    data: pledgeReceiptRow,
  }),
  redeemPledge: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/pledge/redeem',
    section: 'earning',
    summary:
      'Ends a staking order early: the principal is paid at once, with the published share of the interest of whole days.',
    auth: 'required',
    cost: 5,
    act: true,
    body: z.strictObject({ id }),
    data: pledgeOrderRow,
  }),
  setPledgeRenewal: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/pledge/setRenewal',
    section: 'earning',
    summary: 'Says whether a staking order is renewed at its end, as far as the offer is still open then.',
    auth: 'required',
    act: true,
    body: z.strictObject({ id, autoRenew: z.boolean() }),
    data: z.strictObject({ id, autoRenew: z.boolean() }),
  }),
  getPledgeSummary: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/pledge/getSummary',
    section: 'earning',
    summary: 'Returns what the signed-in user has staked of each coin, and the interest reserved and paid.',
    auth: 'required',
    cost: 2,
    data: z.strictObject({ list: z.array(pledgeSummaryRow), seq: count }),
  }),
});

export type PledgeOfferRow = z.output<typeof pledgeOfferRow>;
export type PledgePoolRow = z.output<typeof pledgePoolRow>;
export type PledgePoolEntryRow = z.output<typeof pledgePoolEntryRow>;
export type PledgeOrderRow = z.output<typeof pledgeOrderRow>;
export type PledgeReceiptRow = z.output<typeof pledgeReceiptRow>;
export type PledgeSummaryRow = z.output<typeof pledgeSummaryRow>;
