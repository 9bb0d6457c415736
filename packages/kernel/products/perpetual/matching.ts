import type { Amount, Lots, PriceTicks } from '@candor/money';
import { notionalOf } from '@candor/rules';
import type { Taker } from '../../book/book.ts';
import type { PerpetualOrder, Position } from './entities.ts';
import type { FillSide } from './events.ts';
import { cancelExits, setEntryExits } from './exits.ts';
import { countVolume, feeRates } from './fee-rates.ts';
import { type FillPlan, fillableLots, planFill, planLiquidation } from './fill-plan.ts';
import { backTogether, retire, setHeld, trimReducers, withdraw } from './order-book.ts';
import type { PerpetualState } from './perpetual-state.ts';
import { applyFill } from './positions.ts';

/** What a taker's fills came to. */
export interface Matched {
  readonly filledLots: number;
  readonly filledNotional: bigint;
  readonly fee: bigint;
  readonly fromInsurance: bigint;
  /** The taker could not pay for more. */
  readonly shortOfMargin: boolean;
}

/**
 * Matches takers against a book. Before each fill both sides are planned: a maker who can't pay for it any more leaves
 * the book, a taker who can't stops.
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
    const found = { filledLots: 0, filledNotional: 0n, fee: 0n, fromInsurance: 0n, shortOfMargin: false };
    for (;;) {
      const priceTicks = side.bestTicks;
      if (priceTicks === 0 || (isBuy ? priceTicks > limitTicks : priceTicks < limitTicks)) break;
      const fillable = fillableLots(taker);
      if (fillable === 0) break;
      const maker = perp.bySlot[perp.levels.head(side.bestLevel)]!;
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
      this.taker = taker;
      this.maker = maker;
      this.takerPlan = takerPlan;
      this.makerPlan = makerPlan;
      const closed = [maker.trader.position(maker.positionSide), trader.position(taker.positionSide)];
      book.take(isBuy, priceTicks, lots, this);
      found.filledLots += lots;
      found.filledNotional += notionalOf(lots, priceTicks, symbol.terms.quotePerTickLot);
      found.fee += takerPlan.fee + takerPlan.liquidationFee;
      found.fromInsurance += takerPlan.fromInsurance;
      for (const position of closed) if (position !== null) afterClosing(perp, position);
      backTogether(perp, maker.trader);
      if (makerPlan.opening !== 0) setEntryExits(perp, maker);
      if (takerPlan.opening !== 0) setEntryExits(perp, taker);
    }
    // what is at work comes before what rests
    if (found.filledLots !== 0) backTogether(perp, trader);
    return found;
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

/** Orders and exits of a position that shrank: never more than is left of it. */
export function afterClosing(perp: PerpetualState, position: Position): void {
  trimReducers(perp, position);
  if (position.lots === 0) cancelExits(perp, position);
}
