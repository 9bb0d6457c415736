import { type Candle, CandleBuilder } from '@candor/prices';
import type { VenueTrade } from '../feeds/index.ts';

/** The open minute of each symbol while a feed plays: for readers that begin in the middle of one. */
export class OpenMinutes {
  readonly #venueId: number;
  readonly #builders = new Map<string, CandleBuilder>();

  /** `venueId` is the venue whose trades make candles; `begun` is what came before the feed played. */
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

  /** The market's clock went back: nothing of before belongs to what comes. */
  restarted(): void {
    this.#builders.clear();
  }

  /** By symbol; none where nothing was traded in the minute of `nowMs` of the market's clock. */
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
