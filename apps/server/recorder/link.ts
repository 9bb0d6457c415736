import { setTimeout as sleep } from 'node:timers/promises';
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { Candle } from '@candor/prices';
import type { FeedSink, FeedStatus, FeedView, PastCandles } from '../feeds/index.ts';
import { StartupError, type StartupErrorCode } from '../startup-error.ts';
import { HeardStatus } from './heard-status.ts';
import {
  type ChainEnd,
  type ChainedTick,
  endOf,
  type FeedFacts,
  type FromRecorder,
  type RecordedSymbol,
  type ToRecorder,
} from './messages.ts';

/** Takes what a recorder sends, in order. Its methods must not throw and must not wait. */
export interface RecorderSink extends FeedSink {
  /** A tick that is to be journaled verbatim. All books that it was made of came before. */
  tick(tick: ChainedTick): void;
}

/** Plays a feed and chains its quotes into numbered index ticks, apart from all other work. */
export interface Recorder extends FeedView {
  /** Delivers to the sink from now on; the chain goes on after the given tick. */
  start(sink: RecorderSink, symbols: readonly RecordedSymbol[], after: ChainEnd): Promise<void>;
  /** Delivers at once what has arrived, in place of in one of the next turns of the loop. */
  drain(): void;
  /** So many more of the ticks need not be sent again. */
  journaled(ticks: number): void;
  /** Makes no more ticks; what was made is delivered before this resolves. */
  stop(): Promise<void>;
}

/** A way to a recorder that runs: its port, when it is gone and why, and how to end it by force. */
export interface RecorderLine {
  readonly port: MessagePort;
  readonly gone: Promise<string>;
  end(): Promise<void>;
}

export interface LinkOptions {
  /** Starts a recorder. Called again when one is gone. */
  readonly connect: () => RecorderLine;
  readonly now: () => number;
  readonly log: (line: string) => void;
  /** How fast the market's clock goes while a replay plays. */
  readonly speed: number;
}

/** A recorder that is gone is started again after this. */
const RESTART_MS = 200;
const STOP_PATIENCE_MS = 5_000;

type Answer<T extends FromRecorder['type']> = Extract<FromRecorder, { readonly type: T }>;

interface Waiter {
  readonly types: readonly FromRecorder['type'][];
  resolve(message: FromRecorder): void;
  reject(error: Error): void;
}

/** Connects a recorder and waits until its feed is open. Throws StartupError when there is nothing to play. */
export async function openLink(options: LinkOptions): Promise<Recorder> {
  const link = new Link(options);
  await link.open();
  return link;
}

class Link implements Recorder {
  readonly #options: LinkOptions;
  #line!: RecorderLine;
  #facts!: FeedFacts;
  #heard: HeardStatus | null = null;
  #waiter: Waiter | null = null;
  #sink: RecorderSink | null = null;
  #symbols: readonly RecordedSymbol[] = [];
  #after!: ChainEnd;
  /** Ticks that came and are not journaled yet. */
  #waiting = 0;
  #lostBecause: string | null = null;
  #stopping = false;
  #stopped: Promise<void> | null = null;

