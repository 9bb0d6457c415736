import { Random } from '../../tests/property/random.ts';

/** Kinds of operations: the numbers are the same in the C++ peer. */
export const ADD = 0;
export const CANCEL = 1;
export const TAKE = 2;

/** One seeded run of operations for every book. Orders are numbered 1, 2, 3 ... in the order of adds and takes. */
export interface Workload {
  readonly count: number;
  /** The first operations only fill the book and are not measured. */
  readonly warmUp: number;
  readonly kind: Uint8Array;
  /** 0 buys, 1 sells. */
  readonly side: Uint8Array;
  readonly priceTicks: Int32Array;
  readonly lots: Int32Array;
  /** The order's own number, or that of the order to cancel. */
  readonly orderId: Int32Array;
  /** Number of orders made in all. */
  readonly orders: number;
}

/** Totals that every engine must reach, or they did not do the same work. */
export interface Totals {
  readonly trades: number;
  readonly tradedLots: number;
  readonly restingOrders: number;
}

const MIDDLE_TICKS = 100_000;
const MEAN_DISTANCE_TICKS = 60;
const MAX_LOTS = 100;
const TAKER_LOTS = 300;

interface Open {
  orderId: number;
  buy: boolean;
  ticks: number;
  lots: number;
  /** Its place in the list of open orders, to cancel any of them. */
  place: number;
}

/**
 * Makes a workload of 60% adds that rest, 30% cancels of open orders and 10% orders that take some three makers, with
 * about `live` orders open. The maker's distance from a wandering middle falls off exponentially.
 */
export function makeWorkload(seed: number, measured: number, live: number): Workload {
  const random = new Random(seed);
  const count = live + measured;
  const kind = new Uint8Array(count);
  const side = new Uint8Array(count);
  const priceTicks = new Int32Array(count);
  const lots = new Int32Array(count);
  const orderId = new Int32Array(count);
  const book = new SketchBook();
  let middle = MIDDLE_TICKS;
  let orders = 0;
  for (let i = 0; i < count; i++) {
    const roll = i < live ? 0 : random.below(10);
    if (random.below(64) === 0) middle += random.between(-1, 1);
    if (roll >= 6 && roll < 9 && book.open.length > 0) {
      const order = random.pick(book.open);
      kind[i] = CANCEL;
      orderId[i] = order.orderId;
      book.remove(order);
      continue;
    }
    const buy = random.below(2) === 0;
    orderId[i] = ++orders;
    side[i] = buy ? 0 : 1;
    if (roll === 9) {
      kind[i] = TAKE;
      const crowd = book.open.length / live;
      lots[i] = 1 + Math.floor(random.below(TAKER_LOTS) * crowd * crowd);
      priceTicks[i] = buy ? 2 * MIDDLE_TICKS : 1;
      book.take(buy, lots[i]!);
      continue;
    }
    const away = 1 + Math.floor(-Math.log(1 - random.below(1 << 20) / (1 << 20)) * MEAN_DISTANCE_TICKS);
    kind[i] = ADD;
    lots[i] = random.between(1, MAX_LOTS);
    priceTicks[i] = book.uncrossed(buy, buy ? middle - away : middle + away);
    book.add({ orderId: orders, buy, ticks: priceTicks[i]!, lots: lots[i]!, place: 0 });
  }
  return { count, warmUp: live, kind, side, priceTicks, lots, orderId, orders };
}

/** Just enough of a book to know which orders are open. */
class SketchBook {
  readonly open: Open[] = [];
  private readonly queues = [new Map<number, Open[]>(), new Map<number, Open[]>()];
  private readonly best = [0, Number.MAX_SAFE_INTEGER];

  add(order: Open): void {
    order.place = this.open.length;
    this.open.push(order);
    const side = order.buy ? 0 : 1;
    const queue = this.queues[side]!.get(order.ticks);
    if (queue === undefined) this.queues[side]!.set(order.ticks, [order]);
    else queue.push(order);
    this.best[side] = order.buy ? Math.max(this.best[0]!, order.ticks) : Math.min(this.best[1]!, order.ticks);
  }

  remove(order: Open): void {
    const last = this.open.pop()!;
    if (last !== order) {
      this.open[order.place] = last;
      last.place = order.place;
    }
    const queues = this.queues[order.buy ? 0 : 1]!;
    const queue = queues.get(order.ticks)!;
    queue.splice(queue.indexOf(order), 1);
    if (queue.length === 0) queues.delete(order.ticks);
  }

  take(buy: boolean, lots: number): void {
    let wanted = lots;
    while (wanted > 0) {
      const ticks = this.bestOf(buy ? 1 : 0);
      const maker = this.queues[buy ? 1 : 0]!.get(ticks)?.[0];
      if (maker === undefined) return;
      const taken = Math.min(wanted, maker.lots);
      maker.lots -= taken;
      wanted -= taken;
      if (maker.lots === 0) this.remove(maker);
    }
  }

  /** The price, moved so that it takes nobody. */
  uncrossed(buy: boolean, ticks: number): number {
    return buy ? Math.min(ticks, this.bestOf(1) - 1) : Math.max(ticks, this.bestOf(0) + 1);
  }

  private bestOf(side: number): number {
    const queues = this.queues[side]!;
    const step = side === 0 ? -1 : 1;
    let ticks = this.best[side]!;
    if (queues.size === 0) return side === 0 ? 0 : Number.MAX_SAFE_INTEGER;
    while (!queues.has(ticks)) ticks += step;
    this.best[side] = ticks;
    return ticks;
  }
}
