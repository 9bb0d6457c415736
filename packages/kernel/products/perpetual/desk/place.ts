import type { Amount, Lots, PriceTicks } from '@candor/money';
import {
  initialMargin,
  limitOrderProblem,
  marketLotsProblem,
  notionalOf,
  openingLimitTicks,
  tierOf,
  tradingFee,
} from '@candor/rules';
import type { OrderStatus, RejectionCode } from '../../../events.ts';
import { orderDone, refuse } from '../../../outcome.ts';
import type { OrderOutcome } from '../../../outcome-kinds.ts';
import type { Matching } from '../matching/matching.ts';
import { feeRates } from '../money/fee-rates.ts';
import { changesWith, growthOf } from '../orders/backing.ts';
import { clientKey, list, restIfBacked, retire } from '../orders/order-book.ts';
import { marketClose, reducesOnly, termsFor, termsOf } from '../orders/order-terms.ts';
import { exitsProblem, isEntryBeyondLiquidation, sourcePrice } from '../positions/exits.ts';
import { settleProfits } from '../positions/positions.ts';
import type { PlacePerpetualOrder } from '../protocol/commands.ts';
import type { OrderOrigin } from '../protocol/events.ts';
import { freeOf } from '../risk/risk.ts';
import type { Position, Trader } from '../state/entities.ts';
import { type OrderTermsOfUser, PerpetualOrder, signOf } from '../state/entities.ts';
import type { PerpetualState } from '../state/perpetual-state.ts';
import { changeSettings } from './settings.ts';

const MAX_CLIENT_ID_LENGTH = 64;
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** An order that passed: the lots that it takes at most, and down to which price. */
interface Passed {
  readonly lots: number;
  readonly limitTicks: number;
}

/** Takes orders in: checks everything, then executes. */
export class PerpetualDesk {
  private readonly perp: PerpetualState;
  private readonly matching: Matching;

  constructor(perp: PerpetualState, matching: Matching) {
    this.perp = perp;
    this.matching = matching;
  }

  place(userId: number, command: PlacePerpetualOrder): OrderOutcome {
    const { perp } = this;
    const { core } = perp;
    if (core.accounts.find(userId) === 0) return refuse('UNKNOWN_ACCOUNT');
    const symbol = perp.symbolsById.get(command.symbolId);
    if (symbol === undefined) return refuse('UNKNOWN_SYMBOL');
    const trader = perp.traderOrDraft(userId, symbol);
    const refusal = this.checkForm(trader, command) ?? this.checkClientId(trader, command);
    if (refusal !== null) return refuse(refusal);
    const change = changeSettings(perp, trader, command.leverage, command.marginMode);
    if (typeof change === 'string') return refuse(change);
    const terms = termsOf(command);
    const passed = this.checkWithStop(trader, terms);
    if (typeof passed === 'string') {
      change.undo();
      return refuse(passed);
    }
    perp.register(trader);
    change.tell();
    const id = ++core.lastOrderId;
    const order = new PerpetualOrder(id, trader, { ...terms, lots: passed.lots }, 'user', core.timeMs);
    if (terms.trigger !== null) return this.wait(order);
    this.tellAccepted(order, 0);
    return this.execute(order, passed.limitTicks);
  }

  /** Closes lots of a position, no more than there are, at the market, as an exit that fired says. */
  placeExit(position: Position, lots: number, exitId: number, orderId: number): void {
    const { perp } = this;
    const { trader, symbol, sign } = position;
    const terms = { ...marketClose(position), lots };
    const order = new PerpetualOrder(orderId, trader, terms, 'trigger', perp.core.timeMs);
    this.tellAccepted(order, exitId);
    const limitTicks = sign === 1 ? symbol.band.lowestTicks : symbol.band.highestTicks;
    this.execute(order, limitTicks);
  }

  /** A waiting order's trigger fired: places it now, or ends it with the reason why it can't be. */
  placeWaiting(order: PerpetualOrder, priceTicks: number): void {
    const { perp } = this;
    const { trader, terms } = order;
    perp.triggers.remove(order.orderId);
    order.isWaiting = false;
    // as if it came now: it is none of those that it is checked against
    trader.orders.delete(order);
    const passed = this.check(trader, terms);
    trader.orders.add(order);
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
    if (typeof passed === 'string') {
      retire(perp, order, 'refused');
      return;
    }
    order.leftLots = passed.lots;
    this.execute(order, passed.limitTicks);
  }

