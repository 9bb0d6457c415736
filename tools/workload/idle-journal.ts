import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { archiveJournal, type Engine, openEngine, type Submission } from '@candor/journal';
import { Client } from 'pg';
import { localLink } from '../../apps/server/engine/core/index.ts';
import { openFeed, seedHash } from '../../apps/server/prices/feeds/index.ts';
import { adoptFeed, firstCommands, genesisOf } from '../../apps/server/prices/listing/index.ts';
import { liveQueries } from '../../apps/server/program/subjects/live-queries.ts';
import { idleMarket } from './idle-market.ts';

export interface IdleJournalOptions {
  readonly connectionString: string;
  readonly hours: number;
  readonly onProgress?: (hours: number) => void;
}

export interface IdleJournal {
  readonly commands: number;
  readonly rows: number;
  /** Disk space of the journal's rows, indexes included, for an hour of idling. */
  readonly megabytesPerHour: number;
  readonly snapshotMegabytes: number;
  /** Bytes of an archived row in its file; 0 where no row lies before the oldest snapshot. */
  readonly archiveBytesPerRow: number;
  /** From the engine's end without a goodbye, with the rows since the last snapshot to replay, to one that is ready. */
  readonly restartMs: number;
  /** Processor time of this process over the restart. */
  readonly restartCpuMs: number;
  readonly replayedCommands: number;
}

const startMs = Date.UTC(2026, 10, 21, 12);
const hourMs = 3_600_000;

/**
 * Journals what a demo that nobody uses would in `hours`, without waiting for it: the same commands, the same rows, a
 * snapshot as often. Then the engine is replaced without a goodbye, and the restart is timed.
 */
export async function makeIdleJournal(options: IdleJournalOptions): Promise<IdleJournal> {
  const { connectionString, hours } = options;
  const seed = Buffer.alloc(32, 7);
  let nowMs = startMs;
  const now = () => nowMs;
  const feed = await openFeed({ choice: { kind: 'simulator' }, speed: 1, seed, now, log: () => {} });
  const open = (takeOver: boolean, snapshotCommands: number) =>
    openEngine({
      connectionString,
      genesis: genesisOf('practice', feed, seedHash(seed)),
      bootstrap: firstCommands('practice', feed),
      now,
      takeOver,
      // The clock of the snapshots is the real one, and this journal is made much faster: hence by commands.
      tuning: { snapshotMs: Number.POSITIVE_INFINITY, snapshotCommands, snapshotPauseMs: 0 },
    });
  let engine = await open(false, Number.POSITIVE_INFINITY);
  await adoptFeed(localLink(engine, liveQueries), feed, seedHash(seed));
  const [symbols, contracts] = await engine.read((view) => [
    [...view.symbols()],
    [...view.perpetual.symbols()],
  ]);
  let quotes: Submission[] = [];
  let perTenMinutes = 0;
  for (const { timeMs, submission } of idleMarket(
    seed,
    symbols,
    contracts,
    startMs,
    startMs + hours * hourMs,
  )) {
    if (submission.body.type !== 'indexTick') {
      quotes.push(submission);
      continue;
    }
    await submitAll(engine, quotes);
    quotes = [];
    nowMs = timeMs;
    await submitAll(engine, [submission]);
    const passedMs = timeMs - startMs;
    if (perTenMinutes === 0 && passedMs >= hourMs / 6) {
      perTenMinutes = engine.status().committedSeq;
      await engine.stop();
      engine = await open(false, perTenMinutes);
    }
    if (passedMs % hourMs === 0) options.onProgress?.(passedMs / hourMs);
  }
  await submitAll(engine, quotes);
  return measure(connectionString, hours, engine, () => open(true, Number.POSITIVE_INFINITY));
}

async function submitAll(engine: Engine, submissions: readonly Submission[]): Promise<void> {
  const answers = await Promise.all(submissions.map((each) => engine.submit(each)));
  for (const { outcome } of answers) if (!outcome.ok) throw new Error(`refused: ${outcome.code}`);
}

async function measure(
  connectionString: string,
  hours: number,
  engine: Engine,
  restart: () => Promise<Engine>,
): Promise<IdleJournal> {
  const client = new Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ rows: number; bytes: number; snapshots: number; tail: number }>(
    `SELECT count(*)::int AS rows, pg_total_relation_size('journal.batches')::float8 AS bytes,
       pg_total_relation_size('journal.snapshot_parts')::float8 AS snapshots,
       (max(last_seq) - coalesce((SELECT max(seq) FROM journal.snapshots), 0))::int AS tail FROM journal.batches`,
  );
  await client.end();
  const found = rows[0] as (typeof rows)[number];
  const archiveBytesPerRow = await archived(connectionString);
  const beganMs = performance.now();
  const beganCpu = process.cpuUsage();
  const next = await restart();
  const restartMs = performance.now() - beganMs;
  const { user, system } = process.cpuUsage(beganCpu);
  await Promise.all([engine.stop(), next.stop()]);
  return {
    commands: next.status().committedSeq,
    rows: found.rows,
    megabytesPerHour: found.bytes / hours / 1e6,
    snapshotMegabytes: found.snapshots / 1e6,
    archiveBytesPerRow,
    restartMs,
    restartCpuMs: (user + system) / 1_000,
    replayedCommands: found.tail,
  };
}

/** Archives all that may be, deletes nothing, and returns the bytes of a row. */
async function archived(connectionString: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-idle-archive-'));
  try {
    const beforeMs = Number.MAX_SAFE_INTEGER;
    const { files, lastRow } = await archiveJournal({ connectionString, folder, beforeMs, prune: false });
    return lastRow === 0 ? 0 : files.reduce((sum, { bytes }) => sum + bytes, 0) / lastRow;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
