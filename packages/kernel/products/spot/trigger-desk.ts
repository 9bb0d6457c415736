import type { Lots, PriceTicks } from '@candor/money';
import { MAX_WAITING_ORDERS } from '@candor/rules';
import { FLAG_TWIN } from '../../book/order-pool.ts';
import { REASON_CANCELLED } from '../../events/records.ts';
import type { Outcome, RejectionCode } from '../../events.ts';
import { refuse, waitingDone } from '../../outcome.ts';
import type { PlaceOco, PlaceOrder, PlaceTrigger, TriggeredOrder, TriggerTerms } from './commands.ts';
import { openTrader, type SpotDesk } from './place-order.ts';
import { withdraw } from './resting.ts';
import type { SpotState } from './spot-state.ts';
import type { SpotSymbol } from './spot-symbol.ts';
import { sourceTicks, termsProblem, triggeredProblem } from './trigger-checks.ts';
import { endWaiting, holdWaiting } from './waiting.ts';
import { holdsAt, neededUnits, thresholdTicks, type WaitingOrder } from './waiting-orders.ts';

const MAX_CLIENT_ID_LENGTH = 64;
/** Orders of a symbol that are tried again at one tick at most. */
const MAX_RETRIES = 64;

/** Takes orders in that wait for a price, and places them when it comes. */
export class TriggerDesk {
  private readonly state: SpotState;
  private readonly desk: SpotDesk;

  constructor(state: SpotState, desk: SpotDesk) {
    this.state = state;
    this.desk = desk;
  }

  place(userId: number, command: PlaceTrigger): Outcome {
    const { state } = this;
    const account = state.accounts.find(userId);
    if (account === 0) return refuse('UNKNOWN_ACCOUNT');
    const symbol = state.symbolsById.get(command.symbolId);
    if (symbol === undefined) return refuse('UNKNOWN_SYMBOL');
    const isBuy = command.side === 'buy';
    const refusal =
      this.senderProblem(symbol, account, command.side, [command.clientOrderId]) ??
      this.waitingProblem(symbol, isBuy, command, command);
    if (refusal !== null) return refuse(refusal);
    const needed = neededUnits(command, isBuy, symbol.terms);
    if (!this.covers(symbol, account, isBuy, needed)) return refuse('INSUFFICIENT_BALANCE');
    const orderId = ++state.core.lastOrderId;
    this.wait(userId, account, symbol, isBuy, orderId, command, command, command.clientOrderId, 0, needed);
    return waitingDone(orderId);
  }

  /** Rests the limit order, then lets the stop wait, holding for it only what it may need beyond the limit order. */
  placeOco(userId: number, command: PlaceOco): Outcome {
    const { state } = this;
    const account = state.accounts.find(userId);
    if (account === 0) return refuse('UNKNOWN_ACCOUNT');
    const symbol = state.symbolsById.get(command.symbolId);
    if (symbol === undefined) return refuse('UNKNOWN_SYMBOL');
    const isBuy = command.side === 'buy';
    const { clientOrderId, stopClientOrderId, source, triggerTicks, stopPriceTicks } = command;
    if (clientOrderId !== null && clientOrderId === stopClientOrderId)
      return refuse('DUPLICATE_CLIENT_ORDER_ID');
    const terms: TriggerTerms = {
      kind: 'stop',
      source,
      triggerTicks,
      callbackPpm: null,
      callbackTicks: null,
      activationTicks: null,
    };
    const byAmount = stopPriceTicks === null && isBuy;
    const stop: TriggeredOrder = {
      orderType: stopPriceTicks === null ? 'market' : 'limit',
      timeInForce: stopPriceTicks === null ? 'IOC' : 'GTC',
      postOnly: false,
      priceTicks: stopPriceTicks,
      lots: byAmount ? null : command.lots,
      quoteAmount: command.stopQuoteAmount,
    };
    const refusal =
      this.senderProblem(symbol, account, command.side, [clientOrderId, stopClientOrderId]) ??
      this.waitingProblem(symbol, isBuy, terms, stop);
    if (refusal !== null) return refuse(refusal);
    if (isBuy ? command.priceTicks >= triggerTicks : command.priceTicks <= triggerTicks)
      return refuse('OCO_PRICES_INVALID');
    const limit = limitLeg(command);
    const needed = neededUnits(stop, isBuy, symbol.terms);
    const extra = Math.max(0, needed - neededUnits(limit, isBuy, symbol.terms));
    if (!this.covers(symbol, account, isBuy, neededUnits(limit, isBuy, symbol.terms) + extra))
      return refuse('INSUFFICIENT_BALANCE');
    const outcome = this.desk.place(userId, limit, FLAG_TWIN);
    if (!outcome.ok) return outcome;
    const orderId = ++state.core.lastOrderId;
    const twin = outcome.orderId;
    this.wait(userId, account, symbol, isBuy, orderId, terms, stop, stopClientOrderId, twin, extra);
    return { ok: true, kind: 'pair', orderId: twin, status: outcome.status, stopOrderId: orderId };
  }

