import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { JournalError } from '@candor/journal';
import type { Bus } from '../../base/bus/index.ts';
import type { CoreLink, QueryResult } from '../../engine/core/index.ts';
import type { FeedStatus, MarketFeed, VenueBook, VenueTrade } from '../feeds/index.ts';
import { BusService } from './bus-service.ts';
import { Chain, MOST_WAITING } from './chain.ts';
import { type ChainEnd, type ChainedTick, type FeedFacts, factsOf, type RecordedSymbol } from './messages.ts';
import { OpenMinutes } from './open-minutes.ts';
import { TickFile } from './tick-file.ts';
import { TickLine } from './tick-line.ts';
import { wordsOf } from './words.ts';

/** The part of the core's link that the recorder uses. */
export type RecorderCore = Pick<CoreLink, 'submit' | 'ask' | 'status'>;

export interface RecorderProcessOptions {
  readonly feed: MarketFeed;
  /** The speed of a replay. */
  readonly speed: number;
  /** Holds the file of chained ticks. Only one process may have it open. */
  readonly folder: string;
  readonly now: () => number;
  readonly log: (line: string) => void;
}

export interface RecorderProcess {
  /** The feed's facts for a new journal. */
  readonly facts: FeedFacts;
  status(): FeedStatus;
  /** The number of ticks that are made and, as far as known, not journaled. */
  readonly waiting: number;
  /**
   * Plays the feed. Sends ticks to the core once it is connected. Publishes books, trades and ticks on the bus, and
   * answers requests, once that is connected. Resolves when the feed plays. It does not wait for the core or the bus,
   * unless its file does not show where the chain ends: then it asks the core.
   */
  run(lines: { readonly core: Promise<RecorderCore>; readonly bus: Promise<Bus> }): Promise<void>;
  /** Stops making ticks; the existing ones stay in the file. */
  stop(): Promise<void>;
}

const RETRY_MS = 100;
/** After this many journaled ticks, the recorder checks whether segments of the file can be deleted. */
const DROP_EVERY = 240;
const SYMBOLS_FILE = 'symbols.json';
/** The journal can miss at most as many ticks as may wait, and as many again after a restart of the recorder. */
const MOST_MISSING = 2 * MOST_WAITING;

/** Opens the recorder's file of ticks, and logs what a crash truncated or the disk damaged. */
export async function openRecorderProcess(options: RecorderProcessOptions): Promise<RecorderProcess> {
  const { folder, log } = options;
  const file = await TickFile.open({ folder, log });
  return new Recording(options, file);
}

class Recording implements RecorderProcess {
  readonly #options: RecorderProcessOptions;
  readonly #file: TickFile;
  #core: RecorderCore | null = null;
  #service: BusService | null = null;
  #minutes: OpenMinutes | null = null;
  #line: TickLine | null = null;
  #chain: Chain | null = null;
  #symbols: readonly RecordedSymbol[] = [];
  /** Incremented when the chain continues elsewhere: ticks of an older generation are not sent. */
  #generation = 0;
  #journaledNo = 0;
  #stopped = false;

  constructor(options: RecorderProcessOptions, file: TickFile) {
    this.#options = options;
    this.#file = file;
  }

