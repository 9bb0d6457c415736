import { z } from 'zod';
import {
  journalSeq,
  messageSide,
  messageTimeMs,
  signedDecimal,
  symbolNameSchema,
} from '../realtime/scalars.ts';
import { orderStatus } from '../scalars.ts';
import { triggerKind, triggerSource } from '../triggers.ts';
import { walletKind } from '../wallet/wallets.ts';

export const orderStatusSchema = orderStatus;

export const ownTriggerSchema = z.object({
  kind: triggerKind,
  source: triggerSource,
  price: signedDecimal.nullable(),
  callbackPercent: signedDecimal.nullable(),
  callbackPrice: signedDecimal.nullable(),
  activationPrice: signedDecimal.nullable(),
  /** The best price that a trailing stop has seen; null before it follows, and after it fired. */
  bestPrice: signedDecimal.nullable(),
  /** The price at which it would fire now, or fired; null for a trailing stop that does not follow yet. */
  thresholdPrice: signedDecimal.nullable(),
  /** It fired, could not sell all, and is tried again while its trigger holds. */
  retrying: z.boolean(),
});

export type OwnTrigger = z.infer<typeof ownTriggerSchema>;

/** One of the user's orders as it stands after journal sequence `seq`. */
export const ownOrderSchema = z.object({
  orderId: z.number().int().positive(),
  /** Account that pays and is paid; an isolated margin account is that of the order's market. */
  wallet: walletKind,
  clientOrderId: z.string().nullable(),
  symbol: symbolNameSchema,
  side: messageSide,
  orderType: z.enum(['limit', 'market']),
  timeInForce: z.enum(['GTC', 'IOC', 'FOK']),
  postOnly: z.boolean(),
  /** Null for a market order. */
  price: signedDecimal.nullable(),
  /** Null for a market order by quote amount. */
  quantity: signedDecimal.nullable(),
  filledQuantity: signedDecimal,
  filledQuote: signedDecimal,
  status: orderStatusSchema,
  /** Why the order ended; null while it is open. */
  doneReason: z.enum(['filled', 'cancelled', 'expired', 'self-trade', 'twin', 'rejected']).nullable(),
  /** The error key that says why it was refused when it was triggered; null for all others. */
  rejectKey: z.string().nullable(),
  /** Trigger that the order waits or waited for; null for a plain order. */
  trigger: ownTriggerSchema.nullable(),
  /** The other order of an OCO. */
  twinOrderId: z.number().int().positive().nullable(),
  createdMs: messageTimeMs,
});

export type OwnOrder = z.infer<typeof ownOrderSchema>;

/** Balance of one asset in one wallet: the usable part and the part held by open orders. */
export const ownBalanceSchema = z.object({
  wallet: walletKind,
  /** The market of an isolated margin wallet. */
  symbol: symbolNameSchema.nullable(),
  asset: z.string(),
  assetId: z.number().int(),
  available: signedDecimal,
  held: signedDecimal,
});

export type OwnBalance = z.infer<typeof ownBalanceSchema>;

export const orderMessageSchema = z.object({
  type: z.literal('order'),
  seq: journalSeq,
  t: messageTimeMs,
  order: ownOrderSchema,
});

export type OrderMessage = z.infer<typeof orderMessageSchema>;

export const balanceMessageSchema = z.object({
  type: z.literal('balance'),
  seq: journalSeq,
  t: messageTimeMs,
  balance: ownBalanceSchema,
});

export type BalanceMessage = z.infer<typeof balanceMessageSchema>;

/** One fill of the user's order. `house` says that the house is the counterparty. */
export const fillMessageSchema = z.object({
  type: z.literal('fill'),
  seq: journalSeq,
  t: messageTimeMs,
  fill: z.object({
    tradeId: z.number().int().positive(),
    orderId: z.number().int().positive(),
    symbol: symbolNameSchema,
    side: messageSide,
    price: signedDecimal,
    quantity: signedDecimal,
    quoteAmount: signedDecimal,
    fee: signedDecimal,
    feeAsset: z.string(),
    liquidity: z.enum(['maker', 'taker']),
    house: z.boolean(),
  }),
});

export type FillMessage = z.infer<typeof fillMessageSchema>;
