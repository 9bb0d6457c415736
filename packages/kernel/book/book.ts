import { assert } from '../assert.ts';
import { Ladder } from './ladder.ts';
import { HEAD, HOUSE_LOTS, LEVEL_REALS, LEVEL_WORDS, type Levels, OPEN_LOTS, TAIL, TICKS } from './levels.ts';
import {
  LOTS as ALL_LOTS,
  FLAG_HOUSE,
  FLAG_SELL,
  LEFT,
  LEVEL_SHIFT,
  NEXT,
  ORDER_REALS,
  ORDER_WORDS,
  type OrderPool,
  OWNER,
  PLACE,
  PREVIOUS,
  PRICE,
} from './order-pool.ts';

/** Callbacks of the matching loop for each maker that it meets. */
export interface Taker {
  /** True when this maker may not trade with the taker: the maker expires then. */
  isOwn(maker: number): boolean;
  /** The maker left the book unfilled because it is the taker's own; its slot is still readable, and freed by this. */
  expireOwn(maker: number): void;
  /** A fill of `lots` at the maker's price; the maker's open lots are already reduced. */
  fill(maker: number, priceTicks: number, lots: number): void;
  /** The maker left the book filled; its slot is freed by this. */
  makerFilled(maker: number): void;
}

/** Liquidity that a taker would find, without changing anything. */
export interface Reachable {
  lots: number;
  /** Sum of price ticks x lots: exact below 2^53, and above it only known to be above. */
  tickLots: number;
  /** The book (to the limit) ended before the lots or the budget did. */
  ranOut: boolean;
}

/**
 * A price-time book of one symbol, on small integers.
 *
 * Invariants: a side's levels are sorted by price, the best first, and none is empty; a level's queue is in the order in
 * which orders came to rest there, and its counts are the sums of its orders'; an order stands in one queue. The book is
 * never crossed between commands: who takes, takes from the best level on and rests behind it.
 */
export class Book {
  readonly bids = new Ladder(true);
  readonly asks = new Ladder(false);
  private readonly orders: OrderPool;
  private readonly levels: Levels;

  constructor(orders: OrderPool, levels: Levels) {
    this.orders = orders;
    this.levels = levels;
  }

  /** Rests an order at the end of its price's queue. */
  append(slot: number): void {
    const { levels } = this;
    const { words, reals } = this.orders;
    const order = slot * ORDER_WORDS;
    const flags = words[order + PLACE]! & ((1 << LEVEL_SHIFT) - 1);
    const priceTicks = words[order + PRICE]!;
    const ladder = (flags & FLAG_SELL) === 0 ? this.bids : this.asks;
    let level = ladder.levelAt(priceTicks);
    let tail = 0;
    if (level === 0) {
      level = levels.allocate(slot, priceTicks);
      ladder.insert(priceTicks, level);
    } else {
      tail = levels.words[level * LEVEL_WORDS + TAIL]!;
      words[tail * ORDER_WORDS + NEXT] = slot;
      levels.words[level * LEVEL_WORDS + TAIL] = slot;
    }
    words[order + PREVIOUS] = tail;
    words[order + NEXT] = 0;
    words[order + PLACE] = (level << LEVEL_SHIFT) | flags;
    const left = reals[slot * ORDER_REALS + LEFT]!;
    levels.reals[level * LEVEL_REALS + OPEN_LOTS]! += left;
    if ((flags & FLAG_HOUSE) !== 0) levels.reals[level * LEVEL_REALS + HOUSE_LOTS]! += left;
  }

  /** Takes a resting order out of its queue, with what is left of it. */
  remove(slot: number): void {
    const { words, reals } = this.orders;
    const { levels } = this;
    const order = slot * ORDER_WORDS;
    const place = words[order + PLACE]!;
    const level = place >>> LEVEL_SHIFT;
    const previous = words[order + PREVIOUS]!;
    const next = words[order + NEXT]!;
    if (previous === 0 && next === 0) {
      ((place & FLAG_SELL) === 0 ? this.bids : this.asks).remove(levels.words[level * LEVEL_WORDS + TICKS]!);
      levels.free(level);
      return;
    }
    if (previous === 0) levels.words[level * LEVEL_WORDS + HEAD] = next;
    else words[previous * ORDER_WORDS + NEXT] = next;
    if (next === 0) levels.words[level * LEVEL_WORDS + TAIL] = previous;
    else words[next * ORDER_WORDS + PREVIOUS] = previous;
    const left = reals[slot * ORDER_REALS + LEFT]!;
    levels.reals[level * LEVEL_REALS + OPEN_LOTS]! -= left;
    if ((place & FLAG_HOUSE) !== 0) levels.reals[level * LEVEL_REALS + HOUSE_LOTS]! -= left;
  }