  /** Checks that do not depend on prices, balances or positions. */
  private checkForm(trader: Trader, command: PlacePerpetualOrder): RejectionCode | null {
    const { side, orderType, timeInForce, positionSide, trigger } = command;
    const { symbol, user } = trader;
    if (side !== 'buy' && side !== 'sell') return 'INVALID_COMMAND';
    if (orderType !== 'limit' && orderType !== 'market') return 'INVALID_COMMAND';
    if (timeInForce !== 'GTC' && timeInForce !== 'IOC' && timeInForce !== 'FOK') return 'INVALID_COMMAND';
    if (command.postOnly && (timeInForce !== 'GTC' || orderType === 'market')) return 'INVALID_COMMAND';
    if (orderType === 'market' && command.priceTicks !== null) return 'INVALID_COMMAND';
    if ((positionSide === 'both') !== (user.positionMode === 'one-way')) return 'POSITION_SIDE_MISMATCH';
    if (reducesOnly(command) && (command.takeProfit !== null || command.stopLoss !== null)) {
      return 'INVALID_COMMAND';
    }
    if (symbol.state === 'halted') return 'SYMBOL_HALTED';
    if (symbol.state === 'post-only' && !command.postOnly) return 'SYMBOL_POST_ONLY';
    if (symbol.mark.markTicks === 0) return 'INDEX_STALE';
    if (trigger !== null) {
      const ticks = trigger.triggerTicks;
      if (!Number.isSafeInteger(ticks) || ticks <= 0) return 'PRICE_INVALID';
      if (ticks === sourcePrice(symbol, trigger.source)) return 'TRIGGER_WOULD_FIRE';
    }
    const entryTicks = command.priceTicks ?? trigger?.triggerTicks ?? null;
    return exitsProblem(symbol, signOf(side), command.lots, command.takeProfit, command.stopLoss, entryTicks);
  }

  private checkClientId(trader: Trader, command: PlacePerpetualOrder): RejectionCode | null {
    const id = command.clientOrderId;
    if (id === null) return null;
    if (id.length === 0 || id.length > MAX_CLIENT_ID_LENGTH) return 'INVALID_COMMAND';
    const key = clientKey(trader.user.userId, id);
    return this.perp.clientIds.has(key) ? 'DUPLICATE_CLIENT_ORDER_ID' : null;
  }

  private checkWithStop(trader: Trader, terms: OrderTermsOfUser): Passed | RejectionCode {
    if (terms.stopLoss !== null) {
      const entryTicks = terms.priceTicks ?? terms.trigger?.triggerTicks ?? trader.symbol.mark.markTicks;
      // a value that is no number is refused below, with its own problem
      const areNumbers = isCount(terms.lots) && isCount(entryTicks);
      if (areNumbers && isEntryBeyondLiquidation(this.perp, trader, terms, entryTicks)) {
        return 'STOP_BEYOND_LIQUIDATION';
      }
    }
    return terms.trigger === null ? this.check(trader, terms) : this.checkWaiting(trader, terms);
  }

  /** Checks an order that waits for its trigger: nothing is held, so only its numbers are checked. */
  private checkWaiting(trader: Trader, terms: OrderTermsOfUser): Passed | RejectionCode {
    const { symbol } = trader;
    const numbers =
      terms.orderType === 'limit'
        ? limitOrderProblem(terms.priceTicks, terms.lots, termsFor(symbol, terms), {
            lowestTicks: 1,
            highestTicks: Number.MAX_SAFE_INTEGER,
          })
        : marketLotsProblem(terms.lots, termsFor(symbol, terms), terms.trigger!.triggerTicks);
    if (numbers !== null) return numbers;
    if (trader.orders.size >= symbol.listed.maxOpenOrders) return 'TOO_MANY_OPEN_ORDERS';
    return { lots: terms.lots, limitTicks: terms.trigger!.triggerTicks };
  }

  /** Keeps an order until its trigger fires. */
  private wait(order: PerpetualOrder): OrderOutcome {
    const { perp } = this;
    list(perp, order);
    const { triggerTicks, source } = order.terms.trigger!;
    order.rises = triggerTicks > sourcePrice(order.trader.symbol, source);
    linkWaiting(perp, order);
    this.tellAccepted(order, 0);
    return accepted(order, 'open');
  }

  private check(trader: Trader, terms: OrderTermsOfUser): Passed | RejectionCode {
    const { symbol } = trader;
    const isBuy = terms.sign === 1;
    if (symbol.isStale && !terms.reduceOnly) return 'INDEX_STALE';
    const isLimit = terms.orderType === 'limit';
    const problem = isLimit
      ? limitOrderProblem(terms.priceTicks, terms.lots, termsFor(symbol, terms), symbol.band)
      : marketLotsProblem(terms.lots, termsFor(symbol, terms), symbol.mark.markTicks);
    if (problem !== null) return problem;
    const rests = isLimit && terms.timeInForce === 'GTC';
    if (rests) {
      if (trader.orders.size >= symbol.listed.maxOpenOrders) return 'TOO_MANY_OPEN_ORDERS';
      if (!symbol.book.hasRoom(isBuy, terms.priceTicks!, terms.lots)) return 'AMOUNT_TOO_LARGE';
      if (terms.postOnly && symbol.book.crosses(isBuy, terms.priceTicks!)) return 'POST_ONLY_WOULD_TAKE';
    }
    const edge = isBuy ? symbol.band.highestTicks : symbol.band.lowestTicks;
    const limitTicks = terms.priceTicks ?? edge;
    if (terms.reduceOnly) return this.checkReducing(trader, terms, limitTicks, rests);
    return this.checkOpening(trader, terms, limitTicks, rests && !symbol.book.crosses(isBuy, limitTicks));
  }

