import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { JournalError } from '@candor/journal';
import type { Bus } from '../bus/index.ts';
import type { CoreLink, QueryResult } from '../core/index.ts';
import type { FeedStatus, MarketFeed, VenueBook, VenueTrade } from '../feeds/index.ts';
import { BusService } from './bus-service.ts';
import { Chain, MOST_WAITING } from './chain.ts';
import { type ChainEnd, type ChainedTick, type FeedFacts, factsOf, type RecordedSymbol } from './messages.ts';
import { OpenMinutes } from './open-minutes.ts';
import { TickFile } from './tick-file.ts';
import { TickLine } from './tick-line.ts';
import { wordsOf } from './words.ts';

/** The core as the recorder needs it. */
export type RecorderCore = Pick<CoreLink, 'submit' | 'ask' | 'status'>;

export interface RecorderProcessOptions {
  readonly feed: MarketFeed;
  /** How fast a replay plays. */
  readonly speed: number;
  /** Keeps the chained ticks. Nobody else may have it open. */
  readonly folder: string;
  readonly now: () => number;
  readonly log: (line: string) => void;
}

export interface RecorderProcess {
  /** For whoever begins a journal with this feed. */
  readonly facts: FeedFacts;
  status(): FeedStatus;
  /** Ticks that are made and not journaled, as far as it is known. */
  readonly waiting: number;
  /**
   * Plays the feed and brings its ticks to the core once that is there; publishes books, trades and ticks on the bus once
   * that is there, and answers on it. Resolves when the feed plays: it waits for nobody, unless its file cannot tell
   * where the chain ends. Then the core has to say.
   */
  run(lines: { readonly core: Promise<RecorderCore>; readonly bus: Promise<Bus> }): Promise<void>;
  /** Makes no more ticks; those that are made stay in the file. */
  stop(): Promise<void>;
}

const RETRY_MS = 100;
/** So often, in journaled ticks, it is looked whether segments of the file may go. */
const DROP_EVERY = 240;
const SYMBOLS_FILE = 'symbols.json';
/** No more ticks than wait at most can be missing in the journal, and as many again where the recorder began anew. */
const MOST_MISSING = 2 * MOST_WAITING;

/** Opens the recorder's file of ticks: what a crash cut off or a disk changed in it is said. */
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
  /** Goes up when the chain goes on elsewhere: ticks of before are not sent any more. */
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

  /** A line that is never made; the process that wanted it is about to end. */
  readonly #isNotThere = (error: unknown): void => {
    if (!this.#stopped) this.#options.log(`The recorder is alone: ${wordsOf(error)}`);
  };

  /** The end of the file, where it is whole; else only the core knows which ticks were sent. */
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
      ...{ symbols: this.#symbols, after, waiting: 0, now, log },
      onTick: (tick) => {
        this.#service?.flush();
        void this.#keepAndSend(tick);
      },
    });
    this.#chain = chain;
    return chain;
  }

  /** Only what is synced is sent: nobody can have heard of a tick that a crash takes away. */
  async #keepAndSend(tick: ChainedTick): Promise<void> {
    const generation = this.#generation;
    await this.#file.append(tick);
    if (generation !== this.#generation) return;
    this.#service?.tick(tick);
    this.#line?.push(tick);
  }

  /** What the core has not taken yet. Where its chain is not that of the file, the chain goes on after the core's. */
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

  /** What of the file the core has not taken; null where the file is of another chain. */
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

  /** Null where there are none, or none that can be read: the core knows them. */
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
