import type { Amount, PriceTicks } from '@candor/money';
import { DOWNTIME_MS } from '../../product.ts';
import type { TriggerSource } from '../../triggers/trigger-index.ts';
import type { PerpetualDesk } from './desk/place.ts';
import { samplePremium } from './funding/funding.ts';
import { Liquidations } from './liquidation/liquidation.ts';
import type { Matching } from './matching/matching.ts';
import { afterFiring, exitLots, isRising, rearmExit, sourcePrice } from './positions/exits.ts';
import { hasLive, isNear, isUnsafe, type MarginState, maintenanceShown, marginStateOf } from './risk/risk.ts';
import { placeRisk, recoverRisk } from './risk/risk-index.ts';
import type { Exit, PerpetualUser, Position } from './state/entities.ts';
import type { PerpetualState } from './state/perpetual-state.ts';
import type { RiskWatch } from './state/risk-watch.ts';
import type { PerpetualSymbol } from './state/symbol.ts';

const GRID_MS = 250;
/** Exits and waiting orders of a symbol that are tried again at one tick at most. */
const MAX_RETRIES = 64;

/** Runs what follows from index ticks: marks, premiums, triggers, warnings and liquidations. */
export class Clockwork {
  private readonly perp: PerpetualState;
  private readonly matching: Matching;
  private readonly desk: PerpetualDesk;

  constructor(perp: PerpetualState, matching: Matching, desk: PerpetualDesk) {
    this.perp = perp;
    this.matching = matching;
    this.desk = desk;
  }

  /**
   * A new index tick: marks first, then what fires or falls by them, unless its prices are of a time that is past: an old
   * tick, or the one that ends a downtime and may still count quotes of before.
   */
  onIndex(tickNo: number): void {
    const { perp } = this;
    for (const symbol of perp.symbols) this.remark(symbol, tickNo);
    const { timeMs, resumedMs } = perp.core;
    if (tickNo * GRID_MS + DOWNTIME_MS < timeMs || resumedMs === timeMs) return;
    for (const symbol of perp.symbols) {
      if (!symbol.isLive) continue;
      this.fire(symbol, 'mark', symbol.mark.markTicks, symbol.mark.markTicks);
      this.fire(symbol, 'index', symbol.mark.indexTicks, symbol.mark.indexTicks);
    }
    if (perp.retrying.size > 0) for (const symbol of perp.symbols) this.retry(symbol, tickNo);
    this.replaceRisk();
    // who is still to receive funding is not liquidated for the lack of it
    if (perp.rounds.size > 0) return;
    this.warn();
    this.liquidate();
  }

  private remark(symbol: PerpetualSymbol, tickNo: number): void {
    const { core } = this.perp;
    const { mark } = symbol;
    const index = core.index.symbols.get(symbol.listed.indexSymbolId);
    const before = mark.markTicks;
    const wasStale = symbol.isStale;
    const gapMs = (tickNo - mark.tickNo) * GRID_MS;
    symbol.setIndex(tickNo, index?.priceTicks ?? 0, core.timeMs, gapMs > DOWNTIME_MS);
    // who left quotes in a book that nobody may trade in would set the rate; an interval that is over, and is still to be
    // settled after a long downtime, takes no premium of now
    if (symbol.isLive && symbol.funding.nextMs > core.timeMs) samplePremium(symbol);
    if (mark.markTicks === 0 || (mark.markTicks === before && symbol.isStale === wasStale)) return;
    core.tape.note({
      type: 'perpetualMark',
      symbolId: symbol.symbolId,
      tickNo,
      markTicks: mark.markTicks as PriceTicks,
      stale: symbol.isStale,
      inputs: mark.inputs,
    });
  }

  /**
   * Fires what the fills since the last look have crossed, until nothing more is: each round ends triggers, and an order
   * that fired makes no new ones but its own exits. Nothing may be left for the next command, as no snapshot has it.
   */
  fireByFills(): void {
    const { symbols } = this.perp;
    for (;;) {
      const moved = symbols.find((symbol) => symbol.highTicks !== 0);
      if (moved === undefined) return;
      const { lowTicks, highTicks } = moved;
      moved.lowTicks = 0;
      moved.highTicks = 0;
      if (moved.state === 'trading') this.fire(moved, 'last', lowTicks, highTicks);
    }
  }

  private fire(symbol: PerpetualSymbol, source: TriggerSource, lowTicks: number, highTicks: number): void {
    const { perp } = this;
    for (const id of perp.triggers.crossedWithin(symbol.symbolId, source, lowTicks, highTicks)) {
      const trigger = perp.triggers.get(id);
      if (trigger === undefined) continue;
      const priceTicks = trigger.direction === 'rising' ? highTicks : lowTicks;
      const exit = perp.exits.get(id);
      if (exit !== undefined) this.fireExit(exit, priceTicks);
      else this.desk.placeWaiting(perp.orders.get(id)!, priceTicks);
    }
  }

