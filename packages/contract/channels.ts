/**
 * The realtime wire: every message of the public socket `/ws/{id}`, the private socket `/ws/coin/{userId}` and MQTT
 * over WebSocket at `/mqtt`, and the bus subjects that feed them. Prices and quantities are decimal strings, times
 * are milliseconds since the epoch.
 */
import { z } from 'zod';
import { secondRow } from './calls/seconds.ts';
import { contractReceiptRow } from './contract-receipts.ts';
import {
  contractAccount,
  contractFillRow,
  contractOrderRow,
  contractState,
  positionRow,
  stopRow,
} from './contract-records.ts';
import { marginAccountRow, marginNotice } from './margin-records.ts';
import { orderStatus } from './scalars.ts';
import { triggerKind, triggerSource } from './triggers.ts';
import { walletKind } from './wallets.ts';

export const INTERVALS = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'] as const;
export const intervalSchema = z.enum(INTERVALS);
export type Interval = z.infer<typeof intervalSchema>;

/** A symbol as the kernel names it, such as BTCUSDT, or BTCUSDT-PERP of a contract. */
export const symbolNameSchema = z.string().regex(/^[A-Z0-9]{2,20}(?:-PERP)?$/);
const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);
const timeMs = z.number().int().nonnegative();
/** A journal sequence number. */
const seq = z.number().int().nonnegative();
const side = z.enum(['buy', 'sell']);

// ---- market data -------------------------------------------------------------------------------------------------

/** 24-hour statistics of the venues; `own…` is this exchange's volume without the house's fills. */
export const tickerSchema = z.object({
  symbol: symbolNameSchema,
  t: timeMs,
  last: decimal,
  open24h: decimal,
  high24h: decimal,
  low24h: decimal,
  /** last − open24h. */
  change24h: decimal,
  /** Percent, 2 decimals or more. */
  changePercent24h: decimal,
  /** In base and in quote units. */
  volume24h: decimal,
  quoteVolume24h: decimal,
  ownVolume24h: decimal,
  ownQuoteVolume24h: decimal,
  bid: decimal.nullable(),
  ask: decimal.nullable(),
  /** Null while the index is stale. */
  index: decimal.nullable(),
});
export type Ticker = z.infer<typeof tickerSchema>;

/** One candle; `t` is its opening time and `v` its volume in base units. */
export const klineSchema = z.object({
  t: timeMs,
  o: decimal,
  h: decimal,
  l: decimal,
  c: decimal,
  v: decimal,
  closed: z.boolean(),
});
export type Kline = z.infer<typeof klineSchema>;

/** One public trade: of an outside venue, or of this exchange ("ours"). `side` is the taker's. */
export const publicTradeSchema = z.object({
  id: z.string().min(1).max(64),
  price: decimal,
  qty: decimal,
  side,
  t: timeMs,
  source: z.enum(['venue', 'ours']),
});
export type PublicTrade = z.infer<typeof publicTradeSchema>;

/** [price, quantity, the house's part of that quantity]; quantity "0" means that the level is gone. */
export const levelSchema = z.tuple([decimal, decimal, decimal]);
export type Level = z.infer<typeof levelSchema>;

// ---- bus subjects ------------------------------------------------------------------------------------------------

/** Subjects of the server's bus. `*` stands for one token when subscribing. */
export const subjects = {
  /** Carries a Ticker. */
  ticker: (symbol: string) => `market.${symbol}.ticker`,
  /** Carries a Kline. */
  kline: (symbol: string, interval: Interval | '*') => `market.${symbol}.kline.${interval}`,
  /** Carries a PublicTrade: the venues' and our own. */
  trade: (symbol: string) => `market.${symbol}.trade`,
  /** A session of this user ended (logout, expiry, revocation): its sockets are checked again and closed. */
  sessionEnded: (userId: number | '*') => `session.${userId}.ended`,
  /** Carries a RefreshMessage for one user. */
  refresh: (userId: number | '*') => `user.${userId}.refresh`,
} as const;

