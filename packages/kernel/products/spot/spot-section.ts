import { FLAG_LATE, FLAG_SELL } from '../../book/order-pool.ts';
import type { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import { big, count, type Field, flag, list, number, optional, record, text } from '../../codec/fields.ts';
import type { SavedFees, SavedVolume } from '../../fees/fee-schedule.ts';
import { readBooks, writeBooks } from './books-section.ts';
import { feeTier, termsShape, triggeredShape } from './codec.ts';
import type { TriggeredOrder, TriggerTerms } from './commands.ts';
import type { SpotState } from './spot-state.ts';
import { holdWaiting } from './waiting.ts';

interface SavedWaiting {
  readonly orderId: number;
  readonly trader: number;
  readonly isBuy: boolean;
  readonly terms: TriggerTerms;
  readonly order: TriggeredOrder;
  readonly clientOrderId: string | null;
  readonly createdMs: number;
  readonly twinOrderId: number;
  readonly held: number;
  readonly extremeTicks: number;
}

/** Orders of one price, first in line first, where their ids do not tell that. */
type SavedQueue = readonly number[];

interface SavedSpot {
  /** By symbol, in the order of listing. */
  readonly lastTicks: readonly number[];
  readonly waiting: readonly SavedWaiting[];
  readonly queues: readonly SavedQueue[];
  readonly fees: SavedFees;
}

const volumes: Field<readonly SavedVolume[]> = list(record({ account: count, day: count, units: big }));

const section: Field<SavedSpot> = record<SavedSpot>({
  lastTicks: list(count),
  waiting: list(
    record<SavedWaiting>({
      orderId: count,
      trader: count,
      isBuy: flag,
      terms: record(termsShape),
      order: record(triggeredShape),
      clientOrderId: optional(text),
      createdMs: number,
      twinOrderId: count,
      held: count,
      extremeTicks: count,
    }),
  ),
  queues: list(list(count)),
  fees: record<SavedFees>({
    volumeAssetId: count,
    day: count,
    tiers: list(feeTier),
    today: volumes,
    past: volumes,
  }),
});

/** Writes the section of spot. */
export function writeSpot(writer: ByteWriter, state: SpotState): void {
  writeBooks(writer, state);
  section.write(writer, {
    lastTicks: state.symbols.map((symbol) => symbol.lastTicks),
    waiting: state.waiting.all(),
    queues: queuesOf(state),
    fees: state.fees.save(),
  });
}

/** Reads what `writeSpot` wrote. */
export function readSpot(reader: ByteReader, state: SpotState): void {
  readBooks(reader, state);
  const saved = section.read(reader);
  for (const symbol of state.symbols) symbol.lastTicks = saved.lastTicks[symbol.number]!;
  for (const one of saved.waiting) {
    const account = state.traders.account(one.trader);
    const waiting = {
      ...one,
      account,
      userId: state.accounts.numbers[account]!,
      symbol: state.symbols[state.traders.symbol(one.trader)]!,
      firedTicks: 0,
    };
    state.waiting.put(waiting);
    holdWaiting(state, waiting, one.held);
  }
  for (const queue of saved.queues) lineUp(state, queue);
  state.fees.restore(saved.fees);
}

/** The queues that have an order in them which came to rest later than its id says. */
function queuesOf(state: SpotState): SavedQueue[] {
  const { orders, traders, symbols } = state;
  const written = new Set<number>();
  const queues: SavedQueue[] = [];
  for (const orderId of [...state.late].sort((a, b) => a - b)) {
    if (written.has(orderId)) continue;
    const slot = orders.find(orderId);
    const { book } = symbols[traders.symbol(orders.owner(slot))]!;
    const isBid = (orders.flags(slot) & FLAG_SELL) === 0;
    const queue = book.queueAt(isBid, orders.priceTicks(slot)).map((other) => orders.id(other));
    for (const id of queue) written.add(id);
    queues.push(queue);
  }
  return queues;
}

/** Puts a price's orders, which are in its queue, into this order. */
function lineUp(state: SpotState, queue: SavedQueue): void {
  const { orders, traders, symbols } = state;
  for (const orderId of queue) {
    const slot = orders.find(orderId);
    const { book } = symbols[traders.symbol(orders.owner(slot))]!;
    book.remove(slot);
    book.append(slot);
    if ((orders.flags(slot) & FLAG_LATE) !== 0) state.late.add(orderId);
  }
}
