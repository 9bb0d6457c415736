import type { Amount, Lots, PriceTicks } from '@candor/money';
import { notionalOf } from '@candor/rules';
import { assert } from '../../../assert.ts';
import type { Book, Taker } from '../../../book/book.ts';
import { countVolume, feeRates } from '../money/fee-rates.ts';
import { backTogether, retire, setHeld, trimReducers, withdraw } from '../orders/order-book.ts';
import { fillableLots } from '../orders/order-terms.ts';
import { cancelExits, setEntryExits } from '../positions/exits.ts';
import type { FillPlan } from '../positions/positions.ts';
import { applyFill } from '../positions/positions.ts';
import type { FillSide } from '../protocol/events.ts';
import type { ClosingFill } from '../protocol/receipts.ts';
import type { PerpetualOrder, Position } from '../state/entities.ts';
import type { PerpetualState } from '../state/perpetual-state.ts';
import { planFill, planLiquidation } from './fill-plan.ts';

/** Total of a taker's fills. */
export interface Matched {
  readonly filledLots: number;
  readonly filledNotional: bigint;
  readonly fee: bigint;
  readonly fromInsurance: bigint;
  /** The fills of a liquidation's order, in their order; empty for all others. */
  readonly fills: readonly ClosingFill[];
  /** The taker could not pay for more. */
  readonly shortOfMargin: boolean;
}

/**
 * Matches takers against a book, at the makers' prices, best price first and oldest first.
 *
 * One fill, in this order:
 * 1. an own maker leaves the book (self-trade), and the next one is looked at;
 * 2. the maker's side is planned; a maker who cannot pay for the fill leaves the book;
 * 3. the taker's side is planned; a taker who cannot pay stops here, with nothing of this fill done;
 * 4. the book reduces the maker's order, both plans are applied (maker first), and the trade is emitted;
 * 5. orders and exits of positions that shrank are cut to them, then the maker's resting orders are backed again;
 * 6. exits that came with an order are set at its first fill that opens.
 * After the last fill the taker's resting orders are backed again: the order at work comes before those that rest.
 *
 * Invariants: nothing is applied that was not planned on the state as it is now, so that no wallet and no margin goes
 * below 0; each side of a fill closes and opens exactly the lots of the fill; a reduce-only order never opens.
 */
export class Matching implements Taker {
  private readonly perp: PerpetualState;
  private taker!: PerpetualOrder;
  private maker!: PerpetualOrder;
  private takerPlan!: FillPlan;
  private makerPlan!: FillPlan;

  constructor(perp: PerpetualState) {
    this.perp = perp;
  }

  /**
   * Matches what is left of a taker down to a price. A liquidation's order may use the insurance fund, and pays the
   * liquidation fee and no trading fee.
   */
  run(taker: PerpetualOrder, limitTicks: number): Matched {
    const { perp } = this;
    const { trader } = taker;
    const { symbol, user } = trader;
    const { book } = symbol;
    const isBuy = taker.sign === 1;
    const side = isBuy ? book.asks : book.bids;
    const { scope } = perp;
    if (scope.isOpen) this.keep(taker);
    const found = { filledLots: 0, filledNotional: 0n, fee: 0n, fromInsurance: 0n, shortOfMargin: false };
    const fills: ClosingFill[] = [];
    for (;;) {
      const priceTicks = side.bestTicks;
      if (priceTicks === 0 || (isBuy ? priceTicks > limitTicks : priceTicks < limitTicks)) break;
      const fillable = fillableLots(taker);
      if (fillable === 0) break;
      const maker = perp.bySlot[perp.levels.head(side.bestLevel)]!;
      if (scope.isOpen) scope.keepTrader(maker.trader);
      if (perp.isOneGroup(maker.trader.user, user)) {
        withdraw(perp, maker, 'self-trade');
        continue;
      }
      const lots = Math.min(fillable, maker.leftLots);
      const makerPlan = planFill(
        perp,
        maker,
        lots,
        priceTicks,
        feeRates(perp, maker.trader.user, symbol).makerPpm,
      );
      if (makerPlan === null) {
        withdraw(perp, maker, 'margin');
        continue;
      }
      const takerPlan = this.planTaker(taker, lots, priceTicks);
      if (takerPlan === null) {
        found.shortOfMargin = true;
        break;
      }
      assert(makerPlan.closing + makerPlan.opening === lots, 'a fill closes and opens all lots of its maker');
      assert(takerPlan.closing + takerPlan.opening === lots, 'a fill closes and opens all lots of its taker');
      assert(takerPlan.opening === 0 || !taker.reduceOnly, 'a reduce-only taker opens nothing');
      assert(makerPlan.opening === 0 || !maker.reduceOnly, 'a reduce-only maker opens nothing');
      this.taker = taker;
      this.maker = maker;
      this.takerPlan = takerPlan;
      this.makerPlan = makerPlan;
      const closed = [maker.trader.position(maker.positionSide), trader.position(taker.positionSide)];
      const { slot } = maker;
      book.take(isBuy, priceTicks, lots, this);
      scope.onDiscard(untake, book, slot, lots);
      found.filledLots += lots;
      found.filledNotional += notionalOf(lots, priceTicks, symbol.terms.quotePerTickLot);
      found.fee += takerPlan.fee + takerPlan.liquidationFee;
      if (taker.origin === 'liquidation') fills.push(this.closingFill(lots, priceTicks));
      found.fromInsurance += takerPlan.fromInsurance;
      for (const position of closed) if (position !== null) afterClosing(perp, position);
      backTogether(perp, maker.trader);
      if (makerPlan.opening !== 0) setEntryExits(perp, maker);
      if (takerPlan.opening !== 0) setEntryExits(perp, taker);
    }
    // the order at work comes before resting orders
    if (found.filledLots !== 0) backTogether(perp, trader);
    return { ...found, fills };
  }

