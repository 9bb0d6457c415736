import { z } from 'zod';
import { messageTimeMs } from '../realtime/scalars.ts';
import { chatNumber } from './records.ts';

/**
 * Something happened in a conversation of the user. It carries no text: the page fetches what it has not. `message`: the
 * newest is `number`. `read`: another party, or the user on another device, has read up to `number`. `typing`: another
 * party types. `state`: status or who has it in hand changed.
 */
export const chatMessageSchema = z.object({
  type: z.literal('chat'),
  t: messageTimeMs,
  event: z.enum(['message', 'read', 'typing', 'state']),
  chatId: z.number().int(),
  number: chatNumber,
  /** True where the event is the user's own, from this or another device. */
  own: z.boolean(),
});

export type ChatMessage = z.infer<typeof chatMessageSchema>;
