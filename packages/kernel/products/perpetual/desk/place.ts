import type { Lots, PriceTicks } from '@candor/money';
import type { OrderStatus, RejectionCode } from '../../../events.ts';
import { orderDone, refuse } from '../../../outcome.ts';
import type { OrderOutcome } from '../../../outcome-kinds.ts';
import type { Matching } from '../matching/matching.ts';
import { list, restIfBacked, retire } from '../orders/order-book.ts';
import { closedBy, marketClose, termsOf } from '../orders/order-terms.ts';
import { sourcePrice } from '../positions/exits.ts';
import { settleProfits } from '../positions/positions.ts';
import type { PlacePerpetualOrder } from '../protocol/commands.ts';
import type { OrderOrigin, PerpetualOrderAcceptedEvent } from '../protocol/events.ts';
import type { Exit, Position, Trader } from '../state/entities.ts';
import { type OrderTermsOfUser, PerpetualOrder } from '../state/entities.ts';
import type { PerpetualState } from '../state/perpetual-state.ts';
import type { PerpetualSymbol } from '../state/symbol.ts';
import { OrderChecks, type Passed } from './checks.ts';
import { changeSettings } from './settings.ts';

/** The exit that sent an order, or the order that it stands for the rest of. */
type OrderCause = Partial<Pick<PerpetualOrderAcceptedEvent, 'exitId' | 'exit' | 'keptFrom'>>;

/** Takes orders in: checks everything, then executes. */
export class PerpetualDesk {
  private readonly perp: PerpetualState;
  private readonly matching: Matching;
  private readonly checks: OrderChecks;

  constructor(perp: PerpetualState, matching: Matching) {
    this.perp = perp;
    this.matching = matching;
    this.checks = new OrderChecks(perp);
  }

  place(userId: number, command: PlacePerpetualOrder): OrderOutcome {
    const { perp } = this;
    const { core } = perp;
    if (core.accounts.find(userId) === 0) return refuse('UNKNOWN_ACCOUNT');
    const symbol = perp.symbolsById.get(command.symbolId);
    if (symbol === undefined) return refuse('UNKNOWN_SYMBOL');
    const trader = perp.traderOrDraft(userId, symbol);
    const refusal = this.checks.checkForm(trader, command) ?? this.checks.checkClientId(trader, command);
    if (refusal !== null) return refuse(refusal);
    const change = changeSettings(perp, trader, command.leverage, command.marginMode);
    if (typeof change === 'string') return refuse(change);
    const terms = termsOf(command);
    const passed = this.checks.checkWithStop(trader, terms);
    if (typeof passed === 'string') {
      change.undo();
      return refuse(passed);
    }
    perp.register(trader);
    change.tell();
    const id = ++core.lastOrderId;
    const order = new PerpetualOrder(id, trader, { ...terms, lots: passed.lots }, 'user', core.timeMs);
    if (terms.trigger !== null) return this.wait(order);
    this.tellAccepted(order);
    return this.execute(order, passed.limitTicks);
  }

  /** Closes lots of a position, no more than there are, at the market, as an exit that fired says. */
  placeExit(exit: Exit, lots: number, priceTicks: number, orderId: number): OrderOutcome {
    const { perp } = this;
    const { position, exitId, kind, triggerTicks, source } = exit;
    const terms = { ...marketClose(position), lots };
    const order = new PerpetualOrder(orderId, position.trader, terms, 'trigger', perp.core.timeMs);
    const fired = { kind, triggerTicks, source, priceTicks: priceTicks as PriceTicks };
    this.tellAccepted(order, { exitId, exit: fired });
    return this.execute(order, edgeOf(position.symbol, terms));
  }

  /** Lots of a position that a market close would fill now; 0 where the book or its margin gives none. */
  closable(position: Position, lots: number): number {
    const terms = { ...marketClose(position), lots };
    return this.wouldFill(position.trader, terms, edgeOf(position.symbol, terms));
  }

