/**
 * An exchange as one would write it on a napkin: arrays that are searched and sorted again for everything, bigint for
 * every number, holds added up from the open orders whenever somebody asks. It shares no code with the kernel, so the
 * two can only agree by both being right.
 */

export interface NaiveAsset {
  readonly id: number;
  readonly scale: number;
}

export interface NaiveSymbol {
  readonly id: number;
  readonly base: number;
  readonly quote: number;
  /** Quote units of one tick for one lot, and base units of a lot. */
  readonly unit: bigint;
  readonly lot: bigint;
  readonly minNotional: bigint;
  readonly maxLots: bigint;
  readonly maxOpen: number;
  readonly band: bigint;
}

export interface NaiveOrder {
  id: number;
  user: number;
  symbol: number;
  buy: boolean;
  price: bigint;
  lots: bigint;
  left: bigint;
  spent: bigint;
  client: string | null;
  quote: boolean;
}

export interface NaiveTrade {
  price: bigint;
  lots: bigint;
  amount: bigint;
  maker: number;
  taker: number;
  makerFee: bigint;
  takerFee: bigint;
}

export type NaiveOutcome =
  | { ok: true; id: number; status: string | null; lots: bigint; amount: bigint }
  | { ok: false; code: string };

export interface NaivePlacement {
  symbol: number;
  buy: boolean;
  market: boolean;
  tif: 'GTC' | 'IOC' | 'FOK';
  postOnly: boolean;
  price: bigint | null;
  lots: bigint | null;
  amount: bigint | null;
  client: string | null;
}

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
  open: NaiveOrder[] = [];
  trades: NaiveTrade[] = [];
  makerPpm = 0n;
  takerPpm = 0n;
  private lastId = 0;

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
    return sum;
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

  place(user: number, p: NaivePlacement): NaiveOutcome {
    if (!this.user(user)) return no('UNKNOWN_ACCOUNT');
    const symbol = this.symbol(p.symbol);
    if (!symbol) return no('UNKNOWN_SYMBOL');
    const state = this.states.get(p.symbol) ?? 'trading';
    if (state === 'halted') return no('SYMBOL_HALTED');
    if (state === 'post-only' && !p.postOnly) return no('SYMBOL_POST_ONLY');
    if (p.client !== null) {
      if (p.client.length < 1 || p.client.length > 64) return no('INVALID_COMMAND');
      if (this.open.some((o) => o.user === user && o.client === p.client))
        return no('DUPLICATE_CLIENT_ORDER_ID');
    }
    const problem = p.market ? this.marketProblem(user, symbol, p) : this.limitProblem(user, symbol, p);
    if (problem) return no(problem);

    const order: NaiveOrder = {
      id: ++this.lastId,
      user,
      symbol: p.symbol,
      buy: p.buy,
      price: p.market ? this.edge(symbol, p.buy) : p.price!,
      lots: p.lots ?? 0n,
      left: p.lots ?? 0n,
      spent: 0n,
      client: p.client,
      quote: false,
    };
    if (p.amount !== null) return this.placeForAmount(order, symbol, p.amount);
    if (p.tif === 'FOK' && this.couldFill(user, symbol, p.buy, order.price, p.lots!) < p.lots!) {
      return yes(order.id, 'expired', 0n, 0n);
    }
    this.match(order, symbol);
    const filled = order.lots - order.left;
    if (order.left === 0n) return yes(order.id, 'filled', filled, order.spent);
    if (p.market || p.tif !== 'GTC') return yes(order.id, 'expired', filled, order.spent);
    this.open.push(order);
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
    if (!order) return no('UNKNOWN_ORDER');
    this.drop(order);
    return yes(order.id, 'cancelled', order.lots - order.left, order.spent);
  }

  cancelAll(user: number, symbolId: number | null): NaiveOutcome {
    if (!this.user(user)) return no('UNKNOWN_ACCOUNT');
    if (symbolId !== null && !this.symbol(symbolId)) return no('UNKNOWN_SYMBOL');
    this.open = this.open.filter((o) => o.user !== user || (symbolId !== null && o.symbol !== symbolId));
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
      };
      this.match(order, symbol);
      lots += order.lots - order.left;
      amount += order.spent;
      if (order.left > 0n) this.open.push(order);
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
    if (p.price === null || p.price <= 0n || p.price > TOP_PRICE) return 'PRICE_INVALID';
    if (p.lots === null || p.lots <= 0n || p.lots > this.mostLots(symbol)) return 'QUANTITY_INVALID';
    const value = p.price * p.lots * symbol.unit;
    if (value > SAFE) return 'AMOUNT_TOO_LARGE';
    if (value < symbol.minNotional) return 'NOTIONAL_TOO_SMALL';
    const [low, high] = this.band(symbol);
    if (p.price < low || p.price > high) return 'PRICE_OUT_OF_BAND';
    if (p.tif === 'GTC') {
      const mine = this.open.filter((o) => o.user === user && o.symbol === symbol.id).length;
      if (mine >= symbol.maxOpen) return 'TOO_MANY_OPEN_ORDERS';
    }
    if (p.postOnly && this.facing(symbol.id, p.buy, p.price).length > 0) return 'POST_ONLY_WOULD_TAKE';
    const have = this.available(user, p.buy ? symbol.quote : symbol.base);
    return have < (p.buy ? value : p.lots * symbol.lot) ? 'INSUFFICIENT_BALANCE' : null;
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
      (received * (order === maker ? this.makerPpm : this.takerPpm) + MILLION - 1n) / MILLION;
    const buyerFee = fee(things, buyer);
    const sellerFee = fee(amount, seller);
    this.give(buyer.user, symbol.quote, -amount);
    this.give(buyer.user, symbol.base, things - buyerFee);
    this.give(seller.user, symbol.base, -things);
    this.give(seller.user, symbol.quote, amount - sellerFee);
    this.grossFees.set(symbol.base, (this.grossFees.get(symbol.base) ?? 0n) + buyerFee);
    this.grossFees.set(symbol.quote, (this.grossFees.get(symbol.quote) ?? 0n) + sellerFee);
    this.trades.push({
      price: maker.price,
      lots,
      amount,
      maker: maker.id,
      taker: taker.id,
      makerFee: taker.buy ? sellerFee : buyerFee,
      takerFee: taker.buy ? buyerFee : sellerFee,
    });
  }

  /** The orders that a taker meets down to a limit: best price first, then the oldest. */
  private facing(symbolId: number, buy: boolean, limit: bigint): NaiveOrder[] {
    return this.open
      .filter((o) => o.symbol === symbolId && o.buy !== buy && (buy ? o.price <= limit : o.price >= limit))
      .sort((a, b) => Number(buy ? a.price - b.price : b.price - a.price) || a.id - b.id);
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

  private mostLots(symbol: NaiveSymbol): bigint {
    return min(symbol.maxLots, SAFE / symbol.lot);
  }

  private give(user: number, asset: number, amount: bigint): void {
    this.owned.set(`${user} ${asset}`, this.balance(user, asset) + amount);
  }

  private drop(order: NaiveOrder): void {
    this.open = this.open.filter((o) => o !== order);
  }

  private symbol(id: number): NaiveSymbol | undefined {
    return this.symbols.find((s) => s.id === id);
  }

  private user(id: number): { id: number; house: boolean } | undefined {
    return this.users.find((u) => u.id === id);
  }
}

