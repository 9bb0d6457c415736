import { z } from 'zod';
import { kycLapses, kycRejections } from '../kyc/rules.ts';
import { listingQuestions, listingRejections } from '../listing/constants.ts';
import { loanRejections } from '../loan/rules.ts';
import { merchantRejections, OTC_DECISION_REASONS } from '../otc/constants.ts';
import { RECHARGE_METHODS, RECHARGE_REJECTIONS } from '../recharges/constants.ts';
import { chainAmount, decimal, side, timeMs } from '../scalars.ts';
import { WITHDRAWAL_METHODS, WITHDRAWAL_REASONS } from '../withdrawals/constants.ts';
import {
  CHANGED_TERMS,
  COLLECTED,
  ENDED_REASONS,
  FACTOR_CHANGES,
  FIRED_KINDS,
  FIRED_RESULTS,
  JOIN_NEWS,
  MINING_POOL_NEWS,
  MINING_WALLET_NEWS,
  type NoticeKind,
  ORDER_WALLETS,
  OTC_APPEAL_NEWS,
  OTC_ENDED,
  OTC_NEWS,
  OTC_RESULTS,
  RENEWALS,
  TAKEN_BACK_STATES,
} from './kinds.ts';

const count = z.number().int();
const positionSide = z.enum(['long', 'short']);
const market = { symbol: z.string(), symbol_name: z.string() };
const maybeMarket = { symbol: z.string().nullable(), symbol_name: z.string().nullable() };

/** An order as it stands. Quantities are in `coin`, those of a contract in contracts; prices and amounts in `quoteCoin`. */
const order = {
  product: z.enum(['spot', 'contract']),
  wallet: z.enum(ORDER_WALLETS),
  orderId: count,
  ...market,
  side,
  coin: z.string(),
  quoteCoin: z.string(),
  filled: decimal,
  /** Null for a market order by amount. */
  quantity: decimal.nullable(),
  /** Value of what was filled. */
  amount: decimal,
  /** The average price; null while nothing is filled. */
  price: decimal.nullable(),
  /** The result that a contract's order realised, before fees; null where it closed nothing. */
  result: decimal.nullable(),
};

const position = { ...market, positionId: count, positionSide, coin: z.string() };
const closed = {
  ...position,
  /** Contracts that were closed, and those that are left. */
  quantity: decimal,
  left: decimal,
  /** The average price; null where nothing was closed. */
  price: decimal.nullable(),
  /** The realised result before fees: a loss is below 0. */
  result: decimal.nullable(),
  /** Id of the receipt in the list of settlements. */
  receipt: z.string(),
};

const marginAccount = {
  account: z.enum(['all', 'fixed']),
  ...maybeMarket,
  riskRate: decimal.nullable(),
  receipt: z.string(),
};

const deposit = {
  method: z.enum(['chain', ...RECHARGE_METHODS]),
  coin: z.string(),
  /** Code of the network, as in the list of deposits; null where none is known. */
  network: z.string().nullable(),
  amount: chainAmount,
  transactionHash: z.string().nullable(),
};

const withdrawal = z.strictObject({
  withdrawalId: count,
  method: z.enum(WITHDRAWAL_METHODS),
  coin: z.string(),
  network: z.string(),
  /** Left the balance, the fee included. */
  amount: decimal,
  fee: decimal,
  arrives: decimal,
  address: z.string(),
  reason: z.enum(WITHDRAWAL_REASONS).nullable(),
  transaction: z.string().nullable(),
});

/** An instalment of a power loan: `id` is the number of its application. */
const instalment = { id: count, coin: z.string(), number: count, instalments: count, amount: decimal };
/** An OTC order: `role` is the reader's side, by the coins. */
const otcOrder = {
  orderId: count,
  /** True for whoever made the offer: the merchant’s pages show it. */
  isMaker: z.boolean(),
  role: z.enum(['buyer', 'seller']),
  amount: decimal,
  coin: z.string(),
  total: decimal,
  currency: z.string(),
};
/** An order with a cycle that matured. */
const matured = {
  orderId: count,
  coin: z.string(),
  /** The principal. */
  amount: decimal,
  interest: decimal,
};