  /** A waiting order's trigger fired: places it now, or ends it with the reason why it can't be. */
  placeWaiting(order: PerpetualOrder, priceTicks: number): void {
    const { perp } = this;
    const { trader, terms } = order;
    perp.triggers.remove(order.orderId);
    perp.retrying.delete(order.orderId);
    order.isWaiting = false;
    const guarded = closedBy(order);
    const passed = this.checkAsNew(order);
    const refused = typeof passed === 'string' ? passed : null;
    order.cutLots = typeof passed === 'string' ? 0 : terms.lots - passed.lots;
    perp.core.tape.note({
      type: 'perpetualOrderTriggered',
      orderId: order.orderId,
      userId: trader.user.userId,
      symbolId: trader.symbol.symbolId,
      source: terms.trigger!.source,
      priceTicks: priceTicks as PriceTicks,
      refused,
      cutLots: order.cutLots as Lots,
    });
    let leftLots = terms.lots;
    if (typeof passed === 'string') retire(perp, order, 'refused');
    else {
      order.leftLots = passed.lots;
      const outcome = this.execute(order, passed.limitTicks);
      leftLots = outcome.ok && outcome.status === 'expired' ? order.leftLots : 0;
    }
    if (guarded !== null && guarded.lots > 0 && leftLots > 0) this.keep(order, leftLots);
  }

  /** Tries a kept order again if something of it would fill or rest now. One whose position is over ends. */
  retryWaiting(order: PerpetualOrder, priceTicks: number): void {
    const { perp } = this;
    const { trader, terms } = order;
    if (closedBy(order) === null) {
      retire(perp, order, 'position');
      return;
    }
    const passed = this.checkAsNew(order);
    if (typeof passed === 'string') return;
    const { lots, limitTicks } = passed;
    const mayRest = terms.orderType === 'limit' && terms.timeInForce === 'GTC';
    if (!mayRest) {
      const found = this.wouldFill(trader, { ...terms, lots }, limitTicks);
      if (found === 0 || (terms.timeInForce === 'FOK' && found < lots)) return;
    }
    this.placeWaiting(order, priceTicks);
  }

  /** An order that fired and left some of a position open waits on for the rest, under a new id. */
  private keep(order: PerpetualOrder, lots: number): void {
    const { perp } = this;
    const { trader, terms, createdMs } = order;
    const id = ++perp.core.lastOrderId;
    const rest = new PerpetualOrder(id, trader, { ...terms, lots: lots as Lots }, 'user', createdMs);
    list(perp, rest);
    rest.rises = order.rises;
    rest.exitsSet = order.exitsSet;
    rest.isRetrying = true;
    linkWaiting(perp, rest);
    this.tellAccepted(rest, { keptFrom: order.orderId });
  }

  /** Puts a kept order whose trigger holds no longer back among the armed ones. */
  rearm(order: PerpetualOrder): void {
    const { perp } = this;
    perp.retrying.delete(order.orderId);
    order.isRetrying = false;
    linkWaiting(perp, order);
    const { userId } = order.trader.user;
    const { symbolId } = order.trader.symbol;
    perp.core.tape.note({ type: 'perpetualOrderArmed', orderId: order.orderId, userId, symbolId });
  }

  /** Checks a waiting order as if it came now: it is none of those that it is checked against. */
  private checkAsNew(order: PerpetualOrder): Passed | RejectionCode {
    const { trader, terms } = order;
    trader.orders.delete(order);
    const passed = this.checks.check(trader, terms);
    trader.orders.add(order);
    return passed;
  }

  /** Lots that would fill now, matched as they are and taken back. */
  private wouldFill(trader: Trader, terms: OrderTermsOfUser, limitTicks: number): number {
    const { perp } = this;
    if (!trader.symbol.book.crosses(terms.sign === 1, limitTicks)) return 0;
    const order = new PerpetualOrder(0, trader, terms, 'trigger', perp.core.timeMs);
    perp.scope.open();
    this.take(order, limitTicks);
    const { filledLots } = order;
    perp.scope.close('discard');
    return filledLots;
  }

  /** Keeps an order until its trigger fires. */
  private wait(order: PerpetualOrder): OrderOutcome {
    const { perp } = this;
    list(perp, order);
    const { triggerTicks, source } = order.terms.trigger!;
    order.rises = triggerTicks > sourcePrice(order.trader.symbol, source);
    linkWaiting(perp, order);
    this.tellAccepted(order);
    return accepted(order, 'open');
  }

