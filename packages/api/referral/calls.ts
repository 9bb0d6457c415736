import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { journalPlace } from '../records.ts';
import {
  decimal,
  idText,
  linePageQuery,
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
/** A generation, or 4 for an agent's own share. */
const share = z.number().int().min(1).max(4);
/** An amount of one coin. */
const coinAmount = z.strictObject({ coin: z.string(), amount: decimal });

/** Promotion of the signed-in user: all sums are of what was really paid. */
const promotion = z.strictObject({
  inviteCode: z.string(),
  /** Path of the registration with the code. */
  promotionLink: z.string(),
  /** Users of all three generations. */
  totalPromoted: count,
  /** Rebates since the beginning, by coin: those of a UTC day are paid when it ends. */
  accumulatedRevenue: z.array(coinAmount),
  /** Rebates that were paid on this UTC day, of the fees of the day before. */
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
  /** An agent's own share; null for who never was an agent. */
  agent: z
    .strictObject({
      /** Share of each fee of the whole team, in percent, as far as the cap leaves it. */
      sharePercent: decimal,
      /** The share that follows, from a time on. */
      next: z.strictObject({ sharePercent: decimal, effectiveTime: timeMs }).nullable(),
      revenue: z.array(coinAmount),
      today: z.array(coinAmount),
    })
    .nullable(),
  /** Highest sum of all shares, in percent. */
  capPercent: decimal,
});

/** A user of the three generations. */
export const promotedUser = z.strictObject({
  /** Masked. */
  account: z.string(),
  generation,
  registerTime: timeMs,
  /** Rebates that the user's fees brought, up to the last full UTC day: nobody sees another's single trades. */
  rebate: z.array(coinAmount),
  /** Trading fees of the user that rebates were paid from, up to that day: deposits and balances are shown to nobody. */
  totalInvested: z.array(coinAmount),
});

const promotionDay = z.strictObject({
  /** First millisecond of the UTC day. */
  day: timeMs,
  /** 4 for an agent's own share. */
  generation: share,
  coin: z.string(),
  amount: decimal,
});

/** A day of an agent's own share. */
const agentDay = z.strictObject({
  /** First millisecond of the UTC day. */
  day: timeMs,
  coin: z.string(),
  /** People of the team who paid trading fees that it was paid on. */
  payers: count,
  /** Those trading fees: the volume of the team that the share goes by. */
  fees: decimal,
  commission: decimal,
});

/** A person of an agent's team, at any depth. */
const teamMember = z.strictObject({
  /** Names the person in this list alone. */
  member: count,
  /** Masked. */
  account: z.string(),
  registerTime: timeMs,
  /** People whom the person invited. */
  invited: count,
  /** True for another agent, whose team is not this one's. */
  isAgent: z.boolean(),
  /** Trading fees of the person that rebates were paid from, up to the last full UTC day. */
  fees: z.array(coinAmount),
  /** The agent's own share of them, up to that day. */
  commission: z.array(coinAmount),
});

/**
 * Rebates from one payer's fees of one full UTC day, with all that they follow from: whole units of what was carried over
 * and the share of the fees. No payer is named, and no single fee.
 */
const rebate = z.strictObject({
  /** First millisecond of the UTC day. */
  day: timeMs,
  /** 4 for an agent's own share. */
  generation: share,
  coin: z.string(),
  scale: count,
  /** Sum of the payer's trading fees of the day that it was paid on. */
  fees: decimal,
  sharePpm: count,
  /**
   * Millionths of the coin's smallest unit that earlier fees of the payer left, and fees too small for a unit. Negative
   * where a part of them went to another agent meanwhile.
   */
  carriedMillionths: z.number().int(),
  /** Millionths of that unit that the day leaves for later fees. */
  restMillionths: count,
  amount: decimal,
  /** First command of the day that paid of it. */
  firstSeq: z.number().int().positive(),
  /** Last command of the day that paid of it. */
  seq: z.number().int().positive(),
  journal: journalPlace,
});

/** Fees and rebates of one coin, of all users who were invited, by full UTC days. */
const rebateSource = z.strictObject({
  coin: z.string(),
  /** Trading fees of the last 30 full days that rebates were paid from. */
  fees30Days: decimal,
  /** Rebates of those fees, of all generations and agents. */
  rebates30Days: decimal,
  /** Such fees since the beginning. */
  fees: decimal,
  /** Rebates since the beginning. */
  rebates: decimal,
});

export const referralCalls = defineCalls({
  getRebateSources: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/promotion/getSources',
    section: 'account',
    summary:
      'Returns where rebates come from: the published shares of a trading fee, and the fees and rebates of each coin up to the last full UTC day.',
    auth: 'none',
    cost: 3,
    isShared: true,
    data: z.strictObject({
      /** Shares of each trading fee by generation, in percent. */
      shares: z.array(z.strictObject({ generation, sharePercent: decimal })),
      /** Highest sum of all shares, an agent’s included, in percent. */
      capPercent: decimal,
      coins: z.array(rebateSource),
      /** First millisecond of the UTC day that runs: its fees are not counted yet. */
      beforeTime: timeMs,
    }),
  }),
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
    summary: 'Lists the rebates of the signed-in user by UTC day, generation and coin, newest first.',
    auth: 'required',
    cost: 3,
    query: z.strictObject({ ...linePageQuery, ...timesQuery }),
    data: pageOf(promotionDay),
  }),
  getRebates: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/promotion/getRebates',
    section: 'account',
    summary:
      'Lists the rebates of the signed-in user by full UTC day and payer, newest first, each with all that it follows from.',
    auth: 'required',
    cost: 3,
    query: z.strictObject({ ...linePageQuery, ...timesQuery }),
    data: pageOf(rebate),
  }),
  getAgentDays: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/promotion/getAgentDays',
    section: 'account',
    summary: 'Lists fees and commission of the signed-in agent’s team by UTC day and coin, newest first.',
    auth: 'required',
    cost: 3,
    query: z.strictObject({ ...linePageQuery, ...timesQuery }),
    data: pageOf(agentDay),
  }),
  getTeamMembers: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/promotion/getTeamMembers',
    section: 'account',
    summary:
      'Lists whom the signed-in agent invited, or whom a member of the team invited, newest first. Empty for who is no agent.',
    auth: 'required',
    cost: 3,
    query: z.strictObject({ ...pageQuery, ...timesQuery, member: idText.optional() }),
    data: pageOf(teamMember),
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

export type RebateSource = z.output<typeof rebateSource>;
export type Promotion = z.output<typeof promotion>;
export type PromotedUser = z.output<typeof promotedUser>;
export type AgentDay = z.output<typeof agentDay>;
export type TeamMember = z.output<typeof teamMember>;
export type RebateRow = z.output<typeof rebate>;
export type PromotionDay = z.output<typeof promotionDay>;