// ---- public socket -----------------------------------------------------------------------------------------------

export const channels = {
  depth: (symbol: string) => `depth:${symbol}`,
  trade: (symbol: string) => `trade:${symbol}`,
  detail: (symbol: string) => `detail:${symbol}`,
  /** Of contracts alone: mark, index, funding, open interest. */
  contract: (symbol: string) => `contract:${symbol}`,
  kline: (symbol: string, interval: Interval) => `kline:${symbol}:${interval}`,
} as const;

export type Channel =
  | { readonly kind: 'depth' | 'trade' | 'detail' | 'contract'; readonly symbol: string }
  | { readonly kind: 'kline'; readonly symbol: string; readonly interval: Interval };

const channelPattern =
  /^(?:(depth|trade|detail|contract):([A-Z0-9]{2,20}(?:-PERP)?)|kline:([A-Z0-9]{2,20}(?:-PERP)?):(\w{2,3}))$/;

/** Reads a channel name; null when it is not one. */
export function parseChannel(name: string): Channel | null {
  const match = channelPattern.exec(name);
  if (match === null) return null;
  const [, kind, symbol, klineSymbol, interval] = match;
  if (kind !== undefined) return { kind: kind as 'depth' | 'trade' | 'detail' | 'contract', symbol: symbol! };
  const parsed = intervalSchema.safeParse(interval);
  return parsed.success ? { kind: 'kline', symbol: klineSymbol!, interval: parsed.data } : null;
}

/** The most channels that one subscribe message may name. */
export const MAX_CHANNELS_PER_MESSAGE = 64;
const channelList = z.array(z.string().min(1).max(64)).min(1).max(MAX_CHANNELS_PER_MESSAGE);

export const publicClientMessageSchema = z.discriminatedUnion('op', [
  z.object({ op: z.literal('subscribe'), channels: channelList }),
  z.object({ op: z.literal('unsubscribe'), channels: channelList }),
  z.object({ op: z.literal('ping') }),
  z.object({ op: z.literal('pong') }),
]);
export type PublicClientMessage = z.infer<typeof publicClientMessageSchema>;

/** Why the server refused a message; stable. */
export const realtimeErrorCodes = [
  'MALFORMED',
  'UNKNOWN_CHANNEL',
  'TOO_MANY_CHANNELS',
  'RATE_LIMITED',
  'UNAUTHENTICATED',
] as const;
export type RealtimeErrorCode = (typeof realtimeErrorCodes)[number];
export const errorMessageSchema = z.object({
  type: z.literal('error'),
  code: z.enum(realtimeErrorCodes),
  /** The channel that was refused, where one was. */
  ch: z.string().optional(),
});

/** Answers subscribe and unsubscribe: the channels now subscribed. */
export const subscribedMessageSchema = z.object({
  type: z.literal('subscribed'),
  channels: z.array(z.string()),
});

/**
 * Sent every HEARTBEAT_MS, also when nothing happens; the client answers `{"op":"pong"}`. `t` is the server's time and
 * `seq` the last committed journal sequence. `marketT` is when market data last came in (0: never): a client shows
 * data as stale when no message came for STALE_MS, or when `t − marketT` exceeds STALE_MS.
 */
export const pingMessageSchema = z.object({ type: z.literal('ping'), t: timeMs, seq, marketT: timeMs });
/** Answers the client's `{"op":"ping"}`. */
export const pongMessageSchema = z.object({ type: z.literal('pong'), t: timeMs });

/**
 * The book at journal sequence `u`: replaces whatever the client has. Sent first, after a gap, and to a client that
 * was too slow for the updates. Holds at most the best DEPTH_LEVELS levels of each side, best first.
 */
