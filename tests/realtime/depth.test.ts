import { channels, depthSnapshotMessageSchema, depthUpdateMessageSchema, type Level } from '@candor/contract';
import type { Command, DepthView, Side } from '@candor/kernel';
import { type Lots, lotsToDecimal, type PriceTicks, ticksToDecimal } from '@candor/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BTC_STEPS, BTCUSDT, HOUSE } from '../api/support/listing.ts';
import { eventually } from '../support/patience.ts';
import { connect, ofChannel, type TestClient, until, type Wire } from './client.ts';
import { openStage, type Stage, USERS } from './stage.ts';

const CHANNEL = channels.depth('BTCUSDT');

/** Rebuilds a book by the contract's rules; any break of them throws. */
class Book {
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

function shown(view: DepthView): { b: Level[]; a: Level[] } {
  const quantity = (lots: Lots): string => (lots === 0 ? '0' : lotsToDecimal(lots, BTC_STEPS));
  const side = (levels: DepthView['bids']): Level[] =>
    levels.map(({ priceTicks, lots, houseLots }) => [
      ticksToDecimal(priceTicks, BTC_STEPS),
      quantity(lots),
      quantity(houseLots),
    ]);
  return { b: side(view.bids), a: side(view.asks) };
}

/** Reads along on a socket, so that the book is always as new as the messages. */
function follow(client: TestClient): Book {
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

/** A repeatable source of numbers below `n`. */
function dice(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

const INDEX_TICKS = 5_000_000;

function randomCommand(roll: (n: number) => number): { userId: number; body: Command } {
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

describe('depth', () => {
  let stage: Stage;
  const open = async (): Promise<{ client: TestClient; book: Book }> => {
    const client = await connect(`${stage.url}/ws/depth`);
    const book = follow(client);
    client.send({ op: 'subscribe', channels: [CHANNEL] });
    await client.next(ofChannel(CHANNEL));
    return { client, book };
  };
  const trade = async (count: number, seed: number): Promise<void> => {
    const roll = dice(seed);
    for (let n = 0; n < count; n += 10) {
      const commands = Array.from({ length: 10 }, () => randomCommand(roll));
      await Promise.all(commands.map(({ userId, body }) => stage.submit(userId, body)));
      if (n % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  /** A bid of a user's, far from the others. */
  const rest = (priceTicks: number, lots: number) =>
    stage.submit(1000, {
      ...{ type: 'placeOrder', symbolId: BTCUSDT, side: 'buy', orderType: 'limit', timeInForce: 'GTC' },
      ...{ postOnly: false, quoteAmount: null, clientOrderId: null },
      priceTicks: priceTicks as PriceTicks,
      lots: lots as Lots,
    });
  const bids = (): readonly Level[] => stage.realtime.depthSnapshot('BTCUSDT', 500)?.b ?? [];
  const truth = () =>
    stage.engine.read((view) => ({ seq: view.seq, ...shown(view.depth(BTCUSDT, Number.MAX_SAFE_INTEGER)) }));
  /** The book as it stands once everything committed has arrived: the last update may be of an older sequence. */
  const settled = async (book: Book) => {
    const { seq, ...expected } = await truth();
    await until(() => JSON.stringify(book.sorted()) === JSON.stringify(expected), 'the same book').catch(
      () => {},
    );
    return { seq, expected };
  };

  beforeAll(async () => {
    stage = await openStage();
    await trade(200, 1);
  });
  afterAll(() => stage.stop());

  it('is rebuilt exactly from the snapshot and the updates, also by who joins in the middle or comes back', async () => {
    const first = await open();
    let goingOn = true;
    const trading = (async () => {
      for (let seed = 20; goingOn; seed++) await trade(100, seed);
    })();
    const late = await open();
    await until(() => late.book.updates > 10, 'updates');
    first.client.ws.terminate();
    const back = await open();
    await until(() => back.book.updates > 3, 'updates to who came back').finally(() => {
      goingOn = false;
    });
    await trading;
    for (const { book } of [late, back]) {
      const { expected } = await settled(book);
      expect(expected.b.length + expected.a.length).toBeGreaterThan(20);
      expect(book.sorted()).toEqual(expected);
    }
    expect(stage.errors).toEqual([]);
    for (const { client } of [late, back]) client.ws.terminate();
  });

  it('numbers updates without a gap between one and the next', async () => {
    const { client } = await open();
    const told = () => client.messages.filter(({ ch, type }) => ch === CHANNEL && type === 'update');
    // several at once go in one: as many rounds as it takes
    let seed = 300;
    await eventually(async () => {
      await trade(100, seed++);
      expect(told().length).toBeGreaterThan(5);
    });
    const updates = told();
    for (const [n, update] of updates.entries()) {
      expect(Number(update.u)).toBeGreaterThanOrEqual(Number(update.U));
      if (n > 0) expect(update.U).toBe(Number(updates[n - 1]!.u) + 1);
    }
    client.ws.terminate();
  });

  it('is offered to other rooms, the best levels first and no more than asked for', async () => {
    const { seq, b, a } = await truth();
    await until(() => stage.realtime.depthSnapshot('BTCUSDT', 1)?.u === seq, 'the last sequence');
    expect(stage.realtime.depthSnapshot('BTCUSDT', 3)).toMatchObject({ b: b.slice(0, 3), a: a.slice(0, 3) });
    expect(stage.realtime.depthSnapshot('NOPE', 3)).toBeNull();
  });

  it('marks what the house quotes', async () => {
    const levels = [{ side: 'buy' as const, priceTicks: 4_900_000 as PriceTicks, lots: 700 as Lots }];
    await stage.submit(HOUSE, { type: 'massQuote', symbolId: BTCUSDT, levels });
    await rest(4_900_000, 300);
    await until(() => bids().some(([, quantity]) => quantity === '0.01000'), 'both');
    expect(bids()).toContainEqual(['49000.00', '0.01000', '0.00700']);
  });

  it('is read anew and sent whole when committed commands were missed', async () => {
    const { client, book } = await open();
    const snapshots = (): number =>
      client.messages.filter(({ ch, type }) => ch === CHANNEL && type === 'snapshot').length;
    const before = snapshots();
    const resyncs = stage.realtime.stats().resyncs;
    stage.losesBatch = () => true;
    await rest(4_800_000, 100);
    stage.losesBatch = () => false;
    // An order elsewhere, which fits the book as it was: only the sequence tells that something is missing.
    await rest(4_700_000, 100);
    await until(() => snapshots() > before, 'a new snapshot');
    const { expected } = await settled(book);
    expect(book.sorted()).toEqual(expected);
    expect(bids().map(([price]) => price)).toEqual(expect.arrayContaining(['48000.00', '47000.00']));
    expect(stage.realtime.stats().resyncs).toBeGreaterThan(resyncs);
    client.ws.terminate();
  });

  it('goes on after the engine lost its database and recovered', async () => {
    const { client, book } = await open();
    const { epoch } = stage.engine.status();
    // Orders under way may be refused, as not done or as unknown; the books must agree either way.
    const trading = trade(300, 6).catch((error: Error) => expect(error.name).toBe('JournalError'));
    await stage.cutDatabase();
    await trading;
    await until(() => stage.engine.status().epoch > epoch, 'a new epoch');
    await until(() => stage.engine.status().state === 'ready', 'a recovered engine');
    await trade(300, 7);
    const { expected } = await settled(book);
    expect(book.sorted()).toEqual(expected);
    client.ws.terminate();
  });
});
