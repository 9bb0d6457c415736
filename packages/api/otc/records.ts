import { z } from 'zod';
import { journalPlace } from '../records.ts';
import { decimal, positiveDecimal, side, timeMs } from '../scalars.ts';
import { merchantRejections, OTC_APPEAL_REASONS, OTC_DECISION_REASONS, OTC_METHODS } from './constants.ts';

const count = z.number().int().nonnegative();
const id = z.number().int().positive();
export const otcHash = z.string().regex(/^[0-9a-f]{64}$/);
export const otcMethod = z.enum(OTC_METHODS);
export const otcParty = z.enum(['buyer', 'seller']);
export const otcOpenState = z.enum(['created', 'paid', 'lapsed', 'appealed']);
export const otcState = z.enum([...otcOpenState.options, 'released', 'cancelled', 'expired', 'resolved']);
export const otcAsk = z.enum(['unable', 'other-name']);
export const otcAppealReason = z.enum(OTC_APPEAL_REASONS);
export const otcDecisionReason = z.enum(OTC_DECISION_REASONS);

/** Orders of thirty days: a pair counts once a day. */
export const otcReputation = z.strictObject({
  released: count,
  /** Ends at the own fault. */
  faults: count,
  /** Percent of released among both, rounded down to one decimal; null under ten, where pages say "new". */
  completion: decimal.nullable(),
  /** Median time from "paid" to the end of what was sold, appeals among it; null for none. */
  medianReleaseMs: count.nullable(),
  /** Share of ratings that are good, in percent, beside their count; null without any. */
  good: decimal.nullable(),
  ratings: count,
});

export const otcPricing = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('fixed'), price: positiveDecimal }),
  z.strictObject({
    kind: z.literal('floating'),
    /** The maker’s own price of one coin of the value coin, in the currency. */
    rate: positiveDecimal,
    /** The offer rests while its price lies outside of these. */
    floor: positiveDecimal,
    cap: positiveDecimal,
  }),
]);

/** A merchant as everybody reads it: never a name, a contact or an account. */
export const otcMerchantRow = z.strictObject({
  merchantId: id,
  nickname: z.string(),
  sinceTime: timeMs,
  reputation: otcReputation,
});

const offer = {
  offerId: id,
  version: id,
  /** Act of the taker: `buy` where the merchant sells. */
  side,
  coin: z.string(),
  currency: z.string(),
  pricing: otcPricing,
  /** Price of one coin now; null without a fresh index, or outside of a floating offer’s bounds. */
  price: decimal.nullable(),
  /** Most that one order can have now; 0 while none can be made. */
  available: decimal,
  minAmount: decimal,
  maxAmount: decimal,
  /** The same in the currency, at the price of now. */
  minTotal: decimal.nullable(),
  maxTotal: decimal.nullable(),
  windowMs: id,
  methods: z.array(z.strictObject({ method: otcMethod, appealAfterMs: id })),
  /** The merchant’s own words, and their SHA-256 in hex, which each order keeps. */
  terms: z.string(),
  termsHash: otcHash,
  /** Takers need so many released orders. */
  minReleased: count,
};
export const otcOfferRow = z.strictObject({ ...offer, merchant: otcMerchantRow });

/** An offer as its merchant reads it. */
export const ownOtcOfferRow = z.strictObject({
  ...offer,
  /** Coins that it still trades. */
  amount: decimal,
  isPaused: z.boolean(),
  /** Key of the error that says why it cannot be taken now; null where it can. */
  hidden: z.string().nullable(),
});

const appeal = z.strictObject({
  statements: count,
  awaitsBuyer: z.boolean(),
  awaitsSeller: z.boolean(),
  answerDueTime: timeMs,
  decideDueTime: timeMs,
  isDecisionLate: z.boolean(),
});

const order = {
  orderId: id,
  offerId: id,
  /** Own side, by the coins. */
  role: otcParty,
  /** True where the own offer was taken. */
  isMaker: z.boolean(),
  coin: z.string(),
  amount: decimal,
  currency: z.string(),
  price: decimal,
  /** Sum to pay, in the currency. */
  total: decimal,
  /** Fee of the maker, in coins. */
  fee: decimal,
  method: otcMethod,
  state: otcState,
  createdTime: timeMs,
  paidTime: timeMs.nullable(),
  endedTime: timeMs.nullable(),
  /** Time at which the state’s clock runs out; null for none. It is later by every downtime. */
  dueTime: timeMs.nullable(),
  /** A paid order’s buyer may appeal from then on; null in other states. */
  appealFromTime: timeMs.nullable(),
  /** Reason for which the seller asked the buyer to cancel; null while it did not. */
  asked: otcAsk.nullable(),
  counterparty: z.string(),
  seq: count,
};
export const otcOrderRow = z.strictObject(order);

/** The account that is paid to: whole while the order is open, the last four characters after it. */
export const otcPayment = z.strictObject({
  method: otcMethod,
  holder: z.string(),
  account: z.string(),
  bankName: z.string(),
  /** Further details of a bank card, such as branch and SWIFT code; '' for none. */
  details: z.string(),
});

