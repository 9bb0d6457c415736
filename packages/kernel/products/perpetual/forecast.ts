import { costOfPart, notionalOf, type PositionTerms } from '@candor/rules';
import { changesOf, growthOf, type Place, placesInLine, type Resting, restingMargin } from './backing.ts';
import type { PositionSide } from './commands.ts';
import type { PerpetualOrder, PerpetualUser, Trader } from './entities.ts';
import { feeRates } from './fee-rates.ts';
import { type FillPlan, type Holding, type OrderBacking, planFill } from './fill-plan.ts';
import { SIGNS } from './order-book.ts';
import type { PerpetualState } from './perpetual-state.ts';

/**
 * What a taker would come to if it were executed now: each step that `Matching` and `PerpetualDesk` would take, on
 * copies of the wallets, positions and orders that it changes. It has to be exact, since what it says is executed: a
 * fill-or-kill that passed here is filled whole.
 */
export class Forecast implements Resting {
  private readonly perp: PerpetualState;
  private readonly available = new Map<PerpetualUser, bigint>();
  private readonly positions = new Map<Trader, Map<PositionSide, Holding | null>>();
  /** Resting orders that changed. With no lots left one is in the book no more. */
  private readonly orders = new Map<PerpetualOrder, OrderBacking>();

  constructor(perp: PerpetualState) {
    this.perp = perp;
  }

  /** The lots that a taker would fill down to a price. */
  filledLots(taker: PerpetualOrder, limitTicks: number): number {
    const { trader } = taker;
    const first = this.fill(taker, taker.leftLots, limitTicks);
    if (!first.isShort || !taker.reduceOnly || trader.marginMode !== 'cross') return first.lots;
    // what other cross positions have won may pay for what this one has lost
    this.settleProfits(trader.user);
    return first.lots + this.fill(taker, taker.leftLots - first.lots, limitTicks).lots;
  }

  /** What a taker with so many lots left fills, and whether it could not pay for more. */
  private fill(taker: PerpetualOrder, lots: number, limitTicks: number): { lots: number; isShort: boolean } {
    const { perp } = this;
    const { user, symbol } = taker.trader;
    const { book } = symbol;
    const isBuy = taker.sign === 1;
    const ladder = isBuy ? book.asks : book.bids;
    const { takerPpm } = feeRates(perp, user, symbol);
    let filled = 0;
    let isShort = false;
    for (
      let ticks = ladder.bestTicks;
      ticks !== 0 && filled < lots && !isShort;
      ticks = ladder.worse(ticks)
    ) {
      if (isBuy ? ticks > limitTicks : ticks < limitTicks) break;
      for (const slot of book.queueAt(!isBuy, ticks)) {
        const maker = perp.bySlot[slot]!;
        const part = Math.min(lots - filled, this.leftOf(maker));
        if (part === 0) continue;
        const makerPlan = perp.isOneGroup(maker.trader.user, user)
          ? null
          : this.planMaker(maker, part, ticks);
        if (makerPlan === null) {
          this.withdraw(maker);
          continue;
        }
        const takerPlan = this.plan(taker, part, ticks, takerPpm);
        isShort = takerPlan === null;
        if (takerPlan === null) break;
        this.apply(maker, makerPlan, part, ticks);
        this.apply(taker, takerPlan, part, ticks);
        this.trim(maker);
        this.trim(taker);
        this.backTogether(maker.trader);
        filled += part;
      }
    }
    if (filled !== 0) this.backTogether(taker.trader);
    return { lots: filled, isShort };
  }

  private planMaker(maker: PerpetualOrder, lots: number, priceTicks: number): FillPlan | null {
    const { makerPpm } = feeRates(this.perp, maker.trader.user, maker.trader.symbol);
    return this.plan(maker, lots, priceTicks, makerPpm);
  }

  private plan(order: PerpetualOrder, lots: number, priceTicks: number, feePpm: number): FillPlan | null {
    const { trader, positionSide } = order;
    const before = {
      available: this.availableTo(trader.user),
      backing: this.backingOf(order),
      positionIn: (side: PositionSide) => this.positionOf(trader, side),
      position: this.positionOf(trader, positionSide),
    };
    return planFill(this.perp, order, lots, priceTicks, feePpm, before);
  }

  leftOf(order: PerpetualOrder): number {
    return this.backingOf(order).leftLots;
  }

  openingOf(order: PerpetualOrder): number {
    return this.backingOf(order).openingLots;
  }

  heldOf(order: PerpetualOrder): bigint {
    return this.backingOf(order).held;
  }

  bothOf(trader: Trader): Holding | null {
    return this.positionOf(trader, 'both');
  }

  private backingOf(order: PerpetualOrder): OrderBacking {
    return this.orders.get(order) ?? order;
  }

  private positionOf(trader: Trader, side: PositionSide): Holding | null {
    const changed = this.positions.get(trader)?.get(side);
    return changed === undefined ? trader.position(side) : changed;
  }

