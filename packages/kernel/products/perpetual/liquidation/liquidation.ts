import type { Amount, Lots, PriceTicks } from '@candor/money';
import { clampTicks, deleveragingTicks, favourableTicks, tierOf } from '@candor/rules';
import { assert } from '../../../assert.ts';
import type { PerpetualDesk } from '../desk/place.ts';
import type { Matched, Matching } from '../matching/matching.ts';
import { list, retire, withdraw } from '../orders/order-book.ts';
import { marketClose } from '../orders/order-terms.ts';
import { settleProfits } from '../positions/positions.ts';
import type { DeleveragedLine, LiquidationStep, RiskLine, VenuePrice } from '../protocol/receipts.ts';
import {
  bankruptcyOf,
  closingValue,
  isUnsafe,
  type MarginState,
  maintenanceOf,
  maintenanceShown,
  marginStateOf,
  notionalAtMark,
} from '../risk/risk.ts';
import type { Position } from '../state/entities.ts';
import { PerpetualOrder } from '../state/entities.ts';
import type { PerpetualState } from '../state/perpetual-state.ts';
import { DeleveragingQueues } from './deleveraging.ts';

/** A position is closed in so many steps at most, each followed by a look at whether that was enough. */
const STEPS = 4;
/** A step whose order met an empty book. */
const NOTHING = { filledLots: 0, filledNotional: 0n, fee: 0n, fills: [], fromInsurance: 0n };

/** Part of a receipt that describes the time before the first step. */
interface Before {
  readonly lots: number;
  readonly marginState: MarginState;
  readonly lines: readonly RiskLine[];
  readonly cash: bigint;
  readonly bankruptcyTicks: number;
  readonly insurance: bigint;
  /** Sums over the life of the position. */
  readonly closedValue: bigint;
  readonly realisedPnl: bigint;
  readonly fees: bigint;
}

/*
 * One liquidation, in this order: opening orders are cancelled; of a cross user, profits of other positions are realised;
 * then, position by position and as long as it is unsafe, up to four steps in the book, each bounded by what the margin
 * and the insurance fund can lose and by the maintenance margin's distance from the mark; what the book did not take is
 * closed against the queue of the other direction, without a fee for those in it; last the receipt, with all that it
 * follows from. Invariants: it stops as soon as the rest is safe; a loss beyond the margin falls on the insurance fund and
 * never below 0 of it; nobody in the queue loses more than they have; no position grows.
 */

/**
 * The liquidations of one tick. Of an isolated position, or of all cross positions of a user that are traded and have a
 * fresh index, the largest maintenance margin first: opening orders are cancelled, then the position is closed step by
 * step in the book, down to where it leaves nothing and the insurance fund can pay no more; and what the book does not
 * take is closed against other users at the bankruptcy price. It ends once the rest is safe.
 */
export class Liquidations {
  private readonly perp: PerpetualState;
  private readonly matching: Matching;
  private readonly desk: PerpetualDesk;
  private readonly queues: DeleveragingQueues;

  constructor(perp: PerpetualState, matching: Matching, desk: PerpetualDesk) {
    this.perp = perp;
    this.matching = matching;
    this.desk = desk;
    this.queues = new DeleveragingQueues(perp);
  }

  /** Liquidates what is unsafe; does nothing where it is not. */
  run(position: Position): void {
    const { perp } = this;
    const { user } = position.trader;
    if (!isUnsafe(marginStateOf(perp, position))) return;
    if (position.isIsolated) {
      this.close(position, this.cancelOpening(position));
      return;
    }
    const cancelled = this.cancelOpening(position);
    settleProfits(perp, user);
    const largestFirst = [...user.crossPositions].sort((a, b) => {
      const difference = maintenanceOf(b) - maintenanceOf(a);
      if (difference !== 0n) return difference > 0n ? 1 : -1;
      return a.positionId - b.positionId;
    });
    let told = cancelled;
    for (const each of largestFirst) {
      if (each.lots === 0 || !each.symbol.isLive || !isUnsafe(marginStateOf(perp, each))) continue;
      this.close(each, told);
      told = [];
    }
  }

