/**
 * An exchange as one would write it on a napkin: arrays that are searched and sorted again for everything, bigint for
 * every number, holds added up from the open orders whenever somebody asks. It shares no code with the kernel, so the
 * two can only agree by both being right.
 */

import { NaiveFees } from './naive-fees.ts';
import { type NaiveOutcome, no, yes } from './naive-outcome.ts';
import type { NaiveOrder, NaivePlacement, NaiveSymbol, NaiveTrade } from './naive-records.ts';
import { NaiveWaitingRoom } from './naive-waiting.ts';

const SAFE = 2n ** 53n - 1n;
const MILLION = 1_000_000n;
const TOP_PRICE = 2n ** 31n - 1n;

export class NaiveExchange {
  readonly symbols: NaiveSymbol[] = [];
  readonly users: { id: number; house: boolean }[] = [];
  /** What each user owns, by "user asset". */
  readonly owned = new Map<string, bigint>();
  readonly issued = new Map<number, bigint>();
  readonly grossFees = new Map<number, bigint>();
  readonly states = new Map<number, string>();
  /** The last index of each symbol that had one. */
  readonly lastIndex = new Map<number, bigint>();
  /** The index of each symbol whose index is not stale now. */
  readonly freshIndex = new Map<number, bigint>();
  open: NaiveOrder[] = [];
  trades: NaiveTrade[] = [];
  readonly fees = new NaiveFees();
  readonly waiting = new NaiveWaitingRoom(this);
  /** The price of each trade of the current command, in order. */
  prints: { symbol: number; price: bigint }[] = [];
  readonly lastPrice = new Map<number, bigint>();
  lastId = 0;
  private lastPlace = 0;

  balance(user: number, asset: number): bigint {
    return this.owned.get(`${user} ${asset}`) ?? 0n;
  }

  /** What a user's open orders need of an asset. */
  held(user: number, asset: number): bigint {
    let sum = 0n;
    for (const order of this.open) {
      if (order.user !== user) continue;
      const symbol = this.symbol(order.symbol)!;
      if (order.buy && symbol.quote === asset) sum += order.left * order.price * symbol.unit;
      if (!order.buy && symbol.base === asset) sum += order.left * symbol.lot;
    }
    return sum + this.waiting.held(user, asset);
  }