  private fireExit(exit: Exit, priceTicks: number): void {
    const { perp } = this;
    const lots = exitLots(exit);
    const orderId = ++perp.core.lastOrderId;
    perp.firing = exit;
    const outcome = this.desk.placeExit(exit, lots, priceTicks, orderId);
    perp.firing = null;
    afterFiring(perp, exit, priceTicks, orderId, lots, outcome.ok ? outcome.filledLots : 0);
  }

  /**
   * Tries again what fired and could not act, as long as its trigger holds; else arms it again. So many of a symbol a
   * tick, in turns, and none that would fill nothing: it leaves no trace.
   */
  private retry(symbol: PerpetualSymbol, tickNo: number): void {
    const { perp } = this;
    if (symbol.state !== 'trading') return;
    const ids = [...perp.retrying].filter((id) => symbolOf(perp, id) === symbol).sort((a, b) => a - b);
    const first = ids.length <= MAX_RETRIES ? 0 : (tickNo * MAX_RETRIES) % ids.length;
    for (let at = 0; at < Math.min(ids.length, MAX_RETRIES); at++) {
      const id = ids[(first + at) % ids.length]!;
      // the one before may have ended it
      if (perp.retrying.has(id)) this.retryOne(symbol, id);
    }
  }

  private retryOne(symbol: PerpetualSymbol, id: number): void {
    const { perp } = this;
    const exit = perp.exits.get(id);
    const order = perp.orders.get(id);
    const { source, triggerTicks } = exit ?? order!.terms.trigger!;
    if (source !== 'last' && symbol.isStale) return;
    const priceTicks = sourcePrice(symbol, source);
    const rises = exit === undefined ? order!.rises : isRising(exit.position.sign, exit.kind);
    const holds = rises ? priceTicks >= triggerTicks : priceTicks <= triggerTicks;
    if (exit !== undefined) {
      if (!holds) rearmExit(perp, exit);
      else if (this.desk.closable(exit.position, exitLots(exit)) > 0) this.fireExit(exit, priceTicks);
    } else if (holds) this.desk.retryWaiting(order!, priceTicks);
    else this.desk.rearm(order!);
  }

  /** Computes again where users are liquidated whose positions or wallets changed. */
  replaceRisk(): void {
    const { perp } = this;
    for (const user of perp.atRisk) {
      recoverRisk(perp, user);
      placeRisk(perp, user);
      user.isAtRisk = false;
    }
    perp.atRisk.length = 0;
  }

  /**
   * Returns the positions that a mark has come near to in an index and for which `holds` is true: isolated positions,
   * and of users' cross positions the oldest, sorted by their ids. The others are placed again.
   */
  private reached(watch: RiskWatch, holds: (state: MarginState) => boolean): Position[] {
    const { perp } = this;
    const seen = new Set<Position>();
    const found: Position[] = [];
    const users = new Set<PerpetualUser>();
    for (const symbol of perp.symbols) {
      if (symbol.isStale) continue;
      for (const position of watch.reached(symbol, symbol.mark.markTicks)) {
        // a halted position is not closed, but may be why others are
        if (!symbol.isLive && (position.isIsolated || !hasLive(position.trader.user))) continue;
        const unit = position.isIsolated ? position : oldestOf(position.trader.user);
        if (seen.has(unit)) continue;
        seen.add(unit);
        if (holds(marginStateOf(perp, unit))) found.push(unit);
        else users.add(unit.trader.user);
      }
    }
    for (const user of users) placeRisk(perp, user);
    return found.sort((a, b) => a.positionId - b.positionId);
  }

  private warn(): void {
    const { perp } = this;
    for (const position of this.reached(perp.warnings, isNear)) {
      const { user } = position.trader;
      if (position.isIsolated) position.warned = true;
      else user.warned = true;
      placeRisk(perp, user);
      this.tellWarning(position);
    }
  }

  private tellWarning(position: Position): void {
    const { perp } = this;
    const { symbol, trader } = position;
    const { equity, maintenance } = marginStateOf(perp, position);
    perp.core.tape.note({
      type: 'perpetualWarning',
      userId: trader.user.userId,
      positionId: position.isIsolated ? position.positionId : 0,
      symbolId: position.isIsolated ? symbol.symbolId : 0,
      tickNo: symbol.mark.tickNo,
      markTicks: symbol.mark.markTicks as PriceTicks,
      equity: equity as Amount,
      maintenanceMargin: maintenanceShown(maintenance) as Amount,
    });
  }

  private liquidate(): void {
    const { perp } = this;
    const unsafe = this.reached(perp.liquidations, isUnsafe);
    if (unsafe.length === 0) return;
    const liquidations = new Liquidations(perp, this.matching, this.desk);
    for (const position of unsafe) if (position.lots > 0) liquidations.run(position);
  }
}

function symbolOf(perp: PerpetualState, id: number): PerpetualSymbol {
  return perp.exits.get(id)?.position.symbol ?? perp.orders.get(id)!.trader.symbol;
}

function oldestOf(user: PerpetualUser): Position {
  let oldest: Position | null = null;
  for (const position of user.crossPositions) {
    if (oldest === null || position.positionId < oldest.positionId) oldest = position;
  }
  return oldest!;
}