  /** Takes lots off a resting order, which keeps its place in the queue and some lots. */
  reduce(slot: number, lots: number): void {
    const { words, reals } = this.orders;
    const { levels } = this;
    const place = words[slot * ORDER_WORDS + PLACE]!;
    const level = place >>> LEVEL_SHIFT;
    reals[slot * ORDER_REALS + ALL_LOTS]! -= lots;
    reals[slot * ORDER_REALS + LEFT]! -= lots;
    assert(reals[slot * ORDER_REALS + LEFT]! > 0, 'a reduced order keeps some lots');
    levels.reals[level * LEVEL_REALS + OPEN_LOTS]! -= lots;
    if ((place & FLAG_HOUSE) !== 0) levels.reals[level * LEVEL_REALS + HOUSE_LOTS]! -= lots;
  }

  /**
   * Undoes `remove`: the order stands again between those that it stood between. Removals are undone in reverse order,
   * with nothing appended in between and the order's place in the pool not freed.
   */
  putBack(slot: number): void {
    const { levels } = this;
    const { words, reals } = this.orders;
    const order = slot * ORDER_WORDS;
    const flags = words[order + PLACE]! & ((1 << LEVEL_SHIFT) - 1);
    const previous = words[order + PREVIOUS]!;
    const next = words[order + NEXT]!;
    let level = words[order + PLACE]! >>> LEVEL_SHIFT;
    if (previous === 0 && next === 0) {
      const priceTicks = words[order + PRICE]!;
      level = levels.allocate(slot, priceTicks);
      ((flags & FLAG_SELL) === 0 ? this.bids : this.asks).insert(priceTicks, level);
      words[order + PLACE] = (level << LEVEL_SHIFT) | flags;
    } else {
      if (previous === 0) levels.words[level * LEVEL_WORDS + HEAD] = slot;
      else words[previous * ORDER_WORDS + NEXT] = slot;
      if (next === 0) levels.words[level * LEVEL_WORDS + TAIL] = slot;
      else words[next * ORDER_WORDS + PREVIOUS] = slot;
    }
    this.addLots(slot, level, reals[slot * ORDER_REALS + LEFT]!);
  }

  /** Undoes `reduce`, as `putBack` undoes `remove`. */
  putLots(slot: number, lots: number): void {
    const { words, reals } = this.orders;
    reals[slot * ORDER_REALS + ALL_LOTS]! += lots;
    reals[slot * ORDER_REALS + LEFT]! += lots;
    this.addLots(slot, words[slot * ORDER_WORDS + PLACE]! >>> LEVEL_SHIFT, lots);
  }

  /** Undoes one fill of `take`, as `putBack` undoes `remove`. */
  untake(slot: number, lots: number): void {
    const { words, reals } = this.orders;
    if (reals[slot * ORDER_REALS + LEFT] === 0) this.putBack(slot);
    reals[slot * ORDER_REALS + LEFT]! += lots;
    this.addLots(slot, words[slot * ORDER_WORDS + PLACE]! >>> LEVEL_SHIFT, lots);
  }

  /** The orders of a price's queue, first in line first. */
  queueAt(isBid: boolean, priceTicks: number): number[] {
    const level = (isBid ? this.bids : this.asks).levelAt(priceTicks);
    const slots: number[] = [];
    const { words } = this.orders;
    for (let slot = level === 0 ? 0 : this.levels.head(level); slot !== 0; ) {
      slots.push(slot);
      slot = words[slot * ORDER_WORDS + NEXT]!;
    }
    return slots;
  }

  /** Matches a taker of `lots` down to its limit, best price first, oldest first. Returns the lots that found nobody. */
  take(isBuy: boolean, limitTicks: number, lots: number, taker: Taker): number {
    const { orders, levels } = this;
    const ladder = isBuy ? this.asks : this.bids;
    let wanted = lots;
    while (wanted > 0) {
      const priceTicks = ladder.bestTicks;
      if (priceTicks === 0 || (isBuy ? priceTicks > limitTicks : priceTicks < limitTicks)) break;
      const level = ladder.bestLevel;
      const maker = levels.words[level * LEVEL_WORDS + HEAD]!;
      if (taker.isOwn(maker)) {
        this.remove(maker);
        taker.expireOwn(maker);
        continue;
      }
      const makerLots = orders.reals[maker * ORDER_REALS + LEFT]!;
      const filled = wanted < makerLots ? wanted : makerLots;
      assert(filled > 0, 'a maker has open lots');
      orders.reals[maker * ORDER_REALS + LEFT] = makerLots - filled;
      levels.reals[level * LEVEL_REALS + OPEN_LOTS]! -= filled;
      assert(levels.reals[level * LEVEL_REALS + OPEN_LOTS]! >= 0, 'a level has the lots of its orders');
      if ((orders.words[maker * ORDER_WORDS + PLACE]! & FLAG_HOUSE) !== 0) {
        levels.reals[level * LEVEL_REALS + HOUSE_LOTS]! -= filled;
      }
      taker.fill(maker, priceTicks, filled);
      if (filled === makerLots) {
        this.popHead(ladder, priceTicks, level, maker);
        taker.makerFilled(maker);
      }
      wanted -= filled;
    }
    return wanted;
  }

