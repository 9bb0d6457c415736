import type { Amount } from '@candor/money';
import {
  initialMargin,
  limitOrderProblem,
  marketLotsProblem,
  notionalOf,
  openingLimitTicks,
  tierOf,
  tradingFee,
} from '@candor/rules';
import type { RejectionCode } from '../../../events.ts';
import { feeRates } from '../money/fee-rates.ts';
import { changesWith, growthOf } from '../orders/backing.ts';
import { clientKey } from '../orders/order-book.ts';
import { reducesOnly, termsFor } from '../orders/order-terms.ts';
import { exitsProblem, isEntryBeyondLiquidation, sourcePrice } from '../positions/exits.ts';
import type { PlacePerpetualOrder } from '../protocol/commands.ts';
import { freeOf } from '../risk/risk.ts';
import type { Trader } from '../state/entities.ts';
import { type OrderTermsOfUser, PerpetualOrder, signOf } from '../state/entities.ts';
import type { PerpetualState } from '../state/perpetual-state.ts';

const MAX_CLIENT_ID_LENGTH = 64;
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** An order that passed: the lots that it takes at most, and down to which price. */
export interface Passed {
  readonly lots: number;
  readonly limitTicks: number;
}

/** Checks of orders that come in or fire. They change nothing. */
export class OrderChecks {
  private readonly perp: PerpetualState;

  constructor(perp: PerpetualState) {
    this.perp = perp;
  }

  /** Checks that do not depend on prices, balances or positions. */
  checkForm(trader: Trader, command: PlacePerpetualOrder): RejectionCode | null {
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

  checkClientId(trader: Trader, command: PlacePerpetualOrder): RejectionCode | null {
    const id = command.clientOrderId;
    if (id === null) return null;
    if (id.length === 0 || id.length > MAX_CLIENT_ID_LENGTH) return 'INVALID_COMMAND';
    const key = clientKey(trader.user.userId, id);
    return this.perp.clientIds.has(key) ? 'DUPLICATE_CLIENT_ORDER_ID' : null;
  }

  checkWithStop(trader: Trader, terms: OrderTermsOfUser): Passed | RejectionCode {
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

  check(trader: Trader, terms: OrderTermsOfUser): Passed | RejectionCode {
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
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}
