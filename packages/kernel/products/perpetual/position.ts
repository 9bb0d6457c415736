import type { Amount, Lots } from '@candor/money';
import type { DirectionSign, PositionTerms } from '@candor/rules';
import type { PositionSide } from './commands.ts';
import type { Direction, PerpetualPositionEvent, PositionChange } from './events.ts';
import type { Exit } from './exit.ts';
import type { PerpetualOrder } from './order.ts';
import type { PerpetualSymbol } from './symbol.ts';
import type { Trader } from './trader.ts';

/** An open position. Only fills.ts, funding.ts and margin.ts change it, each with its postings. */
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
  /** Of the liquidation that ended an isolated position: what its margin gave back to the wallet. */
  returned = 0n;
  /** The warning of a near liquidation was given, and is not given again before the position is safer. */
  warned = false;
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

  event(change: PositionChange): PerpetualPositionEvent {
    return {
      type: 'perpetualPosition',
      change,
      positionId: this.positionId,
      userId: this.trader.user.userId,
      symbolId: this.symbol.symbolId,
      positionSide: this.positionSide,
      direction: this.direction,
      lots: this.lots as Lots,
      maxLots: this.maxLots as Lots,
      entryCost: this.entryCost as Amount,
      openedLots: this.openedLots as Lots,
      openedCost: this.openedCost as Amount,
      closedLots: this.closedLots as Lots,
      closedValue: this.closedValue as Amount,
      marginMode: this.trader.marginMode,
      leverage: this.trader.leverage,
      margin: this.margin as Amount,
      realisedPnl: this.realisedPnl as Amount,
      fees: this.fees as Amount,
      funding: this.funding as Amount,
      openedMs: this.openedMs,
    };
  }
}
