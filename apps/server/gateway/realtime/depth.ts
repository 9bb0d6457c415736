import { channels, DEPTH_LEVELS, type Level } from '@candor/api';
import type { AppliedCommand } from '@candor/journal';
import type { DepthLevel, KernelEvent } from '@candor/kernel';
import { lotsToDecimal, ticksToDecimal } from '@candor/money';
import type { BookSymbol, Catalogue } from './catalogue.ts';
import { type BookEvent, DepthBook } from './depth-book.ts';
import { jsonFrame } from './frame.ts';
import type { HubChannel } from './hub.ts';
import type { Books } from './queries.ts';

/** A symbol's book at journal sequence `u`; levels best first. */
export interface DepthSnapshot {
  readonly u: number;
  readonly t: number;
  readonly b: Level[];
  readonly a: Level[];
}

/** Every symbol's book as committed, and the channels that carry it. */
export interface Depth {
  /** Resets the books to the core's answer. */
  install(books: Books): void;
  /** Takes the next committed command. Throws DepthMismatch when it does not fit: then read again. */
  apply(command: AppliedCommand): void;
  /** The best levels of each side; null for a symbol that is not listed. */
  snapshot(symbol: string, levels: number): DepthSnapshot | null;
  /** The channel of one symbol's book. */
  channel(symbol: BookSymbol): HubChannel;
}

/** Books are empty until `install`. */
export function createDepth(catalogue: Catalogue): Depth {
  let books = new Map<number, DepthBook>();
  /** The reading that the books began with; a snapshot of another one is void. */
  let installed: Books = { seq: 0, timeMs: 0, bySymbol: new Map() };
  let seq = 0;
  let timeMs = 0;

  const bookOf = (symbolId: number): DepthBook => {
    let book = books.get(symbolId);
    if (book === undefined) {
      book = new DepthBook();
      books.set(symbolId, book);
    }
    return book;
  };
  const snapshotOf = (symbol: BookSymbol, levels: number): DepthSnapshot => {
    const { bids, asks } = bookOf(symbol.symbolId).best(levels);
    return { u: seq, t: timeMs, b: toLevels(bids, symbol), a: toLevels(asks, symbol) };
  };

  return {
    install(read) {
      installed = read;
      books = new Map([...read.bySymbol].map(([symbolId, view]) => [symbolId, new DepthBook(view)]));
      seq = read.seq;
      timeMs = read.timeMs;
    },
    apply({ stamp, events }) {
      for (const event of events) {
        if (isBookEvent(event)) bookOf(event.symbolId).apply(event);
      }
      seq = stamp.seq;
      timeMs = stamp.timeMs;
    },
    snapshot(symbolName, levels) {
      const symbol = catalogue.bookByName(symbolName);
      return symbol === undefined ? null : snapshotOf(symbol, levels);
    },
    channel(symbol) {
      const name = channels.depth(symbol.name);
      /** Sequence that the last update reached. */
      let sentSeq = seq;
      /** Written once for all who ask between two updates: the next update covers what came after it. */
      let snapshotFrame: { readonly of: Books; readonly frame: Buffer } | null = null;
      const snapshot = (): Buffer => {
        if (snapshotFrame?.of !== installed) {
          const message = { ch: name, type: 'snapshot', ...snapshotOf(symbol, DEPTH_LEVELS) };
          snapshotFrame = { of: installed, frame: jsonFrame(message) };
        }
        return snapshotFrame.frame;
      };
      const takeChanges = () => {
        const { bids, asks } = bookOf(symbol.symbolId).takeChanges();
        if (bids.length === 0 && asks.length === 0) return null;
        const U = sentSeq + 1;
        sentSeq = seq;
        snapshotFrame = null;
        return { bids, asks, U };
      };
      return {
        name,
        pass: () => void takeChanges(),
        takeFrames() {
          const changes = takeChanges();
          if (changes === null) return [];
          const { bids, asks, U } = changes;
          if (bids.length + asks.length > 2 * DEPTH_LEVELS) return [snapshot()];
          const b = toLevels(bids, symbol);
          const a = toLevels(asks, symbol);
          return [jsonFrame({ ch: name, type: 'update', U, u: seq, t: timeMs, b, a })];
        },
        mark: () => sentSeq,
        catchUp: snapshot,
      };
    },
  };
}

const bookEvents = new Set<KernelEvent['type']>([
  'orderRested',
  'trade',
  'orderDone',
  'orderAmended',
  'perpetualOrderRested',
  'perpetualOrderCut',
  'perpetualTrade',
  'perpetualOrderDone',
]);

function isBookEvent(event: KernelEvent): event is BookEvent {
  return bookEvents.has(event.type);
}

function toLevels(levels: readonly DepthLevel[], symbol: BookSymbol): Level[] {
  return levels.map(({ priceTicks, lots, houseLots }) => [
    ticksToDecimal(priceTicks, symbol),
    quantity(lots, symbol),
    quantity(houseLots, symbol),
  ]);
}

const quantity = (lots: DepthLevel['lots'], symbol: BookSymbol): string =>
  lots === 0 ? '0' : lotsToDecimal(lots, symbol);
