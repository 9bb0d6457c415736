import { NaiveFees } from './naive-fees.ts';
import type { NaiveOrder, NaiveSymbol, NaiveTrade } from './naive-records.ts';

export const SAFE = 2n ** 53n - 1n;
export const TOP_PRICE = 2n ** 31n - 1n;
const MILLION = 1_000_000n;

/** The naive exchange's books: what everybody owns, the open orders in one list, and how they meet. */
export abstract class NaiveBook {
  readonly symbols: NaiveSymbol[] = [];
  readonly users: { id: number; house: boolean }[] = [];
  /** The amount that each user owns, by "user asset". */
  readonly owned = new Map<string, bigint>();
  readonly grossFees = new Map<number, bigint>();
  /** The last index of each symbol that had one. */
  readonly lastIndex = new Map<number, bigint>();
  open: NaiveOrder[] = [];
  trades: NaiveTrade[] = [];
  readonly fees = new NaiveFees();
  /** The price of each trade of the current command, in order. */
  prints: { symbol: number; price: bigint }[] = [];
  readonly lastPrice = new Map<number, bigint>();
  private lastPlace = 0;

  /** Returns the amount of an asset that a user's orders need while they wait for a price. */
  protected abstract heldWaiting(user: number, asset: number): bigint;

  balance(user: number, asset: number): bigint {
    return this.owned.get(`${user} ${asset}`) ?? 0n;
  }

  /** Returns the amount of an asset that a user's open orders need. */
  held(user: number, asset: number): bigint {
    let sum = 0n;
    for (const order of this.open) {
      if (order.user !== user) continue;
      const symbol = this.symbol(order.symbol)!;
      if (order.buy && symbol.quote === asset) sum += order.left * order.price * symbol.unit;
      if (!order.buy && symbol.base === asset) sum += order.left * symbol.lot;
    }
    return sum + this.heldWaiting(user, asset);
  }

  available(user: number, asset: number): bigint {
    return this.balance(user, asset) - this.held(user, asset);
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

  /** The lots that an amount of quote buys (or that sell for no more than it), order by order. */
  protected affordable(
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

  protected couldFill(
    user: number,
    symbol: NaiveSymbol,
    buy: boolean,
    limit: bigint,
    wanted: bigint,
  ): bigint {
    let lots = 0n;
    for (const maker of this.facing(symbol.id, buy, limit)) {
      if (!this.sameHands(user, maker.user)) lots += maker.left;
    }
    return min(lots, wanted);
  }

  protected match(order: NaiveOrder, symbol: NaiveSymbol): void {
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
  protected facing(symbolId: number, buy: boolean, limit: bigint): NaiveOrder[] {
    return this.open
      .filter((o) => o.symbol === symbolId && o.buy !== buy && (buy ? o.price <= limit : o.price >= limit))
      .sort((a, b) => Number(buy ? a.price - b.price : b.price - a.price) || a.place - b.place);
  }

  protected sameHands(a: number, b: number): boolean {
    return a === b || (this.user(a)!.house && this.user(b)!.house);
  }

  protected band(symbol: NaiveSymbol): [bigint, bigint] {
    const index = this.lastIndex.get(symbol.id);
    if (index === undefined || symbol.band === 0n) return [1n, TOP_PRICE];
    const low = (index * (MILLION - symbol.band) + MILLION - 1n) / MILLION;
    const high = (index * (MILLION + symbol.band)) / MILLION;
    return [low < 1n ? 1n : low, min(high, TOP_PRICE)];
  }

  protected edge(symbol: NaiveSymbol, buy: boolean): bigint {
    return this.band(symbol)[buy ? 1 : 0];
  }

  mostLots(symbol: NaiveSymbol): bigint {
    return min(symbol.maxLots, SAFE / symbol.lot);
  }

  protected give(user: number, asset: number, amount: bigint): void {
    this.owned.set(`${user} ${asset}`, this.balance(user, asset) + amount);
  }

  drop(order: NaiveOrder): void {
    this.open = this.open.filter((o) => o !== order);
  }

  protected queue(order: NaiveOrder): void {
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

export function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