  get facts(): FeedFacts {
    return factsOf(this.#options.feed);
  }

  get waiting(): number {
    return this.#line?.length ?? 0;
  }

  status(): FeedStatus {
    return this.#options.feed.status();
  }

  async run(lines: { readonly core: Promise<RecorderCore>; readonly bus: Promise<Bus> }): Promise<void> {
    const { feed, log } = this.#options;
    lines.core.then((core) => this.#takeCore(core), this.#isNotThere);
    lines.bus.then((bus) => this.#takeBus(bus), this.#isNotThere);
    const after = await this.#whereToGoOn(lines.core);
    if (this.#stopped) return;
    const chain = this.#begin(after);
    const notReady = () => Promise.reject(new JournalError('NOT_READY', 'The core is not there yet'));
    this.#line = new TickLine({
      submit: (submission) => this.#core?.submit(submission) ?? notReady(),
      status: () => this.#core?.status() ?? { state: 'recovering' },
      log,
      onJournaled: (ticks) => this.#onJournaled(ticks),
      align: () => this.#align(),
    });
    this.#minutes = new OpenMinutes(feed.primaryVenueId, await feed.openMinutes());
    chain.start();
    this.#line.begin();
    await feed.start({
      book: (book: VenueBook) => {
        chain.book(book);
        this.#service?.book(book);
      },
      trade: (trade: VenueTrade) => {
        this.#minutes?.trade(trade);
        this.#service?.trade(trade);
      },
      restarted: () => {
        this.#minutes?.restarted();
        this.#service?.restarted();
      },
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#chain?.stop();
    await this.#options.feed.stop();
    this.#service?.stop();
    this.#line?.end();
    await this.#file.close();
  }

  #takeCore(core: RecorderCore): void {
    this.#core = core;
  }

  #takeBus(bus: Bus): void {
    const { feed, speed } = this.#options;
    if (!this.#stopped) this.#service = new BusService(feed, bus, speed, () => this.#minutes);
  }

  /** A connection that is never made: the process that asked for it is about to end. */
  readonly #isNotThere = (error: unknown): void => {
    if (!this.#stopped) this.#options.log(`The recorder has no connection: ${wordsOf(error)}`);
  };

  /** Returns the end of the file if the file is whole; otherwise only the core knows which ticks were sent. */
  async #whereToGoOn(line: Promise<RecorderCore>): Promise<ChainEnd> {
    const { end } = this.#file;
    this.#symbols = (await this.#readSymbols()) ?? [];
    if (end !== null && this.#file.isWhole && this.#symbols.length > 0) return end;
    const { symbols, chain: head } = await this.#askCore(await line);
    await this.#takeSymbols(symbols);
    if (end === null) return head;
    if ((await this.#notIn(head)) !== null) return end;
    await this.#file.setAside(whyAside(end, head));
    return head;
  }

  #begin(after: ChainEnd): Chain {
    const { now, log } = this.#options;
    const chain = new Chain({
      symbols: this.#symbols,
      after,
      waiting: 0,
      now,
      log,
      onTick: (tick) => {
        this.#service?.tickMade();
        void this.#keepAndSend(tick);
      },
    });
    this.#chain = chain;
    return chain;
  }

  /** Sends a tick only after it is synced, so that no process knows a tick that a crash could remove. */
  async #keepAndSend(tick: ChainedTick): Promise<void> {
    const generation = this.#generation;
    await this.#file.append(tick);
    if (generation !== this.#generation) return;
    this.#service?.tick(tick);
    this.#line?.push(tick);
  }

  /**
   * Returns the ticks that the core has not accepted. If its chain differs from the file's, the chain continues after
   * the core's.
   */
  async #align(): Promise<readonly ChainedTick[]> {
    const { symbols, chain: head } = await this.#core!.ask('recorderStart');
    await this.#takeSymbols(symbols);
    const chain = this.#chain!;
    this.#journaledNo = head.recordNo;
    const rest = await this.#notIn(head);
    if (rest !== null) {
      chain.setWaiting(Math.max(0, chain.end.recordNo - head.recordNo));
      return rest;
    }
    if (chain.end.recordNo === head.recordNo && chain.end.hash === head.hash) return [];
    const why = whyAside(chain.end, head);
    this.#generation += 1;
    chain.goOnAfter(head);
    await this.#file.setAside(why);
    return [];
  }

  /** Returns the ticks of the file that the core has not accepted, or null if the file holds another chain. */
  async #notIn(head: ChainEnd): Promise<readonly ChainedTick[] | null> {
    const rest = await this.#file.after(head);
    return rest !== null && rest.length <= MOST_MISSING ? rest : null;
  }

  #onJournaled(ticks: number): void {
    this.#chain!.journaled(ticks);
    const before = this.#journaledNo;
    this.#journaledNo += ticks;
    if (Math.floor(before / DROP_EVERY) === Math.floor(this.#journaledNo / DROP_EVERY)) return;
    this.#file.dropJournaled(this.#journaledNo, this.#options.now()).catch((error: unknown) => {
      this.#options.log(`Old ticks were not dropped from the recorder's file: ${wordsOf(error)}`);
    });
  }

  async #askCore(core: RecorderCore): Promise<QueryResult<'recorderStart'>> {
    for (;;) {
      try {
        return await core.ask('recorderStart');
      } catch (error) {
        if (this.#stopped) throw error;
        await sleep(RETRY_MS);
      }
    }
  }

  async #takeSymbols(symbols: readonly RecordedSymbol[]): Promise<void> {
    const now = symbols.map(({ symbolId, name, tickDecimal }) => ({ symbolId, name, tickDecimal }));
    const text = JSON.stringify(now);
    if (text === JSON.stringify(this.#symbols)) return;
    this.#symbols = now;
    this.#chain?.setSymbols(now);
    const path = join(this.#options.folder, SYMBOLS_FILE);
    await writeFile(`${path}.new`, text, { mode: 0o600 });
    await rename(`${path}.new`, path);
  }

  /** Returns the stored symbols, or null if there are none or they cannot be read; the core has them too. */
  async #readSymbols(): Promise<readonly RecordedSymbol[] | null> {
    try {
      return JSON.parse(await readFile(join(this.#options.folder, SYMBOLS_FILE), 'utf8'));
    } catch {
      return null;
    }
  }
}

function whyAside(own: ChainEnd, head: ChainEnd): string {
  const journal = `the journal's last record is ${head.recordNo} (${head.hash.slice(0, 8)})`;
  return `it ends with record ${own.recordNo} (${own.hash.slice(0, 8)}) and does not go on from there: ${journal}`;
}
