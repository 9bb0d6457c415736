import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import {
  decimal,
  pageBody,
  pageOf,
  pageQuery,
  timeMs,
  timesBody,
  timesQuery,
  wholeText,
} from '../scalars.ts';

const count = z.number().int().nonnegative();
const generation = z.number().int().min(1).max(3);
/** An amount of one coin. */
const coinAmount = z.strictObject({ coin: z.string(), amount: decimal });

/** Promotion of the signed-in user: all sums are of what was really paid. */
const promotion = z.strictObject({
  inviteCode: z.string(),
  /** Path of the registration with the code. */
  promotionLink: z.string(),
  /** Users of all three generations. */
  totalPromoted: count,
  /** Rebates since the beginning, by coin. */
  accumulatedRevenue: z.array(coinAmount),
  /** Rebates of the UTC day. */
  todayReward: z.array(coinAmount),
  generations: z.array(
    z.strictObject({
      generation,
      /** Share of each trading fee, in percent. */
      sharePercent: decimal,
      promoted: count,
      revenue: z.array(coinAmount),
      today: z.array(coinAmount),
    }),
  ),
  /** Highest sum of all shares, in percent. */
  capPercent: decimal,
});

/** A user of the three generations. */
export const promotedUser = z.strictObject({
  /** Masked. */
  account: z.string(),
  generation,
  registerTime: timeMs,
  /** Rebates that the user's fees brought. */
  rebate: z.array(coinAmount),
  /** Trading fees of the user that rebates were paid from: deposits and balances are shown to nobody. */
  totalInvested: z.array(coinAmount),
});

const promotionDay = z.strictObject({
  /** First millisecond of the UTC day. */
  day: timeMs,
  generation,
  coin: z.string(),
  amount: decimal,
});

export const referralCalls = defineCalls({
  getPromotion: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/promotion/getPromotion',
    section: 'account',
    summary: 'Returns invite code, link, published shares and all rebates of the signed-in user.',
    auth: 'required',
    cost: 3,
    data: promotion,
  }),
  getPromotedUsers: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/promotion/getUsers',
    section: 'account',
    summary: 'Lists the users of three generations whom the signed-in user brought, newest first, masked.',
    auth: 'required',
    cost: 3,
    query: z.strictObject({ ...pageQuery, ...timesQuery, generation: wholeText(1, 3).optional() }),
    data: pageOf(promotedUser),
  }),
  getPromotionDays: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/promotion/getDays',
    section: 'account',
    summary:
      'Lists the rebates of the signed-in user by UTC day, generation and coin, newest first: at most 500 lines.',
    auth: 'required',
    cost: 3,
    query: z.strictObject({ ...timesQuery }),
    data: z.array(promotionDay),
  }),
  getAgentList: defineCall({
    method: 'POST',
    path: '/api/agentActivityInfo/getAgentList',
    section: 'account',
    summary: 'Lists the team of the signed-in user, as getPromotedUsers does.',
    auth: 'required',
    cost: 3,
    body: z.strictObject({ ...pageBody, ...timesBody, generation: generation.optional() }),
    data: pageOf(promotedUser),
  }),
  getAgentInfo: defineCall({
    method: 'POST',
    path: '/api/agentActivityInfo/getAgentInfo',
    section: 'account',
    summary: 'Returns the team’s totals of the signed-in user, as getPromotion does.',
    auth: 'required',
    cost: 3,
    data: promotion,
  }),
});

export type Promotion = z.output<typeof promotion>;
export type PromotedUser = z.output<typeof promotedUser>;
export type PromotionDay = z.output<typeof promotionDay>;
