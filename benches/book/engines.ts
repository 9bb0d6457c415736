import { createKernel, type Envelope, type Kernel } from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import { OrderBook, Side } from 'nodejs-order-book';
import { Book, type Taker } from '../../packages/kernel/book/book.ts';
import { Levels } from '../../packages/kernel/book/levels.ts';
import { FLAG_SELL, OrderPool } from '../../packages/kernel/book/order-pool.ts';
import { filledLotsOf } from '../../tools/workload/outcomes.ts';
import { ADD, CANCEL, TAKE, type Totals, type Workload } from './workload.ts';

/** The package has these as an enum that it does not export. */
type TimeInForce = NonNullable<Parameters<OrderBook['limit']>[0]['timeInForce']>;
const IMMEDIATE = 'IOC' as TimeInForce;
const RESTING = 'GTC' as TimeInForce;

export interface Timed extends Totals {
  readonly seconds: number;
}

/** Counts fills, and does nothing else with them. */
class Counter implements Taker {
  trades = 0;
  tradedLots = 0;
  private readonly orders: OrderPool;

  constructor(orders: OrderPool) {
    this.orders = orders;
  }

  isOwn(): boolean {
    return false;
  }
  expireOwn(): void {}
  fill(_maker: number, _priceTicks: number, lots: number): void {
    this.trades++;
    this.tradedLots += lots;
  }
  makerFilled(maker: number): void {
    this.orders.free(maker);
  }
}

/** Our book alone: matching, queues and the index by id. */
export function runOurBook(workload: Workload): Timed {
  const orders = new OrderPool(1 << 16);
  const book = new Book(orders, new Levels());
  const counter = new Counter(orders);
  operate(workload, 0, workload.warmUp, book, orders, counter);
  const start = process.cpuUsage();
  operate(workload, workload.warmUp, workload.count, book, orders, counter);
  return {
    seconds: since(start),
    trades: counter.trades,
    tradedLots: counter.tradedLots,
    restingOrders: orders.live,
  };
}

function operate(
  w: Workload,
  from: number,
  to: number,
  book: Book,
  orders: OrderPool,
  counter: Counter,
): void {
  for (let i = from; i < to; i++) {
    const kind = w.kind[i]!;
    if (kind === CANCEL) {
      const slot = orders.find(w.orderId[i]!);
      if (slot !== 0) {
        book.remove(slot);
        orders.free(slot);
      }
      continue;
    }
    const buy = w.side[i] === 0;
    const ticks = w.priceTicks[i]!;
    const left = book.take(buy, ticks, w.lots[i]!, counter);
    if (left !== 0 && kind === ADD) {
      book.append(orders.allocate(w.orderId[i]!, 1, ticks, w.lots[i]!, left, buy ? 0 : FLAG_SELL, 0));
    }
  }
}

/** The npm package `nodejs-order-book`, by its own calls and ids of its kind. */
export function runNpmBook(workload: Workload): Timed {
  const book = new OrderBook();
  const ids = Array.from({ length: workload.orders + 1 }, (_, i) => `o${i}`);
  const totals = { trades: 0, tradedLots: 0 };
  operateNpm(workload, 0, workload.warmUp, book, ids, totals);
  const start = process.cpuUsage();
  operateNpm(workload, workload.warmUp, workload.count, book, ids, totals);
  const seconds = since(start);
  let restingOrders = 0;
  for (const id of ids) if (book.order(id) !== undefined) restingOrders++;
  return { seconds, ...totals, restingOrders };
}

function operateNpm(
  w: Workload,
  from: number,
  to: number,
  book: OrderBook,
  ids: readonly string[],
  totals: { trades: number; tradedLots: number },
): void {
  for (let i = from; i < to; i++) {
    const id = ids[w.orderId[i]!]!;
    if (w.kind[i] === CANCEL) {
      book.cancel(id);
      continue;
    }
    const size = w.lots[i]!;
    const result = book.limit({
      id,
      side: w.side[i] === 0 ? Side.BUY : Side.SELL,
      size,
      price: w.priceTicks[i]!,
      timeInForce: w.kind[i] === TAKE ? IMMEDIATE : RESTING,
    });
    if (w.kind[i] !== TAKE) continue;
    // done: the makers filled whole, and the taker if it was; partial: the maker filled in part, or the taker
    const ownDone = result.done.some((order) => order.id === id) ? 1 : 0;
    const partialMaker = result.partial !== null && result.partial.id !== id ? 1 : 0;
    totals.trades += result.done.length - ownDone + partialMaker;
    totals.tradedLots += size - (ownDone === 1 ? 0 : result.quantityLeft);
  }
}

const BASE = 1001;
const QUOTE = 1002;
const MAKERS = 1000;
const TAKERS = 50;
const FIRST_MAKER = 1000;
const FIRST_TAKER = 5000;
const BATCH = 5_000;

