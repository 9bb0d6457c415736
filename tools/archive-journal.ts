import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { archiveJournal, JournalError, moveArchive } from '@candor/journal';
import { StartupError } from '../apps/server/base/errors/startup-error.ts';
import { readMark } from './backup/mark.ts';
import { ARCHIVE_FOLDER } from './backup/places.ts';
import { configuredDataDir, withReadDatabase } from './open-database.ts';

const usage = `Moves old rows of the journal to files that the verifier and the exchange read in their place.

  npm run archive [-- --older-than <days>] [--to <folder>]   Writes the rows that are older (30 days) to files, and verifies these
  npm run archive -- --prune [--without-backup]              The same, then deletes archived rows from the database whose files the
                                                             newest backup holds; of all files where you say --without-backup
  npm run archive -- --found-in <folder>                     Notes that the files lie in another folder now, after reading them

The exchange may run meanwhile. Files are written to journal-archive in the data folder; each backup holds them, wherever they lie. Rows from the oldest
kept snapshot on stay in any case, so a restart needs no file. Every look further back needs them: receipts, exports, rebuilds. Keep them as
you keep the database, and hand them to whoever gets the journal: they are a part of what users verify.`;

const DAY_MS = 86_400_000;
const NOT_ALLOWED = '42501';

const say = (line: string) => process.stdout.write(`${line}\n`);

interface Asked {
  readonly days: number;
  readonly to: string | undefined;
  readonly prune: boolean;
  readonly withoutBackup: boolean;
}

async function archive({ days, to, prune, withoutBackup }: Asked): Promise<void> {
  const dataDir = configuredDataDir();
  await withReadDatabase(say, async (connectionString) => {
    const { files, lastRow, deletedRows, waitingFiles } = await archiveJournal({
      connectionString,
      folder: to ?? join(dataDir, ARCHIVE_FOLDER),
      beforeMs: Date.now() - days * DAY_MS,
      prune,
      isBackedUp: withoutBackup ? () => true : await readMark(dataDir),
      log: say,
    });
    if (files.length === 0) say(`No row is older than ${days} days and not archived yet.`);
    say(`Archived up to row ${lastRow}. ${deletedRows} rows were deleted from the database.`);
    if (waitingFiles.length > 0)
      say(
        `Rows stay until a backup holds their files, ${waitingFiles.length} in number: \`npm run backup\`, then this again. ` +
          '--without-backup deletes them now.',
      );
  });
}

async function move(folder: string): Promise<void> {
  const at = await realpath(folder);
  await withReadDatabase(say, async (connectionString) => {
    const { files, missing } = await moveArchive(connectionString, at);
    say(`${files} files were verified in ${at}.`);
    for (const path of missing) say(`Not there, and still looked for at ${path}.`);
  });
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      'older-than': { type: 'string', default: '30' },
      to: { type: 'string' },
      prune: { type: 'boolean', default: false },
      'without-backup': { type: 'boolean', default: false },
      'found-in': { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const days = Number(values['older-than']);
  if (values.help || !(days >= 1)) {
    say(values.help ? usage : `--older-than is a number of days, 1 or more.\n\n${usage}`);
    return values.help ? 0 : 2;
  }
  const found = values['found-in'];
  const { to, prune, 'without-backup': withoutBackup } = values;
  if (found === undefined) await archive({ days, to, prune, withoutBackup });
  else await move(found);
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  const isOfFile = error instanceof Error && 'syscall' in error;
  const isKnown =
    error instanceof StartupError || error instanceof JournalError || error instanceof TypeError;
  if (code === NOT_ALLOWED)
    process.stderr.write('This login may not archive: use the owner of the journal’s tables.\n');
  else if (isKnown || isOfFile) process.stderr.write(`${(error as Error).message}\n`);
  else throw error;
  process.exitCode = 1;
}