  /** Cancels all that may open: in the symbol of an isolated position, everywhere for cross ones. */
  private cancelOpening(position: Position): number[] {
    const { perp } = this;
    const { trader } = position;
    const traders = position.isIsolated ? [trader] : [...trader.user.traders.values()];
    const cancelled: number[] = [];
    for (const each of traders) {
      for (const order of each.ordersById()) {
        if (order.reduceOnly || order.isWaiting) continue;
        cancelled.push(order.orderId);
        withdraw(perp, order, 'liquidation');
      }
    }
    return cancelled;
  }

  private close(position: Position, cancelledOrders: readonly number[]): void {
    const { perp } = this;
    const liquidationId = ++perp.core.lastOrderId;
    const marginState = marginStateOf(perp, position);
    const before: Before = {
      lots: position.lots,
      marginState,
      lines: linesOf(position),
      cash: perp.available(position.trader.user),
      bankruptcyTicks: bankruptcyOf(perp, position, marginState),
      insurance: perp.insurance(),
      closedValue: position.closedValue,
      realisedPnl: position.realisedPnl,
      fees: position.fees,
    };
    const steps: LiquidationStep[] = [];
    const stepLots = Math.ceil(position.lots / STEPS);
    while (position.lots > 0 && isUnsafe(marginStateOf(perp, position))) {
      const step = this.step(position, Math.min(stepLots, position.lots));
      if (step.filledLots > 0) steps.push(step);
      if (step.filledLots < step.lots) break;
    }
    const deleveraged: DeleveragedLine[] = [];
    if (position.lots > 0) {
      const now = marginStateOf(perp, position);
      if (isUnsafe(now)) {
        const { mark, listed } = position.symbol;
        const value = closingValue(perp, position, now);
        const fee = listed.liquidationFeePpm;
        const priceTicks = deleveragingTicks(position, value, mark.markTicks, fee);
        deleveraged.push(...this.queues.close(position, position.lots, priceTicks, liquidationId));
      }
    }
    this.tell(position, liquidationId, before, cancelledOrders, steps, deleveraged);
  }

  private step(position: Position, lots: number): LiquidationStep {
    const { perp } = this;
    const { trader, symbol } = position;
    const limitTicks = this.limitOf(position);
    const terms = { ...marketClose(position), lots };
    const { core } = perp;
    const id = core.lastOrderId + 1;
    const order = new PerpetualOrder(id, trader, terms, 'liquidation', core.timeMs);
    const isEmpty = !symbol.book.crosses(order.sign === 1, limitTicks);
    let matched: Omit<Matched, 'shortOfMargin'> = NOTHING;
    if (!isEmpty) {
      core.lastOrderId = id;
      this.desk.tellAccepted(order);
      list(perp, order);
      matched = this.matching.run(order, limitTicks);
      retire(perp, order, order.leftLots === 0 ? 'filled' : 'expired');
    }
    assert(matched.filledLots <= lots, 'a step of a liquidation closes at most its lots');
    assert(perp.insurance() >= 0n, 'the insurance fund pays what it has');
    const after = marginStateOf(perp, position);
    return {
      orderId: isEmpty ? 0 : id,
      limitTicks: limitTicks as PriceTicks,
      lots: lots as Lots,
      filledLots: matched.filledLots as Lots,
      filledNotional: matched.filledNotional as Amount,
      fee: matched.fee as Amount,
      fills: matched.fills,
      fromInsurance: matched.fromInsurance as Amount,
      equityAfter: after.equity as Amount,
      maintenanceMicrosAfter: after.maintenance as Amount,
    };
  }

