/**
 * An exchange as one would write it on a napkin: arrays that are searched and sorted again for everything, bigint for
 * every number, holds added up from the open orders whenever somebody asks. It shares no code with the kernel, so the
 * two can only agree by both being right.
 */

import { min, NaiveBook, SAFE, TOP_PRICE } from './naive-book.ts';
import { type NaiveOutcome, no, yes } from './naive-outcome.ts';
import type { NaiveOrder, NaivePlacement, NaiveSymbol } from './naive-records.ts';
import { NaiveWaitingRoom } from './naive-waiting.ts';

export class NaiveExchange extends NaiveBook {
  readonly issued = new Map<number, bigint>();
  readonly states = new Map<number, string>();
  /** The index of each symbol whose index is not stale now. */
  readonly freshIndex = new Map<number, bigint>();
  readonly waiting = new NaiveWaitingRoom(this);
  lastId = 0;

  protected heldWaiting(user: number, asset: number): bigint {
    return this.waiting.held(user, asset);
  }

  issue(user: number, asset: number, amount: bigint): NaiveOutcome {
    if (!this.user(user)) return no('UNKNOWN_ACCOUNT');
    if (amount <= 0n) return no('QUANTITY_INVALID');
    const issued = (this.issued.get(asset) ?? 0n) + amount;
    if (issued >= 2n ** 62n) return no('AMOUNT_TOO_LARGE');
    this.issued.set(asset, issued);
    this.give(user, asset, amount);
    return yes(0, null, 0n, 0n);
  }

  /** `fired` is the id of an order that waited until now. */
  place(user: number, p: NaivePlacement, fired = 0): NaiveOutcome {
    if (!this.user(user)) return no('UNKNOWN_ACCOUNT');
    const symbol = this.symbol(p.symbol);
    if (!symbol) return no('UNKNOWN_SYMBOL');
    const state = this.states.get(p.symbol) ?? 'trading';
    // one that waited met the least notional when it was accepted
    const asked = fired === 0 ? symbol : { ...symbol, minNotional: 0n };
    if (state === 'halted') return no('SYMBOL_HALTED');
    if (state === 'post-only' && !p.postOnly) return no('SYMBOL_POST_ONLY');
    if (p.client !== null) {
      if (p.client.length < 1 || p.client.length > 64) return no('INVALID_COMMAND');
      if (this.isClientTaken(user, p.client)) return no('DUPLICATE_CLIENT_ORDER_ID');
    }
    const problem = p.market ? this.marketProblem(user, asked, p) : this.limitProblem(user, asked, p);
    if (problem) return no(problem);

    const order: NaiveOrder = {
      id: fired === 0 ? ++this.lastId : fired,
      user,
      symbol: p.symbol,
      buy: p.buy,
      price: p.market ? this.edge(symbol, p.buy) : p.price!,
      lots: p.lots ?? 0n,
      left: p.lots ?? 0n,
      spent: 0n,
      client: p.client,
      quote: false,
      postOnly: p.postOnly,
      place: 0,
    };
    if (p.amount !== null) return this.placeForAmount(order, symbol, p.amount);
    if (p.tif === 'FOK' && this.couldFill(user, symbol, p.buy, order.price, p.lots!) < p.lots!) {
      return yes(order.id, 'expired', 0n, 0n);
    }
    this.match(order, symbol);
    const filled = order.lots - order.left;
    if (order.left === 0n) return yes(order.id, 'filled', filled, order.spent);
    if (p.market || p.tif !== 'GTC') return yes(order.id, 'expired', filled, order.spent);
    this.queue(order);
    return yes(order.id, filled > 0n ? 'partially-filled' : 'open', filled, order.spent);
  }

  /** True if some of an order that waited would fill or rest now. */
  couldPlace(user: number, p: NaivePlacement): boolean {
    const symbol = { ...this.symbol(p.symbol)!, minNotional: 0n };
    if (this.states.get(p.symbol) === 'post-only' && !p.postOnly) return false;
    if ((p.market ? this.marketProblem(user, symbol, p) : this.limitProblem(user, symbol, p)) !== null)
      return false;
    if (!p.market && p.tif === 'GTC') return true;
    const found = this.couldFill(
      user,
      symbol,
      p.buy,
      p.market ? this.edge(symbol, p.buy) : p.price!,
      p.lots!,
    );
    return p.tif === 'FOK' ? found >= p.lots! : found > 0n;
  }

  cancel(user: number, id: number | null, client: string | null): NaiveOutcome {
    if (!this.user(user)) return no('UNKNOWN_ACCOUNT');
    const order = this.open.find(
      (o) =>
        o.user === user &&
        (id === null || o.id === id) &&
        (client === null || o.client === client) &&
        (id !== null || client !== null),
    );
    if (!order) return this.waiting.cancel(user, id, client);
    this.drop(order);
    return yes(order.id, 'cancelled', order.lots - order.left, order.spent);
  }

