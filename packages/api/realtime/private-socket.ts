/** Every message of the private socket `/ws/coin/{userId}`. */
import { z } from 'zod';
import { type ChatMessage, chatMessageSchema } from '../chat/channels.ts';
import {
  type MarginMessage,
  type MarginNoticeMessage,
  marginMessageSchema,
  marginNoticeMessageSchema,
} from '../margin/channels.ts';
import {
  type NoticeMessage,
  type NoticesReadMessage,
  noticeMessageSchema,
  noticesReadMessageSchema,
} from '../notices/channels.ts';
import {
  type ContractFillMessage,
  contractFillMessageSchema,
  type GuardKeptMessage,
  guardKeptMessageSchema,
  type PositionMessage,
  positionMessageSchema,
  type SettlementMessage,
  settlementMessageSchema,
} from '../perpetual/channels.ts';
import {
  type SecondEndedMessage,
  type SecondMessage,
  secondEndedMessageSchema,
  secondMessageSchema,
} from '../seconds/channels.ts';
import {
  type BalanceMessage,
  balanceMessageSchema,
  type FillMessage,
  fillMessageSchema,
  type OrderMessage,
  orderMessageSchema,
  ownBalanceSchema,
  ownOrderSchema,
} from '../spot/channels.ts';
import { journalSeq, messageTimeMs } from './scalars.ts';
import { errorMessageSchema, pingMessageSchema, pongMessageSchema } from './upkeep.ts';

/** `auth` must be the first message, within AUTH_TIMEOUT_MS; the token is the session token of the path's user. */
export const privateClientMessageSchema = z.discriminatedUnion('op', [
  z.object({ op: z.literal('auth'), token: z.string().min(1).max(4096) }),
  z.object({ op: z.literal('ping') }),
  z.object({ op: z.literal('pong') }),
]);

/** The first message after authentication: everything live, at journal sequence `seq`. Replaces what the client has. */
export const privateSnapshotMessageSchema = z.object({
  type: z.literal('snapshot'),
  seq: journalSeq,
  t: messageTimeMs,
  orders: z.array(ownOrderSchema),
  balances: z.array(ownBalanceSchema),
});

export type PrivateSnapshotMessage = z.infer<typeof privateSnapshotMessageSchema>;

/** The session's state; 'signed-out' comes right before the server closes the socket. */
export const statusMessageSchema = z.object({
  type: z.literal('status'),
  t: messageTimeMs,
  state: z.enum(['signed-in', 'signed-out']),
});

export type StatusMessage = z.infer<typeof statusMessageSchema>;

/** Messages of one user's account, those of the journal in its order. */
export type AccountMessage =
  | OrderMessage
  | BalanceMessage
  | FillMessage
  | SecondMessage
  | SecondEndedMessage
  | PositionMessage
  | MarginMessage
  | MarginNoticeMessage
  | ContractFillMessage
  | GuardKeptMessage
  | SettlementMessage
  | NoticeMessage
  | NoticesReadMessage
  | ChatMessage;

export const privateServerMessageSchema = z.discriminatedUnion('type', [
  privateSnapshotMessageSchema,
  orderMessageSchema,
  balanceMessageSchema,
  fillMessageSchema,
  positionMessageSchema,
  contractFillMessageSchema,
  guardKeptMessageSchema,
  settlementMessageSchema,
  secondMessageSchema,
  secondEndedMessageSchema,
  marginMessageSchema,
  marginNoticeMessageSchema,
  noticeMessageSchema,
  noticesReadMessageSchema,
  chatMessageSchema,
  statusMessageSchema,
  pingMessageSchema,
  pongMessageSchema,
  errorMessageSchema,
]);

export type PrivateServerMessage = z.infer<typeof privateServerMessageSchema>;