  available(user: number, asset: number): bigint {
    return this.balance(user, asset) - this.held(user, asset);
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
    if (state === 'halted') return no('SYMBOL_HALTED');
    if (state === 'post-only' && !p.postOnly) return no('SYMBOL_POST_ONLY');
    if (p.client !== null) {
      if (p.client.length < 1 || p.client.length > 64) return no('INVALID_COMMAND');
      if (this.isClientTaken(user, p.client)) return no('DUPLICATE_CLIENT_ORDER_ID');
    }
    const problem = p.market ? this.marketProblem(user, symbol, p) : this.limitProblem(user, symbol, p);
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

  /** Price levels of one side: lots and, of them, the house's. */
  depth(symbolId: number, buy: boolean): { price: bigint; lots: bigint; house: bigint }[] {
    const levels: { price: bigint; lots: bigint; house: bigint }[] = [];
    for (const order of this.open) {
      if (order.symbol !== symbolId || order.buy !== buy) continue;
      let level = levels.find((l) => l.price === order.price);
      if (!level) {
        level = { price: order.price, lots: 0n, house: 0n };
        levels.push(level);
      }
      level.lots += order.left;
      if (this.user(order.user)!.house) level.house += order.left;
    }
    return levels.sort((a, b) => Number(buy ? b.price - a.price : a.price - b.price));
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

  /** What is wrong with the price and lots of a limit order. */
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

  /** The lots that an amount of quote buys (or that sell for no more than it), order by order. */
  private affordable(
    user: number,
    symbol: NaiveSymbol,
    buy: boolean,
    amount: bigint,
  ): { lots: bigint; bookEnded: boolean } {
    let rest = amount;
    let lots = 0n;
    for (const maker of this.facing(symbol.id, buy, this.edge(symbol, buy))) {
      if (this.sameHands(user, maker.user)) continue;
      const price = maker.price * symbol.unit;
      const taken = min(min(maker.left, rest / price), this.mostLots(symbol) - lots);
      lots += taken;
      rest -= taken * price;
      if (taken < maker.left || rest < price || lots === this.mostLots(symbol))
        return { lots, bookEnded: false };
    }
    return { lots, bookEnded: true };
  }

  private couldFill(user: number, symbol: NaiveSymbol, buy: boolean, limit: bigint, wanted: bigint): bigint {
    let lots = 0n;
    for (const maker of this.facing(symbol.id, buy, limit)) {
      if (!this.sameHands(user, maker.user)) lots += maker.left;
    }
    return min(lots, wanted);
  }

  private match(order: NaiveOrder, symbol: NaiveSymbol): void {
    for (const maker of this.facing(order.symbol, order.buy, order.price)) {
      if (order.left === 0n) return;
      if (this.sameHands(order.user, maker.user)) {
        this.drop(maker);
        continue;
      }
      const lots = min(order.left, maker.left);
      order.left -= lots;
      maker.left -= lots;
      if (maker.left === 0n) this.drop(maker);
      this.settle(order, maker, lots, symbol);
    }
  }

  private settle(taker: NaiveOrder, maker: NaiveOrder, lots: bigint, symbol: NaiveSymbol): void {
    const amount = lots * maker.price * symbol.unit;
    const things = lots * symbol.lot;
    taker.spent += amount;
    maker.spent += amount;
    const [buyer, seller] = taker.buy ? [taker, maker] : [maker, taker];
    const fee = (received: bigint, order: NaiveOrder) =>
      (received * this.fees.rate(order.user, order === maker) + MILLION - 1n) / MILLION;
    const buyerFee = fee(things, buyer);
    const sellerFee = fee(amount, seller);
    this.give(buyer.user, symbol.quote, -amount);
    this.give(buyer.user, symbol.base, things - buyerFee);
    this.give(seller.user, symbol.base, -things);
    this.give(seller.user, symbol.quote, amount - sellerFee);
    this.grossFees.set(symbol.base, (this.grossFees.get(symbol.base) ?? 0n) + buyerFee);
    this.grossFees.set(symbol.quote, (this.grossFees.get(symbol.quote) ?? 0n) + sellerFee);
    if (!this.user(taker.user)!.house && !this.user(maker.user)!.house) {
      this.fees.count(taker.user, symbol.quote, amount);
      this.fees.count(maker.user, symbol.quote, amount);
    }
    this.prints.push({ symbol: symbol.id, price: maker.price });
    this.lastPrice.set(symbol.id, maker.price);
    this.trades.push({
      price: maker.price,
      lots,
      amount,
      maker: maker.id,
      taker: taker.id,
      makerFee: taker.buy ? sellerFee : buyerFee,
      takerFee: taker.buy ? buyerFee : sellerFee,
      makerPpm: this.fees.rate(maker.user, true),
      takerPpm: this.fees.rate(taker.user, false),
    });
  }

  /** The orders that a taker meets down to a limit: best price first, then the oldest. */
  private facing(symbolId: number, buy: boolean, limit: bigint): NaiveOrder[] {
    return this.open
      .filter((o) => o.symbol === symbolId && o.buy !== buy && (buy ? o.price <= limit : o.price >= limit))
      .sort((a, b) => Number(buy ? a.price - b.price : b.price - a.price) || a.place - b.place);
  }

  private sameHands(a: number, b: number): boolean {
    return a === b || (this.user(a)!.house && this.user(b)!.house);
  }

  private band(symbol: NaiveSymbol): [bigint, bigint] {
    const index = this.lastIndex.get(symbol.id);
    if (index === undefined || symbol.band === 0n) return [1n, TOP_PRICE];
    const low = (index * (MILLION - symbol.band) + MILLION - 1n) / MILLION;
    const high = (index * (MILLION + symbol.band)) / MILLION;
    return [low < 1n ? 1n : low, min(high, TOP_PRICE)];
  }

  private edge(symbol: NaiveSymbol, buy: boolean): bigint {
    return this.band(symbol)[buy ? 1 : 0];
  }

  mostLots(symbol: NaiveSymbol): bigint {
    return min(symbol.maxLots, SAFE / symbol.lot);
  }

  private give(user: number, asset: number, amount: bigint): void {
    this.owned.set(`${user} ${asset}`, this.balance(user, asset) + amount);
  }

  drop(order: NaiveOrder): void {
    this.open = this.open.filter((o) => o !== order);
  }

  private queue(order: NaiveOrder): void {
    order.place = ++this.lastPlace;
    this.open.push(order);
  }

  symbol(id: number): NaiveSymbol | undefined {
    return this.symbols.find((s) => s.id === id);
  }

  user(id: number): { id: number; house: boolean } | undefined {
    return this.users.find((u) => u.id === id);
  }
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
