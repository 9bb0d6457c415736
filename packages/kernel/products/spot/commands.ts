import type { Amount, Lots, PriceTicks } from '@candor/money';
import type { FeeTier } from '@candor/rules';
import type { OrderType, Side, TimeInForce } from '../../vocabulary.ts';

/**
 * A stop fires when the price runs against the order's owner (up for a buy, down for a sell), a take-profit when it
 * runs the other way, a trailing stop when it turns back from its best by the callback.
 */
export type TriggerKind = 'stop' | 'take-profit' | 'trailing-stop';
/** The last trade of our own book, or the index. */
export type SpotTriggerSource = 'last' | 'index';

/**
 * What an order waits for. A stop and a take-profit have `triggerTicks`. A trailing stop has one of the callbacks,
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
 * What is placed once it fires: a limit order, or a market order that buys for `quoteAmount` or sells `lots`. What it
 * may need is held from acceptance on.
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
  /** What the stop spends when it buys at market, else null: it is then for `lots` too. */
  readonly stopQuoteAmount: Amount | null;
  readonly stopClientOrderId: string | null;
}

/**
 * Changes an open order of the sender, by its id or its client order id; what is null stays. `lots` is all of the
 * order, what is filled included. A resting order keeps its place in the queue when nothing but its quantity changes,
 * and downwards; else it is placed anew under its id. Refused, it changes nothing.
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

/** Commands of spot beside placing and cancelling plain orders, which stand in the kernel's commands. */
export type SpotCommand = PlaceTrigger | PlaceOco | AmendOrder | SetFeeTiers;