  /** The fill that was just applied to a liquidation's order. */
  private closingFill(lots: number, priceTicks: number): ClosingFill {
    return {
      tradeId: this.perp.core.lastTradeId,
      priceTicks: priceTicks as PriceTicks,
      lots: lots as Lots,
      fee: this.takerPlan.liquidationFee as Amount,
    };
  }

  private keep(taker: PerpetualOrder): void {
    const { scope } = this.perp;
    const { trader } = taker;
    scope.keepTrader(trader);
    scope.keep(trader.symbol);
    scope.keep(trader.symbol.mark);
  }

  private planTaker(taker: PerpetualOrder, lots: number, priceTicks: number): FillPlan | null {
    const { perp } = this;
    const { trader } = taker;
    if (taker.origin === 'liquidation') {
      const position = trader.position(taker.positionSide)!;
      return planLiquidation(perp, position, lots, priceTicks, !trader.user.isHouse);
    }
    return planFill(perp, taker, lots, priceTicks, feeRates(perp, trader.user, trader.symbol).takerPpm);
  }

  isOwn(): boolean {
    return false;
  }

  expireOwn(): void {}

  fill(_slot: number, priceTicks: number, lots: number): void {
    const { perp, taker, maker, takerPlan, makerPlan } = this;
    const { symbol } = taker.trader;
    const tradeId = ++perp.core.lastTradeId;
    const notional = notionalOf(lots, priceTicks, symbol.terms.quotePerTickLot);
    const isLiquidation = taker.origin === 'liquidation';
    const makerSide = this.settle(maker, makerPlan, priceTicks, lots, notional, tradeId, false);
    const takerSide = this.settle(taker, takerPlan, priceTicks, lots, notional, tradeId, isLiquidation);
    symbol.traded(priceTicks, makerSide.house || takerSide.house);
    countVolume(perp, maker.trader.user, taker.trader.user, notional);
    perp.core.tape.note({
      type: 'perpetualTrade',
      tradeId,
      symbolId: symbol.symbolId,
      priceTicks: priceTicks as PriceTicks,
      lots: lots as Lots,
      notional: notional as Amount,
      takerSide: taker.sign === 1 ? 'buy' : 'sell',
      maker: makerSide,
      taker: takerSide,
      liquidation: isLiquidation,
    });
  }

  private settle(
    order: PerpetualOrder,
    plan: FillPlan,
    priceTicks: number,
    lots: number,
    notional: bigint,
    tradeId: number,
    isLiquidation: boolean,
  ): FillSide {
    const { perp } = this;
    const { trader, orderId, positionSide } = order;
    order.leftLots -= lots;
    assert(order.leftLots >= 0, 'no order is filled beyond its lots');
    order.filledNotional += notional;
    if (order.slot !== 0 && !order.reduceOnly) order.openingLots -= plan.opening;
    if (plan.heldRelease !== 0n) setHeld(perp, order, order.held - plan.heldRelease);
    const closed = plan.closing === 0 ? null : trader.position(positionSide);
    const closedId = closed?.positionId ?? 0;
    const heldLots = closed?.lots ?? 0;
    const heldCost = closed?.entryCost ?? 0n;
    const change = isLiquidation ? 'liquidation' : 'trade';
    const ref = { tradeId, orderId };
    const position = applyFill(perp, trader, positionSide, order.sign, plan, priceTicks, change, ref);
    return {
      orderId,
      userId: trader.user.userId,
      positionId: position.positionId,
      closedPositionId: closedId,
      positionSide,
      fee: (plan.fee + plan.liquidationFee) as Amount,
      feePpm: isLiquidation ? trader.symbol.listed.liquidationFeePpm : plan.feePpm,
      realisedPnl: plan.pnl as Amount,
      closedLots: plan.closing as Lots,
      heldLots: heldLots as Lots,
      heldCost: heldCost as Amount,
      house: trader.user.isHouse,
    };
  }

  makerFilled(): void {
    retire(this.perp, this.maker, 'filled');
  }
}

function untake(book: Book, slot: number, lots: number): void {
  book.untake(slot, lots);
}

/** Orders and exits of a position that shrank: never more than is left of it. */
export function afterClosing(perp: PerpetualState, position: Position): void {
  trimReducers(perp, position);
  if (position.lots === 0) cancelExits(perp, position);
}