  private checkReducing(
    trader: Trader,
    terms: OrderTermsOfUser,
    limitTicks: number,
    rests: boolean,
  ): Passed | RejectionCode {
    const position = trader.position(terms.positionSide);
    if (position === null || position.sign === terms.sign) return 'REDUCE_ONLY_REJECTED';
    const lots = Math.min(terms.lots, rests ? position.uncoveredLots() : position.lots);
    if (lots <= 0) return 'REDUCE_ONLY_REJECTED';
    return { lots, limitTicks };
  }

  /** `restsWhole`: nothing of it is filled now, and what others of the trader close before it is no more to close. */
  private checkOpening(
    trader: Trader,
    terms: OrderTermsOfUser,
    limitTicks: number,
    restsWhole: boolean,
  ): Passed | RejectionCode {
    const { perp } = this;
    const { symbol, user, leverage } = trader;
    const { lots, sign } = terms;
    const { markTicks } = symbol.mark;
    const units = symbol.terms.quotePerTickLot;
    const position = trader.position(terms.positionSide);
    const against = position !== null && position.sign !== sign ? position.lots : 0;
    const grown = lots - against + (position?.sign === sign ? position.lots : 0);
    const all = grown + trader.openingLots(terms.positionSide, sign);
    let limit = limitTicks;
    if (lots > against || (restsWhole && all > 0)) {
      const price = Math.max(markTicks, terms.priceTicks ?? 0);
      const step = symbol.steps[tierOf(notionalOf(all, price, units), symbol.steps)]!;
      if (leverage > step.maxLeverage) return 'LEVERAGE_TOO_HIGH';
      if (all * price > symbol.terms.maxTickLots) return 'AMOUNT_TOO_LARGE';
      if (trader.marginMode === 'isolated') {
        const safe = openingLimitTicks(sign, markTicks, leverage, step.mmrPpm);
        const isBeyond = safe !== null && (sign === 1 ? limit > safe : limit < safe);
        if (isBeyond && terms.priceTicks !== null) return 'PRICE_BEYOND_LIQUIDATION';
        if (isBeyond) limit = safe;
      }
    }
    const best = symbol.book.bestOpposite(sign === 1);
    const found = terms.priceTicks === null ? this.reach(trader, terms, lots, limit) : null;
    if (found !== null && found.tickLots > symbol.terms.maxTickLots) return 'AMOUNT_TOO_LARGE';
    const worst = sign === 1 ? limit : Math.max(limit, best);
    const price = found === null || found.lots === 0 ? worst : Math.ceil(found.tickLots / found.lots);
    const takes = found === null ? lots : found.lots;
    let openingNow = Math.max(0, takes - against);
    if (restsWhole) {
      const order = new PerpetualOrder(0, trader, terms, 'user', 0);
      const changed = changesWith(trader, order);
      if (growthOf(perp, changed) > perp.available(user)) return 'INSUFFICIENT_BALANCE';
      openingNow = changed.find((place) => place.order === order)!.opening;
    }
    const notional = notionalOf(openingNow, price, units);
    const { takerPpm } = feeRates(perp, user, symbol);
    let cost = initialMargin(notional, leverage) as bigint;
    cost += tradingFee(notionalOf(openingNow, price, units) as Amount, takerPpm);
    const lost = sign === 1 ? price - markTicks : markTicks - (found === null ? limit : price);
    if (trader.marginMode === 'cross' && lost > 0) cost += notionalOf(openingNow, lost, units);
    if (cost > freeOf(perp, user)) return 'INSUFFICIENT_BALANCE';
    return { lots, limitTicks: limit };
  }

  /** Liquidity of the book for this user, the own makers left out. */
  private reach(trader: Trader, terms: OrderTermsOfUser, lots: number, limitTicks: number) {
    const isOwn = (slot: number) => this.isOwn(trader, slot);
    return trader.symbol.book.reach(terms.sign === 1, limitTicks, lots, NO_LIMIT, isOwn);
  }

  private isOwn(trader: Trader, slot: number): boolean {
    return this.perp.isOneGroup(this.perp.bySlot[slot]!.trader.user, trader.user);
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

  tellAccepted(order: PerpetualOrder, exitId: number): void {
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
      exitId,
      house: trader.user.isHouse,
    });
  }
}

/** Puts a listed order among the triggers. */
export function linkWaiting(perp: PerpetualState, order: PerpetualOrder): void {
  const { triggerTicks, source } = order.terms.trigger!;
  order.isWaiting = true;
  perp.triggers.add({
    id: order.orderId,
    symbolId: order.trader.symbol.symbolId,
    source,
    direction: order.rises ? 'rising' : 'falling',
    threshold: triggerTicks,
  });
}

function accepted(order: PerpetualOrder, status: OrderStatus): OrderOutcome {
  return orderDone(order.orderId, status, order.filledLots, order.filledNotional);
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}