/** Our whole kernel: every operation a command, with balances, holds, fees, safety fund and events. */
export function runOurKernel(workload: Workload): Timed {
  const kernel = createKernel({ orders: 1 << 16 });
  const source = new Envelopes(workload, open(kernel));
  let tradedLots = 0;
  let seconds = 0;
  for (let from = 0; from < workload.count; from += BATCH) {
    const envelopes = source.slice(from, Math.min(from + BATCH, workload.count));
    const start = process.cpuUsage();
    tradedLots += applyAll(kernel, envelopes);
    if (from >= workload.warmUp) seconds += since(start);
  }
  let restingOrders = 0;
  for (let user = FIRST_MAKER; user < FIRST_MAKER + MAKERS; user++)
    restingOrders += kernel.spot.openOrders(user, null).length;
  for (const sum of kernel.ledgerSums()) if (sum.sum !== 0n) throw new Error('The books do not balance');
  return { seconds, trades: lastTradeOf(kernel), tradedLots, restingOrders };
}

/** Applies a batch as the journal does and returns the lots that takers took: every outcome is looked at. */
function applyAll(kernel: Kernel, envelopes: readonly Envelope[]): number {
  let lots = 0;
  for (const envelope of envelopes) {
    const { outcome } = kernel.apply(envelope);
    if (!outcome.ok) throw new Error(`Command ${envelope.seq} was refused: ${outcome.code}`);
    if (envelope.body.type === 'placeOrder') lots += filledLotsOf(outcome);
  }
  return lots;
}

/** The number of trades so far: one more trade carries its own number. */
function lastTradeOf(kernel: Kernel): number {
  const body = order('sell', 1, 1, true);
  const envelope = {
    seq: kernel.seq + 1,
    timeMs: kernel.timeMs,
    userId: FIRST_TAKER,
    key: null,
    bodyHash: null,
    body,
  };
  const trade = kernel.apply(envelope).events.find((event) => event.type === 'trade');
  if (trade === undefined) throw new Error('The probe did not trade');
  return trade.tradeId - 1;
}

function open(kernel: Kernel): number {
  let seq = 0;
  const apply = (body: Envelope['body']) => {
    const applied = kernel.apply({ seq: ++seq, timeMs: 1, userId: 0, key: null, bodyHash: null, body });
    if (!applied.outcome.ok) throw new Error(`${body.type} was refused: ${applied.outcome.code}`);
  };
  apply({ type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: null });
  apply({ type: 'listAsset', assetId: BASE, code: 'BTC', name: 'Bitcoin', scale: 8 });
  apply({ type: 'listAsset', assetId: QUOTE, code: 'USDT', name: 'Tether', scale: 8 });
  apply({
    type: 'listSymbol',
    symbolId: 1,
    name: 'BTCUSDT',
    baseAssetId: BASE,
    quoteAssetId: QUOTE,
    tickDecimal: '0.01',
    lotDecimal: '0.00001',
    minNotional: 0n as Amount,
    maxLots: 1_000_000_000 as Lots,
    maxOpenOrders: 10_000,
    priceBandPpm: 0,
  });
  apply({ type: 'setFees', makerPpm: 800, takerPpm: 1000 });
  for (let i = 0; i < MAKERS + TAKERS; i++) {
    const accountUserId = i < MAKERS ? FIRST_MAKER + i : FIRST_TAKER + i - MAKERS;
    apply({ type: 'openAccount', accountUserId, kind: 'user' });
    for (const assetId of [BASE, QUOTE]) {
      apply({ type: 'practiceFunds', accountUserId, assetId, amount: 1_000_000_000_000_000n as Amount });
    }
  }
  return seq;
}

/** A workload as commands. Made in batches, as requests come in, and not timed: parsing them is the server's work. */
class Envelopes {
  private readonly workload: Workload;
  private readonly makerOf: Int32Array;
  private readonly lastSeq: number;

  constructor(workload: Workload, lastSeq: number) {
    this.workload = workload;
    this.makerOf = new Int32Array(workload.orders + 1);
    this.lastSeq = lastSeq;
  }

  slice(from: number, to: number): Envelope[] {
    const envelopes: Envelope[] = [];
    for (let i = from; i < to; i++) envelopes.push(this.envelope(i));
    return envelopes;
  }

  private envelope(i: number): Envelope {
    const { workload: w, makerOf } = this;
    const orderId = w.orderId[i]!;
    let userId = FIRST_TAKER + (orderId % TAKERS);
    let body: Envelope['body'];
    if (w.kind[i] === CANCEL) {
      userId = makerOf[orderId]!;
      body = { type: 'cancelOrder', orderId, clientOrderId: null };
    } else {
      if (w.kind[i] === ADD) userId = FIRST_MAKER + ((Math.imul(orderId, 0x9e3779b1) >>> 8) % MAKERS);
      makerOf[orderId] = userId;
      body = order(w.side[i] === 0 ? 'buy' : 'sell', w.priceTicks[i]!, w.lots[i]!, w.kind[i] === TAKE);
    }
    return { seq: this.lastSeq + 1 + i, timeMs: 1 + (i >> 6), userId, key: null, bodyHash: null, body };
  }
}

function order(side: 'buy' | 'sell', priceTicks: number, lots: number, immediate: boolean): Envelope['body'] {
  return {
    type: 'placeOrder',
    symbolId: 1,
    side,
    orderType: 'limit',
    timeInForce: immediate ? 'IOC' : 'GTC',
    postOnly: false,
    priceTicks: priceTicks as PriceTicks,
    lots: lots as Lots,
    quoteAmount: null,
    clientOrderId: null,
  };
}

/** Seconds of processor time, helpers' threads included: other programs on the machine do not count. */
function since(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}
