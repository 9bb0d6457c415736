import { JournalError } from '@candor/journal';
import { openReaders, type ProjectionsStatus, type Readers } from '@candor/projections';
import type { Pool } from 'pg';
import type { Bus } from '../bus/index.ts';
import type { CoreLink } from '../core/index.ts';
import { type Progress, subjects } from './progress.ts';

export interface ConnectHistoryOptions {
  readonly pool: Pool;
  readonly core: CoreLink;
  readonly bus: Bus;
  /** Whether a user may have acted through another process than this one: then the core is asked how far it is. */
  readonly manyDoors: boolean;
  readonly now?: () => number;
}

/** The read models, for a process that does not write them. */
export interface ConnectedHistory extends Readers {
  /**
   * Resolves when the rows cover command `seq`, and all else that the core acknowledged before the call, through
   * whichever process; false when patience ends first, or the core is away.
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
/** The writer says something at least once a second; after this it counts as away. */
const SILENT_MS = 5_000;

/** Readers on a pool of one's own, which know from the bus how far the writer is. */
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
    ...openReaders(options.pool),
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
 * Asks the core how far it is, for all who ask within a turn of the line at once; a question that is under way already
 * may be too old. Gives null while the core is away.
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

/** Null where it takes longer. */
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