export const depthSnapshotMessageSchema = z.object({
  ch: z.string(),
  type: z.literal('snapshot'),
  u: seq,
  t: timeMs,
  b: z.array(levelSchema),
  a: z.array(levelSchema),
});
/**
 * What changed in journal sequences U to u, absolute quantities. Of one channel, each update's U is the last one's
 * u + 1. After a snapshot: drop updates with u ≤ the book's u; U > the book's u + 1 is a gap, so resubscribe.
 */
export const depthUpdateMessageSchema = z.object({
  ch: z.string(),
  type: z.literal('update'),
  U: seq,
  u: seq,
  t: timeMs,
  b: z.array(levelSchema),
  a: z.array(levelSchema),
});
/** Newest last. The first message after subscribing holds the recent past; a slow client misses the oldest. */
export const tradeMessageSchema = z.object({ ch: z.string(), data: z.array(publicTradeSchema) });
export const klineMessageSchema = z.object({ ch: z.string(), data: klineSchema });
export const detailMessageSchema = z.object({ ch: z.string(), data: tickerSchema });
export const contractMessageSchema = z.object({ ch: z.string(), data: contractState });

export type DepthSnapshotMessage = z.infer<typeof depthSnapshotMessageSchema>;
export type DepthUpdateMessage = z.infer<typeof depthUpdateMessageSchema>;
export type TradeMessage = z.infer<typeof tradeMessageSchema>;
export type KlineMessage = z.infer<typeof klineMessageSchema>;
export type DetailMessage = z.infer<typeof detailMessageSchema>;
export type ContractMessage = z.infer<typeof contractMessageSchema>;
export type PingMessage = z.infer<typeof pingMessageSchema>;
export type PongMessage = z.infer<typeof pongMessageSchema>;
export type ErrorMessage = z.infer<typeof errorMessageSchema>;
export type SubscribedMessage = z.infer<typeof subscribedMessageSchema>;

export const publicServerMessageSchema = z.union([
  depthUpdateMessageSchema,
  depthSnapshotMessageSchema,
  tradeMessageSchema,
  klineMessageSchema,
  detailMessageSchema,
  contractMessageSchema,
  pingMessageSchema,
  pongMessageSchema,
  subscribedMessageSchema,
  errorMessageSchema,
]);
export type PublicServerMessage = z.infer<typeof publicServerMessageSchema>;

// ---- private socket ----------------------------------------------------------------------------------------------

/** `auth` must be the first message, within AUTH_TIMEOUT_MS; the token is the session token of the path's user. */
export const privateClientMessageSchema = z.discriminatedUnion('op', [
  z.object({ op: z.literal('auth'), token: z.string().min(1).max(4096) }),
  z.object({ op: z.literal('ping') }),
  z.object({ op: z.literal('pong') }),
]);
export type PrivateClientMessage = z.infer<typeof privateClientMessageSchema>;

export const orderStatusSchema = orderStatus;

export const ownTriggerSchema = z.object({
  kind: triggerKind,
  source: triggerSource,
  price: decimal.nullable(),
  callbackPercent: decimal.nullable(),
  callbackPrice: decimal.nullable(),
  activationPrice: decimal.nullable(),
});
export type OwnTrigger = z.infer<typeof ownTriggerSchema>;

/** One of the user's orders as it stands after journal sequence `seq`. */
export const ownOrderSchema = z.object({
  orderId: z.number().int().positive(),
  /** Which account pays and is paid; an isolated margin account is that of the order's market. */
  wallet: walletKind,
  clientOrderId: z.string().nullable(),
  symbol: symbolNameSchema,
  side,
  orderType: z.enum(['limit', 'market']),
  timeInForce: z.enum(['GTC', 'IOC', 'FOK']),
  postOnly: z.boolean(),
  /** Null for a market order. */
  price: decimal.nullable(),
  /** Null for a market order by quote amount. */
  quantity: decimal.nullable(),
  filledQuantity: decimal,
  filledQuote: decimal,
  status: orderStatusSchema,
  /** Why the order ended; null while it is open. */
  doneReason: z.enum(['filled', 'cancelled', 'expired', 'self-trade', 'twin', 'rejected']).nullable(),
  /** The error key that says why it was refused when it was triggered; null for all others. */
  rejectKey: z.string().nullable(),
  /** What it waits or waited for; null for a plain order. */
  trigger: ownTriggerSchema.nullable(),
  /** The other order of an OCO. */
  twinOrderId: z.number().int().positive().nullable(),
  createdMs: timeMs,
});
export type OwnOrder = z.infer<typeof ownOrderSchema>;

