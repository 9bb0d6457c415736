import { MAX_PRICE_TICKS } from '@candor/rules';
import { FLAG_HOUSE, FLAG_QUOTE, FLAG_SELL } from '../../book/order-pool.ts';
import * as r from '../../events/records.ts';
import type { Outcome, RejectionCode } from '../../events.ts';
import { quotesDone, refuse } from '../../outcome.ts';
import type { QuoteExpiry } from '../../quote-expiry.ts';
import type { QuoteLevel } from '../../vocabulary.ts';
import type { MassQuote } from './commands.ts';
import { openTrader } from './place-order.ts';
import { holdFor, link, withdraw } from './resting.ts';
import type { SpotState } from './spot-state.ts';
import type { SpotSymbol } from './spot-symbol.ts';
import type { SpotTaker } from './spot-taker.ts';

const MAX_LEVELS = 1000;

/** Ends all quotes of a trader, in the order of their ids. */
export function withdrawQuotes(state: SpotState, trader: number): void {
  const { traders, orders } = state;
  const symbol = state.symbols[traders.symbol(trader)]!;
  const slots: number[] = [];
  for (let slot = traders.firstOrder(trader); slot !== 0; slot = orders.ownerNext(slot)) {
    if ((orders.flags(slot) & FLAG_QUOTE) !== 0) slots.push(slot);
  }
  slots.sort((a, b) => orders.id(a) - orders.id(b));
  for (const slot of slots) withdraw(state, symbol, slot, r.REASON_EXPIRED);
}

/**
 * Changes the quotes of a house account. Quotes are no orders of a user: events are emitted when they rest, trade and
 * end, never at acceptance; the minimum notional and the number of open orders do not bind them. The funds for all of
 * the new quotes must be there before any changes. Where the symbol takes only makers, a quote that would take is
 * left out.
 */
export function massQuote(
  state: SpotState,
  taker: SpotTaker,
  expiry: QuoteExpiry,
  userId: number,
  command: MassQuote,
): Outcome {
  const account = state.accounts.find(userId);
  if (account === 0) return refuse('UNKNOWN_ACCOUNT');
  if (state.accounts.house[account] !== 1) return refuse('NOT_PERMITTED');
  const symbol = state.symbolsById.get(command.symbolId);
  if (symbol === undefined) return refuse('UNKNOWN_SYMBOL');
  const known = state.traders.find(account, symbol.number);
  const refusal =
    expiry.refusal(command.expiresTickNo) ?? check(state, symbol, account, known, command.levels);
  if (refusal !== null) return refuse(refusal);
  const trader = known === 0 ? openTrader(state, symbol, account) : known;
  expiry.set(trader, command.expiresTickNo);
  const total = { lots: 0, quote: 0n };
  for (const level of command.levels) change(state, taker, symbol, trader, level, total);
  return quotesDone(total.lots, total.quote);
}

function check(
  state: SpotState,
  symbol: SpotSymbol,
  account: number,
  trader: number,
  levels: readonly QuoteLevel[],
): RejectionCode | null {
  if (levels.length > MAX_LEVELS) return 'INVALID_COMMAND';
  const { terms, listed } = symbol;
  const seen = new Set<number>();
  let base = 0n;
  let quote = 0n;
  for (const level of levels) {
    const problem = levelProblem(symbol, level, seen);
    if (problem !== null) return problem;
    const isBuy = level.side === 'buy';
    const old = trader === 0 ? 0 : symbol.book.newestOf(isBuy, level.priceTicks, trader, FLAG_QUOTE);
    const more = level.lots - (old === 0 ? 0 : state.orders.left(old));
    if (isBuy) quote += BigInt(more * level.priceTicks * terms.quotePerTickLot);
    else base += BigInt(more * terms.basePerLot);
  }
  const { balances } = state;
  const lacks = (assetId: number, needed: bigint) =>
    needed > 0n && balances.available(balances.find(account, assetId)) < needed;
  return lacks(listed.quoteAssetId, quote) || lacks(listed.baseAssetId, base) ? 'INSUFFICIENT_BALANCE' : null;
}

function levelProblem(symbol: SpotSymbol, level: QuoteLevel, seen: Set<number>): RejectionCode | null {
  const { side, priceTicks, lots } = level;
  const { terms, band } = symbol;
  if (side !== 'buy' && side !== 'sell') return 'INVALID_COMMAND';
  const isBuy = side === 'buy';
  if (!isWhole(priceTicks) || priceTicks > MAX_PRICE_TICKS) return 'PRICE_INVALID';
  const name = isBuy ? priceTicks : -priceTicks;
  if (seen.has(name)) return 'INVALID_COMMAND';
  seen.add(name);
  if (lots === 0) return null;
  if (!isWhole(lots) || lots > terms.maxLots) return 'QUANTITY_INVALID';
  if (symbol.state === 'halted') return 'SYMBOL_HALTED';
  if (priceTicks * lots > terms.maxTickLots || !symbol.book.hasRoom(isBuy, priceTicks, lots))
    return 'AMOUNT_TOO_LARGE';
  return priceTicks < band.lowestTicks || priceTicks > band.highestTicks ? 'PRICE_OUT_OF_BAND' : null;
}

function change(
  state: SpotState,
  taker: SpotTaker,
  symbol: SpotSymbol,
  trader: number,
  level: QuoteLevel,
  total: { lots: number; quote: bigint },
): void {
  const { priceTicks, lots } = level;
  const isBuy = level.side === 'buy';
  const old = symbol.book.newestOf(isBuy, priceTicks, trader, FLAG_QUOTE);
  if (old !== 0) {
    if (state.orders.left(old) === lots) return;
    withdraw(state, symbol, old, r.REASON_CANCELLED);
  }
  if (lots === 0) return;
  const crosses = symbol.book.crosses(isBuy, priceTicks);
  if (crosses && symbol.state === 'post-only') return;
  const orderId = ++state.core.lastOrderId;
  const userId = state.accounts.numbers[state.traders.account(trader)]!;
  const { symbolId } = symbol.listed;
  const flags = r.IS_HOUSE | r.HAS_PRICE | (isBuy ? 0 : r.IS_SELL);
  let left: number = lots;
  if (crosses) {
    taker.begin(symbol, trader, orderId, isBuy);
    left = symbol.book.take(isBuy, priceTicks, lots, taker);
    total.lots += lots - left;
    total.quote += taker.filledQuote;
  }
  if (left === 0) {
    state.tape.order(r.DONE_SIZE, r.DONE | flags | r.REASON_FILLED, symbolId, orderId, userId, priceTicks, 0);
    return;
  }
  const resting = FLAG_HOUSE | FLAG_QUOTE | (isBuy ? 0 : FLAG_SELL);
  const slot = link(state, symbol, orderId, trader, resting, priceTicks, lots, left, state.core.timeMs);
  if (left !== lots) state.orders.setFilledQuote(slot, taker.filledQuote);
  holdFor(state, symbol, trader, isBuy, priceTicks, left);
  state.tape.order(r.RESTED_SIZE, r.RESTED | flags, symbolId, orderId, userId, priceTicks, left);
}

function isWhole(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}
