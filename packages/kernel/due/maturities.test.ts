import type { Amount } from '@candor/money';
import { describe, expect, test } from 'vitest';
import type { ByteReader, ByteWriter } from '../codec/bytes.ts';
import { count, list, number, record } from '../codec/fields.ts';
import type { Command, Envelope } from '../commands.ts';
import { postEntry } from '../ledger/entries.ts';
import { Machine } from '../machine.ts';
import { DONE } from '../outcome.ts';
import { type Product, type ProductContext, productRoom } from '../product.ts';
import { PRODUCTS } from '../products/list.ts';
import { type DueItem, DueQueue } from './due-queue.ts';
import type { DueSlice } from './due-slice.ts';
import { MAX_DUE_ITEMS, MAX_DUE_ITEMS_BESIDE, MAX_URGENT_ITEMS } from './due-slice.ts';

const USDT = 1002;
const ANN = 1000;
const MANY = 100_000;
const START_MS = 1_735_732_800_000;

interface Deposit extends DueItem {
  readonly units: number;
}

const section = list(record<Deposit>({ id: count, userId: count, dueMs: number, units: count }));

/** A product of deposits that mature: what staking and fixed terms will be. Its commands exist in this test alone. */
class Deposits implements Product {
  readonly name = 'deposits';
  readonly view: { settled: { readonly id: number; readonly userId: number }[] } = { settled: [] };
  readonly handlers = {
    deposit: {
      perform: (_: number, { units, dueMs, userId, id }: Deposit) => {
        this.due.add({ id, userId, dueMs, units });
        return DONE;
      },
    },
  };
  private readonly due = new DueQueue<Deposit>();
  private readonly state: ProductContext['state'];

  constructor({ state }: ProductContext) {
    this.state = state;
  }

  nextDueMs(): number {
    return this.due.nextMs();
  }

  onTimeOf(userId: number, nowMs: number): void {
    for (let item = this.due.takeOf(userId, nowMs); item !== undefined; item = this.due.takeOf(userId, nowMs))
      this.pay(item);
  }

  onTime(nowMs: number, _previousMs: number, slice: DueSlice): void {
    while (this.due.nextMs() <= nowMs && slice.take()) this.pay(this.due.take(nowMs)!);
  }

  private pay({ id, userId, units }: Deposit): void {
    const { accounts } = this.state;
    this.view.settled.push({ id, userId });
    postEntry(this.state, 'practice-funds', { tradeId: 0, orderId: id }, [
      { account: accounts.find(-1), assetId: USDT, amount: BigInt(-units) },
      { account: accounts.find(userId), assetId: USDT, amount: BigInt(units) },
    ]);
  }

  write(writer: ByteWriter): void {
    section.write(
      writer,
      [...this.due.values()].sort((a, b) => a.id - b.id),
    );
  }

  read(reader: ByteReader): void {
    for (const deposit of section.read(reader)) this.due.add(deposit);
  }
}

const rooms = [
  ...PRODUCTS,
  productRoom('deposits', {}, (context) => new Deposits(context), { deposit: { sender: 'system' } }),
];

class Bench {
  machine = new Machine(rooms, {});
  nowMs = START_MS;
  readonly sent: Envelope[] = [];

  constructor() {
    this.send(0, { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: null });
    this.send(0, { type: 'listAsset', assetId: USDT, code: 'USDT', name: 'Tether', scale: 8 });
    for (let user = ANN; user < ANN + 50; user++)
      this.send(0, { type: 'openAccount', accountUserId: user, kind: 'user' });
    for (let user = ANN; user < ANN + 50; user++)
      this.send(0, { type: 'practiceFunds', accountUserId: user, assetId: USDT, amount: 1n as Amount });
  }

  send(userId: number, body: Command) {
    const { machine } = this;
    const envelope = { seq: machine.seq + 1, timeMs: this.nowMs, userId, key: null, bodyHash: null, body };
    this.sent.push(envelope);
    return machine.apply(envelope);
  }

  deposit(id: number, userId: number, dueMs: number): void {
    this.send(0, { type: 'deposit', id, userId, dueMs, units: 3 } as unknown as Command);
  }

  get settled() {
    return (this.machine.views.deposits as Deposits['view']).settled;
  }

  available(userId: number): bigint {
    return this.machine.balances(userId)[0]!.available;
  }
}

/** Deposits of many users that all mature in one moment. */
function crowded(deposits: number): Bench {
  const bench = new Bench();
  for (let id = 1; id <= deposits; id++) bench.deposit(id, ANN + 1 + (id % 49), START_MS + 1_000);
  return bench;
}

