import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { decimal, timeMs } from '../scalars.ts';
import { ACCOUNT_TIERS } from './constants.ts';

export const accountTier = z.enum(ACCOUNT_TIERS);

export const accountTierRow = z.strictObject({
  tier: accountTier,
  /** The least net deposit, in USD. */
  minDeposit: decimal,
  /** The most that may be withdrawn in a UTC day, in USDT. */
  dailyWithdrawal: decimal,
  /** True if users of this tier are VIP users. */
  isVip: z.boolean(),
});

/** A published table of tiers; never changed, only followed by a later one. */
export const tierTable = z.strictObject({
  version: z.number().int(),
  effectiveTime: timeMs,
  /** Why it replaced the one before; '' for the first. */
  reason: z.string(),
  /** The lowest first. */
  tiers: z.array(accountTierRow),
  /** Spot volume of 30 complete UTC days, in USDT, from which a user of any tier is a VIP user. */
  vipVolume: decimal,
});

/** Deposits less withdrawals of a coin, and their value. */
const netDepositRow = z.strictObject({
  coin: z.string(),
  deposited: decimal,
  /** Fees included; withdrawals that were cancelled or rejected are not. */
  withdrawn: decimal,
  /** The index price in USDT, where 1 USDT counts as 1 USD. */
  rate: decimal,
  value: decimal,
});

export const ownTier = z.strictObject({
  tier: accountTier,
  /** The net deposit in USD; 0 where more was withdrawn than deposited. */
  netDeposit: decimal,
  coins: z.array(netDepositRow),
  /** Time at which it was computed, and the rates were read. */
  time: timeMs,
  /** True while a rate is stale: the tier of the last computation stays. */
  isStale: z.boolean(),
  /** Until then a lower net deposit takes no tier away: the end of the UTC day. */
  heldUntil: timeMs,
  nextTier: accountTier.nullable(),
  /** Missing to the next tier, in USD. */
  missing: decimal.nullable(),
  vip: z.boolean(),
  /**
   * Shortfall of either way to VIP: net deposit in USD, null while a rate is stale, and spot volume in USDT. Null for VIP
   * users.
   */
  missingToVip: z.strictObject({ deposit: decimal.nullable(), volume: decimal }).nullable(),
  /** Spot volume of the last 30 complete UTC days, in USDT. */
  volume30d: decimal,
});

export const tierCalls = defineCalls({
  getAccountTiers: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/open/accountTiers',
    section: 'account',
    summary:
      'Returns the account tiers by net deposit with what each gives, the rule of VIP users, announced changes, and the standing of the signed-in user.',
    auth: 'optional',
    cost: 3,
    isShared: true,
    keyScope: 'read',
    data: z.strictObject({
      current: tierTable,
      /** Published and not in effect yet. */
      announced: z.array(tierTable),
      /** Null for a visitor. */
      own: ownTier.nullable(),
    }),
  }),
});

export type TierTable = z.output<typeof tierTable>;
export type OwnTier = z.output<typeof ownTier>;