const ofEntry = { time: timeMs, seq: count, journal: journalPlace };
/** Everything that happened to an order, oldest first. */
export const otcEntryRow = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('created'), ...ofEntry }),
  z.strictObject({
    kind: z.literal('moved'),
    to: otcOpenState,
    by: z.enum(['buyer', 'seller', 'clock', 'operators']),
    /** Reason of an appeal; null for others and for one that the clock opened. */
    reason: otcAppealReason.nullable(),
    ...ofEntry,
  }),
  z.strictObject({
    kind: z.literal('ended'),
    end: z.enum(['released', 'cancelled', 'expired', 'resolved']),
    by: z.enum(['buyer', 'seller', 'clock', 'operators']),
    winner: otcParty,
    fault: z.enum(['buyer', 'seller', 'nobody']),
    fee: decimal,
    /** Reason of a decision; null for others. */
    reason: otcDecisionReason.nullable(),
    /** Earliest time at which the bought value leaves; null where the coins returned. */
    holdEndsTime: timeMs.nullable(),
    ...ofEntry,
  }),
  z.strictObject({ kind: z.literal('asked'), why: otcAsk, ...ofEntry }),
  z.strictObject({ kind: z.literal('stated'), by: otcParty, number: id, ...ofEntry }),
  z.strictObject({ kind: z.literal('late'), what: z.enum(['answer', 'decision']), ...ofEntry }),
]);

/** A statement of an appeal. Pictures of the other side are for operators alone: their count is told. */
export const otcStatement = z.strictObject({
  by: otcParty,
  mine: z.boolean(),
  text: z.string(),
  images: count,
  /** Links of the own images; empty for those of the other side. */
  links: z.array(z.string()),
  /** SHA-256 in hex of text and images, which the journal keeps. */
  evidence: otcHash,
  time: timeMs,
});

export const otcRating = z.strictObject({
  isGood: z.boolean(),
  text: z.string(),
  /** Answer of who was rated; '' for none. */
  answer: z.string(),
  time: timeMs,
});

/** An order as the ledger tells it: every figure stands in an exported journal, at the places that it names. */
export const otcOrderReceipt = z.strictObject({
  orderId: id,
  offerId: id,
  version: id,
  /** Own side, by the coins. */
  role: otcParty,
  isMaker: z.boolean(),
  coin: z.string(),
  amount: decimal,
  currency: z.string(),
  method: otcMethod,
  price: decimal,
  total: decimal,
  /** Fee of the maker if the coins are released. */
  fee: decimal,
  /** Value at the index of the taking, in the value coin. */
  value: decimal,
  /** Coins that the seller gave into escrow: the amount, with the fee where the maker sells. */
  held: decimal,
  termsHash: otcHash,
  /** State after the last of the entries. */
  state: otcState,
  paidTime: timeMs.nullable(),
  endedTime: timeMs.nullable(),
  /** Coins that left the escrow to the buyer, as the fee and back to the seller; null while the order is open. */
  bought: decimal.nullable(),
  charged: decimal.nullable(),
  returned: decimal.nullable(),
  createdTime: timeMs,
  seq: count,
  /** Inputs of price, value and sum, for a recomputation. */
  inputs: z.strictObject({
    pricing: otcPricing,
    seenPrice: decimal,
    /** Value of one base unit of the coin, as a fraction of base units of the value coin. */
    indexOver: z.string(),
    indexUnder: z.string(),
    rate: decimal,
    bandPpm: count,
    coinScale: count,
    valueScale: count,
    currencyScale: count,
  }),
  clocks: z.strictObject({
    windowMs: id,
    lapseMs: id,
    appealAfterMs: id,
    silenceMs: id,
    answerMs: id,
    decideMs: id,
    holdMs: id,
  }),
  entries: z.array(otcEntryRow),
  journal: journalPlace,
});

/** An order with all that its side may know. */
export const otcOrderDetail = z.strictObject({
  ...order,
  /** The merchant’s words as they stood when the offer was taken. */
  terms: z.string(),
  /** The other side. Its verified name is shown while the order is open: payments come from that name alone. */
  other: z.strictObject({
    nickname: z.string(),
    verifiedName: z.string().nullable(),
    reputation: otcReputation,
  }),
  payment: otcPayment.nullable(),
  /** Deeds of the buyer as a payer here, for the seller: a signal, never a block. */
  payer: z.strictObject({ released: count, sellers: count, firstTime: timeMs.nullable() }).nullable(),
  /** True where the two never had a released order before: the release asks for a confirmation of its own. */
  isFirst: z.boolean(),
  /** The order’s conversation. */
  chatId: id,
  chatKey: z.string(),
  appeal: appeal.nullable(),
  statements: z.array(otcStatement),
  /** Own rating of the other side, and the other side’s of the reader; null while there is none. */
  rating: otcRating.nullable(),
  rated: otcRating.nullable(),
  /** True while the order can be rated: released, and not for long. */
  mayRate: z.boolean(),
  receipt: otcOrderReceipt,
  time: timeMs,
});

