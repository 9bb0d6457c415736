import type { AppliedCommand } from '@candor/journal';
import type { KernelEvent } from '@candor/kernel';
import type { PriceTicks } from '@candor/money';
import { indexTickOf } from '../../engine/core/index.ts';
import type { Prices } from './queries.ts';

type Source = 'last' | 'index';

/** A price that waiting orders of a symbol have seen. */
export interface SeenPrice {
  readonly symbolId: number;
  readonly source: Source;
  readonly priceTicks: PriceTicks;
}

/** The prices that a committed command showed to waiting orders. */
export interface Seen {
  /** Indices in force after an index tick; they precede all other effects of the command. */
  readonly indices: readonly SeenPrice[];
  /** True if orders see the trades of a symbol, which they do not while it is halted. */
  trades(symbolId: number): boolean;
  /** Returns the current price of a source: null while the index is stale, undefined if it is not known here. */
  now(symbolId: number, source: Source): PriceTicks | null | undefined;
}

/** After a pause between commands longer than this, the first ones move no order. */
const DOWNTIME_MS = 5_000;
const NONE: readonly SeenPrice[] = [];

/**
 * Tracks the prices that trailing stops follow, from committed commands only. The kernel emits an event when such a
 * stop fires, but not for each step that it follows: those events would fill most of the journal.
 */
export class SeenPrices {
  readonly #index = new Map<number, PriceTicks | null>();
  readonly #last = new Map<number, PriceTicks | null>();
  readonly #trades = new Map<number, boolean>();
  readonly #isTrading: (symbolId: number) => boolean;
  #timeMs = 0;
  #resumedMs = 0;

  /** `isTrading` is used for symbols whose state has not changed since this object was created. */
  constructor(isTrading: (symbolId: number) => boolean) {
    this.#isTrading = isTrading;
  }

  /** Applies the next committed command. */
  take(command: AppliedCommand): Seen {
    const { timeMs } = command.stamp;
    if (timeMs - this.#timeMs > DOWNTIME_MS) this.#resumedMs = timeMs;
    this.#timeMs = timeMs;
    for (const event of command.events) this.#learn(event);
    const isTick = indexTickOf(command) !== null && command.outcome.ok && timeMs > this.#resumedMs;
    const trades = (symbolId: number) => this.#trades.get(symbolId) ?? this.#isTrading(symbolId);
    return {
      indices: isTick ? this.#indices(trades) : NONE,
      trades,
      now: (symbolId, source) => (source === 'index' ? this.#index : this.#last).get(symbolId),
    };
  }

  /** Applies the core's answer to prices that no command has changed yet. */
  begin(prices: Prices): void {
    for (const [symbolId, { index, last }] of prices) {
      if (!this.#index.has(symbolId)) this.#index.set(symbolId, index);
      if (!this.#last.has(symbolId)) this.#last.set(symbolId, last);
    }
  }

  /** Clears all prices, for example after a gap in the committed commands. */
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