/** The index formula, straight from its words. Prices are bid plus ask, so twice the mid. */
export function naiveIndex(
  quotes: { bid: bigint; ask: bigint; ageMs: number; weight: bigint }[],
  quorum: number,
): { price: bigint | null; venues: number } {
  const fresh = quotes.filter((q) => q.bid > 0n && q.ask >= q.bid && q.ageMs <= 10_000 && q.weight > 0n);
  if (fresh.length === 0) return { price: null, venues: 0 };
  const mids = fresh.map((q) => q.bid + q.ask).sort((a, b) => Number(a - b));
  const median = mids[Math.ceil(mids.length / 2) - 1]!;
  const fit = fresh.filter((q) => {
    const away = q.bid + q.ask - median;
    return (away < 0n ? -away : away) * 100n <= median;
  });
  if (fit.length < quorum) return { price: null, venues: fit.length };
  const weights = fit.map((q) => q.weight);
  const all = weights.reduce((a, b) => a + b, 0n);
  if (fit.length >= 3) {
    const heavy = weights.findIndex((w) => 2n * w >= all);
    if (heavy >= 0) weights[heavy] = all - weights[heavy]! - 1n;
  }
  const total = weights.reduce((a, b) => a + b, 0n);
  const sorted = fit
    .map((q, i) => ({ mid: q.bid + q.ask, weight: weights[i]! }))
    .sort((a, b) => Number(a.mid - b.mid));
  let sum = 0n;
  for (const { mid, weight } of sorted) {
    sum += weight;
    if (2n * sum >= total) return { price: mid / 2n, venues: fit.length };
  }
  throw new Error('unreachable');
}

function yes(id: number, status: string | null, lots: bigint, amount: bigint): NaiveOutcome {
  return { ok: true, id, status, lots, amount };
}

function no(code: string): NaiveOutcome {
  return { ok: false, code };
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
