import type { NaiveExchange } from './naive-exchange.ts';
import { type NaiveOutcome, no, yes } from './naive-outcome.ts';
import type { NaiveSymbol } from './naive-records.ts';

const SAFE = 2n ** 53n - 1n;
const MILLION = 1_000_000n;
const TOP_PRICE = 2n ** 31n - 1n;
const MOST = 20;

export interface NaiveTrigger {
  buy: boolean;
  kind: 'stop' | 'take-profit' | 'trailing-stop';
  source: 'last' | 'index';
  trigger: bigint | null;
  ppm: bigint | null;
  callback: bigint | null;
  activation: bigint | null;
  market: boolean;
  tif: 'GTC' | 'IOC' | 'FOK';
  postOnly: boolean;
  price: bigint | null;
  lots: bigint | null;
  amount: bigint | null;
  client: string | null;
}

export interface NaiveWaiting extends NaiveTrigger {
  id: number;
  user: number;
  symbol: number;
  /** The best price that a trailing stop saw. */
  best: bigint | null;
  /** The resting order of the same pair; 0 for none. */
  twin: number;
  fired: boolean;
  /** It fired, could not sell all, and is tried again. */
  retrying: boolean;
}

interface NaivePair {
  buy: boolean;
  price: bigint;
  lots: bigint;
  client: string | null;
  source: 'last' | 'index';
  trigger: bigint;
  stopPrice: bigint | null;
  stopAmount: bigint | null;
  stopClient: string | null;
}

/** Orders that wait for a price, in one list that is walked for every price. */
export class NaiveWaitingRoom {
  orders: NaiveWaiting[] = [];
  private readonly exchange: NaiveExchange;

  constructor(exchange: NaiveExchange) {
    this.exchange = exchange;
  }

  /** Returns the amount of an asset that a user's waiting orders need: of a pair, the stop's beyond its twin's. */
  held(user: number, asset: number): bigint {
    let sum = 0n;
    for (const order of this.orders) {
      const symbol = this.exchange.symbol(order.symbol)!;
      if (order.user !== user || asset !== (order.buy ? symbol.quote : symbol.base)) continue;
      const twin = this.exchange.open.find((o) => o.id === order.twin);
      const twinHolds = twin === undefined ? 0n : worth(symbol, twin.buy, twin.price, twin.lots, null);
      const needed = worth(symbol, order.buy, order.price, order.lots, order.amount);
      if (needed > twinHolds) sum += needed - twinHolds;
    }
    return sum;
  }

  isClientTaken(user: number, client: string): boolean {
    return this.orders.some((order) => order.user === user && order.client === client);
  }

  hasTwin(restingId: number): boolean {
    return this.orders.some((order) => order.twin === restingId);
  }

  find(user: number, id: number | null, client: string | null): NaiveWaiting | undefined {
    if (id === null && client === null) return undefined;
    return this.orders.find(
      (order) =>
        order.user === user &&
        (id === null || order.id === id) &&
        (client === null || order.client === client),
    );
  }

  place(user: number, symbolId: number, trigger: NaiveTrigger): NaiveOutcome {
    const { exchange } = this;
    if (!exchange.user(user)) return no('UNKNOWN_ACCOUNT');
    const symbol = exchange.symbol(symbolId);
    if (!symbol) return no('UNKNOWN_SYMBOL');
    const problem =
      this.senderProblem(user, symbol, [trigger.client]) ??
      this.termsProblem(symbol, trigger) ??
      this.orderProblem(symbol, trigger);
    if (problem) return no(problem);
    const needed = worth(symbol, trigger.buy, trigger.price, trigger.lots, trigger.amount);
    if (exchange.available(user, trigger.buy ? symbol.quote : symbol.base) < needed)
      return no('INSUFFICIENT_BALANCE');
    return yes(this.add(user, symbol, trigger, 0), null, 0n, 0n);
  }

