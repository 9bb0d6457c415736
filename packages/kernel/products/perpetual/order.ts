import type { Amount, Lots, PriceTicks } from '@candor/money';
import type { DirectionSign } from '@candor/rules';
import type { OrderType, TimeInForce } from '../../commands.ts';
import type { EntryTrigger, ExitTerms, PlacePerpetualOrder, PositionSide } from './commands.ts';
import type { OrderOrigin } from './events.ts';
import type { Position } from './position.ts';
import type { Trader } from './trader.ts';
import type { PerpetualOrderView } from './view.ts';

/** What an order asks for; `priceTicks` is the last price that it may trade at, also for a market order. */
export interface OrderTermsOfUser {
  readonly positionSide: PositionSide;
  readonly sign: DirectionSign;
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly reduceOnly: boolean;
  readonly priceTicks: PriceTicks | null;
  readonly lots: number;
  readonly clientOrderId: string | null;
  readonly trigger: EntryTrigger | null;
  readonly takeProfit: ExitTerms | null;
  readonly stopLoss: ExitTerms | null;
}

/** An accepted order of a user or a level of the house's quote: waiting for its trigger, at work, or resting. */
export class PerpetualOrder {
  readonly orderId: number;
  readonly trader: Trader;
  readonly terms: OrderTermsOfUser;
  readonly origin: OrderOrigin;
  readonly createdMs: number;
  /** Its place in the pool while it rests. */
  slot = 0;
  /** Waiting for its trigger. */
  isWaiting = false;
  /** Its trigger fires when the price rises to it, else when it falls to it. */
  rises = false;
  leftLots: number;
  cutLots = 0;
  filledNotional = 0n;
  /** What is held for what is left of it. */
  held = 0n;
  /** The position that it reduces while it rests. */
  reduces: Position | null = null;
  /** Take-profit and stop-loss are set on its position already. */
  exitsSet = false;

  constructor(
    orderId: number,
    trader: Trader,
    terms: OrderTermsOfUser,
    origin: OrderOrigin,
    createdMs: number,
  ) {
    this.orderId = orderId;
    this.trader = trader;
    this.terms = terms;
    this.origin = origin;
    this.createdMs = createdMs;
    this.leftLots = terms.lots;
  }

  get sign(): DirectionSign {
    return this.terms.sign;
  }
  get positionSide(): PositionSide {
    return this.terms.positionSide;
  }
  get reduceOnly(): boolean {
    return this.terms.reduceOnly;
  }
  get isQuote(): boolean {
    return this.origin === 'quote';
  }
  get filledLots(): number {
    return this.terms.lots - this.cutLots - this.leftLots;
  }

  view(): PerpetualOrderView {
    const { terms, trader } = this;
    return {
      orderId: this.orderId,
      userId: trader.user.userId,
      clientOrderId: terms.clientOrderId,
      symbolId: trader.symbol.symbolId,
      positionSide: terms.positionSide,
      side: terms.sign === 1 ? 'buy' : 'sell',
      orderType: terms.orderType,
      timeInForce: terms.timeInForce,
      postOnly: terms.postOnly,
      reduceOnly: terms.reduceOnly,
      priceTicks: terms.priceTicks,
      lots: (terms.lots - this.cutLots) as Lots,
      filledLots: this.filledLots as Lots,
      filledNotional: this.filledNotional as Amount,
      held: this.held as Amount,
      trigger: this.isWaiting ? terms.trigger : null,
      takeProfit: terms.takeProfit,
      stopLoss: terms.stopLoss,
      quote: this.isQuote,
      createdMs: this.createdMs,
    };
  }
}

/** Buying wins when the price rises. */
export function signOf(side: 'buy' | 'sell'): DirectionSign {
  return side === 'buy' ? 1 : -1;
}

/** Whether an order can only reduce: said so, or by going against the position that a hedging user names. */
export function reducesOnly(command: PlacePerpetualOrder): boolean {
  if (command.reduceOnly) return true;
  if (command.positionSide === 'both') return false;
  return (command.positionSide === 'long') !== (command.side === 'buy');
}
