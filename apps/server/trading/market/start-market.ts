import type { Engine } from '@candor/journal';
import { candleOpenMs } from '@candor/prices';
import type { Pool } from 'pg';
import type { Bus } from '../../base/bus/index.ts';
import { patiently } from '../../base/database/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { VenueBook, VenueTrade } from '../../prices/feeds/index.ts';
import { adoptFeed, HOUSE_USER_ID, houseContractFunding, houseFunding } from '../../prices/listing/index.ts';
import { type ChainedTick, type Recorder, TickLine } from '../../prices/recorder/index.ts';
import {
  CONTRACT_MAKER_SETTINGS,
  ContractMaker,
  MAKER_SETTINGS,
  type MakerSettings,
  MarketMaker,
} from '../maker/index.ts';
import { CandleStore } from './candle-store.ts';
import { fillPast, type PastOptions } from './fill-past.ts';
import { loadHistory } from './history.ts';
import { MarketData } from './market-data.ts';

export interface MarketOptions {
  readonly pool: Pool;
  readonly core: CoreLink;
  /** Accepts the ticks of a recorder in this process; absent if the recorder sends them to the core itself. */
  readonly engine?: Pick<Engine, 'submitFirst' | 'onTurn' | 'status'>;
  readonly bus: Bus;
  readonly recorder: Recorder;
  /** Hash of the simulator's seed in the data folder. */
  readonly seedHash: string;
  readonly now: () => number;
  /** Writes a line for operators: trouble. */
  readonly log: (line: string) => void;
  /** Writes a line for the person at the terminal: progress. */
  readonly say: (line: string) => void;
  /** A folder of recorded candles that a replay's charts go back to; null for none. */
  readonly historyFolder: string | null;
  readonly makerSettings?: MakerSettings;
}

export interface RunningMarket {
  readonly data: MarketData;
  readonly maker: MarketMaker;
  readonly contractMaker: ContractMaker;
  /** Withdraws the house's quotes, stops the feed and writes what is not kept yet. */
  stop(): Promise<void>;
}

/**
 * Starts all that follows the venues: the past, the public market, the index and the house market maker, and then the
 * feed. Throws StartupError when the feed does not fit the journal.
 */
export async function startMarket(options: MarketOptions): Promise<RunningMarket> {
  const { pool, core, engine, bus, recorder: feed, now, log, say } = options;
  await adoptFeed(core, feed, options.seedHash);
  const store = await CandleStore.open(pool);
  await patiently(pool, () => fillUpToNow({ store, feed, say }));
  const pastSources = await patiently(pool, () =>
    loadHistory({ store, feed, folder: options.historyFolder, say }),
  );
  const data = await MarketData.start({ store, feed, core, bus, now, log, pastSources });
  const intake = engine === undefined ? null : takeTicks(engine, feed, log);
  let newestTickNo: number | null = null;
  const newestTick = () => newestTickNo;
  const settings = options.makerSettings ?? MAKER_SETTINGS;
  const maker = new MarketMaker({
    core,
    userId: HOUSE_USER_ID,
    venueId: feed.primaryVenueId,
    funding: await houseFunding(core),
    settings,
    newestTick,
    now,
    log,
  });
  const contractMaker = new ContractMaker({
    core,
    userId: HOUSE_USER_ID,
    venueId: feed.primaryVenueId,
    funding: await houseContractFunding(core),
    settings: { ...CONTRACT_MAKER_SETTINGS, sizePpm: settings.sizePpm, spreadPpm: settings.spreadPpm },
    newestTick,
    now,
    log,
  });
  maker.start();
  contractMaker.start();
  const sink = {
    book: (book: VenueBook) => {
      data.book(book);
      maker.book(book);
      contractMaker.book(book);
    },
    trade: (trade: VenueTrade) => data.trade(trade),
    restarted: () => data.restarted(),
    tick: (tick: ChainedTick) => {
      newestTickNo = tick.tickNo;
      // Both makers read and quote in one turn, so that the core serves and commits them together.
      maker.wake();
      contractMaker.wake();
      intake?.push(tick);
    },
  };
  const { symbols, chain } = await core.ask('recorderStart');
  await feed.start(sink, symbols, chain);
  return {
    data,
    maker,
    contractMaker,
    stop: async () => {
      await feed.stop();
      await Promise.all([maker.stop(), contractMaker.stop()]);
      await intake?.stop();
      await data.stop();
    },
  };
}

/** Submits the ticks of a recorder in this process to the journal. */
function takeTicks(engine: NonNullable<MarketOptions['engine']>, feed: Recorder, log: MarketOptions['log']) {
  const line = new TickLine({
    submit: (submission) => engine.submitFirst(submission),
    status: () => engine.status(),
    log,
    onJournaled: (ticks) => feed.journaled(ticks),
  });
  // Waiting ticks are journaled before any user's command.
  const stopSending = engine.onTurn(() => line.send());
  const stop = async () => {
    await line.stop();
    stopSending();
  };
  return { push: (tick: ChainedTick) => line.push(tick), stop };
}

/** Fills the past until no minute has ended since the filling began. */
async function fillUpToNow(past: PastOptions): Promise<void> {
  let minute: number;
  do {
    minute = candleOpenMs(past.feed.marketTimeMs(), '1m');
    await fillPast(past);
  } while (candleOpenMs(past.feed.marketTimeMs(), '1m') !== minute);
}
