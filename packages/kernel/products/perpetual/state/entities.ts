import type { Lots, PriceTicks } from '@candor/money';
import type { DirectionSign, PositionTerms } from '@candor/rules';
import type { TriggerSource } from '../../../triggers/trigger-index.ts';
import type { OrderType, TimeInForce } from '../../../vocabulary.ts';
import type {
  EntryTrigger,
  ExitTerms,
  MarginMode,
  PositionMode,
  PositionSide,
} from '../protocol/commands.ts';
import type { Direction, ExitKind, OrderOrigin, PositionChange } from '../protocol/events.ts';
import type { PerpetualSymbol } from './symbol.ts';

/** A user of perpetuals: one contract wallet, and what of it is in use. */
export class PerpetualUser {
  readonly userId: number;
  /** The slots of the contract wallet's account and balance; 0 while there is none. */
  account = 0;
  balance = 0;
  /** The slot of the spot wallet's account, whose fee tier counts. */
  readonly spot: number;
  readonly isHouse: boolean;
  positionMode: PositionMode = 'one-way';
  /** By symbol id. */
  readonly traders = new Map<number, Trader>();
  readonly crossPositions = new Set<Position>();
  /** Sums of the isolated positions' margins and of what is held for orders: together what is held of the wallet. */
  isolatedMargin = 0n;
  orderMargin = 0n;
  /** The warning of the cross positions was given. */
  warned = false;
  /** True while the marks at which its positions are liquidated are to be computed again. */
  isAtRisk = false;
  positionCount = 0;
  orderCount = 0;

  constructor(userId: number, spot: number, isHouse: boolean) {
    this.userId = userId;
    this.spot = spot;
    this.isHouse = isHouse;
  }
}

/** A user in one symbol: settings, positions and orders there. */
export class Trader {
  /** Its number among all traders, from 1 on: the owner of its orders in the pool. 0 while it is a draft. */
  number = 0;
  readonly user: PerpetualUser;
  readonly symbol: PerpetualSymbol;
  leverage: number;
  marginMode: MarginMode;
  readonly positions: { both: Position | null; long: Position | null; short: Position | null } = {
    both: null,
    long: null,
    short: null,
  };
  /** Resting and waiting ones; resting ones of one price as they stand in the book's queue. */
  readonly orders = new Set<PerpetualOrder>();

  constructor(user: PerpetualUser, symbol: PerpetualSymbol, leverage: number, marginMode: MarginMode) {
    this.user = user;
    this.symbol = symbol;
    this.leverage = leverage;
    this.marginMode = marginMode;
  }

  position(side: PositionSide): Position | null {
    return this.positions[side];
  }

  /** Its open positions: one, or a long and a short one. */
  openPositions(): Position[] {
    const { both, long, short } = this.positions;
    return [both, long, short].filter((position) => position !== null);
  }

  /** Its orders, oldest first, whatever became of them since they were listed. */
  ordersById(): PerpetualOrder[] {
    return [...this.orders].sort((a, b) => a.orderId - b.orderId);
  }

  /** Lots of resting orders that may open in a direction. */
  openingLots(side: PositionSide, sign: DirectionSign): number {
    let lots = 0;
    for (const order of this.orders) {
      if (!order.isWaiting && !order.reduceOnly && order.sign === sign && order.positionSide === side)
        lots += order.leftLots;
    }
    return lots;
  }
}

/** An open position. Changed only in the rooms positions, funding and money, each change with its postings. */
export class Position implements PositionTerms {
  readonly positionId: number;
  readonly trader: Trader;
  readonly symbol: PerpetualSymbol;
  readonly positionSide: PositionSide;
  readonly sign: DirectionSign;
  readonly unitsPerTickLot: number;
  readonly openedMs: number;
  lots = 0;
  entryCost = 0n;
  /** Isolated: what is held for it; 0 for cross. */
  margin = 0n;
  maxLots = 0;
  openedLots = 0;
  openedCost = 0n;
  closedLots = 0;
  closedValue = 0n;
  realisedPnl = 0n;
  fees = 0n;
  funding = 0n;
  /** Margin returned to the wallet by the liquidation that ended an isolated position. */
  returned = 0n;
  /** The warning of a near liquidation was given, and is not given again before the position is safer. */
  warned = false;
  /** Change by the current command to emit for it; null for nothing. */
  change: PositionChange | null = null;
  /** Places among those that a mark liquidates, and warns of: see risk-watch.ts; -1 for nowhere. */
  readonly places = { liquidation: -1, warning: -1 };
  readonly exits: Exit[] = [];
  /** Resting reduce-only orders that close it: together never more than its lots. */
  readonly reducers = new Set<PerpetualOrder>();

  constructor(positionId: number, trader: Trader, side: PositionSide, sign: DirectionSign, openedMs: number) {
    this.positionId = positionId;
    this.trader = trader;
    this.symbol = trader.symbol;
    this.positionSide = side;
    this.sign = sign;
    this.unitsPerTickLot = trader.symbol.terms.quotePerTickLot;
    this.openedMs = openedMs;
  }

  get direction(): Direction {
    return this.sign === 1 ? 'long' : 'short';
  }

  get isIsolated(): boolean {
    return this.trader.marginMode === 'isolated';
  }

  /** Lots that no resting reduce-only order closes yet. */
  uncoveredLots(): number {
    let covered = 0;
    for (const order of this.reducers) covered += order.leftLots;
    return this.lots - covered;
  }
}

/** Terms of an order; `priceTicks` is the last price that it may trade at, also for a market order. */
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
  /** It fired, could not act, and is tried again while its trigger holds. */
  isRetrying = false;
  /** Its trigger fires when the price rises to it, else when it falls to it. */
  rises = false;
  leftLots: number;
  cutLots = 0;
  filledNotional = 0n;
  /** Margin held for the unfilled part. */
  held = 0n;
  /** While it rests: the lots of it that would open, which initial margin is held for: see backing.ts. */
  openingLots = 0;
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
}

/** Buying wins when the price rises. */
export function signOf(side: 'buy' | 'sell'): DirectionSign {
  return side === 'buy' ? 1 : -1;
}

/** A take-profit or stop-loss of a position. */
export interface Exit {
  readonly exitId: number;
  readonly position: Position;
  readonly kind: ExitKind;
  readonly triggerTicks: PriceTicks;
  readonly source: TriggerSource;
  /** Null: the whole position. Smaller once a part was closed. */
  lots: Lots | null;
  /** It fired, could not close all of it, and is tried again while its trigger holds. */
  isRetrying: boolean;
  readonly createdMs: number;
  /** The one that is cancelled when this fires; 0 for none. */
  twinId: number;
}

/** The kinds as they stand in snapshots. */
export const EXIT_KINDS: readonly ExitKind[] = ['take-profit', 'stop-loss'];