/** Of one asset in one wallet: what can be used and what open orders hold. */
export const ownBalanceSchema = z.object({
  wallet: walletKind,
  /** The market of an isolated margin wallet. */
  symbol: symbolNameSchema.nullable(),
  asset: z.string(),
  assetId: z.number().int(),
  available: decimal,
  held: decimal,
});
export type OwnBalance = z.infer<typeof ownBalanceSchema>;

/** The first message after authentication: everything live, at journal sequence `seq`. Replaces what the client has. */
export const privateSnapshotMessageSchema = z.object({
  type: z.literal('snapshot'),
  seq,
  t: timeMs,
  orders: z.array(ownOrderSchema),
  balances: z.array(ownBalanceSchema),
});
export const orderMessageSchema = z.object({
  type: z.literal('order'),
  seq,
  t: timeMs,
  order: ownOrderSchema,
});
export const balanceMessageSchema = z.object({
  type: z.literal('balance'),
  seq,
  t: timeMs,
  balance: ownBalanceSchema,
});
/** One fill of the user's order. `house` says that the house is the counterparty. */
export const fillMessageSchema = z.object({
  type: z.literal('fill'),
  seq,
  t: timeMs,
  fill: z.object({
    tradeId: z.number().int().positive(),
    orderId: z.number().int().positive(),
    symbol: symbolNameSchema,
    side,
    price: decimal,
    quantity: decimal,
    quoteAmount: decimal,
    fee: decimal,
    feeAsset: z.string(),
    liquidity: z.enum(['maker', 'taker']),
    house: z.boolean(),
  }),
});
/**
 * All that the user has open in contracts at journal sequence `seq`: replaces what the client has of them. Sent after
 * authentication to a user who has any, and after every change, at most every FLUSH_MS.
 */
export const positionMessageSchema = z.object({
  type: z.literal('position'),
  seq,
  t: timeMs,
  positions: z.array(positionRow),
  orders: z.array(contractOrderRow),
  stops: z.array(stopRow),
  account: contractAccount,
});
/** One fill of the user's contract order. */
export const contractFillMessageSchema = z.object({
  type: z.literal('contractFill'),
  seq,
  t: timeMs,
  fill: contractFillRow,
});
/** What happened to a position without the user: funding, liquidation, deleveraging; or a warning before it. */
export const settlementMessageSchema = z.object({
  type: z.literal('settlement'),
  seq,
  t: timeMs,
  settlement: contractReceiptRow,
});
/**
 * The user's open second contracts, oldest first, each with its countdown and current price: replaces what the client
 * has of them. Sent every second while any is open, after every change, and once more, empty, after the last ended.
 */
export const secondMessageSchema = z.object({
  type: z.literal('second'),
  seq,
  t: timeMs,
  contracts: z.array(secondRow),
});
/** One of the user's second contracts is over: its settlement. */
export const secondEndedMessageSchema = z.object({
  type: z.literal('secondEnded'),
  seq,
  t: timeMs,
  contract: secondRow,
});
/**
 * The user's margin accounts that were ever used: replaces what the client has of them. Sent after authentication to a
 * user who has any, after every change, and every second while prices move what is owed or owned.
 */
