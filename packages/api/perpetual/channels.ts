import { z } from 'zod';
import { journalSeq, messageTimeMs } from '../realtime/scalars.ts';
import { settlementNotice } from './receipts.ts';
import { contractAccount, contractFillNotice, contractOrderRow, positionRow, stopRow } from './records.ts';

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
  fill: contractFillNotice,
});

export type ContractFillMessage = z.infer<typeof contractFillMessageSchema>;

/**
 * A stop-profit, a stop-loss or a triggered order fired and could not close all: `left` is still open. It stays, is tried
 * again while its trigger holds (`retrying`), and waits for its trigger again when it does not (`armed`).
 */
export const guardKeptMessageSchema = z.object({
  type: z.literal('guardKept'),
  seq: journalSeq,
  t: messageTimeMs,
  guard: z.object({
    product: z.enum(['spot', 'contract']),
    /** Stop of a position, or an order that waits for its trigger. */
    kind: z.enum(['stop', 'order']),
    id: z.number().int(),
    symbol: z.string(),
    symbol_name: z.string(),
    state: z.enum(['retrying', 'armed']),
    /** Contracts, or the coin's quantity, that it is still to close. */
    left: z.string(),
  }),
});

export type GuardKeptMessage = z.infer<typeof guardKeptMessageSchema>;

/** Change of a position without the user's act: funding, liquidation, deleveraging; or a warning before it. */
export const settlementMessageSchema = z.object({
  type: z.literal('settlement'),
  seq: journalSeq,
  t: messageTimeMs,
  settlement: settlementNotice,
});

export type SettlementMessage = z.infer<typeof settlementMessageSchema>;
