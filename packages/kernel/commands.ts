import type { Amount, Lots, PriceTicks } from '@candor/money';
import type { TickRecord } from '@candor/prices';
import type { MarginCommand } from './products/margin/commands.ts';
import type { PerpetualCommand } from './products/perpetual/commands.ts';
import type { SecondsCommand } from './products/seconds/commands.ts';
import type { SpotCommand } from './products/spot/commands.ts';
import type { TransferCommand } from './products/transfer/commands.ts';
import type { OrderType, QuoteLevel, Side, SymbolState, TimeInForce } from './vocabulary.ts';

export type { OrderType, QuoteLevel, Side, SymbolState, TickRecord, TimeInForce };

/** Whether a journal deals in real assets or in practice ones. Fixed for ever by its first command. */
export type Mode = 'practice' | 'real';
export type FeedKind = 'simulator' | 'replay' | 'live';

/** The first command of a journal. `seedHash` is the hex SHA-256 of the simulator's secret seed, else null. */
export interface Genesis {
  readonly type: 'genesis';
  readonly mode: Mode;
  readonly feed: FeedKind;
  readonly seedHash: string | null;
}

/** Lists an asset. `scale` is its number of decimals, at most 8. */
export interface ListAsset {
  readonly type: 'listAsset';
  readonly assetId: number;
  readonly code: string;
  readonly name: string;
  readonly scale: number;
}

/**
 * Lists a spot symbol. A price tick is `tickDecimal` quote units and a lot is `lotDecimal` base units (decimal
 * strings); tick x lot must be a whole number of the quote's base units. The price band is in parts per million
 * around the index, 0 for none.
 */
export interface ListSymbol {
  readonly type: 'listSymbol';
  readonly symbolId: number;
  readonly name: string;
  readonly baseAssetId: number;
  readonly quoteAssetId: number;
  readonly tickDecimal: string;
  readonly lotDecimal: string;
  readonly minNotional: Amount;
  readonly maxLots: Lots;
  readonly maxOpenOrders: number;
  readonly priceBandPpm: number;
}

/** Sets a symbol's state. The reason is shown to users; the operator's name is in the operators' log. */
export interface SetSymbolState {
  readonly type: 'setSymbolState';
  readonly symbolId: number;
  readonly state: SymbolState;
  readonly reason: string;
}

/**
 * Sets the maximum distance of a limit price from the index, in parts per million of it, 0 for no bound. It applies
 * to a spot symbol or a perpetual; their ids are all different. Resting and waiting orders stay; repeating the
 * command changes nothing.
 */
export interface SetPriceBand {
  readonly type: 'setPriceBand';
  readonly symbolId: number;
  readonly priceBandPpm: number;
}

/** Sets the trading fees of all symbols, in parts per million of what is received. */
export interface SetFees {
  readonly type: 'setFees';
  readonly makerPpm: number;
  readonly takerPpm: number;
}

/** Opens a ledger account. House accounts share one self-trade group and are left out of reported volume. */
export interface OpenAccount {
  readonly type: 'openAccount';
  readonly accountUserId: number;
  readonly kind: 'user' | 'house';
}

/** Practice mode only: funds posted from the practice custody account. */
export interface PracticeFunds {
  readonly type: 'practiceFunds';
  readonly accountUserId: number;
  readonly assetId: number;
  readonly amount: Amount;
}

/** One venue's best bid and ask for a symbol, in that symbol's ticks, at the venue's time. */
export interface VenueQuote {
  readonly venueId: number;
  readonly symbolId: number;
  readonly bidTicks: PriceTicks;
  readonly askTicks: PriceTicks;
  readonly venueTimeMs: number;
}

/**
 * A numbered tick of the 250 ms grid (each number above the last) with the venues' raw inputs. A quote goes stale 10
 * s after its venue's time, so an unchanged one is sent again before that. Otherwise only changed quotes are sent,
 * best sorted by symbol, which packs them tightly. The kernel computes the index itself.
 *
 * `chainedMs` is the recorder's time when it made the tick. It never decreases from tick to tick, and a value ahead
 * of the command's own time counts as that time. If absent, the tick was chained when it was journaled.
 *
 * `record` is its place in the recorder's own chain, which must follow the previous one. The hash covers the number,
 * the previous hash, the tick, the time of chaining and the quotes (see `tickBytes`). Ticks without a record are
 * accepted only until the first tick with one.
 */
export interface IndexTick {
  readonly type: 'indexTick';
  readonly tickNo: number;
  readonly chainedMs?: number;
  /** Only present with a time of chaining. */
  readonly record?: TickRecord;
  readonly quotes: readonly VenueQuote[];
}

/** Sets a venue's weight in the index, in parts per million. */
export interface SetVenue {
  readonly type: 'setVenue';
  readonly venueId: number;
  readonly name: string;
  readonly weightPpm: number;
}

/**
 * A limit order needs `priceTicks` and `lots`; a market order needs `lots` or, when buying or selling for an amount of
 * quote, `quoteAmount`. A market order's time in force is IOC or FOK (by lots only); GTC counts as IOC.
 * What a market, IOC or FOK order finds nobody for expires at once: the order is accepted and its outcome's status is
 * `expired`, as on Binance, and not a rejection. Post-only goes with GTC and is rejected where it would take.
 */
export interface PlaceOrder {
  readonly type: 'placeOrder';
  readonly symbolId: number;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly priceTicks: PriceTicks | null;
  readonly lots: Lots | null;
  readonly quoteAmount: Amount | null;
  readonly clientOrderId: string | null;
}

/** Cancels one open order of the sender, by its id or by its client order id. */
export interface CancelOrder {
  readonly type: 'cancelOrder';
  readonly orderId: number | null;
  readonly clientOrderId: string | null;
}

export interface CancelAll {
  readonly type: 'cancelAll';
  readonly symbolId: number | null;
}

/**
 * Changes many quotes of one house account in one command; a quote that crosses the book takes as a limit order does.
 * Levels not named stay; no level may be named twice. Quotes are never told of as accepted orders: they rest, trade
 * and end. The funds for all new quotes must be there at once, else nothing changes.
 *
 * With `expiresTickNo` all quotes of the account in this symbol, named or not, end at that tick of the grid: by the
 * number of the newest index tick or by the command's time, whichever is later. A tick that is reached already is
 * refused. Without it the account's quotes there stand until they are changed.
 */
export interface MassQuote {
  readonly type: 'massQuote';
  readonly symbolId: number;
  readonly expiresTickNo?: number;
  readonly levels: readonly QuoteLevel[];
}

/** Time passes. Nothing else moves the kernel's clock but the stamp on each command. */
export interface Tick {
  readonly type: 'tick';
}

/** Commands of the house itself and of the spot books. */
export type CoreCommand =
  | Genesis
  | ListAsset
  | ListSymbol
  | SetSymbolState
  | SetPriceBand
  | SetFees
  | SetVenue
  | OpenAccount
  | PracticeFunds
  | IndexTick
  | PlaceOrder
  | CancelOrder
  | CancelAll
  | MassQuote
  | Tick;

export type Command =
  | CoreCommand
  | SpotCommand
  | PerpetualCommand
  | SecondsCommand
  | MarginCommand
  | TransferCommand;

/** A command as the sequencer stamps it. `userId` 0 is the system. */
export interface Envelope {
  readonly seq: number;
  readonly timeMs: number;
  readonly userId: number;
  /** The idempotency key (call and client's key), null where the sender gave none. */
  readonly key: string | null;
  /** Hex digest of the request's body, to refuse a key that comes back with another body. */
  readonly bodyHash: string | null;
  readonly body: Command;
}
