import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { exportJournal, JournalError } from '@candor/journal';
import { StartupError } from '../apps/server/base/errors/startup-error.ts';
import { withReadDatabase } from './open-database.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Writes the journal of the data folder to a new file that `npm run verify` reads. It holds every user's orders and
 * balances, so only its owner may read it.
 */
async function exportTo(file: string, withoutArchived: boolean): Promise<void> {
  await withReadDatabase(say, async (connectionString) => {
    const stream = createWriteStream(file, { flags: 'wx', mode: 0o600 });
    await once(stream, 'open');
    const end = await exportJournal({
      connectionString,
      withoutArchived,
      write: async (bytes) => {
        if (!stream.write(bytes)) await once(stream, 'drain');
      },
    });
    stream.end();
    await finished(stream);
    const rest = end.before === 0 ? '' : `, behind ${end.before} rows of archive files`;
    say(`${file}: ${end.rows} rows up to command ${end.seq}${rest}, head ${end.hash.toString('hex')}`);
  });
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'without-archived': { type: 'boolean', default: false } },
});
const [file] = positionals;
if (file === undefined) {
  say(
    'Which file shall the journal be written to? npm run export -- <file> [--without-archived]\n' +
      'Archived rows are in it, unless --without-archived leaves them to their files.',
  );
  process.exitCode = 2;
} else {
  try {
    await exportTo(file, values['without-archived']);
  } catch (error) {
    const isOfFile = error instanceof Error && 'code' in error && 'syscall' in error;
    if (!(error instanceof StartupError || error instanceof JournalError || isOfFile)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
