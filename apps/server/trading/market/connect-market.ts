import { setTimeout as sleep } from 'node:timers/promises';
import type { IndexTick, Kline, PublicTrade, Ticker } from '@candor/api';
import type { FeedKind } from '@candor/kernel';
import type { Interval } from '@candor/prices';
import { taken } from '../../base/bus/crossing.ts';
import type { Bus } from '../../base/bus/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { FeedStatus } from '../../prices/feeds/index.ts';
import {
  type CandleRequest,
  type IndexState,
  type MarketSnapshot,
  mirrorSubjects,
  type NumberedChange,
  type VenueState,
} from './mirror-messages.ts';
import { MirrorState } from './mirror-state.ts';

export interface ConnectMarketOptions {
  readonly now: () => number;
  readonly log: (line: string) => void;
  /** The time to wait for the market at the start, in ms. */
  readonly timeoutMs?: number;
}

/** The mirror's data, whether or not it is up to date: for channels that only ever continue it. */
export interface HeardMarket {
  tickers(): Ticker[];
  /** Newest last. */
  recentTrades(symbol: string, limit: number): readonly PublicTrade[];
  /** Newest last. */
  indexTicks(symbol: string, limit: number): readonly IndexTick[];
  /** Returns why the data may be out of date, or null if it is current. */
  outOfStep(): string | null;
}

const START_PATIENCE_MS = 60_000;
const ANSWER_PATIENCE_MS = 10_000;
const RETRY_MS = 100;
/** Prices count as out of date when the bus is more than this behind, in ms. */
const STALE_MS = 3_000;
/** The maximum number of changes that wait for a snapshot; beyond it, the snapshot is requested again. */
const MAX_WAITING = 200_000;

/**
 * Mirrors the public market in a process that does not build it: loads a snapshot and applies the changes from the
 * bus. Resolves once the mirror is in step.
 * @throws BusError if no market answers within `timeoutMs`
 */
export async function connectMarket(bus: Bus, options: ConnectMarketOptions): Promise<MarketMirror> {
  const mirror = new MarketMirror(bus, options);
  try {
    await mirror.open(options.timeoutMs ?? START_PATIENCE_MS);
  } catch (error) {
    mirror.stop();
    throw error;
  }
  return mirror;
}

/**
 * Offers the same reads as the market itself. While the mirror is out of step, reads of current prices are refused,
 * and the feed's status gives the reason.
 */
export class MarketMirror {
  readonly heard: HeardMarket;
  readonly #bus: Bus;
  readonly #options: ConnectMarketOptions;
  readonly #ends: readonly (() => void)[];
  #state!: MirrorState;
  #run = '';
  #seq = 0;
  #inStep = false;
  /** Changes received since the mirror was last in step; they are applied to the requested snapshot. */
  #waiting: NumberedChange[] = [];
  #reading = false;
  #stopped = false;

