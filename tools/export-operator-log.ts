import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { Client } from 'pg';
import { StartupError } from '../apps/server/base/errors/startup-error.ts';
import { withReadDatabase } from './open-database.ts';

const ROWS_PER_PAGE = 1_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

interface Row {
  readonly no: string;
  readonly time_ms: string;
  readonly operator: string;
  readonly action: string;
  readonly details: string;
  readonly prev_hash: string;
  readonly hash: string;
}

/** The rows as they lie there, oldest first: who checks them must see what a query would have mended. */
async function* rowsOf(client: Client): AsyncGenerator<Row> {
  for (let after = '0'; ; ) {
    const { rows } = await client.query<Row>(
      'SELECT * FROM operator.log WHERE no > $1 ORDER BY no LIMIT $2',
      [after, ROWS_PER_PAGE],
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.no;
  }
}

/** Writes the operators' log to a new file of JSON lines that `npm run verify -- --operator-log` reads. */
async function exportTo(file: string): Promise<void> {
  await withReadDatabase(say, async (connectionString) => {
    const client = new Client({ connectionString });
    await client.connect();
    try {
      const stream = createWriteStream(file, { flags: 'wx', mode: 0o600 });
      await once(stream, 'open');
      let head = 'none';
      let entries = 0;
      for await (const { no, time_ms, operator, action, details, prev_hash, hash } of rowsOf(client)) {
        const entry = {
          no: Number(no),
          timeMs: Number(time_ms),
          operator,
          action,
          details,
          prevHash: prev_hash,
          hash,
        };
        if (!stream.write(`${JSON.stringify(entry)}\n`)) await once(stream, 'drain');
        [head, entries] = [hash, entries + 1];
      }
      stream.end();
      await finished(stream);
      say(`${file}: ${entries} entries, head ${head}`);
    } finally {
      await client.end();
    }
  });
}

const [file] = process.argv.slice(2);
if (file === undefined) {
  say('Which file shall the operators’ log be written to? npm run export:operators -- <file>');
  process.exitCode = 2;
} else {
  try {
    await exportTo(file);
  } catch (error) {
    const isOfFile = error instanceof Error && 'code' in error && 'syscall' in error;
    if (!(error instanceof StartupError || isOfFile)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
