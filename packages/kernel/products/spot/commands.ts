import type { Amount, Lots, PriceTicks } from '@candor/money';
import type { FeeTier } from '@candor/rules';
import type {
  OrderRequest,
  OrderType,
  QuoteLevel,
  Side,
  SymbolState,
  TimeInForce,
} from '../../vocabulary.ts';

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
/** Sets the trading fees of all symbols, in parts per million of what is received. */
export interface SetFees {
  readonly type: 'setFees';
  readonly makerPpm: number;
  readonly takerPpm: number;
}
/**
 * A limit order needs `priceTicks` and `lots`; a market order needs `lots` or, when buying or selling for an amount of
 * quote, `quoteAmount`. A market order's time in force is IOC or FOK (by lots only); GTC counts as IOC.
 * The unfilled part of a market, IOC or FOK order expires at once: the order is accepted and its outcome's status is
 * `expired`, as on Binance, and not a rejection. Post-only goes with GTC and is rejected where it would take.
 */
export interface PlaceOrder extends OrderRequest {
  readonly type: 'placeOrder';
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
 * Levels not named stay; no level may be named twice. Quotes never emit an acceptance: they rest, trade
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

/**
 * A stop fires when the price runs against the order's owner (up for a buy, down for a sell), a take-profit when it
 * runs the other way, a trailing stop when it turns back from its best by the callback.
 */
export type TriggerKind = 'stop' | 'take-profit' | 'trailing-stop';
/** The last trade of our own book, or the index. */
export type SpotTriggerSource = 'last' | 'index';

/**
 * Trigger of an order. A stop and a take-profit have `triggerTicks`. A trailing stop has one of the callbacks,
 * in parts per million of its extreme or in ticks, and perhaps the price from which on it follows.
 */
export interface TriggerTerms {
  readonly kind: TriggerKind;
  readonly source: SpotTriggerSource;
  readonly triggerTicks: PriceTicks | null;
  readonly callbackPpm: number | null;
  readonly callbackTicks: PriceTicks | null;
  readonly activationTicks: PriceTicks | null;
}

/**
 * Order that is placed once it fires: a limit order, or a market order that buys for `quoteAmount` or sells `lots`. The
 * funds that it may need are held from acceptance on.
 */
export interface TriggeredOrder {
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly priceTicks: PriceTicks | null;
  readonly lots: Lots | null;
  readonly quoteAmount: Amount | null;
}

/** An order that waits for a price. It keeps its id when it fires. */
export interface PlaceTrigger extends TriggerTerms, TriggeredOrder {
  readonly type: 'placeTrigger';
  readonly symbolId: number;
  readonly side: Side;
  readonly clientOrderId: string | null;
}

/**
 * One cancels the other: a limit order that rests (it may not take) and a stop of the same side. The first fill of the
 * one, the firing of the other, or the end of either ends its twin. The outcome's order id is the limit order's; the
 * stop's is the next.
 */
export interface PlaceOco {
  readonly type: 'placeOco';
  readonly symbolId: number;
  readonly side: Side;
  readonly priceTicks: PriceTicks;
  readonly lots: Lots;
  readonly clientOrderId: string | null;
  readonly source: SpotTriggerSource;
  readonly triggerTicks: PriceTicks;
  /** The stop's limit price; null for a market order. */
  readonly stopPriceTicks: PriceTicks | null;
  /** Amount that the stop spends when it buys at market, else null: it is then for `lots` too. */
  readonly stopQuoteAmount: Amount | null;
  readonly stopClientOrderId: string | null;
}

/**
 * Changes an open order of the sender, by its id or its client order id; what is null stays. `lots` is all of the
 * order, what is filled included. A resting order keeps its place in the queue when nothing but its quantity changes,
 * and downwards; else it is placed again under its id. Refused, it changes nothing.
 */
export interface AmendOrder {
  readonly type: 'amendOrder';
  /** The symbol whose ticks and lots these are: an order of another is unknown. */
  readonly symbolId: number;
  readonly orderId: number | null;
  readonly clientOrderId: string | null;
  readonly priceTicks: PriceTicks | null;
  readonly lots: Lots | null;
  /** Only of an order that waits for a price. */
  readonly quoteAmount: Amount | null;
  readonly triggerTicks: PriceTicks | null;
}

/**
 * Sets the trading fees by tiers of the volume over 30 UTC days, in base units of one asset: what symbols quoted in it
 * trade. A fill with the house on either side is not counted.
 */
export interface SetFeeTiers {
  readonly type: 'setFeeTiers';
  readonly volumeAssetId: number;
  readonly tiers: readonly FeeTier[];
}

/**
 * Sets what later orders of a symbol must keep to: least notional, most lots, most open orders of one user, and the
 * price band. Only as an announced change. Resting orders stay as they are.
 */
export interface SetSymbolLimits {
  readonly type: 'setSymbolLimits';
  readonly symbolId: number;
  readonly minNotional: Amount;
  readonly maxLots: Lots;
  readonly maxOpenOrders: number;
  readonly priceBandPpm: number;
}

export type SpotCommand =
  | ListSymbol
  | SetSymbolLimits
  | SetSymbolState
  | SetFees
  | SetFeeTiers
  | PlaceOrder
  | CancelOrder
  | CancelAll
  | MassQuote
  | PlaceTrigger
  | PlaceOco
  | AmendOrder;
