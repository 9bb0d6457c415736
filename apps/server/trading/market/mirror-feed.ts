import { randomUUID } from 'node:crypto';
import type { Kline } from '@candor/api';
import { INTERVALS, type Interval } from '@candor/prices';
import { answered } from '../../base/bus/crossing.ts';
import type { Bus } from '../../base/bus/index.ts';
import {
  type CandleRequest,
  type MarketChange,
  type MarketSnapshot,
  mirrorSubjects,
  type NumberedChange,
} from './mirror-messages.ts';
import type { Publisher } from './publisher.ts';

export interface MirroredMarket {
  /** Returns the current state of everything that mirrors keep. */
  state(): Omit<MarketSnapshot, 'run' | 'seq'>;
  candles(symbol: string, interval: Interval, endMs: number, limit: number): Promise<Kline[]>;
}

/** Publishes each change to mirrors with a number, and serves the whole state to new mirrors. */
export class MirrorFeed {
  readonly #bus: Bus;
  readonly #publisher: Pick<Publisher, 'publish'>;
  readonly #run = randomUUID();
  #seq = 0;
  #ends: readonly (() => void)[] = [];

  constructor(bus: Bus, publisher: Pick<Publisher, 'publish'>) {
    this.#bus = bus;
    this.#publisher = publisher;
  }

  /**
   * Starts to answer requests. The answer is built synchronously, so that it includes exactly the changes up to its
   * number.
   */
  serve(market: MirroredMarket): void {
    const snapshot = (): MarketSnapshot => ({ run: this.#run, seq: this.#seq, ...market.state() });
    this.#ends = [
      this.#bus.respond(mirrorSubjects.snapshot, snapshot),
      this.#bus.respond(mirrorSubjects.candles, (request) => {
        const { symbol, interval, endMs, limit } = candleRequestOf(request);
        return answered(() => market.candles(symbol, interval, endMs, limit));
      }),
    ];
  }

  tell(change: MarketChange): void {
    this.#seq += 1;
    const numbered: NumberedChange = { run: this.#run, seq: this.#seq, change };
    this.#publisher.publish(mirrorSubjects.change, numbered);
  }

  stop(): void {
    for (const end of this.#ends) end();
  }
}

function candleRequestOf(request: unknown): CandleRequest & { readonly interval: Interval } {
  const { symbol, interval, endMs, limit } = (request ?? {}) as Partial<CandleRequest>;
  const known = INTERVALS.find((each) => each === interval);
  if (typeof symbol !== 'string' || known === undefined || !isNumber(endMs) || !isNumber(limit))
    throw new TypeError('no request for candles');
  return { symbol, interval: known, endMs, limit };
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