  placePair(user: number, symbolId: number, pair: NaivePair): NaiveOutcome {
    const { exchange } = this;
    if (!exchange.user(user)) return no('UNKNOWN_ACCOUNT');
    const symbol = exchange.symbol(symbolId);
    if (!symbol) return no('UNKNOWN_SYMBOL');
    if (pair.client !== null && pair.client === pair.stopClient) return no('DUPLICATE_CLIENT_ORDER_ID');
    const market = pair.stopPrice === null;
    const stop: NaiveTrigger = {
      buy: pair.buy,
      kind: 'stop',
      source: pair.source,
      trigger: pair.trigger,
      ppm: null,
      callback: null,
      activation: null,
      market,
      tif: market ? 'IOC' : 'GTC',
      postOnly: false,
      price: pair.stopPrice,
      lots: market && pair.buy ? null : pair.lots,
      amount: pair.stopAmount,
      client: pair.stopClient,
    };
    const problem =
      this.senderProblem(user, symbol, [pair.client, pair.stopClient]) ??
      this.termsProblem(symbol, stop) ??
      this.orderProblem(symbol, stop);
    if (problem) return no(problem);
    if (pair.buy ? pair.price >= pair.trigger : pair.price <= pair.trigger) return no('OCO_PRICES_INVALID');
    const one = worth(symbol, pair.buy, pair.price, pair.lots, null);
    const other = worth(symbol, pair.buy, stop.price, stop.lots, stop.amount);
    if (exchange.available(user, pair.buy ? symbol.quote : symbol.base) < (one > other ? one : other))
      return no('INSUFFICIENT_BALANCE');
    const outcome = exchange.place(user, {
      symbol: symbolId,
      buy: pair.buy,
      market: false,
      tif: 'GTC',
      postOnly: true,
      price: pair.price,
      lots: pair.lots,
      amount: null,
      client: pair.client,
    });
    if (outcome.ok) this.add(user, symbol, stop, outcome.id);
    return outcome;
  }

  cancel(user: number, id: number | null, client: string | null): NaiveOutcome {
    const order = this.find(user, id, client);
    if (!order) return no('UNKNOWN_ORDER');
    this.end(order);
    this.endTwinOf(order);
    return yes(order.id, 'cancelled', 0n, 0n);
  }

  cancelAll(user: number, symbolId: number | null): void {
    this.orders = this.orders.filter((o) => o.user !== user || (symbolId !== null && o.symbol !== symbolId));
  }

  amend(
    user: number,
    id: number | null,
    client: string | null,
    change: { price: bigint | null; lots: bigint | null; trigger: bigint | null; amount: bigint | null },
  ): NaiveOutcome {
    const order = this.find(user, id, client)!;
    if (order.twin !== 0 || (order.kind === 'trailing-stop' && change.trigger !== null))
      return no('NOT_AMENDABLE');
    if (this.stateOf(order.symbol) === 'halted') return no('SYMBOL_HALTED');
    const symbol = this.exchange.symbol(order.symbol)!;
    const changed: NaiveTrigger = {
      ...order,
      price: change.price ?? order.price,
      lots: change.lots ?? order.lots,
      trigger: change.trigger ?? order.trigger,
      amount: change.amount ?? order.amount,
    };
    const problem = this.termsProblem(symbol, changed) ?? this.orderProblem(symbol, changed);
    if (problem) return no(problem);
    const before = worth(symbol, order.buy, order.price, order.lots, order.amount);
    const after = worth(symbol, order.buy, changed.price, changed.lots, changed.amount);
    const have = this.exchange.available(user, order.buy ? symbol.quote : symbol.base);
    if (after > before && have < after - before) return no('INSUFFICIENT_BALANCE');
    Object.assign(order, changed, { retrying: false });
    return yes(order.id, null, 0n, 0n);
  }

  /** Shows all fresh indices to the orders that wait for one. */
  seeIndices(): void {
    for (const [symbol, price] of this.exchange.freshIndex) this.see(symbol, 'index', price);
    this.fire();
    for (const { id } of this.exchange.symbols) if (this.stateOf(id) === 'trading') this.retry(id);
  }

  /** Ends what lost its twin, and shows the trades to the orders that wait for one, until nothing follows. */
  settle(): void {
    this.endWidowed();
    while (this.exchange.prints.length > 0) {
      const prints = this.exchange.prints;
      this.exchange.prints = [];
      for (const { symbol, price } of prints) this.see(symbol, 'last', price);
      this.fire();
    }
  }