/** The facts of each kind: codes, amounts and ids, never words for display. */
export const noticeFacts = {
  'order-filled': z.strictObject({ ...order, whole: z.boolean() }),
  'order-fired': z.strictObject({
    ...order,
    trigger: z.enum(FIRED_KINDS),
    /** The price that it waited for; null where it is not known. */
    triggerPrice: decimal.nullable(),
    /** The price that fired it. */
    firedPrice: decimal.nullable(),
    outcome: z.enum(FIRED_RESULTS),
    /** The error key that says why it was refused. */
    rejectKey: z.string().nullable(),
  }),
  'order-ended': z.strictObject({
    ...order,
    reason: z.enum(ENDED_REASONS),
    rejectKey: z.string().nullable(),
  }),
  'second-settled': z.strictObject({
    contractId: count,
    ...market,
    direction: z.enum(['up', 'down']),
    result: z.enum(['won', 'lost', 'even', 'void']),
    stake: decimal,
    /** Paid out, the stake included. */
    paid: decimal,
    /** Paid less the stake. */
    profit: decimal,
    coin: z.string(),
    voidReason: z.enum(['opening-stale', 'closing-stale']).nullable(),
  }),
  'funding-paid': z.strictObject({
    ...position,
    /** Received is above 0. */
    amount: decimal,
    /** In percent: above 0 longs pay shorts. */
    rate: decimal,
    receipt: z.string(),
  }),
  'price-alert': z.strictObject({
    alertId: count,
    ...market,
    /** The index, or the last trade of our own book. */
    source: z.enum(['index', 'last']),
    condition: z.enum(['above', 'below', 'percent']),
    /** A price, or a percentage with a sign for `percent`. */
    threshold: decimal,
    price: decimal,
    /** The time of a `percent` alert. */
    windowMinutes: count.nullable(),
  }),
  /** Without a market it concerns all cross positions. */
  'margin-warning': z.strictObject({
    ...maybeMarket,
    positionId: count.nullable(),
    /** Maintenance margin in percent of what stands for it: at 100 it is liquidated. */
    marginRatio: decimal,
    receipt: z.string(),
  }),
  liquidation: z.strictObject({
    ...closed,
    marginMode: z.enum(['isolated', 'cross']),
    fee: decimal,
  }),
  deleveraging: z.strictObject(closed),
  'margin-call': z.strictObject({ ...marginAccount, callRisk: decimal, liquidationRisk: decimal }),
  'forced-sale': z.strictObject({ ...marginAccount, saleId: count, over: z.boolean() }),
  'deposit-seen': z.strictObject({ ...deposit, confirmationsNeeded: count }),
  /** An automatic check stopped it before it was credited. */
  'deposit-held': z.strictObject(deposit),
  'deposit-credited': z.strictObject({ ...deposit, amount: decimal }),
  'deposit-taken-back': z.strictObject({
    ...deposit,
    amount: decimal,
    state: z.enum(TAKEN_BACK_STATES),
    /** Taken from the balance by a reversal; null before one. */
    debited: decimal.nullable(),
  }),
  'deposit-declined': z.strictObject({ ...deposit, reason: z.enum(RECHARGE_REJECTIONS) }),
  'withdrawal-sent': withdrawal,
  'withdrawal-done': withdrawal,
  'withdrawal-declined': withdrawal,
  'withdrawal-held': withdrawal,
  'staking-matured': z.strictObject({
    ...matured,
    renewal: z.enum(RENEWALS),
  }),
  'loan-decided': z.strictObject({
    id: count,
    coin: z.string(),
    amount: decimal,
    /** `again`: the payout of an approved one was refused, and it waits for its review once more. */
    decision: z.enum(['approved', 'failed', 'again']),
    reason: z.enum(loanRejections).nullable(),
  }),
  'loan-paid-out': z.strictObject({ id: count, coin: z.string(), amount: decimal, dueTime: timeMs }),
  'loan-due-soon': z.strictObject({ ...instalment, dueTime: timeMs }),
  'loan-due': z.strictObject({
    ...instalment,
    collected: z.enum(COLLECTED),
    /** Taken from the spot wallet, and left to pay. */
    paid: decimal,
    left: decimal,
  }),
  /** A later collection of what was overdue; `left` is due still. */
  'loan-collected': z.strictObject({ id: count, coin: z.string(), amount: decimal, left: decimal }),
  'loan-overdue': z.strictObject({ ...instalment, overdueRate: decimal }),
  'loan-settled': z.strictObject({ id: count, coin: z.string(), amount: decimal }),
  /** Staking is closed in the owner's country since: the order ends at its maturity. */
  'staking-renewal-off': z.strictObject({
    orderId: count,
    coin: z.string(),
    amount: decimal,
    endTime: timeMs,
    /** The operator’s words; '' where there are none. */
    reason: z.string(),
  }),
  'otc-order': z.strictObject({ ...otcOrder, dueTime: timeMs }),
  'otc-moved': z.strictObject({ ...otcOrder, news: z.enum(OTC_NEWS), dueTime: timeMs.nullable() }),
  'otc-appeal': z.strictObject({ ...otcOrder, news: z.enum(OTC_APPEAL_NEWS), dueTime: timeMs.nullable() }),
  'otc-ended': z.strictObject({
    ...otcOrder,
    end: z.enum(OTC_ENDED),
    result: z.enum(OTC_RESULTS),
    reason: z.enum(OTC_DECISION_REASONS).nullable(),
    /** Earliest time at which the bought value leaves; null where nothing was bought. */
    holdEndsTime: timeMs.nullable(),
  }),
  'otc-paused': z.strictObject({ untilTime: timeMs, faults: count }),
  /** A bought value that may leave, or the deposit of a merchant who left: then `orderId` is null. */
  'otc-free': z.strictObject({
    orderId: count.nullable(),
    amount: decimal.nullable(),
    coin: z.string().nullable(),
  }),
  'merchant-decided': z.strictObject({
    decision: z.enum(['approved', 'rejected']),
    reason: z.enum(merchantRejections).nullable(),
  }),
  'listing-asked': z.strictObject({ id: count, reason: z.enum(listingQuestions) }),
  'listing-decided': z.strictObject({
    id: count,
    decision: z.enum(['accepted', 'rejected']),
    reason: z.enum(listingRejections).nullable(),
  }),
  'finance-matured': z.strictObject(matured),
  'mining-join': z.strictObject({
    address: z.string(),
    state: z.enum(JOIN_NEWS),
    /** Key of the error that says why it was refused; null for all others. */
    reason: z.string().nullable(),
  }),
  'mining-pool': z.strictObject({
    coin: z.string(),
    state: z.enum(MINING_POOL_NEWS),
    /** Time at which it ends if nothing changes; null for all others. */
    endsTime: timeMs.nullable(),
    /** Amount that went back to Candor; null for all others. */
    amount: decimal.nullable(),
    /** The operators' own words where an amount went back; '' for all others. */
    reason: z.string(),
  }),
  'mining-wallet': z.strictObject({
    address: z.string(),
    state: z.enum(MINING_WALLET_NEWS),
    /** From then on the wallet can join. */
    opensTime: timeMs,
  }),
  /** The first rebate of a UTC day: the day's sums stand in the reward centre. */
  'referral-rebate': z.strictObject({ day: timeMs }),
  'agent-share': z.strictObject({
    /** 0 for an agent no longer. */
    sharePercent: decimal,
    effectiveTime: timeMs,
    /** The operators' own words. */
    reason: z.string(),
  }),
  correction: z.strictObject({
    coin: z.string(),
    amount: decimal,
    reasonCode: z.enum(['error', 'deposit', 'compensation', 'goodwill']),
    /** The operators' own words. */
    reason: z.string(),
  }),
  'identity-decided': z.strictObject({
    level: z.enum(['primary', 'advanced']),
    decision: z.enum(['approved', 'rejected']),
    reason: z.enum([...kycRejections, ...kycLapses]).nullable(),
  }),
  /** `number` is that of the conversation. What was answered stands there alone. */
  'support-answered': z.strictObject({ number: count }),
  'new-device': z.strictObject({ device: z.string(), address: z.string() }),
  'factor-changed': z.strictObject({
    change: z.enum(FACTOR_CHANGES),
    /** The act that changed it, for `actSentence`; null where nobody's act did. */
    act: z
      .strictObject({
        name: z.string(),
        facts: z.array(z.strictObject({ name: z.string(), value: z.string(), unit: z.string().optional() })),
      })
      .nullable(),
  }),
  'terms-changed': z.strictObject({
    terms: z.enum(CHANGED_TERMS),
    ...maybeMarket,
    coin: z.string().nullable(),
    state: z.enum(['announced', 'applied', 'withdrawn']),
    effectiveTime: timeMs,
    reason: z.string(),
  }),
} as const satisfies Readonly<Record<NoticeKind, z.ZodType>>;
