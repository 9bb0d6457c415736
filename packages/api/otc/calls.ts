import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { factsOf, hashedPassword } from '../factors/index.ts';
import { fileLink } from '../files/calls.ts';
import { personName } from '../kyc/calls.ts';
import {
  coinCode,
  decimal,
  idText,
  pageOf,
  pageQuery,
  plainDecimal,
  positiveDecimal,
  side,
  textLine,
  textLines,
  timeMs,
  timesQuery,
  wholeNumber,
} from '../scalars.ts';
import {
  OTC_NICKNAME_LENGTH,
  OTC_OFFER_METHODS,
  OTC_STATEMENT_IMAGES,
  OTC_STATEMENT_LENGTH,
  OTC_WORDS_LENGTH,
} from './constants.ts';
import {
  merchantApplication,
  otcAppealReason,
  otcAsk,
  otcBoard,
  otcMerchantRow,
  otcMethod,
  otcOfferRow,
  otcOpenState,
  otcOrderDetail,
  otcOrderRow,
  otcPricing,
  otcReceipt,
  otcReputation,
  otcStanding,
  ownOtcOfferRow,
} from './records.ts';

const count = z.number().int().nonnegative();
const id = wholeNumber(1, 999_999_999_999_999);
const currency = z.string().regex(/^[A-Z]{3}$/);

const base = { section: 'otc', auth: 'required', keyScope: null } as const;
const act = { ...base, method: 'POST', act: true, cost: 3, data: otcReceipt } as const;
/** The order, and its state as the page showed it: an act on another state is refused. */
const onOrder = { orderId: id, seen: otcOpenState };
const evidence = {
  statement: textLines(1, OTC_STATEMENT_LENGTH),
  images: z.array(fileLink).max(OTC_STATEMENT_IMAGES).optional(),
};

const offerReceipt = z.strictObject({ offerId: z.number().int().positive() });

const offerTerms = {
  pricing: otcPricing,
  minAmount: positiveDecimal,
  maxAmount: positiveDecimal,
  windowMs: wholeNumber(1_000, 86_400_000),
  methods: z.array(otcMethod).min(1).max(OTC_OFFER_METHODS),
  terms: textLines(0, OTC_WORDS_LENGTH).optional(),
  minReleased: wholeNumber(0, 1_000).optional(),
};

