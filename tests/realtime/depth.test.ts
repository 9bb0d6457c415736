import type { Level } from '@candor/api';
import type { Lots, PriceTicks } from '@candor/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BTCUSDT, HOUSE } from '../api/support/listing.ts';
import { eventually } from '../support/patience.ts';
import { type Book, CHANNEL, dice, follow, randomCommand, shown } from './book.ts';
import { connect, ofChannel, type TestClient, until } from './client.ts';
import { openStage, type Stage } from './stage.ts';

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
      type: 'placeOrder',
      symbolId: BTCUSDT,
      side: 'buy',
      orderType: 'limit',
      timeInForce: 'GTC',
      postOnly: false,
      quoteAmount: null,
      clientOrderId: null,
      priceTicks: priceTicks as PriceTicks,
      lots: lots as Lots,
    });
  const bids = (): readonly Level[] => stage.realtime.depthSnapshot('BTCUSDT', 500)?.b ?? [];
  const truth = () =>
    stage.engine.read((view) => ({
      seq: view.seq,
      ...shown(view.spot.depth(BTCUSDT, Number.MAX_SAFE_INTEGER)),
    }));
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

  it('is read again and sent whole when committed commands were missed', async () => {
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