  /** Takes what it can and lets the rest of a good-till-cancelled order rest. */
  private execute(order: PerpetualOrder, limitTicks: number): OrderOutcome {
    const { perp } = this;
    const { terms, trader } = order;
    if (!perp.orders.has(order.orderId)) list(perp, order);
    let shortOfMargin =
      terms.timeInForce === 'FOK' ? this.takeAllOrNothing(order, limitTicks) : this.take(order, limitTicks);
    if (order.leftLots === 0) {
      retire(perp, order, 'filled');
      return accepted(order, 'filled');
    }
    const rests = terms.orderType === 'limit' && terms.timeInForce === 'GTC' && !shortOfMargin;
    const closedAlready = order.reduceOnly && trader.position(order.positionSide) === null;
    if (rests && !closedAlready) {
      if (restIfBacked(perp, order)) {
        return accepted(order, order.filledLots === 0 ? 'open' : 'partially-filled');
      }
      shortOfMargin = true;
    }
    retire(perp, order, shortOfMargin ? 'margin' : 'expired');
    return accepted(order, 'expired');
  }

  /** Matches as far as the book and the taker's margin go. Returns true if the margin ended it. */
  private take(order: PerpetualOrder, limitTicks: number): boolean {
    const { perp, matching } = this;
    const { trader } = order;
    const { shortOfMargin } = matching.run(order, limitTicks);
    if (!shortOfMargin || !order.reduceOnly || trader.marginMode !== 'cross') return shortOfMargin;
    // profits of other cross positions may pay for the loss of this one
    settleProfits(perp, trader.user);
    return matching.run(order, limitTicks).shortOfMargin;
  }

  /** Matches all of a fill-or-kill, or leaves everything as it was: never short of margin, as nothing was tried. */
  private takeAllOrNothing(order: PerpetualOrder, limitTicks: number): false {
    const { scope } = this.perp;
    scope.open();
    this.take(order, limitTicks);
    scope.close(order.leftLots === 0 ? 'persist' : 'discard');
    return false;
  }

  tellAccepted(order: PerpetualOrder, cause: OrderCause = {}): void {
    const { terms, trader } = order;
    this.perp.core.tape.note({
      type: 'perpetualOrderAccepted',
      orderId: order.orderId,
      userId: trader.user.userId,
      symbolId: trader.symbol.symbolId,
      positionSide: terms.positionSide,
      side: terms.sign === 1 ? 'buy' : 'sell',
      orderType: terms.orderType,
      timeInForce: terms.timeInForce,
      postOnly: terms.postOnly,
      reduceOnly: terms.reduceOnly,
      priceTicks: terms.priceTicks,
      lots: terms.lots as Lots,
      clientOrderId: terms.clientOrderId,
      trigger: terms.trigger,
      takeProfit: terms.takeProfit,
      stopLoss: terms.stopLoss,
      leverage: trader.leverage,
      marginMode: trader.marginMode,
      origin: order.origin as OrderOrigin,
      exitId: cause.exitId ?? 0,
      exit: cause.exit ?? null,
      keptFrom: cause.keptFrom ?? 0,
      house: trader.user.isHouse,
    });
  }
}

/** Puts a listed order among the triggers, or among those that are tried again. */
export function linkWaiting(perp: PerpetualState, order: PerpetualOrder): void {
  const { triggerTicks, source } = order.terms.trigger!;
  order.isWaiting = true;
  if (order.isRetrying) {
    perp.retrying.add(order.orderId);
    return;
  }
  perp.triggers.add({
    id: order.orderId,
    symbolId: order.trader.symbol.symbolId,
    source,
    direction: order.rises ? 'rising' : 'falling',
    threshold: triggerTicks,
  });
}

/** Returns the furthest price of a market order, in ticks: the edge of the price band. */
function edgeOf(symbol: PerpetualSymbol, terms: OrderTermsOfUser): number {
  return terms.sign === 1 ? symbol.band.highestTicks : symbol.band.lowestTicks;
}

function accepted(order: PerpetualOrder, status: OrderStatus): OrderOutcome {
  return orderDone(order.orderId, status, order.filledLots, order.filledNotional);
}