describe('what falls due at one moment', () => {
  test('is settled in slices, in order, and ticks settle all of it', () => {
    const bench = crowded(MANY);
    bench.nowMs += 1_000;
    let commands = 0;
    while (bench.machine.nextDueMs <= bench.nowMs) {
      const before = bench.settled.length;
      bench.send(0, { type: 'tick' });
      commands += 1;
      expect(bench.settled.length - before).toBeLessThanOrEqual(MAX_DUE_ITEMS);
    }
    expect(commands).toBe(Math.ceil(MANY / MAX_DUE_ITEMS));
    expect(bench.settled.map(({ id }) => id)).toEqual(Array.from({ length: MANY }, (_, i) => i + 1));
    expect(bench.machine.ledgerSums()[0]!.sum).toBe(0n);
    expect(bench.machine.nextDueMs).toBe(Number.POSITIVE_INFINITY);
  });

  test('of the sender comes first: its command sees it', () => {
    const bench = crowded(5 * MAX_DUE_ITEMS);
    bench.deposit(900_000, ANN, START_MS + 1_000);
    bench.deposit(900_001, ANN, START_MS + 2_000);
    bench.nowMs += 1_000;
    bench.send(ANN, { type: 'cancelAll', symbolId: null });
    expect(bench.settled[0]).toEqual({ id: 900_000, userId: ANN });
    expect(bench.settled).toHaveLength(MAX_DUE_ITEMS_BESIDE + 1);
    expect(bench.available(ANN)).toBe(4n);
    while (bench.machine.nextDueMs <= bench.nowMs) bench.send(0, { type: 'tick' });
    expect(bench.settled).toHaveLength(5 * MAX_DUE_ITEMS + 1);
    expect(bench.available(ANN)).toBe(4n);
  });

  test('is settled by few at a time where a command does more than pass the time', () => {
    const bench = crowded(5 * MAX_DUE_ITEMS);
    bench.nowMs += 1_000;
    const settledBy = (userId: number, body: Command) => {
      const before = bench.settled.length;
      bench.send(userId, body);
      return bench.settled.slice(before).map(({ id }) => id);
    };
    const ids = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at);
    expect(settledBy(0, { type: 'tick' })).toEqual(ids(1, MAX_DUE_ITEMS));
    const next = MAX_DUE_ITEMS + 1;
    expect(settledBy(ANN, { type: 'cancelAll', symbolId: null })).toEqual(ids(next, MAX_DUE_ITEMS_BESIDE));
    const funds = { type: 'practiceFunds', accountUserId: ANN, assetId: USDT, amount: 1n as Amount } as const;
    expect(settledBy(0, funds)).toEqual(ids(next + MAX_DUE_ITEMS_BESIDE, MAX_DUE_ITEMS_BESIDE));
    expect(MAX_DUE_ITEMS_BESIDE).toBeLessThan(MAX_DUE_ITEMS);
  });

  test('goes on the same after a restart between two slices', () => {
    const bench = crowded(3 * MAX_DUE_ITEMS);
    bench.nowMs += 1_000;
    bench.send(0, { type: 'tick' });
    const restarted = new Machine(rooms, {});
    restarted.load(bench.machine.snapshot());
    expect(restarted.nextDueMs).toBe(bench.machine.nextDueMs);
    for (let i = 0; i < 2; i++) {
      const { events } = bench.send(
        i === 0 ? ANN + 7 : 0,
        i === 0 ? { type: 'cancelAll', symbolId: null } : { type: 'tick' },
      );
      expect(restarted.apply(bench.sent.at(-1)!).events).toEqual(events);
    }
    expect(restarted.stateHash()).toBe(bench.machine.stateHash());
  });

  test('is settled by every kernel alike that replays the commands', () => {
    const bench = crowded(2 * MAX_DUE_ITEMS);
    bench.nowMs += 1_000;
    bench.send(ANN + 7, { type: 'cancelAll', symbolId: null });
    for (let i = 0; i < 3; i++) bench.send(0, { type: 'tick' });
    const replayed = new Machine(rooms, {});
    for (const envelope of bench.sent) replayed.apply(envelope);
    expect(replayed.stateHash()).toBe(bench.machine.stateHash());
  });

  test('holds up nothing that is urgent: a tick settles that beside it, whatever stands before', () => {
    let settled = 0;
    const urgent = (name: string) =>
      productRoom(
        name,
        {},
        () => ({
          name,
          isUrgent: true,
          handlers: {},
          view: {},
          write() {},
          read() {},
          nextDueMs: () => 0,
          onTime(_now: number, _previous: number, slice: DueSlice) {
            while (slice.take()) settled += name === 'last' ? 1 : 0;
          },
        }),
        {},
      );
    const machine = new Machine([urgent('first'), ...rooms, urgent('last')], {});
    machine.load(new Machine([urgent('first'), ...rooms, urgent('last')], {}).snapshot());
    const apply = (seq: number, body: Command) =>
      machine.apply({ seq, timeMs: 1, userId: 0, key: null, bodyHash: null, body });
    apply(1, { type: 'tick' });
    expect(settled).toBe(MAX_URGENT_ITEMS);
    // any other command has one slice for all
    apply(2, { type: 'openAccount', accountUserId: ANN, kind: 'user' });
    expect(settled).toBe(MAX_URGENT_ITEMS);
    expect(MAX_URGENT_ITEMS).toBeGreaterThan(MAX_DUE_ITEMS);
  });

  test('may not be left where it is by a product that settles nothing', () => {
    const stuck = productRoom(
      'stuck',
      {},
      () => ({
        name: 'stuck',
        handlers: {},
        view: {},
        write() {},
        read() {},
        nextDueMs: () => 0,
        onTime() {},
      }),
      {},
    );
    const machine = new Machine([stuck], {});
    machine.load(new Machine([stuck], {}).snapshot());
    const tick = { seq: 1, timeMs: 1, userId: 0, key: null, bodyHash: null, body: { type: 'tick' } } as const;
    expect(() => machine.apply(tick)).toThrow('each slice settles something that is due');
  });
});
