import type { Dashboard } from '@candor/contract';
import { formatDecimal, ticksToDecimal } from '@candor/money';
import type { CoreLink } from '../core/index.ts';
import type { Outbox } from '../outbox/index.ts';
import { type CatalogueFollower, feedsOf, type History, type MarketSource } from '../usecases/index.ts';
import type { OperatorLog } from './log.ts';

/** What the feed says of itself. */
export interface FeedSource extends Pick<MarketSource, 'feedKind'> {
  feedStatus(): {
    readonly phase: string;
    readonly note: string;
    readonly marketTimeMs: number;
    readonly venues: readonly { readonly name: string; readonly connected: boolean }[];
  };
}

export interface DashboardOptions {
  readonly core: CoreLink;
  readonly history: Pick<History, 'status'>;
  readonly catalogues: CatalogueFollower;
  readonly feed: FeedSource;
  readonly outbox: Outbox;
  readonly log: OperatorLog;
  readonly version: string;
  readonly now: () => number;
  readonly notReady: () => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
  readonly processes: () => Promise<ProcessRow[]>;
}

/** A process of the program, as shown to operators. */
export type ProcessRow = Dashboard['processes'][number];

/** Reads how the house stands, all of the kernel's part at one sequence number. */
export async function readDashboard(options: DashboardOptions): Promise<Dashboard> {
  const { core, history, catalogues, feed, outbox, log, version, now } = options;
  const catalogue = catalogues.current();
  const { assetById, mode } = catalogue;
  const { ledger, index } = await core.ask('houseFigures');
  const { queuedCommands, ...journal } = core.status();
  const { seq, lag, reason } = history.status();
  const { phase, note, marketTimeMs, venues } = feed.feedStatus();
  return {
    time: now(),
    version,
    mode,
    ...feedsOf(catalogue, feed),
    notReady: { ...(await options.notReady()) },
    journal,
    history: { seq, lag, reason },
    ledger: ledger.map(({ assetId, ...sums }) => {
      const { code, scale } = assetById(assetId);
      const text = (units: bigint) => formatDecimal(units, scale);
      return {
        assetId,
        coin: code,
        sum: text(sums.sum),
        custody: text(sums.custody),
        users: text(sums.users),
        house: text(sums.house),
        fees: text(sums.fees),
        safetyFund: text(sums.safetyFund),
        products: text(sums.products),
      };
    }),
    feedStatus: {
      phase,
      note,
      marketTime: marketTimeMs,
      venues: venues.map(({ name, connected }) => ({ name, connected })),
    },
    index: index.map(({ symbol, state }) => ({
      symbol: symbol.name,
      price: state === null || state.priceTicks === null ? null : ticksToDecimal(state.priceTicks, symbol),
      venuesUsed: state?.venuesUsed ?? 0,
      tickNo: state?.tickNo ?? 0,
      time: state?.timeMs ?? null,
    })),
    queues: [
      { name: 'commands', waiting: queuedCommands },
      { name: 'history', waiting: lag },
      { name: 'outbox', waiting: await outbox.waiting() },
    ],
    processes: await options.processes(),
    operatorLog: await log.head(),
  };
}
