import type { AppliedCommand } from '@candor/journal';
import type { KernelEvent } from '@candor/kernel';
import type { PriceTicks } from '@candor/money';
import type { Prices } from './queries.ts';

type Source = 'last' | 'index';

/** A price that waiting orders of a symbol were let see. */
export interface SeenPrice {
  readonly symbolId: number;
  readonly source: Source;
  readonly priceTicks: PriceTicks;
}

/** What a committed command showed to waiting orders. */
export interface Seen {
  /** Indices in force after an index tick; they come before all else that the command did. */
  readonly indices: readonly SeenPrice[];
  /** Tells whether orders see the trades of a symbol: not while it is halted. */
  trades(symbolId: number): boolean;
  /** The price of a source now: null while the index is stale, undefined where it is not known here. */
  now(symbolId: number, source: Source): PriceTicks | null | undefined;
}

/** After a longer pause between commands the first ones move no order. */
const DOWNTIME_MS = 5_000;
const NONE: readonly SeenPrice[] = [];

/**
 * The prices that trailing stops follow, by committed commands alone. The kernel tells when such a stop fires and not
 * how it follows: an event for each step of each order would be the most of the journal.
 */
export class SeenPrices {
  readonly #index = new Map<number, PriceTicks | null>();
  readonly #last = new Map<number, PriceTicks | null>();
  readonly #trades = new Map<number, boolean>();
  readonly #isTrading: (symbolId: number) => boolean;
  #timeMs = 0;
  #resumedMs = 0;

  /** `isTrading` tells of symbols whose state did not change since this began. */
  constructor(isTrading: (symbolId: number) => boolean) {
    this.#isTrading = isTrading;
  }

  /** Takes the next committed command. */
  take({ envelope, outcome, events }: AppliedCommand): Seen {
    const { timeMs } = envelope;
    if (timeMs - this.#timeMs > DOWNTIME_MS) this.#resumedMs = timeMs;
    this.#timeMs = timeMs;
    for (const event of events) this.#learn(event);
    const isTick = envelope.body.type === 'indexTick' && outcome.ok && timeMs > this.#resumedMs;
    const trades = (symbolId: number) => this.#trades.get(symbolId) ?? this.#isTrading(symbolId);
    return {
      indices: isTick ? this.#indices(trades) : NONE,
      trades,
      now: (symbolId, source) => (source === 'index' ? this.#index : this.#last).get(symbolId),
    };
  }

  /** Takes what the core answered for prices that no command has named yet. */
  begin(prices: Prices): void {
    for (const [symbolId, { index, last }] of prices) {
      if (!this.#index.has(symbolId)) this.#index.set(symbolId, index);
      if (!this.#last.has(symbolId)) this.#last.set(symbolId, last);
    }
  }

  /** Forgets all prices, for example after a gap in the committed commands. */
  clear(): void {
    this.#index.clear();
    this.#last.clear();
    this.#trades.clear();
  }

  #learn(event: KernelEvent): void {
    if (event.type === 'index') this.#index.set(event.symbolId, event.priceTicks);
    else if (event.type === 'trade') this.#last.set(event.symbolId, event.priceTicks);
    else if (event.type === 'symbolState') this.#trades.set(event.symbolId, event.state === 'trading');
  }

  #indices(trades: (symbolId: number) => boolean): SeenPrice[] {
    const seen: SeenPrice[] = [];
    for (const [symbolId, priceTicks] of this.#index) {
      if (priceTicks !== null && trades(symbolId)) seen.push({ symbolId, source: 'index', priceTicks });
    }
    return seen;
  }
}
