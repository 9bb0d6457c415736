import { JournalError, type JournalPlace } from '@candor/journal';
import { openReaders, type ProjectionsStatus, type Readers } from '@candor/projections';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Bus } from '../../base/bus/index.ts';
import type { CoreLink } from '../core/index.ts';
import { type ArchivedPlaces, archivedPlaces } from './places.ts';
import { type Progress, subjects } from './progress.ts';

export interface ConnectHistoryOptions {
  readonly pool: Pool;
  readonly core: CoreLink;
  readonly bus: Bus;
  /**
   * True if users may act through other processes than this one; then a reader asks the core for its newest sequence
   * number.
   */
  readonly manyDoors: boolean;
  readonly log: Pick<Logger, 'error'>;
  readonly now?: () => number;
}

/** Queries of the read models, in a process that does not write them. */
export interface ConnectedHistory extends Readers, Pick<ArchivedPlaces, 'unreadableArchives'> {
  /**
   * Reads where committed commands stand in the journal: null where their archive file can not be read, and nothing for one that the
   * journal lacks.
   */
  places(seqs: readonly number[]): Promise<ReadonlyMap<number, JournalPlace | null>>;
  /**
   * Resolves with true once the rows cover command `seq` and everything else that the core acknowledged before the
   * call, through any process. Resolves with false on a timeout or if the core is unreachable.
   */
  caughtUp(seq: number, timeoutMs?: number): Promise<boolean>;
  status(): ProjectionsStatus;
  stop(): void;
}

interface Waiter {
  readonly seq: number;
  end(covered: boolean): void;
}

const PATIENCE_MS = 5_000;
/** The writer sends a message at least once a second; after this silence it counts as gone. */
const SILENT_MS = 5_000;

/** Opens readers on a separate pool. They learn the writer's progress from the bus. */
export function connectHistory(options: ConnectHistoryOptions): ConnectedHistory {
  const { core, bus, now = () => performance.now() } = options;
  const waiters = new Set<Waiter>();
  let progress: Progress = { seq: 0, reason: 'its writer has not been heard yet' };
  let heardMs = now();
  const newest = askNewest(core);

  const want = (): void => {
    let most = 0;
    for (const { seq } of waiters) most = Math.max(most, seq);
    if (most > 0) bus.publish(subjects.wanted, most);
  };
  const ends = [
    bus.subscribe(subjects.progress, (message) => {
      progress = message as Progress;
      heardMs = now();
      for (const waiter of waiters) if (waiter.seq <= progress.seq) waiter.end(true);
    }),
    bus.onState((state) => {
      if (state === 'back') want();
    }),
  ];

  function covers(seq: number, timeoutMs: number): Promise<boolean> {
    if (progress.seq >= seq) return Promise.resolve(true);
    return new Promise((resolve) => {
      const waiter: Waiter = {
        seq,
        end(covered) {
          clearTimeout(timer);
          waiters.delete(waiter);
          resolve(covered);
        },
      };
      const timer = setTimeout(() => waiter.end(false), timeoutMs);
      waiters.add(waiter);
      bus.publish(subjects.wanted, seq);
    });
  }

  return {
    ...openReaders(
      options.pool,
      (cause) => new JournalError('NOT_READY', 'The history is not filled yet', { cause }),
    ),
    ...archivedPlaces(options.pool, options.log),
    async caughtUp(seq, timeoutMs = PATIENCE_MS) {
      if (!options.manyDoors) return covers(seq, timeoutMs);
      const endMs = now() + timeoutMs;
      const newestSeq = await within(newest(), timeoutMs);
      return newestSeq !== null && covers(Math.max(seq, newestSeq), Math.max(0, endMs - now()));
    },
    status() {
      const { seq } = progress;
      const lag = Math.max(0, core.status().committedSeq - seq);
      const silent = now() - heardMs > SILENT_MS ? 'its writer is not heard' : null;
      return { seq, lag, reason: progress.reason ?? silent };
    },
    stop() {
      for (const end of ends) end();
      for (const waiter of waiters) waiter.end(false);
    },
  };
}

/**
 * Asks the core for its newest sequence number, with one query for all callers of a turn. A query that is already in
 * flight may be too old to share. Resolves with null while the core is unreachable.
 */
function askNewest(core: CoreLink): () => Promise<number | null> {
  const ask = async (): Promise<number | null> => {
    try {
      return await core.ask('newestSeq');
    } catch (error) {
      if (error instanceof JournalError) return null;
      throw error;
    }
  };
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<number | null> | null = null;
  return () => {
    next ??= underWay.then(() => {
      const asked = ask();
      underWay = asked.catch(() => {});
      next = null;
      return asked;
    });
    return next;
  };
}

/** Resolves with null on a timeout. */
async function within<Result>(result: Promise<Result>, timeoutMs: number): Promise<Result | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), timeoutMs);
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}
