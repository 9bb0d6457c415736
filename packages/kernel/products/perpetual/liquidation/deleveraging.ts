import type { Amount, Lots, PriceTicks } from '@candor/money';
import { deleveragingScore } from '@candor/rules';
import { assert } from '../../../assert.ts';
import { planDeleveraging, planLiquidation } from '../matching/fill-plan.ts';
import { afterClosing } from '../matching/matching.ts';
import { backTogether } from '../orders/order-book.ts';
import { applyFill, settleProfits } from '../positions/positions.ts';
import type { DeleveragedLine } from '../protocol/receipts.ts';
import { marginStateAtMarks } from '../risk/risk.ts';
import type { Position } from '../state/entities.ts';
import type { PerpetualState } from '../state/perpetual-state.ts';
import type { PerpetualSymbol } from '../state/symbol.ts';

/** A place in the queue of those whose positions are closed when nobody else takes a liquidated one. */
export interface QueuePlace {
  readonly position: Position;
  readonly score: bigint;
  /** Inputs of the score, as the position was when it was ranked. */
  readonly equity: bigint;
  readonly lots: number;
  readonly entryCost: bigint;
}

/** A queue as far as it is known: its ranks stay as they were when it was made. */
interface Queue {
  places: { readonly place: QueuePlace; readonly rank: number }[];
}

/** With so many closed positions among its places a queue is cleared of them. */
const MOST_OVER = 16;

/** The queue of one direction: the house first, then by score, then by id. */
export function deleveragingQueue(perp: PerpetualState, symbol: PerpetualSymbol, sign: 1 | -1): QueuePlace[] {
  const places: QueuePlace[] = [];
  for (const position of perp.positionsIn(symbol).values()) {
    if (position.sign === sign) places.push(placeOf(perp, position));
  }
  return places.sort(byPlace);
}

export function placeOf(perp: PerpetualState, position: Position): QueuePlace {
  const { equity } = marginStateAtMarks(perp, position);
  const { lots, entryCost } = position;
  const score = deleveragingScore(position, position.symbol.mark.markTicks, equity);
  return { position, equity, lots, entryCost, score };
}

function byPlace(a: QueuePlace, b: QueuePlace): number {
  const aHouse = a.position.trader.user.isHouse;
  if (aHouse !== b.position.trader.user.isHouse) return aHouse ? -1 : 1;
  if (a.score !== b.score) return a.score > b.score ? -1 : 1;
  return a.position.positionId - b.position.positionId;
}

/**
 * The queues of one tick, each ranked once when it is first needed: a thousand liquidations in one tick do not rank
 * a hundred thousand positions a thousand times.
 */
export class DeleveragingQueues {
  private readonly perp: PerpetualState;
  private readonly queues = new Map<string, Queue>();

  constructor(perp: PerpetualState) {
    this.perp = perp;
  }

  /**
   * Closes up to `lots` of a liquidated position at a price against the queue of the other direction. Those who could
   * not cover their loss at that price are passed over.
   */
  close(position: Position, lots: number, priceTicks: number, liquidationId: number): DeleveragedLine[] {
    const queue = this.queueAgainst(position);
    const lines: DeleveragedLine[] = [];
    let left = lots;
    let over = 0;
    for (const { place, rank } of queue.places) {
      if (left === 0) break;
      const other = place.position;
      if (other.lots === 0) {
        over++;
        continue;
      }
      const closed = Math.min(left, other.lots);
      const fee = this.closeBoth(position, place, rank, closed, priceTicks, liquidationId);
      if (fee === null) continue;
      left -= closed;
      lines.push({
        positionId: other.positionId,
        userId: other.trader.user.userId,
        house: other.trader.user.isHouse,
        score: place.score as Amount,
        lots: closed as Lots,
        priceTicks: priceTicks as PriceTicks,
        fee: fee as Amount,
      });
    }
    if (over > MOST_OVER) queue.places = queue.places.filter((each) => each.place.position.lots > 0);
    return lines;
  }

  /** Returns the fee that the liquidated position was charged; null where the two were not closed. */
  private closeBoth(
    position: Position,
    place: QueuePlace,
    rank: number,
    lots: number,
    priceTicks: number,
    liquidationId: number,
  ): bigint | null {
    const { perp } = this;
    const other = place.position;
    const isSame = other.trader.user === position.trader.user;
    if (!other.isIsolated && !isSame) this.makeCash(other, lots, priceTicks);
    const own = planLiquidation(perp, position, lots, priceTicks, false, true);
    if (own === null) return null;
    const cashBefore = isSame ? own.pnl - own.liquidationFee : 0n;
    const plan = planDeleveraging(perp, other, lots, priceTicks, cashBefore);
    if (plan === null) return null;
    const ref = { tradeId: 0, orderId: liquidationId };
    const { lots: lotsBefore, entryCost: costBefore, symbol } = other;
    const { trader: mine } = position;
    assert(own.closing === lots && plan.closing === lots, 'both sides of a deleveraging close the same lots');
    const { trader: theirs } = other;
    applyFill(perp, mine, position.positionSide, other.sign, own, priceTicks, 'liquidation', ref);
    applyFill(perp, theirs, other.positionSide, position.sign, plan, priceTicks, 'deleveraging', ref);
    afterClosing(perp, position);
    afterClosing(perp, other);
    backTogether(perp, mine);
    backTogether(perp, theirs);
    perp.core.tape.note({
      type: 'perpetualDeleveraged',
      liquidationId,
      userId: theirs.user.userId,
      positionId: other.positionId,
      symbolId: symbol.symbolId,
      direction: other.direction,
      tickNo: symbol.mark.tickNo,
      timeMs: perp.core.timeMs,
      priceTicks: priceTicks as PriceTicks,
      markTicks: symbol.mark.markTicks as PriceTicks,
      lots: lots as Lots,
      lotsLeft: other.lots as Lots,
      rank,
      score: place.score as Amount,
      rankedLots: place.lots as Lots,
      rankedEntryCost: place.entryCost as Amount,
      rankedEquity: place.equity as Amount,
      lotsBefore: lotsBefore as Lots,
      costBefore: costBefore as Amount,
      realisedPnl: plan.pnl as Amount,
    });
    return own.liquidationFee;
  }

  /** Realises what the user of a cross position has won elsewhere, where the wallet could not cover its loss. */
  private makeCash(other: Position, lots: number, priceTicks: number): void {
    const { perp } = this;
    if (planDeleveraging(perp, other, lots, priceTicks, 0n) === null) settleProfits(perp, other.trader.user);
  }

  private queueAgainst(position: Position): Queue {
    const key = `${position.symbol.symbolId} ${position.sign}`;
    let queue = this.queues.get(key);
    if (queue === undefined) {
      const ranked = deleveragingQueue(this.perp, position.symbol, position.sign === 1 ? -1 : 1);
      queue = { places: ranked.map((place, rank) => ({ place, rank })) };
      this.queues.set(key, queue);
    }
    return queue;
  }
}
