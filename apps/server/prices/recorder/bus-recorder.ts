import { setTimeout as sleep } from 'node:timers/promises';
import type { Candle } from '@candor/prices';
import { type Bus, BusError } from '../../base/bus/index.ts';
import type { FeedStatus, PastCandles, VenueTrade } from '../feeds/index.ts';
import { HeardStatus } from './heard-status.ts';
import type { FeedFacts } from './messages.ts';
import { unpackBooks } from './packed-books.ts';
import type { Recorder, RecorderSink } from './recorder.ts';
import { type Minutes, type PastPiece, type RecorderHead, type StreamMessage, SUBJECTS } from './stream.ts';

export interface ConnectRecorderOptions {
  readonly bus: Bus;
  readonly now: () => number;
  readonly log: (line: string) => void;
  /** The time to wait for a recorder, in ms. */
  readonly timeoutMs?: number;
}

const START_PATIENCE_MS = 60_000;
const RETRY_MS = 50;
const ANSWER_MS = 5_000;
/** A piece of past candles may need a whole recording to be read first, or a query to a venue. */
const PAST_MS = 60_000;
/** The stream carries a message every second at least. */
const SILENT_MS = 3_000;
/** Trades of some minutes of all symbols. */
const MOST_KEPT = 100_000;

/**
 * Connects to a recorder in another process over the bus. It sends its ticks to the core itself; here they are only
 * received. Rejects with a BusError if no recorder answers in time.
 */
export async function connectRecorder(options: ConnectRecorderOptions): Promise<Recorder> {
  const endMs = performance.now() + (options.timeoutMs ?? START_PATIENCE_MS);
  for (;;) {
    try {
      const head = (await options.bus.request(SUBJECTS.head, null, { timeoutMs: ANSWER_MS })) as RecorderHead;
      return new BusRecorder(options, head);
    } catch (error) {
      if (!(error instanceof BusError) || performance.now() > endMs) throw error;
      await sleep(RETRY_MS);
    }
  }
}

class BusRecorder implements Recorder {
  readonly #options: ConnectRecorderOptions;
  readonly #facts: FeedFacts;
  readonly #heard: HeardStatus;
  readonly #ends: (() => void)[];
  #run: string;
  #heardMs = performance.now();
  #isLineLost = false;
  #isStopped = false;
  #sink: RecorderSink | null = null;
  /** Trades received before a reader took them, with the numbers of their messages. */
  #before: { readonly no: number; readonly trade: VenueTrade }[] = [];

  constructor(options: ConnectRecorderOptions, { run, facts, status, speed }: RecorderHead) {
    const { bus, now } = options;
    this.#options = options;
    this.#facts = facts;
    this.#run = run;
    this.#heard = new HeardStatus(status, { now, speed });
    this.#ends = [
      bus.subscribe(SUBJECTS.stream, (message) => this.#take(message as StreamMessage)),
      bus.onState((state) => {
        this.#isLineLost = state === 'lost';
      }),
    ];
  }

  get kind(): FeedFacts['kind'] {
    return this.#facts.kind;
  }
  get source(): string {
    return this.#facts.source;
  }
  get symbols(): readonly string[] {
    return this.#facts.symbols;
  }
  get venues(): FeedFacts['venues'] {
    return this.#facts.venues;
  }
  get candleFolders(): readonly string[] {
    return this.#facts.candleFolders;
  }
  get primaryVenueId(): number {
    return this.#facts.primaryVenueId;
  }

  status(): FeedStatus {
    const status = this.#heard.status(this.#isStopped ? null : this.#whyLost());
    return this.#isStopped ? { ...status, phase: 'stopped' } : status;
  }

  marketTimeMs(): number {
    return this.#heard.marketTimeMs();
  }

  async start(sink: RecorderSink): Promise<void> {
    this.#sink = sink;
    for (const { trade } of this.#before.splice(0)) sink.trade(trade);
  }

  async *past(sinceMs: number | null): AsyncGenerator<PastCandles> {
    const { bus } = this.#options;
    const id = await bus.request(SUBJECTS.past, sinceMs, { timeoutMs: PAST_MS });
    for (;;) {
      const { piece } = (await bus.request(SUBJECTS.more, id, { timeoutMs: PAST_MS })) as PastPiece;
      if (piece === null) return;
      yield piece;
    }
  }

  async openMinutes(): Promise<ReadonlyMap<string, Candle>> {
    const answer = await this.#options.bus.request(SUBJECTS.minutes, null, { timeoutMs: ANSWER_MS });
    const { no: lastNo, minutes } = answer as Minutes;
    this.#before = this.#before.filter(({ no }) => no > lastNo);
    return minutes;
  }

  /** Does nothing: the recorder submits its ticks to the journal itself. */
  journaled(): void {}

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#sink = null;
    for (const end of this.#ends) end();
  }

  #whyLost(): string | null {
    if (this.#isLineLost) return 'The line to the recorder is lost';
    const silentMs = performance.now() - this.#heardMs;
    if (silentMs <= SILENT_MS) return null;
    return `The recorder has not been heard for ${Math.floor(silentMs / 1_000)} s`;
  }

  #take(message: StreamMessage): void {
    this.#heardMs = performance.now();
    this.#heard.hear(message.status);
    if (message.run !== this.#run) {
      this.#run = message.run;
      this.#options.log('The recorder was restarted');
      // a new recorder plays a replay from its beginning
      if (this.kind === 'replay') this.#restarted();
    }
    const sink = this.#sink;
    if (message.type === 'market') {
      if (sink === null) this.#keep(message.no, message.trades);
      for (const trade of message.trades) sink?.trade(trade);
      if (sink !== null) for (const book of unpackBooks(message.books)) sink.book(book);
    } else if (message.type === 'tick') sink?.tick(message.tick);
    else if (message.type === 'restarted') this.#restarted();
  }

  #keep(no: number, trades: readonly VenueTrade[]): void {
    for (const trade of trades) this.#before.push({ no, trade });
    if (this.#before.length > MOST_KEPT) this.#before.splice(0, this.#before.length - MOST_KEPT);
  }

  #restarted(): void {
    this.#before.length = 0;
    this.#sink?.restarted();
  }
}
