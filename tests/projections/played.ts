import {
  createKernel,
  type EntryKind,
  type Envelope,
  type Kernel,
  type KernelEvent,
  userOf,
} from '@candor/kernel';
import {
  type BatchSource,
  type ProjectedCommand,
  type Projections,
  startProjections,
} from '@candor/projections';
import { PATIENCE_MS } from '../support/patience.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';

/** A run of commands with its read models, and the ledger's own entries beside them. */
export interface Played {
  readonly kernel: Kernel;
  readonly projections: Projections;
  readonly events: readonly KernelEvent[];
  /** Sum of the ledger's postings of some kinds to a user's accounts, by asset. */
  readonly posted: (userId: number, ...kinds: readonly EntryKind[]) => Map<number, bigint>;
  readonly stop: () => Promise<void>;
}

/** Plays commands to a new kernel, and projects what it did into a new database. */
export async function play(journal: readonly Envelope[]): Promise<Played> {
  const kernel = createKernel();
  const commands: ProjectedCommand[] = journal.map((envelope) => {
    const { outcome, events } = kernel.apply(envelope);
    return { stamp: envelope, envelope, outcome, events: [...events] };
  });
  const events = commands.flatMap((command) => command.events);
  const database: FreshDatabase = await freshDatabase();
  const projections = await startProjections({
    connectionString: database.connectionString,
    engine: sourceOf(commands),
  });
  await projections.caughtUp(kernel.seq, PATIENCE_MS);
  return {
    kernel,
    projections,
    events,
    posted: (userId, ...kinds) => postedTo(events, userId, new Set(kinds)),
    stop: async () => {
      await projections.stop();
      await database.drop();
    },
  };
}

function sourceOf(commands: readonly ProjectedCommand[]): BatchSource {
  return {
    onCommitted: () => () => {},
    async *replay(afterSeq) {
      for (const command of commands) {
        const { seq } = command.stamp;
        if (seq > afterSeq) yield { firstSeq: seq, lastSeq: seq, commands: [command] };
      }
    },
    status: () => ({ committedSeq: commands.length }),
  };
}

function postedTo(
  events: readonly KernelEvent[],
  userId: number,
  kinds: ReadonlySet<EntryKind>,
): Map<number, bigint> {
  const sums = new Map<number, bigint>();
  for (const event of events) {
    if (event.type !== 'entry' || !kinds.has(event.kind)) continue;
    for (const { account, assetId, amount } of event.postings)
      if (account > 0 && userOf(account) === userId) sums.set(assetId, (sums.get(assetId) ?? 0n) + amount);
  }
  return sums;
}

interface Cursored {
  readonly cursor: string | null;
  readonly limit: number;
}

/** All rows of a list, page by page. */
export async function all<T, Q>(
  list: (query: Q & Cursored) => Promise<{ readonly rows: readonly T[]; readonly next: string | null }>,
  query: Q,
): Promise<T[]> {
  const rows: T[] = [];
  let cursor: string | null = null;
  do {
    const found = await list({ ...query, cursor, limit: 500 });
    rows.push(...found.rows);
    cursor = found.next;
  } while (cursor !== null);
  return rows;
}

/** Sum of a figure over rows. */
export function total<T>(rows: readonly T[], of: (row: T) => bigint): bigint {
  return rows.reduce((sum, row) => sum + of(row), 0n);
}
