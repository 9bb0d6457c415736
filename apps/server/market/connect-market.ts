import { setTimeout as sleep } from 'node:timers/promises';
import type { IndexTick, Kline, PublicTrade, Ticker } from '@candor/contract';
import type { FeedKind } from '@candor/kernel';
import type { Interval } from '@candor/prices';
import { type Bus, BusError } from '../bus/index.ts';
import type { FeedStatus } from '../feeds/index.ts';
import { Refusal } from '../refusal.ts';
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
  /** How long the market is waited for at the start, in ms. */
  readonly timeoutMs?: number;
}

/** What the mirror has heard, be it up to date or not: for channels that only ever continue it. */
export interface HeardMarket {
  tickers(): Ticker[];
  /** Newest last. */
  recentTrades(symbol: string, limit: number): readonly PublicTrade[];
  /** Newest last. */
  indexTicks(symbol: string, limit: number): readonly IndexTick[];
  /** Why it may be out of date; null when it is not. */
  outOfStep(): string | null;
}

const START_PATIENCE_MS = 60_000;
const ANSWER_PATIENCE_MS = 10_000;
const RETRY_MS = 100;
/** Prices count as out of date when the bus was last surely in step so long ago, in ms. */
const STALE_MS = 3_000;
/** Changes that wait for a snapshot, at most; with more it is asked for again. */
const MAX_WAITING = 200_000;

/**
 * The public market in a process that does not make it: kept up by the bus from a snapshot on. Resolves once it is in
 * step.
 * @throws BusError when there is no market within `timeoutMs`
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
 * Reads as the market itself does. While it is out of step, what would be taken for a price of now is refused, and the
 * feed's status says why.
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
  /** Changes that came since the line was in step last, for the snapshot that is asked for. */
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

  /** Why its prices are not those of now; null when they are. */
  outOfStep(): string | null {
    if (!this.#inStep) return 'This process waits for the market';
    const behindMs = this.#bus.behindMs();
    return behindMs > STALE_MS ? `This process is ${Math.round(behindMs / 1_000)} s behind the market` : null;
  }

  /** @throws Refusal UNAVAILABLE, as all that reads prices of now */
  tickers(): Ticker[] {
    const t = this.#marketTimeMs();
    return [...this.#fresh().tickers.values()].map((ticker) => ({ ...ticker, t }));
  }

  /** Null for an unknown symbol and before its first price. */
  ticker(symbol: string): Ticker | null {
    const ticker = this.#fresh().tickers.get(symbol);
    return ticker === undefined ? null : { ...ticker, t: this.#marketTimeMs() };
  }

  /** Candles that open before `endMs`, oldest first, the open one last; at most 1,500. */
  async candles(symbol: string, interval: Interval, endMs: number, limit: number): Promise<Kline[]> {
    const request: CandleRequest = { symbol, interval, endMs, limit };
    try {
      const timeoutMs = ANSWER_PATIENCE_MS;
      return (await this.#bus.request(mirrorSubjects.candles, request, { timeoutMs })) as Kline[];
    } catch (error) {
      if (error instanceof BusError && error.code !== 'FAILED') throw new Refusal('UNAVAILABLE');
      throw error;
    }
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

  /** A replay's clock as it was heard last; the others go by the clock of this machine. */
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

  /** False where there is a gap before it. */
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
    this.#options.log(`The market is read anew: ${why}`);
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
        // It tries ten times a second: a line tells each cause once.
        if (line !== said) this.#options.log(line);
        said = line;
      }
      await sleep(RETRY_MS);
    }
  }

  /** Reads the whole state and joins what came since; false where that has a gap. */
  async #read(): Promise<boolean> {
    const timeoutMs = ANSWER_PATIENCE_MS;
    const answer = await this.#bus.request(mirrorSubjects.snapshot, null, { timeoutMs });
    const snapshot = answer as MarketSnapshot;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#state = new MirrorState(snapshot);
    this.#run = snapshot.run;
    this.#seq = snapshot.seq;
    // What precedes it in the line may be of a former life of the market; what is of another one alone is of a later.
    const first = waiting.findIndex(({ run }) => run === snapshot.run);
    this.#inStep =
      waiting.length === 0 || (first >= 0 && waiting.slice(first).every((next) => this.#follow(next)));
    return this.#inStep;
  }
}
