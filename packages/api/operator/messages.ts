import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { timeMs } from '../scalars.ts';
import { filterText, tablePage, tableQuery } from './tables.ts';

export const messageChannel = z.enum(['email', 'sms']);

/**
 * `kept`: it stayed on this machine. `withheld`: it was never to reach anybody. `expired` and `failed`: it was not
 * delivered.
 */
export const messageState = z.enum(['waiting', 'sent', 'kept', 'withheld', 'expired', 'failed']);

const operatorMessage = z.strictObject({
  id: z.number().int(),
  channel: messageChannel,
  recipient: z.string(),
  /** Name of the text, such as codeLogin or newDevice. */
  kind: z.string(),
  language: z.string(),
  state: messageState,
  attempts: z.number().int(),
  /** Class of the error of the last attempt; null for none. */
  reason: z.string().nullable(),
  createTime: timeMs,
  expireTime: timeMs,
  /** Its text, codes included: only in practice mode, for a message that stayed on this machine. Else null. */
  text: z.string().nullable(),
});

export const messagesDeskCalls = defineCalls({
  getOperatorMessages: defineCall({
    method: 'GET',
    path: '/api/console/messages',
    section: 'operator',
    summary:
      'Lists mail and SMS of the last 30 days, newest first. Each page that is read is an entry of the operators’ log, with the filter.',
    auth: 'required',
    /** `recipient` is a part of the address or number; all without it. */
    query: z.strictObject({
      ...tableQuery(['time']),
      recipient: filterText.optional(),
      channel: messageChannel.optional(),
      state: messageState.optional(),
    }),
    data: tablePage(operatorMessage),
  }),
});

export type OperatorMessage = z.output<typeof operatorMessage>;
