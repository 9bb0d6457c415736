import type { AppliedCommand } from '@candor/journal';
import type { IndexTick, KernelEvent, KernelView, VenueQuote } from '@candor/kernel';
import { indexOf } from '../audit/index-formula.ts';
import { type Act, type Exchange, must, type ProductModule, type SimProduct, words } from '../product.ts';
import { NO_HASH, recordHash } from '../recorder.ts';
import { SPOT } from '../world.ts';

const STALE_MS = 10_000;
const LATE_MS = 1_000;
/** The effects that prices have, and that no late tick may have. */
const BY_PRICES: ReadonlySet<KernelEvent['type']> = new Set([
  'index',
  'trade',
  'triggerFired',
  'marginCall',
  'marginSale',
  'perpetualMark',
  'perpetualTrade',
  'perpetualWarning',
  'perpetualOrderTriggered',
]);

/** Returns the time at which a tick was chained: a time ahead of its command's counts as that. */
export function chainedMsOf({ chainedMs }: IndexTick, nowMs: number): number {
  return Math.min(chainedMs ?? nowMs, nowMs);
}

/** True if a tick comes too late for anything but second contracts. */
export function isLate(tick: IndexTick, nowMs: number): boolean {
  return nowMs - chainedMsOf(tick, nowMs) > LATE_MS;
}
const WEIGHTS = new Map([
  [1, 500_000n],
  [2, 250_000n],
  [3, 250_000n],
]);

/** A quote as the log has it. */
interface Quoted {
  readonly bid: bigint;
  readonly ask: bigint;
  readonly timeMs: number;
}

/** Time and prices: the clock's ticks, the venues' quotes and the index that follows from them. */
class Time implements SimProduct {
  readonly weight = 15;
  private readonly exchange: Exchange;
  private seq = 0;
  private timeMs = 0;
  private tickNo = 0;
  private chainedMs = 0;
  private recordNo = 0;
  private recordHash = NO_HASH;
  /** The last journaled tick. */
  private last: IndexTick | null = null;
  private readonly quotes = new Map<number, Map<number, Quoted>>();
  private readonly indices = new Map<number, { price: bigint | null; venues: number }>();

  constructor(exchange: Exchange) {
    this.exchange = exchange;
  }

  listing(): never[] {
    return [];
  }

  act(): Act {
    const { random, recorder } = this.exchange;
    const nowMs = this.exchange.nowMs();
    const forged = random.chance(0.04) ? recorder.forge(nowMs) : null;
    if (forged !== null) return { userId: 0, body: forged };
    const chained = recorder.chain(nowMs);
    // Now and then a tick comes twice.
    const isAgain = chained === null && random.chance(0.1);
    const tick = isAgain ? this.last : chained;
    return { userId: 0, body: tick ?? { type: 'tick' } };
  }

  onCommand(command: AppliedCommand): void {
    const { envelope, outcome, events } = command;
    must(envelope.seq === this.seq + 1, 'no command is missing', () => `${envelope.seq} after ${this.seq}`);
    must(
      envelope.timeMs >= this.timeMs,
      'time never goes back',
      () => `${envelope.timeMs} after ${this.timeMs}`,
    );
    this.seq = envelope.seq;
    this.timeMs = envelope.timeMs;
    const { body } = envelope;
    if (body.type !== 'indexTick') return;
    const chainedMs = chainedMsOf(body, this.timeMs);
    const inOrder = body.tickNo > this.tickNo && chainedMs >= this.chainedMs;
    must(
      !outcome.ok || inOrder,
      'ticks are numbered upwards',
      () => `${words(outcome)} to tick ${body.tickNo}`,
    );
    must(
      !outcome.ok || this.follows(body),
      'a tick is taken that follows in the chain, and no other',
      () => `${words(outcome)} to ${words(body.record)} after record ${this.recordNo}`,
    );
    must(
      outcome.ok || !inOrder || !this.follows(body),
      'a tick that follows is taken',
      () => `${words(outcome)} to tick ${body.tickNo}`,
    );
    if (!outcome.ok) return;
    this.last = body;
    this.exchange.recorder.journaled(body);
    if (body.record !== undefined) [this.recordNo, this.recordHash] = [body.record.no, body.record.hash];
    this.tickNo = body.tickNo;
    this.chainedMs = chainedMs;
    for (const quote of body.quotes) this.take(quote);
    if (isLate(body, this.timeMs)) {
      const wrong = events.find(({ type }) => BY_PRICES.has(type));
      must(wrong === undefined, 'a late tick moves no price', () => words(wrong));
      return;
    }
    for (const [symbolId, quotes] of this.quotes) this.reckon(symbolId, quotes);
    for (const event of events) {
      if (event.type !== 'index') continue;
      const own = this.indices.get(event.symbolId);
      must(
        own !== undefined && told(own.price) === event.priceTicks && own.venues === event.venuesUsed,
        'the index is the formula of the quotes',
        () => `${words(event)}, reckoned ${words(own)}`,
      );
    }
  }