  /**
   * The worst price that a step may trade at: where closing all of the position leaves nothing and takes all of the
   * insurance fund (of the house nothing), within the price band. And no further from the mark than the maintenance
   * margin goes, so that an empty book can't be used to empty the fund.
   */
  private limitOf(position: Position): number {
    const { perp } = this;
    const { symbol, sign, trader } = position;
    const value = closingValue(perp, position, marginStateOf(perp, position));
    const withFund = value + (trader.user.isHouse ? 0n : perp.insurance());
    const furthest = maintenanceShown(maintenanceOf(position));
    const budget = withFund < furthest ? withFund : furthest;
    const units = BigInt(position.lots) * BigInt(position.unitsPerTickLot);
    const mark = BigInt(symbol.mark.markTicks);
    // rounded to the tick that costs less
    const distance = budget >= 0n ? budget / units : -((-budget + units - 1n) / units);
    const limit = clampTicks(sign === 1 ? mark - distance : mark + distance);
    const { lowestTicks, highestTicks } = symbol.band;
    return Math.min(highestTicks, Math.max(lowestTicks, limit));
  }

  private tell(
    position: Position,
    liquidationId: number,
    before: Before,
    cancelledOrders: readonly number[],
    steps: readonly LiquidationStep[],
    deleveraged: readonly DeleveragedLine[],
  ): void {
    const { perp } = this;
    const { symbol, trader } = position;
    const { mark, listed } = symbol;
    perp.core.tape.note({
      type: 'perpetualLiquidated',
      liquidationId,
      userId: trader.user.userId,
      positionId: position.positionId,
      symbolId: symbol.symbolId,
      marginMode: trader.marginMode,
      direction: position.direction,
      tickNo: mark.tickNo,
      timeMs: perp.core.timeMs,
      venues: venuesOf(perp, position),
      mark: mark.inputs!,
      markTicks: mark.markTicks as PriceTicks,
      lots: before.lots as Lots,
      collateral: before.marginState.collateral as Amount,
      lines: before.lines,
      cash: before.cash as Amount,
      equity: before.marginState.equity as Amount,
      maintenanceMicros: before.marginState.maintenance as Amount,
      liquidationFeePpm: listed.liquidationFeePpm,
      bankruptcyTicks: before.bankruptcyTicks as PriceTicks,
      insuranceBefore: before.insurance as Amount,
      insuranceAfter: perp.insurance() as Amount,
      cancelledOrders,
      steps,
      deleveraged,
      lotsLeft: position.lots as Lots,
      closedValue: (position.closedValue - before.closedValue) as Amount,
      realisedPnl: (position.realisedPnl - before.realisedPnl) as Amount,
      fee: (position.fees - before.fees) as Amount,
      returned: (position.lots === 0 ? position.returned : 0n) as Amount,
    });
  }
}

/** Positions that stand or fall with a position: itself alone, or all cross positions of its user. */
function linesOf(position: Position): RiskLine[] {
  const together = position.isIsolated ? [position] : [...position.trader.user.crossPositions];
  return together
    .sort((a, b) => a.positionId - b.positionId)
    .map((each) => {
      const { steps, symbolId, mark } = each.symbol;
      const tier = tierOf(notionalAtMark(each), steps);
      const step = steps[tier]!;
      const inFavour = !each.isIsolated && each.symbol.isStale;
      return {
        positionId: each.positionId,
        symbolId,
        direction: each.direction,
        lots: each.lots as Lots,
        unitsPerTickLot: each.unitsPerTickLot,
        entryCost: each.entryCost as Amount,
        markTicks: (inFavour ? favourableTicks(each.sign, mark.markTicks) : mark.markTicks) as PriceTicks,
        tier,
        mmrPpm: inFavour ? 0 : step.mmrPpm,
        deductionMicros: (inFavour ? 0n : step.deductionMicros) as Amount,
        ...(inFavour ? { staleTicks: mark.markTicks as PriceTicks } : {}),
      };
    });
}

function venuesOf(perp: PerpetualState, position: Position): VenuePrice[] {
  const { index } = perp.core;
  const found = index.symbols.get(position.symbol.listed.indexSymbolId);
  if (found === undefined) return [];
  return [...found.quotes.values()]
    .sort((a, b) => a.venueId - b.venueId)
    .map(({ venueId, bidTicks, askTicks, timeMs }) => ({
      venueId,
      bidTicks,
      askTicks,
      timeMs,
      weightPpm: index.venues.get(venueId)!.weightPpm,
    }));
}