export const marginMessageSchema = z.object({
  type: z.literal('margin'),
  seq,
  t: timeMs,
  accounts: z.array(marginAccountRow),
});
/** A margin call, or what a forced sale does, with its receipt. */
export const marginNoticeMessageSchema = z.object({
  type: z.literal('marginNotice'),
  seq,
  t: timeMs,
  notice: marginNotice,
});
/** The session's state; 'signed-out' comes right before the server closes the socket. */
export const statusMessageSchema = z.object({
  type: z.literal('status'),
  t: timeMs,
  state: z.enum(['signed-in', 'signed-out']),
});
/** A notification of the OTC desk: a new or changed order, or an appeal. */
export const refreshSchema = z.object({
  type: z.enum(['otc', 'appeal']),
  isNew: z.union([z.literal(0), z.literal(1)]),
  content: z.string().max(400),
  orderCode: z.string().max(64),
  changeUser: z.number().int(),
  serviceType: z.string().max(32),
  link_merchant: z.number().int().nullable(),
});
export type RefreshMessage = z.infer<typeof refreshSchema>;

export type PrivateSnapshotMessage = z.infer<typeof privateSnapshotMessageSchema>;
export type OrderMessage = z.infer<typeof orderMessageSchema>;
export type BalanceMessage = z.infer<typeof balanceMessageSchema>;
export type FillMessage = z.infer<typeof fillMessageSchema>;
export type StatusMessage = z.infer<typeof statusMessageSchema>;

/** Messages of one user's account, in the journal's order. */
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
  | SettlementMessage;
export type MarginMessage = z.infer<typeof marginMessageSchema>;
export type MarginNoticeMessage = z.infer<typeof marginNoticeMessageSchema>;
export type SecondMessage = z.infer<typeof secondMessageSchema>;
export type SecondEndedMessage = z.infer<typeof secondEndedMessageSchema>;
export type PositionMessage = z.infer<typeof positionMessageSchema>;
export type ContractFillMessage = z.infer<typeof contractFillMessageSchema>;
export type SettlementMessage = z.infer<typeof settlementMessageSchema>;

export const privateServerMessageSchema = z.discriminatedUnion('type', [
  privateSnapshotMessageSchema,
  orderMessageSchema,
  balanceMessageSchema,
  fillMessageSchema,
  positionMessageSchema,
  contractFillMessageSchema,
  settlementMessageSchema,
  secondMessageSchema,
  secondEndedMessageSchema,
  marginMessageSchema,
  marginNoticeMessageSchema,
  statusMessageSchema,
  pingMessageSchema,
  pongMessageSchema,
  errorMessageSchema,
]);
export type PrivateServerMessage = z.infer<typeof privateServerMessageSchema>;

// ---- MQTT --------------------------------------------------------------------------------------------------------

/** MQTT 3.1.1 topics; QoS 0. User name = user id and password = session token; none of both for public topics. */
export const topics = {
  /** All tickers as a JSON array of Ticker, retained; readable by everybody. */
  allSymbolDetail: 'all_symbol_detail',
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
  /** Carries PositionMessage, ContractFillMessage and SettlementMessage; the owner's only. */
  contracts: (userId: number) => `user/${userId}/contract`,
} as const;

// ---- constants ---------------------------------------------------------------------------------------------------

/** Depth updates, candles, details and trades leave at most this often. */
export const FLUSH_MS = 100;
export const HEARTBEAT_MS = 5_000;
/** No message for this long means that the data is stale. */
export const STALE_MS = 12_000;
export const AUTH_TIMEOUT_MS = 5_000;
/** Levels a side of a depth snapshot. */
export const DEPTH_LEVELS = 500;
/** A client waits this long before it connects again after an error. */
export const RECONNECT_DELAY_MS = 3_000;
export const MQTT_KEEPALIVE_S = 5;

/** Close codes of both sockets beyond the standard ones. */
export const closeCodes = {
  /** No valid token in time, or another user's path. */
  unauthenticated: 4401,
  /** The session ended. */
  signedOut: 4402,
  /** No sign of life from the client. */
  heartbeat: 4408,
  /** The client read too slowly. */
  slow: 4413,
  /** Too many messages. */
  rateLimited: 4429,
} as const;
