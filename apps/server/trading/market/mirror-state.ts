import type { PublicTrade, Ticker } from '@candor/api';
import type { FeedStatus } from '../../prices/feeds/index.ts';
import { IndexTape } from './index-tape.ts';
import type { IndexState, MarketChange, MarketSnapshot, VenueState } from './mirror-messages.ts';
import { MAX_TRADES } from './perpetual-tapes.ts';

/** The market's public state: a snapshot with later changes applied. */
export class MirrorState {
  readonly tickers = new Map<string, Ticker>();
  readonly indices = new Map<string, { index: IndexState | null; readonly tape: IndexTape }>();
  status: FeedStatus;
  venues: ReadonlyMap<string, readonly VenueState[]>;
  readonly #trades = new Map<string, PublicTrade[]>();

  constructor(snapshot: MarketSnapshot) {
    this.status = snapshot.status;
    this.venues = snapshot.venues;
    for (const ticker of snapshot.tickers) this.tickers.set(ticker.symbol, ticker);
    for (const [symbol, trades] of snapshot.trades) this.#trades.set(symbol, [...trades]);
    for (const [symbol, { index, ticks, candles }] of snapshot.indices)
      this.indices.set(symbol, { index, tape: IndexTape.of(ticks, candles) });
  }

  /** Newest last. */
  trades(symbol: string, limit: number): readonly PublicTrade[] {
    return this.#trades.get(symbol)?.slice(-limit) ?? [];
  }

  apply(change: MarketChange): void {
    switch (change.kind) {
      case 'trade': {
        const trades = this.#trades.get(change.symbol) ?? [];
        trades.push(change.trade);
        this.#trades.set(change.symbol, trades.length > 2 * MAX_TRADES ? trades.slice(-MAX_TRADES) : trades);
        return;
      }
      case 'tick': {
        const own = this.indices.get(change.symbol) ?? { index: null, tape: new IndexTape() };
        own.index = change.index;
        own.tape.add(change.tick.n, change.tick.p);
        this.indices.set(change.symbol, own);
        return;
      }
      case 'tickers':
        for (const ticker of change.tickers) this.tickers.set(ticker.symbol, ticker);
        return;
      case 'feed':
        this.status = change.status;
        this.venues = change.venues;
        return;
      case 'restarted':
        for (const [symbol, trades] of this.#trades)
          this.#trades.set(
            symbol,
            trades.filter(({ source }) => source === 'ours'),
          );
    }
  }
}
