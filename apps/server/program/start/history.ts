import { openReaders } from '@candor/projections';
import type { Pool } from 'pg';
import { Registry } from 'prom-client';
import { type DatabaseLogins, kyselyOf } from '../../base/database/index.ts';
import { registerLooks } from '../../base/metrics/index.ts';
import { reportsFault } from '../../base/work/passing.ts';
import { startRounds } from '../../base/work/rounds.ts';
import { followCatalogue } from '../../engine/catalogue/index.ts';
import {
  archiveReadsLook,
  createArchiveReading,
  READING_ROUND_MS,
  startHistoryWriter,
} from '../../engine/history/index.ts';
import { startNoticeWriter } from '../../gateway/notices/index.ts';
import { followPerpetuals } from '../../trading/perpetual/index.ts';
import { usersAfter } from '../../users/identity/index.ts';
import { noticeSources } from '../subjects/notice-sources.ts';
import { openBusLine } from './bus-line.ts';
import { openCoreLine } from './core-line.ts';
import type { RoleInput } from './open-config.ts';
import { CONNECTION_WAIT_MS, openPool } from './pool.ts';
import type { Role } from './roles/run-role.ts';

/** The program is not ready while the read models trail by more than this many commands. */
const lagMax = 50_000;
/** One connection reads while another writes. */
const POOL = { max: 2, waitMs: CONNECTION_WAIT_MS.background } as const;

/**
 * Writes the read models in a process other than the core's, and publishes their progress on the bus. Behind them it
 * writes the notices of users, from the same events.
 */
export async function startHistory(role: Role, { sockets }: RoleInput): Promise<void> {
  const { lifecycle, readiness, log, patience } = role;
  const logins = (await role.ask('database')) as DatabaseLogins;
  const { runtime: connectionString } = logins;
  const core = await openCoreLine(role, sockets.core, 'history');
  const bus = await openBusLine(role, sockets.bus, true);
  const writer = await lifecycle.stage(
    'the read models',
    () => startHistoryWriter({ connectionString, core, bus, patience, log: (line) => log.warn(line) }),
    (running) => running.stop(),
  );
  const pool = await openPool(role, logins, POOL);
  const catalogues = await lifecycle.stage(
    'the catalogue',
    () => followCatalogue(core, reportsFault(log, 'the catalogue was not read')),
    (running) => running.stop(),
  );
  const perpetualListings = await lifecycle.stage(
    'the contracts',
    () => followPerpetuals(core, reportsFault(log, 'the contracts were not read')),
    (running) => running.stop(),
  );
  await lifecycle.stage(
    'the notices',
    () =>
      startNoticeWriter({
        pool,
        bus,
        journal: writer.journal,
        sources: noticeSources({
          db: kyselyOf(pool),
          catalogues,
          perpetualListings,
          history: openReaders(pool),
          now: Date.now,
        }),
        caughtUp: writer.caughtUp,
        usersAfter,
        now: Date.now,
        log: (line) => log.warn(line),
      }),
    (running) => running.stop(),
  );
  await readArchives(role, pool);
  readiness.watch('history', () => {
    const { lag, reason } = writer.status();
    if (lag <= lagMax) return null;
    return `${lag} commands behind${reason === null ? '' : `: ${reason}`}`;
  });
}

/** Reads all archive files of the journal in turn, and shows what it finds. */
async function readArchives({ lifecycle, log, answer }: Role, pool: Pool): Promise<void> {
  const reading = createArchiveReading({ pool, now: Date.now, log });
  const registry = new Registry();
  registerLooks(registry, [archiveReadsLook(reading)]);
  answer({ metrics: () => registry.getMetricsAsJSON() });
  await lifecycle.stage(
    'the reading of archives',
    async () =>
      startRounds({
        everyMs: READING_ROUND_MS,
        round: reading.round,
        log,
        failed: 'archives of the journal were not read',
      }),
    (stop) => stop(),
  );
}
