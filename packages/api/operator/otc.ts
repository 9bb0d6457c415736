import { z } from 'zod';
import { chatNumber } from '../chat/records.ts';
import { defineCall, defineCalls } from '../define.ts';
import {
  otcAppealReason,
  otcBoard,
  otcDecisionReason,
  otcEntryRow,
  otcHash,
  otcMethod,
  otcOpenState,
  otcParty,
  otcPayment,
} from '../otc/records.ts';
import { decimal, idText, nothing, positiveDecimal, timeMs, wholeText } from '../scalars.ts';
import { proposal } from './approvals.ts';
import { reason } from './fields.ts';
import { factorChange } from './review.ts';
import { deskMessage } from './support.ts';

const count = z.number().int().nonnegative();
const id = z.number().int().positive();
const percentOrZero = z.string().regex(/^(0|[1-9]\d{0,2})(\.\d{1,4})?$/);
const ms = z.number().int().min(1_000).max(31_536_000_000);

/** An appeal in the list: the one whose decision is due first comes first. */
export const otcAppealRow = z.strictObject({
  orderId: id,
  coin: z.string(),
  amount: decimal,
  currency: z.string(),
  total: decimal,
  method: otcMethod,
  buyerId: id,
  sellerId: id,
  /** Null for one that the clock opened. */
  reason: otcAppealReason.nullable(),
  openedTime: timeMs,
  statements: count,
  awaitsBuyer: z.boolean(),
  awaitsSeller: z.boolean(),
  answerDueTime: timeMs,
  decideDueTime: timeMs,
  isLate: z.boolean(),
  /** True once both have answered or their time is over: it can be decided from then on. */
  mayDecide: z.boolean(),
  /** The open proposal to decide it; null for none. */
  proposalId: id.nullable(),
});

const sideOfAppeal = z.strictObject({
  userId: id,
  nickname: z.string(),
  verifiedName: z.string().nullable(),
  released: count,
  faults: count,
  isMerchant: z.boolean(),
});

export const otcAppealDetail = z.strictObject({
  ...otcAppealRow.shape,
  state: otcOpenState,
  price: decimal,
  fee: decimal,
  createdTime: timeMs,
  paidTime: timeMs.nullable(),
  terms: z.string(),
  buyer: sideOfAppeal,
  seller: sideOfAppeal,
  /** The account that the coins would leave: nothing is decided to the buyer while its withdrawals are on hold. */
  sellerSecurity: z.strictObject({
    /** Until when withdrawals are on hold, and why, the longest first. */
    holds: z.array(z.strictObject({ reason: z.string(), until: timeMs })),
    /** Changes of the last 30 days, newest first. */
    factorChanges: z.array(factorChange),
  }),
  payment: otcPayment.nullable(),
  entries: z.array(otcEntryRow),
  statementRows: z.array(
    z.strictObject({
      by: otcParty,
      text: z.string(),
      /** Ids of the pictures: only operators see them. */
      images: z.array(z.string()),
      evidence: otcHash,
      time: timeMs,
    }),
  ),
  chatId: id,
  /** The conversation, oldest first: its newest two hundred messages. `mine` is the author’s side. */
  messages: z.array(z.strictObject({ ...deskMessage.shape, by: otcParty.nullable() })),
  lastNumber: chatNumber,
});

/** OTC as operators see it. */
export const operatorOtc = z.strictObject({
  ...otcBoard.shape,
  appealRows: z.array(otcAppealRow),
});

const act = { method: 'POST', section: 'operator', auth: 'required', act: true } as const;