  constructor(options: LinkOptions) {
    this.#options = options;
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

  async open(): Promise<void> {
    const line = this.#options.connect();
    this.#line = line;
    line.port.on('message', (message: FromRecorder) => this.#take(message));
    void line.gone.then((why) => {
      if (this.#line === line) this.#onGone(why);
    });
    const { facts } = await this.#answer('opened');
    this.#facts = facts;
    this.#lostBecause = null;
  }

  async start(sink: RecorderSink, symbols: readonly RecordedSymbol[], after: ChainEnd): Promise<void> {
    this.#sink = sink;
    this.#symbols = symbols.map(({ symbolId, name, tickDecimal }) => ({ symbolId, name, tickDecimal }));
    this.#after = after;
    await this.#begin();
  }

  drain(): void {
    const { port } = this.#line;
    for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port))
      this.#take(next.message as FromRecorder);
  }

  journaled(ticks: number): void {
    this.#waiting = Math.max(0, this.#waiting - ticks);
    this.#send({ type: 'journaled', ticks });
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#end();
    return this.#stopped;
  }

  async #end(): Promise<void> {
    this.#stopping = true;
    const line = this.#line;
    if (this.#lostBecause === null) {
      this.#send({ type: 'stop' });
      const late = sleep(STOP_PATIENCE_MS, undefined, { ref: false });
      await Promise.race([this.#answer('stopped').catch(() => {}), late]);
    }
    this.drain();
    await line.end();
    line.port.close();
    this.#heard!.hear({ ...this.#heard!.status(null), phase: 'stopped' });
  }

  status(): FeedStatus {
    return this.#heard!.status(
      this.#lostBecause === null ? null : `The recorder is gone: ${this.#lostBecause}`,
    );
  }

  marketTimeMs(): number {
    return this.#heard!.marketTimeMs();
  }

  async *past(sinceMs: number | null): AsyncGenerator<PastCandles> {
    this.#send({ type: 'past', sinceMs });
    for (;;) {
      const answer = await this.#answer('pastPiece', 'pastEnd');
      if (answer.type === 'pastEnd') {
        if (answer.error !== null) throw new Error(answer.error);
        return;
      }
      yield answer.piece;
      this.#send({ type: 'more' });
    }
  }

  async openMinutes(): Promise<ReadonlyMap<string, Candle>> {
    this.#send({ type: 'minutes' });
    return (await this.#answer('minutes')).minutes;
  }

  async #begin(): Promise<void> {
    this.#send({ type: 'start', symbols: this.#symbols, after: this.#after, waiting: this.#waiting });
    await this.#answer('started');
  }

  #send(message: ToRecorder): void {
    this.#line.port.postMessage(message);
  }

  /** The next message of one of these types. One is waited for at a time. */
  #answer<T extends FromRecorder['type']>(...types: T[]): Promise<Answer<T>> {
    return new Promise((resolve, reject) => {
      this.#waiter = { types, resolve: (message) => resolve(message as Answer<T>), reject };
    });
  }

  #take(message: FromRecorder): void {
    if ('status' in message) {
      this.#heard ??= new HeardStatus(message.status, this.#options);
      this.#heard.hear(message.status);
    }
    if (message.type === 'market') {
      for (const trade of message.trades) this.#sink?.trade(trade);
      for (const book of message.books) this.#sink?.book(book);
    } else if (message.type === 'tick') {
      this.#after = endOf(message.tick);
      this.#waiting += 1;
      this.#sink?.tick(message.tick);
    } else if (message.type === 'restarted') this.#sink?.restarted();
    else if (message.type === 'log') this.#options.log(message.line);
    else if (message.type === 'failed') this.#fail(errorOf(message));
    else if (this.#waiter?.types.includes(message.type)) {
      const waiter = this.#waiter;
      this.#waiter = null;
      waiter.resolve(message);
    }
  }

  #fail(error: Error): void {
    if (this.#waiter === null) this.#options.log(`The recorder has failed: ${error.message}`);
    this.#waiter?.reject(error);
    this.#waiter = null;
  }

  /** What it has sent is taken; then it is started again, as often as it takes. */
  #onGone(why: string): void {
    if (this.#stopping) return;
    this.drain();
    this.#fail(new Error(`The recorder is gone: ${why}`));
    if (this.#sink === null) return;
    this.#lostBecause = why;
    void this.#restart();
  }

  async #restart(): Promise<void> {
    while (!this.#stopping && this.#lostBecause !== null) {
      await sleep(RESTART_MS);
      try {
        this.#line.port.close();
        await this.open();
        // what a new one plays begins at its beginning
        if (this.kind === 'replay') this.#sink?.restarted();
        await this.#begin();
        this.#options.log('The recorder runs again');
      } catch (error) {
        this.#options.log(
          `The recorder cannot be started: ${error instanceof Error ? error.message : error}`,
        );
      }
    }
  }
}

function errorOf({ code, message }: Answer<'failed'>): Error {
  return code === null ? new Error(message) : new StartupError(code as StartupErrorCode, message);
}
