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
import { idText, linePageQuery, pageOf, pageQuery, positiveDecimal, timeMs, timesQuery } from '../scalars.ts';

const count = z.number().int().nonnegative();
const id = z.number().int().positive();

/** An order with everything that its interest follows from. */
export const pledgeOrderRow = z.strictObject({
  ...earnOrderRow.shape,
  autoRenew: z.boolean(),
  /** The order that this one renews; null for none. */
  renewalOf: id.nullable(),
  /** The order by which it was renewed at its end; null for none. */
  renewedAs: id.nullable(),
});

/** The same with the place of that command in the journal: the receipt. */
export const pledgeReceiptRow = z.strictObject({ ...pledgeOrderRow.shape, journal: journalPlace });

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
      offers: z.array(earnOfferRow),
      /** Newest acts of the operators on the offers, with their reasons. */
      changes: z.array(offerChangeRow),
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
    data: z.strictObject({ pools: z.array(earnPoolRow), time: timeMs, seq: count }),
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
    data: pageOf(earnPoolEntryRow),
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
    query: z.strictObject({ status: earnStatus.optional(), ...pageQuery, ...timesQuery }),
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
    opens: ({ body: { autoRenew } }) => (autoRenew ? 'staking' : null),
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
    data: z.strictObject({ list: z.array(earnSummaryRow), seq: count }),
  }),
});

export type PledgeOrderRow = z.output<typeof pledgeOrderRow>;
