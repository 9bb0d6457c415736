import { type Amount, type Lots, type PriceTicks, ZERO } from '@candor/money';
import { limitOrderProblem, NO_BAND } from '@candor/rules';
import {
  FLAG_HOUSE,
  FLAG_LATE,
  FLAG_POST_ONLY,
  FLAG_QUOTE,
  FLAG_SELL,
  FLAG_TWIN,
} from '../../book/order-pool.ts';
import * as r from '../../events/records.ts';
import type { Outcome, RejectionCode } from '../../events.ts';
import { orderDone, refuse } from '../../outcome.ts';
import type { AmendOrder } from './commands.ts';
import { holdFor, retire } from './resting.ts';
import type { SpotState } from './spot-state.ts';
import type { SpotSymbol } from './spot-symbol.ts';
import type { SpotTaker } from './spot-taker.ts';

/** A resting order and what it is to become. */
interface Amendment {
  readonly slot: number;
  readonly symbol: SpotSymbol;
  readonly trader: number;
  readonly isBuy: boolean;
  readonly flags: number;
  readonly formerTicks: number;
  readonly formerLeft: number;
  readonly priceTicks: number;
  readonly lots: number;
  readonly left: number;
}

/** Changes an order in the book. All is checked before anything changes; its own hold counts as available. */
export function amendResting(state: SpotState, taker: SpotTaker, slot: number, command: AmendOrder): Outcome {
  const { orders, traders } = state;
  if (command.quoteAmount !== null || command.triggerTicks !== null) return refuse('NOT_AMENDABLE');
  const trader = orders.owner(slot);
  const flags = orders.flags(slot);
  if ((flags & (FLAG_TWIN | FLAG_QUOTE)) !== 0) return refuse('NOT_AMENDABLE');
  const lots = command.lots ?? orders.lots(slot);
  const amendment: Amendment = {
    slot,
    symbol: state.symbols[traders.symbol(trader)]!,
    trader,
    isBuy: (flags & FLAG_SELL) === 0,
    flags,
    formerTicks: orders.priceTicks(slot),
    formerLeft: orders.left(slot),
    priceTicks: command.priceTicks ?? orders.priceTicks(slot),
    lots,
    left: lots - (orders.lots(slot) - orders.left(slot)),
  };
  const keepsPlace = amendment.priceTicks === amendment.formerTicks && amendment.left <= amendment.formerLeft;
  const refusal = keepsPlace ? reductionProblem(amendment) : replacementProblem(state, amendment);
  if (refusal !== null) return refuse(refusal);
  return keepsPlace ? reduce(state, amendment) : replace(state, taker, amendment);
}

/** The price stays, so the band does not bind it. */
function reductionProblem({ symbol, priceTicks, lots, left }: Amendment): RejectionCode | null {
  if (symbol.state === 'halted') return 'SYMBOL_HALTED';
  return limitOrderProblem(priceTicks, lots, symbol.terms, NO_BAND) ?? (left > 0 ? null : 'QUANTITY_INVALID');
}

function replacementProblem(state: SpotState, amendment: Amendment): RejectionCode | null {
  const { symbol, trader, isBuy, flags, priceTicks, lots, left, formerTicks, formerLeft } = amendment;
  const postOnly = (flags & FLAG_POST_ONLY) !== 0;
  if (symbol.state === 'halted') return 'SYMBOL_HALTED';
  if (symbol.state === 'post-only' && !postOnly) return 'SYMBOL_POST_ONLY';
  const problem = limitOrderProblem(priceTicks, lots, symbol.terms, symbol.band);
  if (problem !== null) return problem;
  if (left <= 0) return 'QUANTITY_INVALID';
  if (!symbol.book.hasRoom(isBuy, priceTicks, left)) return 'AMOUNT_TOO_LARGE';
  if (postOnly && symbol.book.crosses(isBuy, priceTicks)) return 'POST_ONLY_WOULD_TAKE';
  const { balances, traders } = state;
  const { quotePerTickLot, basePerLot } = symbol.terms;
  const more = isBuy
    ? (priceTicks * left - formerTicks * formerLeft) * quotePerTickLot
    : (left - formerLeft) * basePerLot;
  const balance = isBuy ? traders.quoteBalance(trader) : traders.baseBalance(trader);
  return more <= 0 || balances.covers(balance, more) ? null : 'INSUFFICIENT_BALANCE';
}

function reduce(state: SpotState, amendment: Amendment): Outcome {
  const { slot, symbol, trader, isBuy, priceTicks, left, formerLeft } = amendment;
  const removed = formerLeft - left;
  symbol.book.reduce(slot, removed);
  holdFor(state, symbol, trader, isBuy, priceTicks, -removed);
  tellAmended(state, amendment, removed, true);
  return outcomeOf(state, slot, amendment.lots - left > 0 ? 'partially-filled' : 'open');
}

function replace(state: SpotState, taker: SpotTaker, amendment: Amendment): Outcome {
  const { slot, symbol, trader, isBuy, flags, priceTicks, lots, formerTicks, formerLeft } = amendment;
  const { orders, tape } = state;
  const orderId = orders.id(slot);
  symbol.book.remove(slot);
  holdFor(state, symbol, trader, isBuy, formerTicks, -formerLeft);
  tellAmended(state, amendment, formerLeft, false);
  let { left } = amendment;
  if (symbol.book.crosses(isBuy, priceTicks)) {
    taker.begin(symbol, trader, orderId, isBuy);
    left = symbol.book.take(isBuy, priceTicks, left, taker);
    orders.setFilledQuote(slot, orders.filledQuote(slot) + taker.filledQuote);
  }
  orders.change(slot, priceTicks, lots, left);
  if (left === 0) {
    const outcome = outcomeOf(state, slot, 'filled');
    retire(state, symbol, slot, r.REASON_FILLED);
    return outcome;
  }
  orders.setFlag(slot, FLAG_LATE);
  state.late.add(orderId);
  symbol.book.append(slot);
  holdFor(state, symbol, trader, isBuy, priceTicks, left);
  let told = r.RESTED | r.HAS_PRICE;
  if (!isBuy) told |= r.IS_SELL;
  if ((flags & FLAG_HOUSE) !== 0) told |= r.IS_HOUSE;
  const userId = state.accounts.numbers[state.traders.account(trader)]!;
  tape.order(r.RESTED_SIZE, told, symbol.listed.symbolId, orderId, userId, priceTicks, left);
  return outcomeOf(state, slot, left < lots ? 'partially-filled' : 'open');
}

function tellAmended(state: SpotState, amendment: Amendment, removed: number, keepsPlace: boolean): void {
  const { slot, symbol, trader, isBuy, flags, formerTicks, priceTicks, lots } = amendment;
  state.tape.note({
    type: 'orderAmended',
    orderId: state.orders.id(slot),
    userId: state.accounts.numbers[state.traders.account(trader)]!,
    symbolId: symbol.listed.symbolId,
    side: isBuy ? 'buy' : 'sell',
    formerPriceTicks: formerTicks as PriceTicks,
    removedLots: removed as Lots,
    priceTicks: priceTicks as PriceTicks,
    lots: lots as Lots,
    keepsPlace,
    house: (flags & FLAG_HOUSE) !== 0,
  });
}

function outcomeOf(state: SpotState, slot: number, status: 'open' | 'partially-filled' | 'filled'): Outcome {
  const { orders } = state;
  const filledLots = (orders.lots(slot) - orders.left(slot)) as Lots;
  const filledQuote = filledLots === 0 ? ZERO : (orders.filledQuote(slot) as Amount);
  return orderDone(orders.id(slot), status, filledLots, filledQuote);
}
