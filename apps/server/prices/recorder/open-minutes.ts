import { type Candle, CandleBuilder } from '@candor/prices';
import type { VenueTrade } from '../feeds/index.ts';

/** Keeps the open minute of each symbol while a feed plays, for readers that start during a minute. */
export class OpenMinutes {
  readonly #venueId: number;
  readonly #builders = new Map<string, CandleBuilder>();

  /** `venueId` is the venue whose trades make candles; `begun` holds the open minutes from before the feed played. */
  constructor(venueId: number, begun: ReadonlyMap<string, Candle>) {
    this.#venueId = venueId;
    for (const [symbol, candle] of begun) this.#builders.set(symbol, new CandleBuilder('1m', candle));
  }

  trade({ venueId, symbol, marketTimeMs, price, quantity }: VenueTrade): void {
    if (venueId !== this.#venueId) return;
    let builder = this.#builders.get(symbol);
    if (builder === undefined) {
      builder = new CandleBuilder('1m');
      this.#builders.set(symbol, builder);
    }
    builder.add(marketTimeMs, price, quantity);
  }

  /** Clears the minutes: the market's clock went back. */
  restarted(): void {
    this.#builders.clear();
  }

  /**
   * Returns the open candles by symbol. A symbol without a trade in the minute of `nowMs` (the market's clock) has
   * none.
   */
  at(nowMs: number): ReadonlyMap<string, Candle> {
    const minutes = new Map<string, Candle>();
    for (const [symbol, builder] of this.#builders) {
      builder.advance(nowMs);
      const { current } = builder;
      if (current !== null && current.volume > 0n) minutes.set(symbol, current);
    }
    return minutes;
  }
}
