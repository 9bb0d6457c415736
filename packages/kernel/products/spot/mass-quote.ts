import { type Amount, type Lots, ZERO } from '@candor/money';
import { MAX_PRICE_TICKS } from '../../book/ladder.ts';
import { FLAG_QUOTE } from '../../book/order-pool.ts';
import type { MassQuote, QuoteLevel } from '../../commands.ts';
import {
  CODE_SHIFT,
  HAS_PRICE,
  IS_HOUSE,
  IS_SELL,
  REASON_CANCELLED,
  REASON_FILLED,
} from '../../events/recorder.ts';
import type { Outcome, RejectionCode } from '../../events.ts';
import type { State } from '../../state.ts';
import { baseBalance, isWhole, quoteBalance, refuse, traderFor } from './place-order.ts';
import { holdFor, link, withdraw } from './resting.ts';
import type { SpotSymbol } from './spot-symbol.ts';
import type { SpotTaker } from './spot-taker.ts';

const MAX_LEVELS = 1000;

/**
 * Changes the quotes of a house account. Quotes are no orders of a user: they are told of when they rest, trade and
 * end, never as accepted; the minimum notional and the number of open orders do not bind them. The funds for all of
 * the new quotes must be there before any changes. Where the symbol takes only makers, a quote that would take is
 * left out.
 */
export function massQuote(state: State, taker: SpotTaker, userId: number, command: MassQuote): Outcome {
  const account = state.accounts.find(userId);
  if (account === 0) return refuse('UNKNOWN_ACCOUNT');
  if (state.accounts.house[account] !== 1) return refuse('NOT_PERMITTED');
  const symbol = state.symbolsById.get(command.symbolId);
  if (symbol === undefined) return refuse('UNKNOWN_SYMBOL');
  const refusal = check(state, symbol, account, command.levels);
  if (refusal !== null) return refuse(refusal);
  const trader = traderFor(state, symbol, account);
  const total = { lots: 0, quote: 0n };
  for (const level of command.levels) change(state, taker, symbol, trader, level, total);
  return {
    ok: true,
    orderId: 0,
    status: null,
    filledLots: total.lots as Lots,
    filledQuote: total.quote === 0n ? ZERO : (total.quote as Amount),
  };
}

function check(
  state: State,
  symbol: SpotSymbol,
  account: number,
  levels: readonly QuoteLevel[],
): RejectionCode | null {
  if (levels.length > MAX_LEVELS) return 'INVALID_COMMAND';
  const trader = state.traders.find(account, symbol.number);
  const seen = new Set<number>();
  let base = 0n;
  let quote = 0n;
  for (const { side, priceTicks, lots } of levels) {
    if (side !== 'buy' && side !== 'sell') return 'INVALID_COMMAND';
    const isBuy = side === 'buy';
    if (!isWhole(priceTicks) || priceTicks > MAX_PRICE_TICKS) return 'PRICE_INVALID';
    const name = isBuy ? priceTicks : -priceTicks;
    if (seen.has(name)) return 'INVALID_COMMAND';
    seen.add(name);
    const old = trader === 0 ? 0 : symbol.book.newestOf(isBuy, priceTicks, trader, FLAG_QUOTE);
    const oldLots = old === 0 ? 0 : state.orders.left(old);
    if (lots !== 0) {
      if (!isWhole(lots) || lots > symbol.maxLots) return 'QUANTITY_INVALID';
      if (symbol.state === 'halted') return 'SYMBOL_HALTED';
      if (priceTicks * lots > symbol.maxTickLots || !symbol.book.hasRoom(isBuy, priceTicks, lots)) {
        return 'AMOUNT_TOO_LARGE';
      }
      if (priceTicks < symbol.lowestTicks || priceTicks > symbol.highestTicks) return 'PRICE_OUT_OF_BAND';
    }
    if (isBuy) quote += BigInt((lots - oldLots) * priceTicks * symbol.quotePerTickLot);
    else base += BigInt((lots - oldLots) * symbol.basePerLot);
  }
  const { balances } = state;
  if (quote > 0n && balances.available(quoteBalance(state, symbol, account, trader)) < quote) {
    return 'INSUFFICIENT_BALANCE';
  }
  if (base > 0n && balances.available(baseBalance(state, symbol, account, trader)) < base) {
    return 'INSUFFICIENT_BALANCE';
  }
  return null;
}

function change(
  state: State,
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
    withdraw(state, symbol, old, REASON_CANCELLED);
  }
  if (lots === 0) return;
  const crosses = symbol.book.crosses(isBuy, priceTicks);
  if (crosses && symbol.state === 'post-only') return;
  const orderId = ++state.lastOrderId;
  const userId = state.userOf(trader);
  const { symbolId } = symbol.terms;
  const flags = (isBuy ? 0 : IS_SELL) | IS_HOUSE;
  let left: number = lots;
  if (crosses) {
    taker.begin(symbol, trader, orderId, isBuy);
    left = symbol.book.take(isBuy, priceTicks, lots, taker);
    total.lots += lots - left;
    total.quote += taker.filledQuote;
  }
  if (left === 0) {
    state.recorder.done(
      orderId,
      userId,
      symbolId,
      flags | HAS_PRICE | (REASON_FILLED << CODE_SHIFT),
      priceTicks,
      0,
    );
    return;
  }
  const slot = link(state, symbol, {
    orderId,
    trader,
    isBuy,
    isHouse: true,
    isQuote: true,
    postOnly: false,
    priceTicks,
    lots,
    left,
    createdMs: state.timeMs,
    clientOrderId: null,
  });
  if (left !== lots) state.orders.addFilledQuoteBig(slot, taker.filledQuote);
  holdFor(state, symbol, trader, isBuy, priceTicks, left);
  state.recorder.rested(orderId, userId, symbolId, flags, priceTicks, left);
}
