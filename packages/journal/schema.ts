import type { Client } from 'pg';
import { connect } from './connection.ts';
import { JournalError } from './errors.ts';

/** The format of the rows and of what their hash covers. */
export const journalFormat = 1;

/**
 * `head` is the fence: one row, rewritten by every append under its own old value. Payloads are compressed before
 * they get here, so PostgreSQL is set not to try again. A row of `archives` names a file that was verified against the
 * rows that it holds; only such rows are ever deleted, by the owner's command.
 */
const ddl = `
CREATE SCHEMA IF NOT EXISTS journal;

CREATE TABLE IF NOT EXISTS journal.kernels (
  no integer PRIMARY KEY,
  version text NOT NULL,
  code_hash bytea NOT NULL UNIQUE,
  bundle bytea NOT NULL
);

CREATE TABLE IF NOT EXISTS journal.kernel_sources (
  source_hash bytea PRIMARY KEY,
  kernel_no integer NOT NULL REFERENCES journal.kernels
);

CREATE TABLE IF NOT EXISTS journal.head (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  format integer NOT NULL,
  epoch bigint NOT NULL,
  writer text NOT NULL,
  batch_no bigint NOT NULL,
  seq bigint NOT NULL,
  hash bytea NOT NULL
) WITH (fillfactor = 10);

CREATE TABLE IF NOT EXISTS journal.batches (
  batch_no bigint PRIMARY KEY,
  first_seq bigint NOT NULL,
  last_seq bigint NOT NULL,
  epoch bigint NOT NULL,
  time_ms bigint NOT NULL,
  kernel_no integer NOT NULL,
  kind smallint NOT NULL,
  codec smallint NOT NULL,
  payload bytea NOT NULL,
  events_digest bytea NOT NULL,
  state_digest bytea,
  hash bytea NOT NULL
) WITH (toast_tuple_target = 8160);
ALTER TABLE journal.batches ALTER COLUMN payload SET STORAGE EXTERNAL;

CREATE TABLE IF NOT EXISTS journal.snapshots (
  batch_no bigint PRIMARY KEY,
  seq bigint NOT NULL,
  batch_hash bytea NOT NULL,
  kernel_no integer NOT NULL,
  state_hash text NOT NULL,
  bytes_hash bytea NOT NULL,
  part_count integer NOT NULL
);

CREATE TABLE IF NOT EXISTS journal.snapshot_parts (
  batch_no bigint NOT NULL REFERENCES journal.snapshots ON DELETE CASCADE,
  part integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (batch_no, part)
);
ALTER TABLE journal.snapshot_parts ALTER COLUMN bytes SET STORAGE EXTERNAL;

CREATE TABLE IF NOT EXISTS journal.archives (
  first_row bigint PRIMARY KEY,
  last_row bigint NOT NULL CHECK (last_row >= first_row),
  first_seq bigint NOT NULL,
  last_seq bigint NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  from_ms bigint NOT NULL,
  to_ms bigint NOT NULL,
  folder text NOT NULL,
  file text NOT NULL,
  bytes bigint NOT NULL,
  sha256 bytea NOT NULL
);
`;

/** Makes the journal's tables as their owner, for an engine whose role may not. */
export async function prepareJournal(connectionString: string): Promise<void> {
  const client = await connect(connectionString, 10_000, 'candor-journal-schema');
  try {
    await prepareSchema(client);
  } finally {
    await client.end();
  }
}

/** Makes the journal's tables where they are missing. Throws FORMAT_UNKNOWN for a journal of another format. */
export async function prepareSchema(client: Client): Promise<void> {
  const found = await client.query<{ head: string | null }>(
    "SELECT to_regclass('journal.archives')::text AS head",
  );
  if (found.rows[0]?.head === null) await client.query(`BEGIN; ${ddl} COMMIT;`);
  await client.query(
    `INSERT INTO journal.head (format, epoch, writer, batch_no, seq, hash) VALUES ($1, 0, '', 0, 0, $2)
     ON CONFLICT DO NOTHING`,
    [journalFormat, Buffer.alloc(32)],
  );
  const head = await client.query<{ format: number }>('SELECT format FROM journal.head');
  const format = head.rows[0]?.format;
  if (format !== journalFormat)
    throw new JournalError(
      'FORMAT_UNKNOWN',
      `The journal has format ${format}, and this version of Candor writes format ${journalFormat}. ` +
        'Use the version that wrote it.',
    );
}