  scan(view: KernelView): void {
    must(
      view.seq === this.seq,
      'no command is missing',
      () => `the kernel is at ${view.seq}, not ${this.seq}`,
    );
    for (const { symbolId } of SPOT) {
      const own = this.indices.get(symbolId);
      const seen = view.index(symbolId);
      must(
        told(own?.price ?? null) === (seen?.priceTicks ?? null),
        'the index is the formula of the quotes',
        () => `of ${symbolId} the kernel has ${words(seen)}, reckoned ${words(own)}`,
      );
    }
  }

  /** True if a tick is the next record of the chain; without a chain, any tick is. */
  private follows(tick: IndexTick): boolean {
    const { record } = tick;
    if (record === undefined) return this.recordNo === 0;
    const { no, previousHash, hash } = record;
    if (no !== this.recordNo + 1 || previousHash !== this.recordHash) return false;
    return recordHash(no, previousHash, tick) === hash;
  }

  private take(quote: VenueQuote): void {
    let quotes = this.quotes.get(quote.symbolId);
    if (quotes === undefined) {
      quotes = new Map();
      this.quotes.set(quote.symbolId, quotes);
    }
    quotes.set(quote.venueId, {
      bid: BigInt(quote.bidTicks),
      ask: BigInt(quote.askTicks),
      timeMs: Math.min(quote.venueTimeMs, this.chainedMs),
    });
  }

  private reckon(symbolId: number, quotes: ReadonlyMap<number, Quoted>): void {
    const inputs = [...quotes].map(([venueId, { bid, ask, timeMs }]) => ({
      bid,
      ask,
      ageMs: this.timeMs - timeMs,
      weight: WEIGHTS.get(venueId)!,
    }));
    this.indices.set(symbolId, indexOf(inputs, STALE_MS, 1));
  }
}

function told(price: bigint | null): number | null {
  return price === null ? null : Number(price);
}

export const time: ProductModule = {
  name: 'time',
  create: (exchange) => new Time(exchange),
  wanted: ['indexTick ok', 'tick ok', 'index stale'],
  plants: [
    {
      name: 'tick-of-another-hash',
      file: 'kernel/index-tick.ts',
      find: "return own === hash ? null : 'TICK_CHAIN_BROKEN';",
      replace: "return own === '' ? 'TICK_CHAIN_BROKEN' : null;",
      breaks: /a tick is taken that follows in the chain/,
    },
    {
      name: 'tick-that-leaves-records-out',
      file: 'kernel/index-tick.ts',
      find: 'no !== index.recordNo + 1 || previousHash !== index.recordHash',
      replace: 'no <= index.recordNo',
      breaks: /a tick is taken that follows in the chain/,
    },
    {
      name: 'tick-without-a-record',
      file: 'kernel/index-tick.ts',
      find: "return index.recordNo === 0 ? null : 'TICK_CHAIN_BROKEN';",
      replace: 'return null;',
      breaks: /a tick is taken that follows in the chain/,
    },
    {
      name: 'chain-lost-by-a-restart',
      file: 'kernel/snapshot.ts',
      find: 'index.recordNo = reader.number();',
      replace: 'index.recordNo = 0 * reader.number();',
      breaks: /another state|a tick that follows is taken|replay/,
    },
    {
      name: 'late-tick-moves-prices',
      file: 'kernel/index-tick.ts',
      find: 'return timeMs - index.chainedMs > LATE_TICK_MS;',
      replace: 'return index.lastTickNo < 0 && timeMs > LATE_TICK_MS;',
      breaks: /a late tick moves no price|the index is the formula of the quotes/,
    },
    {
      name: 'late-tick-liquidates',
      file: 'kernel/hooks.ts',
      find: 'if (!late) part.onIndex?.(tickNo);',
      replace: 'part.onIndex?.(tickNo);',
      breaks: /a late tick moves no price/,
    },
    {
      name: 'index-upper-median',
      file: 'prices/index-price.ts',
      find: 'if (2 * reached >= total)',
      replace: 'if (2 * reached > total)',
      // second contracts are reckoned from the quotes too, and may end before an index is looked at
      breaks: /the index is the formula of the quotes|every payout is the one that the log’s prices give/,
    },
    {
      name: 'index-never-stale',
      file: 'kernel/index-keeper.ts',
      find: 'staleMs: INDEX_STALE_MS',
      replace: 'staleMs: 100 * INDEX_STALE_MS',
      breaks: /the index is the formula of the quotes/,
    },
    {
      name: 'index-lost-by-snapshot',
      file: 'kernel/snapshot.ts',
      find: 'timeMs: reader.number(),\n      });\n    }\n    index.symbols',
      replace: 'timeMs: reader.number() - 1000,\n      });\n    }\n    index.symbols',
      breaks: /the index is the formula|replay|another state/,
    },
  ],
};
