import { openReaders } from '@candor/projections';
import type { Pool } from 'pg';
import { Counter, Gauge, Registry } from 'prom-client';
import { kyselyOf } from '../../base/database/index.ts';
import { startJobWorker } from '../../base/jobs/worker.ts';
import { startRounds } from '../../base/work/rounds.ts';
import { createSweep, namedFiles, namesAny } from '../../gateway/files/index.ts';
import { openMessageTasks } from '../../gateway/messages/tasks.ts';
import { planForgettingNotices } from '../../gateway/notices/index.ts';
import { openStatementTask } from '../../money/statements/index.ts';
import { planForgettingGuests } from '../../users/chat/index.ts';
import { planForgettingStepUps } from '../../users/factors/index.ts';
import { subjectTasks } from '../subjects/index.ts';
import { namesFiles } from '../subjects/names-files.ts';
import type { RoleInput } from './open-config.ts';
import { openParts } from './parts.ts';
import { CONNECTION_WAIT_MS } from './pool.ts';
import type { Role } from './roles/run-role.ts';

/** One connection waits for news of jobs, the others serve jobs under way. */
const POOL = { max: 6, waitMs: CONNECTION_WAIT_MS.background } as const;
const SWEEP_MS = 6 * 3_600_000;

function fail(error: unknown): void {
  throw error;
}

/** Runs the jobs of all subjects: what was promised in a transaction and takes longer than a call may. */
export async function startJobs(role: Role, input: RoleInput): Promise<void> {
  const { lifecycle, log, say } = role;
  const { config } = input;
  const parts = await openParts(role, input, { line: 'jobs', pool: POOL, manyDoors: true });
  const { pool } = parts;
  const [codesKey, smtpUrl, smppUrl] = await Promise.all([
    role.ask('codes-key') as Promise<Uint8Array>,
    role.ask('smtp-url') as Promise<string | null>,
    role.ask('smpp-url') as Promise<string | null>,
  ]);
  const messages = await lifecycle.stage(
    'mail and SMS',
    () =>
      openMessageTasks({
        pool,
        codesKey,
        say,
        log,
        now: Date.now,
        pagesUrl: config.publicUrl ?? `http://localhost:${config.port}`,
        consoleUrl: config.consolePublicUrl ?? `http://localhost:${config.consolePort}`,
        smtp: smtpUrl === null ? null : { url: smtpUrl, from: config.mailFrom },
        smsc: smppUrl === null ? null : { url: smppUrl, from: config.smsFrom },
      }),
    (running) => running.stop(),
  );
  await sweepFiles(role, pool);
  await planForgettingNotices(pool, Date.now);
  await planForgettingGuests(pool, Date.now);
  await planForgettingStepUps(pool, Date.now);
  const statements = await openStatementTask({ pool, bills: openReaders(pool).bills });
  const tasks = [...messages.tasks, statements, ...subjectTasks(parts)];
  await lifecycle.stage(
    'the jobs',
    // A worker that ends by itself ends the process; the next one takes over its jobs.
    () => startJobWorker({ pool, log, tasks, onLost: fail }),
    (running) => running.stop(),
  );
}

/** Removes bytes of files that no row names, and counts them. */
async function sweepFiles(role: Role, pool: Pool): Promise<void> {
  const registry = new Registry();
  const registers = [registry];
  const files = new Counter({
    name: 'candor_files_swept_total',
    help: 'Encrypted files that no row named and that were removed',
    registers,
  });
  const bytes = new Counter({
    name: 'candor_files_swept_bytes_total',
    help: 'Size of the files that were removed',
    registers,
  });
  const swept = new Gauge({
    name: 'candor_files_sweep_timestamp_seconds',
    help: 'Time when all files were last compared with their rows; that of the start before the first round',
    registers,
  });
  swept.setToCurrentTime();
  role.answer({ metrics: () => registry.getMetricsAsJSON() });
  const db = kyselyOf(pool);
  const sweep = createSweep({
    folder: (await role.ask('files-folder')) as string,
    named: (ids) => namedFiles(db, namesFiles, ids),
    namesAny: () => namesAny(db, namesFiles),
    now: Date.now,
    elapsed: () => performance.now(),
    onSwept(size) {
      files.inc();
      bytes.inc(size);
    },
  });
  await role.lifecycle.stage(
    'the sweep of files',
    async () =>
      startRounds({
        everyMs: SWEEP_MS,
        round: async () => {
          await sweep();
          swept.setToCurrentTime();
        },
        log: role.log,
        failed: 'files were not compared with their rows',
      }),
    (stop) => stop(),
  );
}
