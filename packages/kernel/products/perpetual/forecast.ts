import { costOfPart, notionalOf, type PositionTerms } from '@candor/rules';
import type { PositionSide } from './commands.ts';
import type { PerpetualOrder, PerpetualUser, Trader } from './entities.ts';
import { feeRates } from './fee-rates.ts';
import { type FillPlan, type Holding, planFill } from './fill-plan.ts';
import type { PerpetualState } from './perpetual-state.ts';

/**
 * What a taker would come to if it were executed now: fills planned one after the other, as matching does, on copies
 * of the wallets and positions that they change.
 */
export class Forecast {
  private readonly perp: PerpetualState;
  private readonly available = new Map<PerpetualUser, bigint>();
  private readonly positions = new Map<Trader, Map<PositionSide, Holding | null>>();
  /** What is left of reduce-only makers, where fills before took or cut some. */
  private readonly left = new Map<PerpetualOrder, number>();

  constructor(perp: PerpetualState) {
    this.perp = perp;
  }

  /** The lots that a taker would fill down to a price. */
  filledLots(taker: PerpetualOrder, limitTicks: number): number {
    const { perp } = this;
    const { user, symbol } = taker.trader;
    const { book } = symbol;
    const isBuy = taker.sign === 1;
    const ladder = isBuy ? book.asks : book.bids;
    const { takerPpm } = feeRates(perp, user, symbol);
    let filled = 0;
    for (let ticks = ladder.bestTicks; ticks !== 0; ticks = ladder.worse(ticks)) {
      if (isBuy ? ticks > limitTicks : ticks < limitTicks) break;
      for (const slot of book.queueAt(!isBuy, ticks)) {
        const maker = perp.bySlot[slot]!;
        const lots = Math.min(taker.leftLots - filled, this.leftOf(maker));
        if (lots === 0) continue;
        const makerPlan = perp.isOneGroup(maker.trader.user, user)
          ? null
          : this.planMaker(maker, lots, ticks);
        if (makerPlan === null) {
          this.pay(maker.trader.user, maker.held);
          continue;
        }
        const takerPlan = this.plan(taker, lots, ticks, takerPpm);
        // what a cross position's user won elsewhere may be made cash for one that only reduces
        const mayMakeCash = taker.reduceOnly && taker.trader.marginMode === 'cross';
        if (takerPlan === null && !mayMakeCash) return filled;
        this.apply(maker, makerPlan, ticks);
        if (takerPlan !== null) this.apply(taker, takerPlan, ticks);
        filled += lots;
        if (filled === taker.leftLots) return filled;
      }
    }
    return filled;
  }

  private planMaker(maker: PerpetualOrder, lots: number, priceTicks: number): FillPlan | null {
    const { makerPpm } = feeRates(this.perp, maker.trader.user, maker.trader.symbol);
    return this.plan(maker, lots, priceTicks, makerPpm);
  }

  private plan(order: PerpetualOrder, lots: number, priceTicks: number, feePpm: number): FillPlan | null {
    const { trader, positionSide } = order;
    const before = {
      available: this.availableTo(trader.user),
      positionIn: (side: PositionSide) => this.positionOf(trader, side),
      position: this.positionOf(trader, positionSide),
    };
    return planFill(this.perp, order, lots, priceTicks, feePpm, before);
  }

  private availableTo(user: PerpetualUser): bigint {
    return this.available.get(user) ?? this.perp.available(user);
  }

  private pay(user: PerpetualUser, units: bigint): void {
    this.available.set(user, this.availableTo(user) + units);
  }

  private positionOf(trader: Trader, side: PositionSide): Holding | null {
    const changed = this.positions.get(trader)?.get(side);
    return changed === undefined ? trader.position(side) : changed;
  }

  private leftOf(order: PerpetualOrder): number {
    return this.left.get(order) ?? order.leftLots;
  }

  private apply(order: PerpetualOrder, plan: FillPlan, priceTicks: number): void {
    const { trader, positionSide, sign } = order;
    const { closing, opening } = plan;
    const wallet = plan.heldRelease + plan.pnl + plan.marginRelease - plan.fee - plan.marginAdd;
    this.pay(trader.user, wallet);
    let position = this.positionOf(trader, positionSide);
    if (closing !== 0) {
      const before = position!;
      position = {
        ...termsOf(before),
        lots: before.lots - closing,
        entryCost: before.entryCost - costOfPart(before, closing),
        margin: before.margin - plan.marginRelease,
      };
      if (position.lots === 0) position = null;
    }
    if (opening !== 0) {
      const { quotePerTickLot } = trader.symbol.terms;
      position = {
        sign,
        unitsPerTickLot: quotePerTickLot,
        lots: (position?.lots ?? 0) + opening,
        entryCost: (position?.entryCost ?? 0n) + notionalOf(opening, priceTicks, quotePerTickLot),
        margin: (position?.margin ?? 0n) + plan.marginAdd,
      };
    }
    let sides = this.positions.get(trader);
    if (sides === undefined) {
      sides = new Map();
      this.positions.set(trader, sides);
    }
    sides.set(positionSide, position);
    if (closing === 0) return;
    if (order.slot !== 0 && order.reduceOnly) this.left.set(order, this.leftOf(order) - closing);
    this.trim(trader, positionSide, position, sign);
  }

  /** Cuts reduce-only makers to what is left of their position, as `trimReducers` does. */
  private trim(trader: Trader, side: PositionSide, position: Holding | null, closingSign: 1 | -1): void {
    const reducers = trader.position(side)?.reducers;
    if (reducers === undefined || reducers.size === 0) return;
    let excess = position === null || position.sign === closingSign ? 0 : -position.lots;
    for (const reducer of reducers) excess += this.leftOf(reducer);
    const newestFirst = [...reducers].sort((a, b) => b.orderId - a.orderId);
    for (const reducer of newestFirst) {
      if (excess <= 0) return;
      const cut = Math.min(excess, this.leftOf(reducer));
      this.left.set(reducer, this.leftOf(reducer) - cut);
      excess -= cut;
    }
  }
}

function termsOf({ sign, lots, entryCost, unitsPerTickLot }: PositionTerms): PositionTerms {
  return { sign, lots, entryCost, unitsPerTickLot };
}
