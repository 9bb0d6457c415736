import { initialMargin, MAX_PRICE_TICKS, notionalOf } from '@candor/rules';
import { FLAG_QUOTE } from '../../../book/order-pool.ts';
import type { QuoteLevel } from '../../../commands.ts';
import type { Outcome, RejectionCode } from '../../../events.ts';
import { quotesDone, refuse } from '../../../outcome.ts';
import type { QuoteExpiry } from '../../../quote-expiry.ts';
import type { Matching } from '../matching/matching.ts';
import { list, restIfBacked, retire, withdraw } from '../orders/order-book.ts';
import type { PerpetualMassQuote } from '../protocol/commands.ts';
import { freeOf } from '../risk/risk.ts';
import type { Trader } from '../state/entities.ts';
import { PerpetualOrder, signOf } from '../state/entities.ts';
import type { PerpetualState } from '../state/perpetual-state.ts';
import type { PerpetualSymbol } from '../state/symbol.ts';

const MAX_LEVELS = 1000;

/** Ends all quotes of a trader, by its number, in the order of their ids. */
export function withdrawQuotes(perp: PerpetualState, number: number): void {
  const quotes = [...perp.traders[number - 1]!.orders].filter((order) => order.isQuote && order.slot !== 0);
  quotes.sort((a, b) => a.orderId - b.orderId);
  for (const quote of quotes) withdraw(perp, quote, 'expired');
}

/**
 * Changes the quotes of a house account. Quotes are no orders of a user: events are emitted when they rest, trade and
 * end, never at acceptance, and the least notional and the number of open orders do not bind them. The margin of all
 * new quotes must be there before any changes. A quote that later can't be held, as fills in between took it, ends.
 */
export function massQuote(
  perp: PerpetualState,
  matching: Matching,
  expiry: QuoteExpiry,
  userId: number,
  command: PerpetualMassQuote,
): Outcome {
  const { accounts } = perp.core;
  const account = accounts.find(userId);
  if (account === 0) return refuse('UNKNOWN_ACCOUNT');
  if (accounts.house[account] !== 1) return refuse('NOT_PERMITTED');
  const symbol = perp.symbolsById.get(command.symbolId);
  if (symbol === undefined) return refuse('UNKNOWN_SYMBOL');
  const trader = perp.traderOrDraft(userId, symbol);
  const refusal = expiry.refusal(command.expiresTickNo) ?? check(perp, trader, command.levels);
  if (refusal !== null) return refuse(refusal);
  perp.register(trader);
  expiry.set(trader.number, command.expiresTickNo);
  const total = { lots: 0, notional: 0n };
  for (const level of command.levels) change(perp, matching, trader, level, total);
  return quotesDone(total.lots, total.notional);
}

function check(perp: PerpetualState, trader: Trader, levels: readonly QuoteLevel[]): RejectionCode | null {
  if (levels.length > MAX_LEVELS) return 'INVALID_COMMAND';
  const { symbol, user } = trader;
  if (user.positionMode !== 'one-way') return 'POSITION_SIDE_MISMATCH';
  const seen = new Set<number>();
  let more = 0n;
  let adds = false;
  for (const level of levels) {
    const problem = levelProblem(symbol, level, seen);
    if (problem !== null) return problem;
    const old = quoteAt(perp, trader, level);
    if (old !== null) more -= old.held;
    if (level.lots === 0) continue;
    adds = true;
    const notional = notionalOf(level.lots, level.priceTicks, symbol.terms.quotePerTickLot);
    more += initialMargin(notional, trader.leverage) + feeOf(symbol, notional);
  }
  if (!adds) return null;
  if (symbol.state === 'halted') return 'SYMBOL_HALTED';
  if (symbol.isStale) return 'INDEX_STALE';
  return more > 0n && more > freeOf(perp, user) ? 'INSUFFICIENT_BALANCE' : null;
}

function feeOf(symbol: PerpetualSymbol, notional: bigint): bigint {
  const { makerFeePpm, takerFeePpm } = symbol.listed;
  return (notional * BigInt(Math.max(makerFeePpm, takerFeePpm))) / 1_000_000n + 1n;
}

function levelProblem(symbol: PerpetualSymbol, level: QuoteLevel, seen: Set<number>): RejectionCode | null {
  const { side, priceTicks, lots } = level;
  const { terms, band, book } = symbol;
  if (side !== 'buy' && side !== 'sell') return 'INVALID_COMMAND';
  const isBuy = side === 'buy';
  if (!Number.isSafeInteger(priceTicks) || priceTicks <= 0 || priceTicks > MAX_PRICE_TICKS)
    return 'PRICE_INVALID';
  const name = isBuy ? priceTicks : -priceTicks;
  if (seen.has(name)) return 'INVALID_COMMAND';
  seen.add(name);
  if (lots === 0) return null;
  if (!Number.isSafeInteger(lots) || lots < 0 || lots > terms.maxLots) return 'QUANTITY_INVALID';
  if (priceTicks * lots > terms.maxTickLots || !book.hasRoom(isBuy, priceTicks, lots))
    return 'AMOUNT_TOO_LARGE';
  return priceTicks < band.lowestTicks || priceTicks > band.highestTicks ? 'PRICE_OUT_OF_BAND' : null;
}

function quoteAt(perp: PerpetualState, trader: Trader, level: QuoteLevel): PerpetualOrder | null {
  if (trader.number === 0) return null;
  const { book } = trader.symbol;
  const slot = book.newestOf(level.side === 'buy', level.priceTicks, trader.number, FLAG_QUOTE);
  return slot === 0 ? null : perp.bySlot[slot]!;
}

function change(
  perp: PerpetualState,
  matching: Matching,
  trader: Trader,
  level: QuoteLevel,
  total: { lots: number; notional: bigint },
): void {
  const old = quoteAt(perp, trader, level);
  if (old !== null) {
    if (old.leftLots === level.lots) return;
    withdraw(perp, old, 'cancelled');
  }
  if (level.lots === 0) return;
  const { symbol } = trader;
  const sign = signOf(level.side);
  const crosses = symbol.book.crosses(sign === 1, level.priceTicks);
  if (crosses && symbol.state === 'post-only') return;
  const { core } = perp;
  const terms = {
    positionSide: 'both',
    sign,
    orderType: 'limit',
    timeInForce: 'GTC',
    postOnly: false,
    reduceOnly: false,
    priceTicks: level.priceTicks,
    lots: level.lots as number,
    clientOrderId: null,
    trigger: null,
    takeProfit: null,
    stopLoss: null,
  } as const;
  const order = new PerpetualOrder(++core.lastOrderId, trader, terms, 'quote', core.timeMs);
  list(perp, order);
  if (crosses) {
    const matched = matching.run(order, level.priceTicks);
    total.lots += matched.filledLots;
    total.notional += matched.filledNotional;
    if (matched.shortOfMargin) {
      retire(perp, order, 'margin');
      return;
    }
  }
  if (order.leftLots === 0) {
    retire(perp, order, 'filled');
    return;
  }
  if (!restIfBacked(perp, order)) retire(perp, order, 'margin');
}