  /** A user's resting order by its id or the user's own. */
  find(user: number, id: number | null, client: string | null): NaiveOrder | undefined {
    return this.open.find(
      (o) =>
        o.user === user &&
        (id === null ? o.client === client : o.id === id && (client === null || o.client === client)),
    );
  }

  /** Changes a resting order; null for none of this user's. */
  amend(
    user: number,
    id: number | null,
    client: string | null,
    price: bigint | null,
    lots: bigint | null,
    asksForMore: boolean,
  ): NaiveOutcome | null {
    const order = this.find(user, id, client);
    if (!order) return null;
    if (asksForMore || order.quote || this.waiting.hasTwin(order.id)) return no('NOT_AMENDABLE');
    const symbol = this.symbol(order.symbol)!;
    const state = this.states.get(order.symbol) ?? 'trading';
    const changed = { price: price ?? order.price, lots: lots ?? order.lots };
    const left = changed.lots - (order.lots - order.left);
    if (state === 'halted') return no('SYMBOL_HALTED');
    const shrinks = changed.price === order.price && left <= order.left;
    if (!shrinks && state === 'post-only' && !order.postOnly) return no('SYMBOL_POST_ONLY');
    const problem = this.numbersProblem(symbol, changed.price, changed.lots, !shrinks);
    if (problem) return no(problem);
    if (left <= 0n) return no('QUANTITY_INVALID');
    if (!shrinks) {
      if (order.postOnly && this.facing(order.symbol, order.buy, changed.price).length > 0)
        return no('POST_ONLY_WOULD_TAKE');
      const before = order.buy ? order.left * order.price * symbol.unit : order.left * symbol.lot;
      const after = order.buy ? left * changed.price * symbol.unit : left * symbol.lot;
      if (this.available(user, order.buy ? symbol.quote : symbol.base) + before < after && after > before)
        return no('INSUFFICIENT_BALANCE');
    }
    Object.assign(order, changed, { left });
    if (!shrinks) {
      this.drop(order);
      this.match(order, symbol);
      if (order.left > 0n) this.queue(order);
    }
    const filled = order.lots - order.left;
    const status = order.left === 0n ? 'filled' : filled > 0n ? 'partially-filled' : 'open';
    return yes(order.id, status, filled, order.spent);
  }

  isClientTaken(user: number, client: string): boolean {
    return (
      this.open.some((o) => o.user === user && o.client === client) ||
      this.waiting.isClientTaken(user, client)
    );
  }

  cancelAll(user: number, symbolId: number | null): NaiveOutcome {
    if (!this.user(user)) return no('UNKNOWN_ACCOUNT');
    if (symbolId !== null && !this.symbol(symbolId)) return no('UNKNOWN_SYMBOL');
    this.open = this.open.filter((o) => o.user !== user || (symbolId !== null && o.symbol !== symbolId));
    this.waiting.cancelAll(user, symbolId);
    return yes(0, null, 0n, 0n);
  }

  massQuote(
    user: number,
    symbolId: number,
    levels: { buy: boolean; price: bigint; lots: bigint }[],
  ): NaiveOutcome {
    const sender = this.user(user);
    if (!sender) return no('UNKNOWN_ACCOUNT');
    if (!sender.house) return no('NOT_PERMITTED');
    const symbol = this.symbol(symbolId);
    if (!symbol) return no('UNKNOWN_SYMBOL');
    const state = this.states.get(symbolId) ?? 'trading';
    const [low, high] = this.band(symbol);
    const needs = { base: 0n, quote: 0n };
    const mine = (buy: boolean, price: bigint) =>
      this.open.find(
        (o) => o.quote && o.user === user && o.symbol === symbolId && o.buy === buy && o.price === price,
      );
    for (const [i, level] of levels.entries()) {
      if (level.price <= 0n || level.price > TOP_PRICE) return no('PRICE_INVALID');
      if (levels.slice(0, i).some((l) => l.buy === level.buy && l.price === level.price))
        return no('INVALID_COMMAND');
      if (level.lots !== 0n) {
        if (level.lots < 0n || level.lots > this.mostLots(symbol)) return no('QUANTITY_INVALID');
        if (state === 'halted') return no('SYMBOL_HALTED');
        if (level.price * level.lots * symbol.unit > SAFE) return no('AMOUNT_TOO_LARGE');
        if (level.price < low || level.price > high) return no('PRICE_OUT_OF_BAND');
      }
      const more = level.lots - (mine(level.buy, level.price)?.left ?? 0n);
      if (level.buy) needs.quote += more * level.price * symbol.unit;
      else needs.base += more * symbol.lot;
    }
    if (needs.quote > 0n && this.available(user, symbol.quote) < needs.quote)
      return no('INSUFFICIENT_BALANCE');
    if (needs.base > 0n && this.available(user, symbol.base) < needs.base) return no('INSUFFICIENT_BALANCE');
    let lots = 0n;
    let amount = 0n;
    for (const level of levels) {
      const old = mine(level.buy, level.price);
      if (old?.left === level.lots) continue;
      if (old) this.drop(old);
      if (level.lots === 0n) continue;
      if (state === 'post-only' && this.facing(symbolId, level.buy, level.price).length > 0) continue;
      const order: NaiveOrder = {
        id: ++this.lastId,
        user,
        symbol: symbolId,
        buy: level.buy,
        price: level.price,
        lots: level.lots,
        left: level.lots,
        spent: 0n,
        client: null,
        quote: true,
        postOnly: false,
        place: 0,
      };
      this.match(order, symbol);
      lots += order.lots - order.left;
      amount += order.spent;
      if (order.left > 0n) this.queue(order);
    }
    return yes(0, null, lots, amount);
  }

