import { z } from 'zod';
import { journalSeq, messageTimeMs } from '../realtime/scalars.ts';
import { contractReceiptRow } from './receipts.ts';
import { contractAccount, contractFillRow, contractOrderRow, positionRow, stopRow } from './records.ts';

/**
 * All that the user has open in contracts at journal sequence `seq`: replaces what the client has of them. Sent after
 * authentication to a user who has any, and after every change, at most every FLUSH_MS.
 */
export const positionMessageSchema = z.object({
  type: z.literal('position'),
  seq: journalSeq,
  t: messageTimeMs,
  positions: z.array(positionRow),
  orders: z.array(contractOrderRow),
  stops: z.array(stopRow),
  account: contractAccount,
});

export type PositionMessage = z.infer<typeof positionMessageSchema>;

/** One fill of the user's contract order. */
export const contractFillMessageSchema = z.object({
  type: z.literal('contractFill'),
  seq: journalSeq,
  t: messageTimeMs,
  fill: contractFillRow,
});

export type ContractFillMessage = z.infer<typeof contractFillMessageSchema>;

/** Change of a position without the user's act: funding, liquidation, deleveraging; or a warning before it. */
export const settlementMessageSchema = z.object({
  type: z.literal('settlement'),
  seq: journalSeq,
  t: messageTimeMs,
  settlement: contractReceiptRow,
});

export type SettlementMessage = z.infer<typeof settlementMessageSchema>;
