import type { DirectionSign } from '@candor/rules';
import type { MarginMode, PositionMode, PositionSide } from './commands.ts';
import type { PerpetualOrder } from './order.ts';
import type { Position } from './position.ts';
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
  /** Resting and waiting ones. */
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