  /**
   * Fires orders that a price crossed, lowest id first. Each is placed under its id with what was held for it
   * released; what the desk refuses then ends as rejected.
   */
  fire(fired: WaitingOrder[], tickNo: number): void {
    const { state } = this;
    fired.sort((a, b) => a.orderId - b.orderId);
    for (const waiting of fired) {
      // the one before may have been its twin's end
      if (state.waiting.get(waiting.orderId) === waiting) this.fireOne(waiting, tickNo);
      this.endWidowed();
    }
  }

  /** Ends the waiting orders whose twin left the book or was filled. */
  endWidowed(): void {
    const { waiting } = this.state;
    for (let i = 0; i < waiting.widowed.length; i++) {
      const widow = waiting.get(waiting.twinOf(waiting.widowed[i]!));
      if (widow === undefined) continue;
      this.unlinkTwin(widow);
      endWaiting(this.state, widow, 'twin', null);
    }
    waiting.widowed.length = 0;
  }

  /** Ends a waiting order of its owner, and its twin with it. */
  cancel(waiting: WaitingOrder): void {
    endWaiting(this.state, waiting, 'cancelled', null);
    this.withdrawTwin(waiting);
  }

  /** Problem with an order's trigger or with the order that it will place; null when both pass. */
  waitingProblem(
    symbol: SpotSymbol,
    isBuy: boolean,
    terms: TriggerTerms,
    order: TriggeredOrder,
  ): RejectionCode | null {
    const { state } = this;
    const now = sourceTicks(state, symbol, terms.source === 'last' ? 'last' : 'index');
    const reference = terms.triggerTicks ?? terms.activationTicks ?? (now || symbol.lastIndexTicks);
    return termsProblem(state, symbol, isBuy, terms) ?? triggeredProblem(symbol, isBuy, order, reference);
  }

  covers(symbol: SpotSymbol, account: number, isBuy: boolean, units: number): boolean {
    const { balances } = this.state;
    const assetId = isBuy ? symbol.listed.quoteAssetId : symbol.listed.baseAssetId;
    return balances.covers(balances.find(account, assetId), units);
  }

  private senderProblem(
    symbol: SpotSymbol,
    account: number,
    side: string,
    clientIds: readonly (string | null)[],
  ): RejectionCode | null {
    const { state } = this;
    if (side !== 'buy' && side !== 'sell') return 'INVALID_COMMAND';
    if (symbol.state === 'halted') return 'SYMBOL_HALTED';
    for (const id of clientIds) {
      if (id === null) continue;
      if (id.length === 0 || id.length > MAX_CLIENT_ID_LENGTH) return 'INVALID_COMMAND';
      const isTaken =
        state.clientIds.find(account, id) !== 0 || state.waiting.findByClientId(account, id) !== undefined;
      if (isTaken) return 'DUPLICATE_CLIENT_ORDER_ID';
    }
    const waiting = state.waiting.of(account).filter((order) => order.symbol === symbol);
    return waiting.length >= MAX_WAITING_ORDERS ? 'TOO_MANY_TRIGGERS' : null;
  }

  private wait(
    userId: number,
    account: number,
    symbol: SpotSymbol,
    isBuy: boolean,
    orderId: number,
    terms: TriggerTerms,
    order: TriggeredOrder,
    clientOrderId: string | null,
    twinOrderId: number,
    held: number,
  ): void {
    const { state } = this;
    const trader = state.traders.find(account, symbol.number) || openTrader(state, symbol, account);
    const { kind, source, triggerTicks, callbackPpm, callbackTicks, activationTicks } = terms;
    const { orderType, timeInForce, postOnly, priceTicks, lots, quoteAmount } = order;
    const now = sourceTicks(state, symbol, source);
    const follows =
      kind === 'trailing-stop' &&
      now !== 0 &&
      (activationTicks === null || (isBuy ? now <= activationTicks : now >= activationTicks));
    const waiting: WaitingOrder = {
      orderId,
      userId,
      account,
      trader,
      symbol,
      isBuy,
      terms: { kind, source, triggerTicks, callbackPpm, callbackTicks, activationTicks },
      order: { orderType, timeInForce, postOnly, priceTicks, lots, quoteAmount },
      clientOrderId,
      createdMs: state.core.timeMs,
      twinOrderId,
      held,
      extremeTicks: follows ? now : 0,
      firedTicks: 0,
    };
    this.put(waiting, null);
  }

  /** Holds for an order, lets it wait and emits so. */
  private put(waiting: WaitingOrder, keptFrom: number | null): void {
    const { state } = this;
    const { orderId, userId, symbol, isBuy, clientOrderId, twinOrderId } = waiting;
    holdWaiting(state, waiting, waiting.held);
    state.waiting.put(waiting);
    state.tape.note({
      type: 'triggerPlaced',
      orderId,
      userId,
      symbolId: symbol.listed.symbolId,
      side: isBuy ? 'buy' : 'sell',
      ...waiting.terms,
      ...waiting.order,
      clientOrderId,
      twinOrderId: twinOrderId === 0 ? null : twinOrderId,
      keptFrom,
      extremeTicks: waiting.extremeTicks === 0 ? null : (waiting.extremeTicks as PriceTicks),
    });
  }