  private limitProblem(user: number, symbol: NaiveSymbol, p: NaivePlacement): string | null {
    if (p.amount !== null || (p.postOnly && p.tif !== 'GTC')) return 'INVALID_COMMAND';
    const problem = this.numbersProblem(symbol, p.price, p.lots, true);
    if (problem) return problem;
    const value = p.price! * p.lots! * symbol.unit;
    if (p.tif === 'GTC') {
      const mine = this.open.filter((o) => o.user === user && o.symbol === symbol.id).length;
      if (mine >= symbol.maxOpen) return 'TOO_MANY_OPEN_ORDERS';
    }
    if (p.postOnly && this.facing(symbol.id, p.buy, p.price!).length > 0) return 'POST_ONLY_WOULD_TAKE';
    const have = this.available(user, p.buy ? symbol.quote : symbol.base);
    return have < (p.buy ? value : p.lots! * symbol.lot) ? 'INSUFFICIENT_BALANCE' : null;
  }

  /** Returns the fault in the price and lots of a limit order. */
  numbersProblem(
    symbol: NaiveSymbol,
    price: bigint | null,
    lots: bigint | null,
    inBand: boolean,
  ): string | null {
    if (price === null || price <= 0n || price > TOP_PRICE) return 'PRICE_INVALID';
    if (lots === null || lots <= 0n || lots > this.mostLots(symbol)) return 'QUANTITY_INVALID';
    const value = price * lots * symbol.unit;
    if (value > SAFE) return 'AMOUNT_TOO_LARGE';
    if (value < symbol.minNotional) return 'NOTIONAL_TOO_SMALL';
    const [low, high] = this.band(symbol);
    return inBand && (price < low || price > high) ? 'PRICE_OUT_OF_BAND' : null;
  }

  private marketProblem(user: number, symbol: NaiveSymbol, p: NaivePlacement): string | null {
    if (p.postOnly || p.price !== null) return 'INVALID_COMMAND';
    if (p.amount !== null) {
      if (p.lots !== null || p.tif === 'FOK') return 'INVALID_COMMAND';
      if (p.amount <= 0n) return 'QUANTITY_INVALID';
      if (p.amount > SAFE) return 'AMOUNT_TOO_LARGE';
      if (p.amount < symbol.minNotional) return 'NOTIONAL_TOO_SMALL';
      if (p.buy) return this.available(user, symbol.quote) < p.amount ? 'INSUFFICIENT_BALANCE' : null;
      const { lots } = this.affordable(user, symbol, false, p.amount);
      return this.available(user, symbol.base) < lots * symbol.lot ? 'INSUFFICIENT_BALANCE' : null;
    }
    if (p.lots === null || p.lots <= 0n || p.lots > this.mostLots(symbol)) return 'QUANTITY_INVALID';
    const best = this.facing(symbol.id, p.buy, p.buy ? TOP_PRICE : 1n)[0];
    const reference = this.lastIndex.get(symbol.id) ?? best?.price;
    if (reference !== undefined && reference * p.lots * symbol.unit < symbol.minNotional)
      return 'NOTIONAL_TOO_SMALL';
    let cost = 0n;
    let wanted = p.lots;
    for (const maker of this.facing(symbol.id, p.buy, this.edge(symbol, p.buy))) {
      if (this.sameHands(user, maker.user)) continue;
      const lots = min(wanted, maker.left);
      cost += lots * maker.price * symbol.unit;
      wanted -= lots;
    }
    if (cost > SAFE) return 'AMOUNT_TOO_LARGE';
    const have = this.available(user, p.buy ? symbol.quote : symbol.base);
    return have < (p.buy ? cost : p.lots * symbol.lot) ? 'INSUFFICIENT_BALANCE' : null;
  }

  private placeForAmount(order: NaiveOrder, symbol: NaiveSymbol, amount: bigint): NaiveOutcome {
    const { lots, bookEnded } = this.affordable(order.user, symbol, order.buy, amount);
    order.lots = lots;
    order.left = lots;
    this.match(order, symbol);
    return yes(order.id, lots > 0n && !bookEnded ? 'filled' : 'expired', lots, order.spent);
  }
}