  /** Returns the price at which it fires; null for a trailing stop that does not follow yet. */
  threshold(order: NaiveWaiting): bigint | null {
    if (order.kind !== 'trailing-stop') return order.trigger;
    if (order.best === null) return null;
    if (order.callback !== null) return order.buy ? order.best + order.callback : order.best - order.callback;
    // rounded away from the best
    const exact = order.best * (order.buy ? MILLION + order.ppm! : MILLION - order.ppm!);
    return order.buy ? (exact + MILLION - 1n) / MILLION : exact / MILLION;
  }

  private see(symbolId: number, source: 'last' | 'index', price: bigint): void {
    if (this.stateOf(symbolId) !== 'trading') return;
    for (const order of this.orders) {
      if (order.symbol !== symbolId || order.source !== source || order.fired || order.retrying) continue;
      if (order.kind === 'trailing-stop') this.follow(order, price);
      if (this.holds(order, price)) order.fired = true;
    }
  }

  private holds(order: NaiveWaiting, price: bigint): boolean {
    const threshold = this.threshold(order);
    if (threshold === null) return false;
    const rises = order.buy === (order.kind !== 'take-profit');
    return rises ? price >= threshold : price <= threshold;
  }

  /** Tries again what fired and could not sell all, while its price holds; else it waits again. */
  private retry(symbolId: number): void {
    const tried = this.orders.filter((o) => o.retrying && o.symbol === symbolId).sort((a, b) => a.id - b.id);
    for (const order of tried) {
      const now = this.priceOf(symbolId, order.source);
      if (now === undefined || !this.orders.includes(order)) continue;
      if (!this.holds(order, now)) {
        order.retrying = false;
        if (order.kind === 'trailing-stop') this.follow(order, now);
        continue;
      }
      const before = this.orders;
      this.end(order);
      if (!this.exchange.couldPlace(order.user, { ...order, client: null })) {
        this.orders = before;
        continue;
      }
      this.placeFired(order);
      this.endWidowed();
    }
  }

  /** Places what fired; what a sale leaves waits on under the next id. */
  private placeFired(order: NaiveWaiting): void {
    const outcome = this.exchange.place(order.user, order, order.id);
    if (order.buy) return;
    let left = order.lots!;
    if (outcome.ok) left = outcome.status === 'expired' ? left - outcome.lots : 0n;
    const symbol = this.exchange.symbol(order.symbol)!;
    if (left === 0n || this.exchange.available(order.user, symbol.base) < left * symbol.lot) return;
    const id = ++this.exchange.lastId;
    this.orders.push({ ...order, id, lots: left, twin: 0, fired: false, retrying: true });
  }

  private follow(order: NaiveWaiting, price: bigint): void {
    const { activation, buy, best } = order;
    if (best === null) {
      if (activation === null || (buy ? price <= activation : price >= activation)) order.best = price;
    } else if (buy ? price < best : price > best) {
      order.best = price;
    }
  }

  private fire(): void {
    for (const order of this.orders.filter((o) => o.fired).sort((a, b) => a.id - b.id)) {
      if (this.orders.includes(order)) {
        this.end(order);
        this.endTwinOf(order);
        this.placeFired(order);
      }
      this.endWidowed();
    }
  }

  private endWidowed(): void {
    this.orders = this.orders.filter((order) => {
      const twin = this.exchange.open.find((o) => o.id === order.twin);
      return order.twin === 0 || (twin !== undefined && twin.left === twin.lots);
    });
  }

  private add(user: number, symbol: NaiveSymbol, trigger: NaiveTrigger, twin: number): number {
    const id = ++this.exchange.lastId;
    const order = {
      ...trigger,
      id,
      user,
      symbol: symbol.id,
      best: null,
      twin,
      fired: false,
      retrying: false,
    };
    const now = this.priceOf(symbol.id, trigger.source);
    if (trigger.kind === 'trailing-stop' && now !== undefined) this.follow(order, now);
    this.orders.push(order);
    return id;
  }

  private end(order: NaiveWaiting): void {
    this.orders = this.orders.filter((o) => o !== order);
  }

