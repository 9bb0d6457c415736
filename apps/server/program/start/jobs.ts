import { openReaders } from '@candor/projections';
import { startJobWorker } from '../../base/jobs/worker.ts';
import { openMessageTasks } from '../../gateway/messages/tasks.ts';
import { planForgettingNotices } from '../../gateway/notices/index.ts';
import { openStatementTask } from '../../money/statements/index.ts';
import { planForgettingGuests } from '../../users/chat/index.ts';
import { planForgettingStepUps } from '../../users/factors/index.ts';
import { subjectTasks } from '../subjects/index.ts';
import type { RoleInput } from './open-config.ts';
import { openParts } from './parts.ts';
import type { Role } from './roles/run-role.ts';

/** One connection waits for news of jobs, the others serve jobs under way. */
const POOL_SIZE = 6;

function fail(error: unknown): void {
  throw error;
}

/** Runs the jobs of all subjects: what was promised in a transaction and takes longer than a call may. */
export async function startJobs(role: Role, input: RoleInput): Promise<void> {
  const { lifecycle, log, say } = role;
  const { config } = input;
  const parts = await openParts(role, input, { line: 'jobs', poolSize: POOL_SIZE, manyDoors: true });
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