export const otcDeskCalls = defineCalls({
  getOperatorOtc: defineCall({
    method: 'GET',
    path: '/api/console/otc',
    section: 'operator',
    summary: 'Returns the terms, currencies and payment methods of OTC, and the appeals that wait.',
    auth: 'required',
    data: operatorOtc,
  }),
  getOtcAppeal: defineCall({
    method: 'GET',
    path: '/api/console/otc/appeals/{orderId}',
    section: 'operator',
    summary:
      'Returns an appeal with both sides, statements, conversation and everything that happened. Both sides read that it was looked at.',
    auth: 'required',
    params: z.strictObject({ orderId: idText }),
    data: otcAppealDetail,
  }),
  getOtcAppealPicture: defineCall({
    method: 'GET',
    path: '/api/console/otc/appeals/{orderId}/pictures/{image}',
    section: 'operator',
    summary: 'Returns a picture of a statement. Logged.',
    auth: 'required',
    params: z.strictObject({ orderId: idText, image: z.uuid() }),
    data: z.strictObject({ type: z.literal('image/jpeg'), base64: z.string() }),
  }),
  getOtcChatPicture: defineCall({
    method: 'GET',
    path: '/api/console/otc/appeals/{orderId}/messages/{number}',
    section: 'operator',
    summary: 'Returns the image of a message in an appealed order’s conversation. Logged.',
    auth: 'required',
    params: z.strictObject({ orderId: idText, number: wholeText(1, 999_999_999) }),
    data: z.strictObject({ type: z.literal('image/jpeg'), base64: z.string() }),
  }),
  sayInOtcAppeal: defineCall({
    ...act,
    path: '/api/console/otc/appeals/{orderId}/messages',
    summary: 'Writes to both sides in the conversation of an appealed order. Logged.',
    params: z.strictObject({ orderId: idText }),
    body: z.strictObject({ content: z.string().max(2_000) }),
    data: nothing,
  }),
  resolveOtcAppeal: defineCall({
    ...act,
    path: '/api/console/otc/appeals/{orderId}/resolve',
    summary:
      'Proposes to decide an appeal: the whole escrow to the buyer or back to the seller. A second operator approves it. Nothing is decided to the buyer while the seller’s withdrawals are on hold.',
    params: z.strictObject({ orderId: idText }),
    body: z.strictObject({
      winner: otcParty,
      /** Blame, apart from the outcome. */
      fault: z.enum(['buyer', 'seller', 'nobody']),
      /** Both sides read it. */
      code: otcDecisionReason,
      reason,
    }),
    data: proposal,
  }),
  setOtcTerms: defineCall({
    ...act,
    path: '/api/console/otc/terms',
    summary:
      'Proposes other terms of OTC, for orders from a time on: a day’s notice at least. Open orders keep theirs.',
    body: z.strictObject({
      makerFeePercent: percentOrZero,
      bandPercent: percentOrZero,
      minWindowMs: ms,
      maxWindowMs: ms,
      maxStableWindowMs: ms,
      lapseMs: ms,
      silenceMs: ms,
      answerMs: ms,
      decideMs: ms,
      holdMs: ms,
      faultsToPause: z.number().int().min(1).max(20),
      faultMemoryMs: ms,
      pausesMs: z.array(ms).min(1).max(5),
      newOrders: z.number().int().min(0).max(100),
      newValue: positiveDecimal,
      deposit: positiveDecimal,
      depositBackMs: ms,
      effectiveTime: timeMs,
      reason,
    }),
    data: proposal,
  }),
  setOtcCurrency: defineCall({
    ...act,
    path: '/api/console/otc/currencies',
    summary:
      'Proposes the reference rate of a currency. It bounds what can be taken by the band, and moves no price.',
    body: z.strictObject({
      currency: z.string().regex(/^[A-Z]{3}$/),
      scale: z.number().int().min(0).max(3),
      rate: positiveDecimal,
      reason,
    }),
    data: proposal,
  }),
  setOtcMethod: defineCall({
    ...act,
    path: '/api/console/otc/methods',
    summary: 'Proposes how long a payment method takes, and if new orders may use it.',
    body: z.strictObject({ method: otcMethod, appealAfterMs: ms, isOpen: z.boolean(), reason }),
    data: proposal,
  }),
  setOtcTrader: defineCall({
    ...act,
    path: '/api/console/otc/traders',
    summary:
      'Proposes to bar a user from new OTC orders, or to let one in again, with a reason that the user reads. Open orders go on.',
    body: z.strictObject({ userId: id, isAdmitted: z.boolean(), reason }),
    data: proposal,
  }),
});

export type OperatorOtc = z.output<typeof operatorOtc>;
export type OtcAppealRow = z.output<typeof otcAppealRow>;
export type OtcAppealDetail = z.output<typeof otcAppealDetail>;
