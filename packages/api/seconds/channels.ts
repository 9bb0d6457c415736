import { z } from 'zod';
import { journalSeq, messageTimeMs } from '../realtime/scalars.ts';
import { secondRow } from './calls.ts';

/**
 * The user's open second contracts, oldest first, each with its countdown and current price: replaces what the client
 * has of them. Sent every second while any is open, after every change, and once more, empty, after the last ended.
 */
export const secondMessageSchema = z.object({
  type: z.literal('second'),
  seq: journalSeq,
  t: messageTimeMs,
  contracts: z.array(secondRow),
});

export type SecondMessage = z.infer<typeof secondMessageSchema>;

/** One of the user's second contracts is over: its settlement. */
export const secondEndedMessageSchema = z.object({
  type: z.literal('secondEnded'),
  seq: journalSeq,
  t: messageTimeMs,
  contract: secondRow,
});

export type SecondEndedMessage = z.infer<typeof secondEndedMessageSchema>;