  private endTwinOf(order: NaiveWaiting): void {
    const twin = this.exchange.open.find((o) => o.id === order.twin);
    if (twin) this.exchange.drop(twin);
  }

  private senderProblem(user: number, symbol: NaiveSymbol, clients: (string | null)[]): string | null {
    if (this.stateOf(symbol.id) === 'halted') return 'SYMBOL_HALTED';
    for (const client of clients) {
      if (client === null) continue;
      if (client.length < 1 || client.length > 64) return 'INVALID_COMMAND';
      if (this.exchange.isClientTaken(user, client)) return 'DUPLICATE_CLIENT_ORDER_ID';
    }
    const mine = this.orders.filter((o) => o.user === user && o.symbol === symbol.id);
    return mine.length >= MOST ? 'TOO_MANY_TRIGGERS' : null;
  }

  private termsProblem(symbol: NaiveSymbol, t: NaiveTrigger): string | null {
    const isPrice = (price: bigint | null) => price !== null && price > 0n && price <= TOP_PRICE;
    if (t.kind === 'trailing-stop') {
      const ok =
        t.trigger === null &&
        (t.ppm === null) !== (t.callback === null) &&
        (t.ppm === null || (t.ppm >= 100n && t.ppm <= 500_000n)) &&
        (t.callback === null || isPrice(t.callback)) &&
        (t.activation === null || isPrice(t.activation));
      if (!ok) return 'TRIGGER_INVALID';
      const from = t.activation ?? this.priceOf(symbol.id, t.source);
      if (t.buy || t.callback === null || from === undefined) return null;
      return t.callback >= from ? 'CALLBACK_TOO_LARGE' : null;
    }
    if (t.ppm !== null || t.callback !== null || t.activation !== null || !isPrice(t.trigger))
      return 'TRIGGER_INVALID';
    const now = this.priceOf(symbol.id, t.source);
    if (now === undefined) return null;
    const rises = t.buy === (t.kind === 'stop');
    return (rises ? now >= t.trigger! : now <= t.trigger!) ? 'TRIGGER_WOULD_FIRE' : null;
  }

  private orderProblem(symbol: NaiveSymbol, t: NaiveTrigger): string | null {
    if (!t.market) {
      if (t.amount !== null || (t.postOnly && t.tif !== 'GTC')) return 'INVALID_COMMAND';
      return this.exchange.numbersProblem(symbol, t.price, t.lots, false);
    }
    if (t.postOnly || t.price !== null) return 'INVALID_COMMAND';
    if (t.buy) {
      if (t.lots !== null || t.amount === null || t.tif === 'FOK') return 'INVALID_COMMAND';
      if (t.amount <= 0n) return 'QUANTITY_INVALID';
      if (t.amount > SAFE) return 'AMOUNT_TOO_LARGE';
      return t.amount < symbol.minNotional ? 'NOTIONAL_TOO_SMALL' : null;
    }
    if (t.amount !== null) return 'INVALID_COMMAND';
    if (t.lots === null || t.lots <= 0n || t.lots > this.exchange.mostLots(symbol)) return 'QUANTITY_INVALID';
    const reference =
      t.trigger ??
      t.activation ??
      this.priceOf(symbol.id, t.source) ??
      this.exchange.lastIndex.get(symbol.id);
    const isSmall = reference !== undefined && reference * t.lots * symbol.unit < symbol.minNotional;
    return isSmall ? 'NOTIONAL_TOO_SMALL' : null;
  }

  private priceOf(symbolId: number, source: 'last' | 'index'): bigint | undefined {
    return source === 'last' ? this.exchange.lastPrice.get(symbolId) : this.exchange.freshIndex.get(symbolId);
  }

  private stateOf(symbolId: number): string {
    return this.exchange.states.get(symbolId) ?? 'trading';
  }
}

/** Returns the amount that an order may need: quote when it buys, base when it sells. */
function worth(
  symbol: NaiveSymbol,
  buy: boolean,
  price: bigint | null,
  lots: bigint | null,
  amount: bigint | null,
): bigint {
  if (!buy) return lots! * symbol.lot;
  return amount ?? price! * lots! * symbol.unit;
}