export const otcCalls = defineCalls({
  getOtcTerms: defineCall({
    ...base,
    method: 'GET',
    path: '/api/{head}/coin/otc/getTerms',
    summary:
      'Publishes every number of OTC, its currencies and payment methods, and the decisions that were ever late.',
    auth: 'none',
    isShared: true,
    data: otcBoard,
  }),
  getOtcOffers: defineCall({
    ...base,
    method: 'GET',
    path: '/api/{head}/coin/otc/getOffers',
    summary: 'Lists the offers that can be taken now, the best price first.',
    auth: 'none',
    cost: 3,
    isShared: true,
    query: z.strictObject({
      side,
      coin: coinCode,
      currency,
      method: otcMethod.optional(),
      /** Sum in the currency that an offer must take. */
      total: positiveDecimal.optional(),
    }),
    data: z.strictObject({ offers: z.array(otcOfferRow), time: timeMs, seq: count }),
  }),
  getOtcMerchant: defineCall({
    ...base,
    method: 'GET',
    path: '/api/{head}/coin/otc/getMerchant',
    summary: 'Shows a merchant: nickname, reputation and the offers that can be taken now.',
    auth: 'none',
    cost: 3,
    query: z.strictObject({ merchantId: idText }),
    data: z.strictObject({ merchant: otcMerchantRow, offers: z.array(otcOfferRow), time: timeMs }),
  }),
  getOtcStanding: defineCall({
    ...base,
    method: 'GET',
    path: '/api/{head}/coin/otc/getStanding',
    summary: 'Returns the own standing in OTC: admission, limits, pauses, and bought value that stays.',
    cost: 2,
    data: otcStanding,
  }),
  getOtcExpress: defineCall({
    ...base,
    method: 'GET',
    path: '/api/{head}/coin/otc/getExpress',
    summary:
      'Finds the best offer for a sum or an amount. Take it with the shown price: a worse one is refused and nothing is held.',
    cost: 3,
    query: z
      .strictObject({
        side,
        coin: coinCode,
        currency,
        method: otcMethod.optional(),
        total: positiveDecimal.optional(),
        amount: positiveDecimal.optional(),
      })
      .refine(({ total, amount }) => (total === undefined) !== (amount === undefined)),
    data: z.strictObject({
      /** Null where no offer takes so much. */
      offer: otcOfferRow.nullable(),
      method: otcMethod.nullable(),
      amount: decimal.nullable(),
      total: decimal.nullable(),
      time: timeMs,
    }),
  }),
  takeOtcOffer: defineCall({
    ...act,
    path: '/api/{head}/coin/otc/takeOffer',
    summary: 'Takes an offer: the seller’s coins go to escrow, at no worse a price than was seen.',
    cost: 5,
    opens: () => 'otc',
    body: z.strictObject({
      offerId: id,
      version: id,
      seenPrice: positiveDecimal,
      amount: positiveDecimal,
      method: otcMethod,
    }),
  }),
  getOtcOrders: defineCall({
    ...base,
    method: 'GET',
    path: '/api/{head}/coin/otc/getOrders',
    summary: 'Lists own OTC orders, newest first.',
    cost: 3,
    query: z.strictObject({
      state: z.enum(['open', 'ended']).optional(),
      /** Only those of own offers, or only those that took one. */
      as: z.enum(['maker', 'taker']).optional(),
      ...pageQuery,
      ...timesQuery,
    }),
    data: pageOf(otcOrderRow),
  }),
  getOtcOrder: defineCall({
    ...base,
    method: 'GET',
    path: '/api/{head}/coin/otc/getOrder',
    summary: 'Shows one of the own orders with all that happened to it.',
    cost: 3,
    query: z.strictObject({ orderId: idText }),
    data: otcOrderDetail,
  }),
  payOtcOrder: defineCall({
    ...act,
    path: '/api/{head}/coin/otc/pay',
    summary: 'Says that the buyer has paid. It is never undone.',
    body: z.strictObject(onOrder),
  }),
  releaseOtcOrder: defineCall({
    ...act,
    path: '/api/{head}/coin/otc/release',
    summary:
      'Releases the coins: the whole sum has arrived from this name. The owner gives the fund password and confirms amount and payer with a factor. It waits for a day after a change of password, factor or email.',
    stepUp: 'funds',
    shows: ({ body: { amount, payer } }) => factsOf({ amount, name: payer }),
    body: z.strictObject({
      ...onOrder,
      amount: positiveDecimal,
      /** The buyer’s verified name as the page showed it. */
      payer: personName,
      arrived: z.boolean(),
      whole: z.boolean(),
      sameName: z.boolean(),
      fundPassword: hashedPassword,
    }),
  }),
  cancelOtcOrder: defineCall({
    ...act,
    path: '/api/{head}/coin/otc/cancel',
    summary: 'Gives the coins back to the seller. Only the buyer cancels.',
    body: z.strictObject(onOrder),
  }),
  askOtcCancel: defineCall({
    ...act,
    path: '/api/{head}/coin/otc/askCancel',
    summary: 'Asks the buyer to cancel. The buyer alone decides.',
    body: z.strictObject({ ...onOrder, why: otcAsk }),
  }),
  appealOtcOrder: defineCall({
    ...act,
    path: '/api/{head}/coin/otc/appeal',
    summary: 'Asks two operators to decide. The coins stay in escrow.',
    cost: 5,
    body: z.strictObject({ ...onOrder, reason: otcAppealReason, ...evidence }),
  }),
  stateOtcAppeal: defineCall({
    ...act,
    path: '/api/{head}/coin/otc/stateAppeal',
    summary: 'Adds a statement to an open appeal. Nothing is ever taken out.',
    cost: 5,
    body: z.strictObject({ ...onOrder, ...evidence }),
  }),
  rateOtcOrder: defineCall({
    ...act,
    path: '/api/{head}/coin/otc/rate',
    summary: 'Rates the other side of a released order, once. An order that was decided is not rated.',
    body: z.strictObject({ orderId: id, isGood: z.boolean(), text: textLine(0, 200).optional() }),
  }),
  answerOtcRating: defineCall({
    ...act,
    path: '/api/{head}/coin/otc/answerRating',
    summary: 'Answers the rating that the other side gave, once.',
    body: z.strictObject({ orderId: id, answer: textLine(1, 200) }),
  }),
  getMerchantIndex: defineCall({
    ...base,
    method: 'GET',
    path: '/api/{head}/coin/merchant/getIndex',
    summary:
      'Returns a merchant’s dashboard: offers, open orders, reputation, turnover, deposit and the OTC wallet.',
    cost: 4,
    data: z.strictObject({
      merchant: otcMerchantRow,
      offers: z.array(ownOtcOfferRow),
      orders: z.array(otcOrderRow),
      /** Released orders of thirty days on own offers, by coin. */
      volume: z.array(z.strictObject({ coin: z.string(), bought: decimal, sold: decimal, orders: count })),
      reputation: otcReputation,
      coin: z.string(),
      deposit: decimal,
      /** Coins of the OTC wallet; `available` is without the deposit. */
      balances: z.array(z.strictObject({ coin: z.string(), total: decimal, available: decimal })),
      time: timeMs,
    }),
  }),
  getMerchantApplication: defineCall({
    ...base,
    method: 'GET',
    path: '/api/{head}/coin/merchant/getApplication',
    summary: 'Returns the own application to be a merchant, and what it needs.',
    cost: 2,
    data: merchantApplication,
  }),
  applyMerchant: defineCall({
    ...base,
    method: 'POST',
    path: '/api/{head}/coin/merchant/apply',
    summary:
      'Asks to be a merchant. Two operators decide. The deposit stays in the own OTC wallet, in the own name.',
    act: true,
    cost: 4,
    opens: () => 'otc',
    body: z.strictObject({
      nickname: textLine(2, OTC_NICKNAME_LENGTH),
      /** Experience and plans, in the user’s own words. */
      about: textLines(1, 1_000),
      /** True: the rules of merchants were read and are accepted. */
      accepted: z.literal(true),
    }),
    data: merchantApplication,
  }),
  leaveMerchant: defineCall({
    ...base,
    method: 'POST',
    path: '/api/{head}/coin/merchant/leave',
    summary:
      'Ends being a merchant: offers close now, and the whole deposit is free after the published time.',
    act: true,
    body: z.strictObject({}),
    data: merchantApplication,
  }),
  publishOtcOffer: defineCall({
    ...base,
    method: 'POST',
    path: '/api/{head}/coin/merchant/publishOffer',
    summary: 'Publishes an offer. It trades no more than what is free in the own OTC wallet.',
    act: true,
    cost: 4,
    opens: () => 'otc',
    body: z.strictObject({
      /** The merchant’s own act. */
      side,
      coin: coinCode,
      currency,
      /** Coins that the offer trades. */
      amount: positiveDecimal,
      ...offerTerms,
    }),
    data: offerReceipt,
  }),
  changeOtcOffer: defineCall({
    ...base,
    method: 'POST',
    path: '/api/{head}/coin/merchant/changeOffer',
    summary:
      'Replaces the terms of an offer as a new version. It names the version that was seen: a later one stays as it is. Open orders keep theirs. The amount is changed only where it is sent, from the one that was seen: orders make no version.',
    act: true,
    cost: 4,
    body: z.strictObject({
      offerId: id,
      version: id,
      isPaused: z.boolean(),
      /** Coins that the offer trades from now on, and those that it traded still when that was decided. */
      amount: z.strictObject({ from: plainDecimal, to: positiveDecimal }).optional(),
      ...offerTerms,
    }),
    data: offerReceipt,
  }),
  closeOtcOffer: defineCall({
    ...base,
    method: 'POST',
    path: '/api/{head}/coin/merchant/closeOffer',
    summary: 'Closes an offer for good. Its open orders go on.',
    act: true,
    body: z.strictObject({ offerId: id }),
    data: offerReceipt,
  }),
});