  private setPosition(trader: Trader, side: PositionSide, position: Holding | null): void {
    let sides = this.positions.get(trader);
    if (sides === undefined) {
      sides = new Map();
      this.positions.set(trader, sides);
    }
    sides.set(side, position);
  }

  private availableTo(user: PerpetualUser): bigint {
    return this.available.get(user) ?? this.perp.available(user);
  }

  private pay(user: PerpetualUser, units: bigint): void {
    this.available.set(user, this.availableTo(user) + units);
  }

  /** Sets what is held for a resting order of which so much is left and would open. */
  private setBacking(order: PerpetualOrder, leftLots: number, openingLots: number, held: bigint): void {
    this.pay(order.trader.user, this.heldOf(order) - held);
    this.orders.set(order, { leftLots, openingLots, held });
  }

  /** As `settle` of matching. */
  private apply(order: PerpetualOrder, plan: FillPlan, lots: number, priceTicks: number): void {
    const { trader, positionSide, sign } = order;
    const { closing, opening } = plan;
    this.pay(trader.user, plan.pnl + plan.marginRelease - plan.fee - plan.marginAdd);
    if (order.slot !== 0) {
      const { leftLots, openingLots, held } = this.backingOf(order);
      const opens = order.reduceOnly ? openingLots : openingLots - opening;
      const isDone = leftLots === lots;
      this.setBacking(order, leftLots - lots, opens, isDone ? 0n : held - plan.heldRelease);
    }
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
    this.setPosition(trader, positionSide, position);
  }

  /** As `settleProfits`. */
  private settleProfits(user: PerpetualUser): void {
    for (const { trader, positionSide, symbol } of user.crossPositions) {
      const position = this.positionOf(trader, positionSide);
      if (position === null || symbol.mark.indexTicks === 0) continue;
      const value = notionalOf(position.lots, symbol.mark.markTicks, position.unitsPerTickLot);
      const pnl = position.sign === 1 ? value - position.entryCost : position.entryCost - value;
      if (pnl <= 0n) continue;
      this.pay(user, pnl);
      this.setPosition(trader, positionSide, {
        ...termsOf(position),
        entryCost: value,
        margin: position.margin,
      });
    }
  }

  /** As `withdraw` of the book. */
  private withdraw(order: PerpetualOrder): void {
    const { leftLots, openingLots } = this.backingOf(order);
    this.setBacking(order, 0, openingLots, 0n);
    if (leftLots > openingLots) this.release(order.trader, order.sign);
  }

  /** As `trimReducers`, of the position that a fill of this order may have closed. */
  private trim({ trader, positionSide, sign }: PerpetualOrder): void {
    const reducers = trader.position(positionSide)?.reducers;
    if (reducers === undefined || reducers.size === 0) return;
    const position = this.positionOf(trader, positionSide);
    let excess = position === null || position.sign === sign ? 0 : -position.lots;
    for (const reducer of reducers) excess += this.leftOf(reducer);
    const newestFirst = [...reducers].sort((a, b) => b.orderId - a.orderId);
    for (const reducer of newestFirst) {
      if (excess <= 0) return;
      const { leftLots, openingLots, held } = this.backingOf(reducer);
      const cut = Math.min(excess, leftLots);
      excess -= cut;
      if (cut === leftLots) this.withdraw(reducer);
      else this.setBacking(reducer, leftLots - cut, openingLots, held);
    }
  }

  /** As `release` of the book. */
  private release(trader: Trader, sign: 1 | -1): void {
    for (const { order, opening } of placesInLine(trader, sign, null, this)) {
      const { leftLots, openingLots, held } = this.backingOf(order);
      if (opening >= openingLots) continue;
      const asked = restingMargin(this.perp, order, leftLots, opening);
      this.setBacking(order, leftLots, opening, asked < held ? asked : held);
    }
  }

  /** As `backTogether` of the book. */
  private backTogether(trader: Trader): void {
    if (trader.orders.size === 0) return;
    for (const sign of SIGNS) this.release(trader, sign);
    for (const sign of SIGNS) {
      for (;;) {
        const line = placesInLine(trader, sign, null, this);
        const changed = changesOf(line, this);
        if (changed.length === 0) break;
        if (growthOf(this.perp, changed, this) <= this.availableTo(trader.user)) {
          this.holdFor(changed);
          break;
        }
        this.withdraw(line.findLast(({ opening }) => opening > 0)!.order);
      }
    }
  }

  private holdFor(places: readonly Place[]): void {
    for (const { order, opening } of places) {
      const lots = this.leftOf(order);
      this.setBacking(order, lots, opening, restingMargin(this.perp, order, lots, opening));
    }
  }
}

function termsOf({ sign, lots, entryCost, unitsPerTickLot }: PositionTerms): PositionTerms {
  return { sign, lots, entryCost, unitsPerTickLot };
}
