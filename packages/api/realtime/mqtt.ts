/** MQTT over WebSocket at `/mqtt`, and the subjects of the server's bus that feed all sockets. */
import { z } from 'zod';
import { chatMessageSchema } from '../chat/channels.ts';
import { ALL_DETAIL_CHANNEL } from './channel-names.ts';

/** Subjects of the server's bus. `*` stands for one token when subscribing. */
export const subjects = {
  /** Carries a Ticker. */
  ticker: (symbol: string) => `market.${symbol}.ticker`,
  /** Carries the candles of all symbols that changed, packed: see `packKlines` of the server. */
  klines: 'market.klines',
  /** Carries a PublicTrade: the venues' and our own. */
  trade: (symbol: string) => `market.${symbol}.trade`,
  /** Carries an IndexTick. */
  index: (symbol: string) => `market.${symbol}.index`,
  /** A session of this user ended (logout, expiry, revocation): its sockets are checked again and closed. */
  sessionEnded: (userId: number | '*') => `session.${userId}.ended`,
  /** Carries a RefreshMessage for one user. */
  refresh: (userId: number | '*') => `user.${userId}.refresh`,
  /** Carries a NoticeMessage or a NoticesReadMessage for one user. */
  notice: (userId: number | '*') => `user.${userId}.notice`,
  /** Carries a ChatHint for one user. */
  chat: (userId: number | '*') => `user.${userId}.chat`,
} as const;

/** A notification of the OTC desk: a new or changed order, or an appeal. */
const deskRefresh = z.object({
  type: z.enum(['otc', 'appeal']),
  isNew: z.union([z.literal(0), z.literal(1)]),
  content: z.string().max(400),
  orderCode: z.string().max(64),
  changeUser: z.number().int(),
  serviceType: z.string().max(32),
  link_merchant: z.number().int().nullable(),
});

/** A notice came or changed, or notices were read: what the page shows may be out of date. */
const noticeRefresh = z.object({
  type: z.literal('notice'),
  /** The kind; null where notices were read. */
  kind: z.string().max(32).nullable(),
  id: z.number().int(),
  unread: z.number().int(),
});

export const refreshSchema = z.union([deskRefresh, noticeRefresh]);

export type RefreshMessage = z.infer<typeof refreshSchema>;

/** A ChatMessage with the user's `chatKey`, its MQTT topic. */
export const chatHintSchema = z.object({ topic: z.string().max(64), message: chatMessageSchema });

export type ChatHint = z.infer<typeof chatHintSchema>;

/** MQTT 3.1.1 topics; QoS 0. User name = user id and password = session token; none of both for public topics. */
export const topics = {
  /** All tickers as a JSON array of Ticker, retained; readable by everybody. */
  allSymbolDetail: ALL_DETAIL_CHANNEL,
  /** Carries a RefreshMessage; the owner's only. */
  refresh: (userId: number) => `refresh_${userId}`,
  /** Carry an OrderMessage, a BalanceMessage, a FillMessage; the owner's only. */
  orders: (userId: number) => `user/${userId}/order`,
  balances: (userId: number) => `user/${userId}/balance`,
  fills: (userId: number) => `user/${userId}/fill`,
  /** Carries SecondMessage and SecondEndedMessage; the owner's only. */
  seconds: (userId: number) => `user/${userId}/second`,
  /** Carries MarginMessage and MarginNoticeMessage; the owner's only. */
  margin: (userId: number) => `user/${userId}/margin`,
  /** Carries NoticeMessage and NoticesReadMessage; the owner's only. */
  notices: (userId: number) => `user/${userId}/notice`,
  /** Carries PositionMessage, ContractFillMessage and SettlementMessage; the owner's only. */
  contracts: (userId: number) => `user/${userId}/contract`,
  /** Carries ChatMessage, as the user's `chatKey` does; the owner's only. */
  chat: (userId: number) => `user/${userId}/chat`,
} as const;
