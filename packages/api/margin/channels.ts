import { z } from 'zod';
import { journalSeq, messageTimeMs } from '../realtime/scalars.ts';
import { marginAccountRow, marginNotice } from './records.ts';

/**
 * The user's margin accounts that were ever used: replaces what the client has of them. Sent after authentication to a
 * user who has any, after every change, and every second while prices move what is owed or owned.
 */
export const marginMessageSchema = z.object({
  type: z.literal('margin'),
  seq: journalSeq,
  t: messageTimeMs,
  accounts: z.array(marginAccountRow),
});

export type MarginMessage = z.infer<typeof marginMessageSchema>;

/** A margin call, or what a forced sale does, with its receipt. */
export const marginNoticeMessageSchema = z.object({
  type: z.literal('marginNotice'),
  seq: journalSeq,
  t: messageTimeMs,
  notice: marginNotice,
});

export type MarginNoticeMessage = z.infer<typeof marginNoticeMessageSchema>;
