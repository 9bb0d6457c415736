import { channels, depthSnapshotMessageSchema, depthUpdateMessageSchema, type Level } from '@candor/api';
import type { Command, DepthView, PlaceOrder, Side } from '@candor/kernel';
import { type Lots, lotsToDecimal, type PriceTicks, ticksToDecimal } from '@candor/money';
import { BTC_STEPS, BTCUSDT, HOUSE } from '../api/support/listing.ts';
import type { TestClient, Wire } from './client.ts';
import { USERS } from './stage.ts';

/** The public channel of the book. */
export const CHANNEL = channels.depth('BTCUSDT');

/** Rebuilds a book by the contract's rules, and throws if they are broken. */
export class Book {
  readonly #sides = { b: new Map<string, Level>(), a: new Map<string, Level>() };
  u: number | null = null;
  updates = 0;

  take(message: Wire): void {
    if (message.type === 'snapshot') {
      const snapshot = depthSnapshotMessageSchema.parse(message);
      for (const side of ['b', 'a'] as const) {
        this.#sides[side] = new Map(snapshot[side].map((level) => [level[0], level]));
      }
      this.u = snapshot.u;
      return;
    }
    const update = depthUpdateMessageSchema.parse(message);
    if (this.u === null) throw new Error('an update before the snapshot');
    if (update.U > this.u + 1) throw new Error(`gap: ${this.u} to ${update.U}`);
    if (update.u <= this.u) return;
    for (const side of ['b', 'a'] as const) {
      for (const level of update[side]) {
        if (level[1] === '0') this.#sides[side].delete(level[0]);
        else this.#sides[side].set(level[0], level);
      }
    }
    this.u = update.u;
    this.updates += 1;
  }

  sorted(): { b: Level[]; a: Level[] } {
    const by = (sign: number) => (x: Level, y: Level) => sign * (Number(x[0]) - Number(y[0]));
    return {
      b: [...this.#sides.b.values()].sort(by(-1)),
      a: [...this.#sides.a.values()].sort(by(1)),
    };
  }
}

/** Returns a kernel's book in the channel's format. */
export function shown(view: DepthView): { b: Level[]; a: Level[] } {
  const quantity = (lots: Lots): string => (lots === 0 ? '0' : lotsToDecimal(lots, BTC_STEPS));
  const side = (levels: DepthView['bids']): Level[] =>
    levels.map(({ priceTicks, lots, houseLots }) => [
      ticksToDecimal(priceTicks, BTC_STEPS),
      quantity(lots),
      quantity(houseLots),
    ]);
  return { b: side(view.bids), a: side(view.asks) };
}

/** Applies a socket's messages to a book as they arrive. */
export function follow(client: TestClient): Book {
  const book = new Book();
  let read = 0;
  const take = (): void => {
    for (; read < client.messages.length; read++) {
      if (client.messages[read]!.ch === CHANNEL) book.take(client.messages[read]!);
    }
  };
  client.ws.on('message', take);
  take();
  return book;
}

/** Returns a repeatable generator of numbers below `n`. */
export function dice(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

const INDEX_TICKS = 5_000_000;

/** Returns a random order, cancellation or house quote around the index. */
export function randomCommand(roll: (n: number) => number): { userId: number; body: Command } {
  const side: Side = roll(2) === 0 ? 'buy' : 'sell';
  // Mostly away from the other side, so that a book builds up.
  const priceTicks = (INDEX_TICKS + (side === 'buy' ? 20 - roll(120) : roll(120) - 20)) as PriceTicks;
  const lots = (1 + roll(50_000)) as Lots;
  if (roll(10) === 0) {
    const away = (n: number): number => (side === 'buy' ? -150 : 150) + n;
    const levels = Array.from({ length: 5 }, (_, n) => ({
      side,
      priceTicks: (INDEX_TICKS + away(n)) as PriceTicks,
      lots: (roll(3) === 0 ? 0 : 1 + roll(90_000)) as Lots,
    }));
    return { userId: HOUSE, body: { type: 'massQuote', symbolId: BTCUSDT, levels } };
  }
  const userId = USERS[roll(USERS.length)]!;
  if (roll(40) === 0) return { userId, body: { type: 'cancelAll', symbolId: BTCUSDT } };
  const market = roll(6) === 0;
  return {
    userId,
    body: {
      type: 'placeOrder',
      symbolId: BTCUSDT,
      side,
      orderType: market ? 'market' : 'limit',
      timeInForce: market ? 'IOC' : 'GTC',
      postOnly: false,
      priceTicks: market ? null : priceTicks,
      lots,
      quoteAmount: null,
      clientOrderId: null,
    },
  };
}

/** Returns a bid of 0.001 BTC that rests at a price. */
export const bid = (priceTicks: number): PlaceOrder => ({
  type: 'placeOrder',
  symbolId: BTCUSDT,
  side: 'buy',
  orderType: 'limit',
  timeInForce: 'GTC',
  postOnly: false,
  quoteAmount: null,
  clientOrderId: null,
  lots: 100 as Lots,
  priceTicks: priceTicks as PriceTicks,
});
