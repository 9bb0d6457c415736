import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import {
  earnOfferRow,
  earnOrderRow,
  earnPoolEntryRow,
  earnPoolRow,
  earnStatus,
  earnSummaryRow,
  offerChangeRow,
  termsHash,
} from '../earn/index.ts';
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

/** The tab of a product. The membership zone is for VIP users, see `vip` of getInfo. */
export const financeZone = z.enum(['valueAdded', 'members', 'ordinary']);

/** Terms that finance products add to those of orders with a cycle. */
const financeTerms = {
  name: z.string(),
  zone: financeZone,
  /** Days in which an order cannot be redeemed. As many as the cycle has: it can't be redeemed at all. */
  lockDays: count,
};

export const financeOfferRow = z.strictObject({
  ...earnOfferRow.shape,
  ...financeTerms,
  /** Spec's name of cycleDays. */
  cycle: id,
  /** Spec's participation limit amount: `userLimit` by another name, the maximum of one user's open orders. */
  limit: decimal,
  /** The most orders of the offer that one user may ever begin. */
  maxParticipations: id,
  /** Average daily income of `minAmount`: the exact interest of one day, which may have more decimals than the coin. */
  dailyIncome: decimal,
  /** Percent of the capacity that is taken, rounded down to two decimals. */
  progress: decimal,
});

/** An order with everything that its interest follows from. */
export const financeOrderRow = z.strictObject({
  ...earnOrderRow.shape,
  ...financeTerms,
  /** The first moment at which it may be redeemed; `endDate` where it can't be. */
  redeemableTime: timeMs,
});

/** The same with the place of that command in the journal: the receipt. */
export const financeReceiptRow = z.strictObject({ ...financeOrderRow.shape, journal: journalPlace });

export const financeCalls = defineCalls({
  getFinanceProducts: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/finance/getProducts',
    section: 'earning',
    summary:
      'Lists the offers of finance products with their fixed terms, what is still free of each, and the hash of its terms.',
    auth: 'none',
    cost: 2,
    isShared: true,
    data: z.strictObject({
      offers: z.array(financeOfferRow),
      /** Newest acts of the operators on the offers, with their reasons. */
      changes: z.array(offerChangeRow),
      /** The server’s time. */
      time: timeMs,
      seq: count,
    }),
  }),
  getFinancePools: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/finance/getPools',
    section: 'earning',
    summary:
      'Returns the pool of each coin that finance products pay from: what is free, what is reserved, and what it paid.',
    auth: 'none',
    cost: 3,
    isShared: true,
    data: z.strictObject({ pools: z.array(earnPoolRow), time: timeMs, seq: count }),
  }),
  getFinancePoolEntries: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/finance/getPoolEntries',
    section: 'earning',
    summary:
      'Lists the movements of the pools of finance products, newest first: funding, interest reserved, paid and released.',
    auth: 'none',
    cost: 3,
    isShared: true,
    query: z.strictObject({ ...linePageQuery, coin: z.string().max(12).optional() }),
    data: pageOf(earnPoolEntryRow),
  }),
  createFinance: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/finance/create',
    section: 'earning',
    summary:
      'Invests an amount in a finance product. Its whole interest is reserved at once, or the call is refused. Send the hash of the terms that the user accepted: any other is refused with FINANCE_TERMS_CHANGED.',
    auth: 'required',
    cost: 5,
    opens: () => 'finance',
    act: true,
    body: z.strictObject({ offerId: id, amount: positiveDecimal, termsHash }),
    data: financeOrderRow,
  }),
  getFinanceOrders: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/finance/getOrders',
    section: 'earning',
    summary: 'Lists the finance orders of the signed-in user, newest first.',
    auth: 'required',
    cost: 3,
    query: z.strictObject({ status: earnStatus.optional(), ...pageQuery, ...timesQuery }),
    data: pageOf(financeOrderRow),
  }),
  getFinanceOrder: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/finance/getOrder',
    section: 'earning',
    summary: 'Returns one finance order with its receipt.',
    auth: 'required',
    cost: 3,
    query: z.strictObject({ id: idText }),
    data: financeReceiptRow,
  }),
  redeemFinance: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/finance/redeem',
    section: 'earning',
    summary:
      'Ends a finance order after its locked days and before it matures: the principal is paid at once, with the published share of the interest of whole days.',
    auth: 'required',
    cost: 5,
    act: true,
    body: z.strictObject({ id }),
    data: financeOrderRow,
  }),
  getFinanceSummary: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/finance/getSummary',
    section: 'earning',
    summary:
      'Returns what the signed-in user has invested of each coin, the interest reserved and paid, and how many orders of each offer the user ever began.',
    auth: 'required',
    cost: 2,
    data: z.strictObject({
      list: z.array(earnSummaryRow),
      /** Offers that the user took part in. */
      participations: z.array(z.strictObject({ offerId: id, orders: count })),
      seq: count,
    }),
  }),
});

export type FinanceZone = z.output<typeof financeZone>;
export type FinanceOfferRow = z.output<typeof financeOfferRow>;
export type FinanceOrderRow = z.output<typeof financeOrderRow>;