  /**
   * Returns the fills of a taker of at most `lots` and a cost of at most `maxTickLots` down to its limit, makers that
   * `isOwn` left out. It stops at the first price where the budget does not suffice for all that is there.
   */
  reach(
    isBuy: boolean,
    limitTicks: number,
    lots: number,
    maxTickLots: number,
    isOwn: ((maker: number) => boolean) | null,
  ): Reachable {
    const ladder = isBuy ? this.asks : this.bids;
    const found = { lots: 0, tickLots: 0, ranOut: true };
    for (let ticks = ladder.bestTicks; ticks !== 0; ticks = ladder.worse(ticks)) {
      if (isBuy ? ticks > limitTicks : ticks < limitTicks) break;
      const open = this.openLots(ladder.levelAt(ticks), isOwn);
      if (open === 0) continue;
      const affordable = Math.floor((maxTickLots - found.tickLots) / ticks);
      const taken = Math.min(open, lots - found.lots, affordable);
      found.lots += taken;
      found.tickLots += taken * ticks;
      if (taken < open || found.lots === lots || maxTickLots - found.tickLots < ticks) {
        found.ranOut = false;
        break;
      }
    }
    return found;
  }

  /** The best price that a taker of this side meets; 0 when there is none. */
  bestOpposite(isBuy: boolean): number {
    return isBuy ? this.asks.bestTicks : this.bids.bestTicks;
  }

  /** True when an order at this price would take. */
  crosses(isBuy: boolean, priceTicks: number): boolean {
    const best = this.bestOpposite(isBuy);
    return best !== 0 && (isBuy ? best <= priceTicks : best >= priceTicks);
  }

  /** True when a level's sum stays a safe integer with so many lots more. */
  hasRoom(isBuy: boolean, priceTicks: number, lots: number): boolean {
    const level = (isBuy ? this.bids : this.asks).levelAt(priceTicks);
    return level === 0 || this.levels.lots(level) + lots <= Number.MAX_SAFE_INTEGER;
  }

  /** Price levels from the best on, at most `count`. */
  depth(isBid: boolean, count: number): { priceTicks: number; lots: number; houseLots: number }[] {
    const ladder = isBid ? this.bids : this.asks;
    const found: { priceTicks: number; lots: number; houseLots: number }[] = [];
    for (let ticks = ladder.bestTicks; ticks !== 0 && found.length < count; ticks = ladder.worse(ticks)) {
      const level = ladder.levelAt(ticks);
      found.push({
        priceTicks: ticks,
        lots: this.levels.lots(level),
        houseLots: this.levels.houseLots(level),
      });
    }
    return found;
  }

  /** The order of `owner` at a price that carries all of `flags`, the newest; 0 for none. */
  newestOf(isBid: boolean, priceTicks: number, owner: number, flags: number): number {
    const level = (isBid ? this.bids : this.asks).levelAt(priceTicks);
    if (level === 0) return 0;
    const { words } = this.orders;
    for (let slot = this.levels.tail(level); slot !== 0; slot = words[slot * ORDER_WORDS + PREVIOUS]!) {
      const order = slot * ORDER_WORDS;
      if (words[order + OWNER] === owner && (words[order + PLACE]! & flags) === flags) return slot;
    }
    return 0;
  }

  /** Removes the first order of the best price, of which no lots are left, for `remove`. */
  private popHead(ladder: Ladder, priceTicks: number, level: number, slot: number): void {
    const { levels } = this;
    const { words } = this.orders;
    const next = words[slot * ORDER_WORDS + NEXT]!;
    if (next === 0) {
      ladder.remove(priceTicks);
      levels.free(level);
    } else {
      levels.words[level * LEVEL_WORDS + HEAD] = next;
      words[next * ORDER_WORDS + PREVIOUS] = 0;
    }
  }

  private addLots(slot: number, level: number, lots: number): void {
    const { reals } = this.levels;
    reals[level * LEVEL_REALS + OPEN_LOTS]! += lots;
    if ((this.orders.words[slot * ORDER_WORDS + PLACE]! & FLAG_HOUSE) !== 0) {
      reals[level * LEVEL_REALS + HOUSE_LOTS]! += lots;
    }
  }

  private openLots(level: number, isOwn: ((maker: number) => boolean) | null): number {
    const { orders, levels } = this;
    let open = levels.lots(level);
    if (isOwn === null) return open;
    for (let maker = levels.head(level); maker !== 0; maker = orders.words[maker * ORDER_WORDS + NEXT]!) {
      if (isOwn(maker)) open -= orders.left(maker);
    }
    return open;
  }
}
