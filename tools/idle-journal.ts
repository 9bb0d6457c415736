/** Makes the journal of an idle demo (24 hours, or `--hours N`), and says what it takes and how fast it restarts. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../apps/server/base/postgres/launch.ts';
import { makeIdleJournal } from './workload/idle-journal.ts';

const megabytesPerHourMax = 50;
const restartMsMax = 5_000;

const { values } = parseArgs({ options: { hours: { type: 'string', default: '24' } } });
const hours = Number(values.hours);
if (!(hours > 0)) throw new Error('--hours is a number above 0');
const dataDir = await mkdtemp(join(tmpdir(), 'candor-idle-'));
const postgres = await startPostgres({ dataDir, log: () => {} });
try {
  const made = await makeIdleJournal({
    connectionString: postgres.connectionString,
    hours,
    onProgress: (done) => console.log(`${done} of ${hours} hours`),
  });
  console.log(
    `${hours} h idle: ${made.commands} commands in ${made.rows} rows, ${made.megabytesPerHour.toFixed(1)} MB an hour ` +
      `(at most ${megabytesPerHourMax}), ${made.snapshotMegabytes.toFixed(1)} MB of snapshots; archived ` +
      `${made.archiveBytesPerRow.toFixed(0)} bytes a row; restart in ` +
      `${made.restartMs.toFixed(0)} ms (at most ${restartMsMax}), ${made.replayedCommands} commands replayed`,
  );
  if (made.megabytesPerHour > megabytesPerHourMax || made.restartMs > restartMsMax) process.exitCode = 1;
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