  /**
   * Tries orders again that fired and could not sell all, as long as their trigger holds; else arms them again. So many
   * of a symbol, in turns, and none that would sell nothing: it leaves no trace.
   */
  retry(symbol: SpotSymbol, tickNo: number): void {
    const { waiting } = this.state;
    const ids = [...waiting.retrying]
      .filter((id) => waiting.get(id)!.symbol === symbol)
      .sort((a, b) => a - b);
    const first = ids.length <= MAX_RETRIES ? 0 : (tickNo * MAX_RETRIES) % ids.length;
    for (let at = 0; at < Math.min(ids.length, MAX_RETRIES); at++) {
      const id = ids[(first + at) % ids.length]!;
      // the one before may have ended it
      if (waiting.retrying.has(id)) this.retryOne(waiting.get(id)!, tickNo);
    }
  }

  private retryOne(waiting: WaitingOrder, tickNo: number): void {
    const { state } = this;
    const { symbol, terms, userId, orderId } = waiting;
    const { symbolId } = symbol.listed;
    const now = sourceTicks(state, symbol, terms.source);
    if (now === 0) return;
    if (!holdsAt(waiting, now)) {
      state.waiting.rearm(waiting, now);
      const { isBuy, extremeTicks } = waiting;
      state.tape.note({
        type: 'triggerArmed',
        orderId,
        userId,
        symbolId,
        extremeTicks: extremeTicks === 0 ? null : (extremeTicks as PriceTicks),
        thresholdTicks: thresholdTicks(terms, isBuy, extremeTicks) as PriceTicks | null,
      });
      return;
    }
    if (this.desk.placeable(userId, orderOf(waiting, null)) === 0) return;
    waiting.firedTicks = now;
    this.fireOne(waiting, terms.source === 'index' ? tickNo : 0);
    this.endWidowed();
  }

  /** Keeps what an order that fired could not sell, waiting under a new id: the stop of a holding never ends unseen. */
  private keep(waiting: WaitingOrder, lots: number): void {
    const { state } = this;
    const held = lots * waiting.symbol.terms.basePerLot;
    if (!this.covers(waiting.symbol, waiting.account, waiting.isBuy, held)) return;
    const orderId = ++state.core.lastOrderId;
    const order = { ...waiting.order, lots: lots as Lots };
    this.put({ ...waiting, orderId, order, held, twinOrderId: 0 }, waiting.orderId);
  }

  private fireOne(waiting: WaitingOrder, tickNo: number): void {
    const { state } = this;
    const { orderId, userId, symbol, isBuy, terms, extremeTicks, firedTicks } = waiting;
    const { symbolId } = symbol.listed;
    holdWaiting(state, waiting, -waiting.held);
    state.waiting.take(waiting);
    state.tape.note({
      type: 'triggerFired',
      orderId,
      userId,
      symbolId,
      source: terms.source,
      thresholdTicks: thresholdTicks(terms, isBuy, extremeTicks) as never,
      priceTicks: firedTicks as never,
      tickNo,
    });
    this.withdrawTwin(waiting);
    const order = orderOf(waiting, waiting.clientOrderId);
    const outcome = this.desk.placeFired(userId, order, orderId, waiting.createdMs);
    if (!outcome.ok) {
      const { code } = outcome;
      state.tape.note({ type: 'triggerDone', orderId, userId, symbolId, reason: 'rejected', code });
    }
    if (isBuy) return;
    const lots = waiting.order.lots!;
    if (!outcome.ok) this.keep(waiting, lots);
    else if (outcome.status === 'expired') this.keep(waiting, lots - outcome.filledLots);
  }

  /** Takes the resting order of the same OCO out of its book. */
  private withdrawTwin(waiting: WaitingOrder): void {
    const slot = this.unlinkTwin(waiting);
    if (slot !== 0) withdraw(this.state, waiting.symbol, slot, REASON_CANCELLED);
  }

  /** The resting order is one of its own from now on. Returns its slot; 0 when it left the book. */
  private unlinkTwin({ twinOrderId }: WaitingOrder): number {
    const { orders } = this.state;
    const slot = twinOrderId === 0 ? 0 : orders.find(twinOrderId);
    if (slot !== 0) orders.clearFlag(slot, FLAG_TWIN);
    return slot;
  }
}

/** The order that a waiting one becomes. */
function orderOf({ symbol, isBuy, order }: WaitingOrder, clientOrderId: string | null): PlaceOrder {
  return {
    type: 'placeOrder',
    symbolId: symbol.listed.symbolId,
    side: isBuy ? 'buy' : 'sell',
    ...order,
    clientOrderId,
  };
}

function limitLeg(command: PlaceOco): PlaceOrder {
  const { symbolId, side, priceTicks, lots, clientOrderId } = command;
  return {
    type: 'placeOrder',
    symbolId,
    side,
    orderType: 'limit',
    timeInForce: 'GTC',
    postOnly: true,
    priceTicks,
    lots,
    quoteAmount: null,
    clientOrderId,
  };
}