/** Answer of an act on an order, once it is durable: the page then reads the order. */
export const otcReceipt = z.strictObject({ orderId: id, state: otcState, seq: count });

/** Published numbers of OTC. Amounts are in `coin`. */
export const otcTerms = z.strictObject({
  coin: z.string(),
  makerFeePercent: decimal,
  bandPercent: decimal,
  minWindowMs: id,
  maxWindowMs: id,
  maxStableWindowMs: id,
  lapseMs: id,
  silenceMs: id,
  answerMs: id,
  decideMs: id,
  holdMs: id,
  faultsToPause: id,
  faultMemoryMs: id,
  pausesMs: z.array(id),
  newOrders: count,
  newValue: decimal,
  deposit: decimal,
  depositBackMs: id,
});

export const otcCurrencyRow = z.strictObject({
  currency: z.string(),
  /** Decimals of its minor unit. */
  scale: count,
  /** Price of one coin of the value coin, by which the band is measured. It moves no price. */
  rate: decimal,
});
export const otcMethodRow = z.strictObject({ method: otcMethod, appealAfterMs: id, isOpen: z.boolean() });

/** Terms of now and those announced. */
export const otcBoard = z.strictObject({
  /** Null while OTC has not begun. */
  terms: otcTerms.nullable(),
  next: z.strictObject({ terms: otcTerms, effectiveTime: timeMs }).nullable(),
  currencies: z.array(otcCurrencyRow),
  methods: z.array(otcMethodRow),
  /** Coins in which somebody offers something, and the value coin. */
  coins: z.array(z.string()),
  /** Appeals that wait for a decision, those of them that are late now, and decisions that ever were late. */
  appeals: count,
  lateAppeals: count,
  lateDecisions: count,
  time: timeMs,
});

export const merchantState = z.enum(['none', 'pending', 'rejected', 'admitting', 'merchant', 'left']);

/** Application of a merchant as it stands. */
export const merchantApplication = z.strictObject({
  state: merchantState,
  merchantId: id.nullable(),
  nickname: z.string().nullable(),
  /** Reason of a refusal; what to do is `otc.application.<reason>`. */
  reason: z.enum([...merchantRejections, 'OTC_DEPOSIT', 'OTC_NOT_ADMITTED']).nullable(),
  applyTime: timeMs.nullable(),
  /** Time by which a pending one is decided. */
  reviewTime: timeMs.nullable(),
  coin: z.string().nullable(),
  /** Deposit, and what is free for it in the own OTC wallet. */
  deposit: decimal,
  free: decimal,
  /** True once the identity check of level 2 has passed. */
  isVerified: z.boolean(),
  /** Time at which the deposit of who left is free; null for others. */
  depositFreeTime: timeMs.nullable(),
});

/** Standing of the signed-in user. */
export const otcStanding = z.strictObject({
  /** True once the identity check of level 2 has passed and nobody barred the user. */
  isAdmitted: z.boolean(),
  isVerified: z.boolean(),
  released: count,
  openOrders: count,
  /** New orders are paused until then; null while they are not. */
  pausedUntil: timeMs.nullable(),
  faults: count,
  /** Orders of a new user are worth at most `newValue` each, one at a time. */
  isNew: z.boolean(),
  /** Sales wait until then after a change of password, factor or email; null while they do not. */
  sellHeldUntil: timeMs.nullable(),
  /** Methods that the own account has: a seller is paid by one of them. */
  methods: z.array(otcMethod),
  /** Bought value that may not leave yet. */
  holds: z.array(z.strictObject({ orderId: id, value: decimal, endsTime: timeMs })),
  coin: z.string().nullable(),
  merchantId: id.nullable(),
});

export type OtcOfferRow = z.output<typeof otcOfferRow>;
export type OwnOtcOfferRow = z.output<typeof ownOtcOfferRow>;
export type OtcMerchantRow = z.output<typeof otcMerchantRow>;
export type OtcReputation = z.output<typeof otcReputation>;
export type OtcOrderRow = z.output<typeof otcOrderRow>;
export type OtcOrderDetail = z.output<typeof otcOrderDetail>;
export type OtcOrderReceipt = z.output<typeof otcOrderReceipt>;
export type OtcReceipt = z.output<typeof otcReceipt>;
export type OtcEntryRow = z.output<typeof otcEntryRow>;
export type OtcStatement = z.output<typeof otcStatement>;
export type OtcPayment = z.output<typeof otcPayment>;
export type OtcBoard = z.output<typeof otcBoard>;
export type OtcTermsRow = z.output<typeof otcTerms>;
export type OtcStanding = z.output<typeof otcStanding>;
export type MerchantApplication = z.output<typeof merchantApplication>;
export type OtcPricingRow = z.output<typeof otcPricing>;