  constructor(bus: Bus, options: ConnectMarketOptions) {
    this.#bus = bus;
    this.#options = options;
    this.#ends = [
      bus.subscribe(mirrorSubjects.change, (message) => this.#take(message as NumberedChange)),
      bus.onState((state) => this.#onState(state)),
    ];
    this.heard = {
      tickers: () => [...this.#state.tickers.values()],
      recentTrades: (symbol, limit) => this.#state.trades(symbol, limit),
      indexTicks: (symbol, limit) => this.#state.indices.get(symbol)?.tape.ticks(limit) ?? [],
      outOfStep: () => this.outOfStep(),
    };
  }

  async open(timeoutMs: number): Promise<void> {
    const endMs = performance.now() + timeoutMs;
    for (;;) {
      try {
        if (await this.#read()) return;
      } catch (error) {
        if (performance.now() > endMs) throw error;
      }
      await sleep(RETRY_MS);
    }
  }

  stop(): void {
    this.#stopped = true;
    for (const end of this.#ends) end();
  }

  /** Returns why the prices are not current, or null if they are. */
  outOfStep(): string | null {
    if (!this.#inStep) return 'This process waits for the market';
    const behindMs = this.#bus.behindMs();
    return behindMs > STALE_MS ? `This process is ${Math.round(behindMs / 1_000)} s behind the market` : null;
  }

  /** @throws Refusal UNAVAILABLE, like every read of current prices */
  tickers(): Ticker[] {
    const t = this.#marketTimeMs();
    return [...this.#fresh().tickers.values()].map((ticker) => ({ ...ticker, t }));
  }

  /** Returns null for an unknown symbol and before its first price. */
  ticker(symbol: string): Ticker | null {
    const ticker = this.#fresh().tickers.get(symbol);
    return ticker === undefined ? null : { ...ticker, t: this.#marketTimeMs() };
  }

  /**
   * Returns candles that open before `endMs`, oldest first, the open one last; at most 1,500.
   * @throws JournalError NOT_READY while the market or its database is away
   */
  async candles(symbol: string, interval: Interval, endMs: number, limit: number): Promise<Kline[]> {
    const request: CandleRequest = { symbol, interval, endMs, limit };
    const timeoutMs = ANSWER_PATIENCE_MS;
    const answer = this.#bus.request(mirrorSubjects.candles, request, { timeoutMs });
    return (await taken(answer, 'NOT_READY')) as Kline[];
  }

  recentTrades(symbol: string, limit: number): readonly PublicTrade[] {
    return this.#fresh().trades(symbol, limit);
  }

  index(symbol: string): IndexState | null {
    return this.#fresh().indices.get(symbol)?.index ?? null;
  }

  indexTicks(symbol: string, limit: number): readonly IndexTick[] {
    return this.#fresh().indices.get(symbol)?.tape.ticks(limit) ?? [];
  }

  indexCandles(symbol: string, limit: number): readonly Kline[] {
    return this.#fresh().indices.get(symbol)?.tape.candles(limit) ?? [];
  }

  venues(symbol: string): readonly VenueState[] {
    return this.#fresh().venues.get(symbol) ?? [];
  }

  feedKind(): FeedKind {
    return this.#state.status.kind;
  }

  feedStatus(): FeedStatus {
    const { status } = this.#state;
    const note = this.outOfStep();
    if (note === null) return { ...status, marketTimeMs: this.#marketTimeMs() };
    const venues = status.venues.map((venue) => ({ ...venue, connected: false }));
    return { ...status, phase: 'stalled', note, venues };
  }

  #fresh(): MirrorState {
    if (this.outOfStep() !== null) throw new Refusal('UNAVAILABLE');
    return this.#state;
  }

  /** Returns a replay's clock as last received; other feeds use this machine's clock. */
  #marketTimeMs(): number {
    const { kind, marketTimeMs } = this.#state.status;
    return kind === 'replay' ? marketTimeMs : this.#options.now();
  }

  #take(numbered: NumberedChange): void {
    if (!this.#inStep) {
      this.#waiting.push(numbered);
      if (this.#waiting.length > MAX_WAITING) this.#waiting = [];
    } else if (!this.#follow(numbered)) this.#readAgain('changes of the market were missed');
  }

  /** Applies a change. Returns false if there is a gap before it. */
  #follow({ run, seq, change }: NumberedChange): boolean {
    if (run !== this.#run) return false;
    if (seq <= this.#seq) return true;
    if (seq !== this.#seq + 1) return false;
    this.#state.apply(change);
    this.#seq = seq;
    return true;
  }

  #onState(state: 'lost' | 'back'): void {
    if (state === 'back') this.#readAgain('the bus was lost');
    else {
      this.#inStep = false;
      this.#waiting = [];
    }
  }

  #readAgain(why: string): void {
    this.#inStep = false;
    if (this.#reading || this.#stopped) return;
    this.#options.log(`The market is loaded again: ${why}`);
    this.#reading = true;
    void this.#readUntilInStep().finally(() => {
      this.#reading = false;
    });
  }

  async #readUntilInStep(): Promise<void> {
    let said = '';
    while (!this.#stopped && !this.#inStep) {
      try {
        if (await this.#read()) return;
      } catch (error) {
        const line = `The market could not be read: ${error instanceof Error ? error.message : error}`;
        // Reads are retried ten times a second; each cause is logged once.
        if (line !== said) this.#options.log(line);
        said = line;
      }
      await sleep(RETRY_MS);
    }
  }

  /** Reads the whole state and applies the changes received since. Returns false if there is a gap between them. */
  async #read(): Promise<boolean> {
    const timeoutMs = ANSWER_PATIENCE_MS;
    const answer = await this.#bus.request(mirrorSubjects.snapshot, null, { timeoutMs });
    const snapshot = answer as MarketSnapshot;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#state = new MirrorState(snapshot);
    this.#run = snapshot.run;
    this.#seq = snapshot.seq;
    // Changes queued before the snapshot's run belong to an earlier run of the market; if none is of that run, all
    // belong to a later one.
    const first = waiting.findIndex(({ run }) => run === snapshot.run);
    this.#inStep =
      waiting.length === 0 || (first >= 0 && waiting.slice(first).every((next) => this.#follow(next)));
    return this.#inStep;
  }
}
