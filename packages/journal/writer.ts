/**
 * The one connection that appends to the chain.
 *
 * Order of opening: lock, schema, lineage of the kernels, epoch. A takeover bumps the epoch before it takes the lock, because the other writer
 * may hold the lock and must be fenced first. Nothing of the journal is read before the epoch is taken: whoever held
 * the earlier epoch can append nothing from then on.
 *
 * Invariant: a row is inserted by the statement that moves the head from exactly the expected epoch, row number, command
 * and hash. An append that finds another head writes nothing and is DEPOSED.
 */
import type { Client } from 'pg';
import { assertFollows } from './asserts.ts';
import { checkServer, connect, destroy, takeLock } from './connection.ts';
import { JournalError } from './errors.ts';
import { refuseNewerKernel } from './lineage.ts';
import type { RowBody } from './row.ts';
import { prepareSchema } from './schema.ts';
import { Warnings } from './warnings.ts';

/** The end of the chain, as the fence knows it. */
export interface Head {
  readonly epoch: number;
  readonly batchNo: number;
  readonly seq: number;
  readonly hash: Buffer;
}

export interface WriterOptions {
  readonly connectionString: string;
  readonly connectTimeoutMs: number;
  /** Random and the same for one engine's whole life: distinguishes its own earlier epochs from another writer's. */
  readonly writerId: string;
  /** The backend that this engine used before and gave up; null at its start. */
  readonly formerPid: number | null;
  /** Replace a living writer: it is fenced by the new epoch and its session ended. */
  readonly takeOver: boolean;
}

/**
 * One row and the move of the head in one statement, which is one transaction and one round trip. Where the head is
 * not as expected nothing is written.
 */
const appendSql = `
WITH fence AS (
  UPDATE journal.head SET batch_no = $1::bigint, seq = $3::bigint, hash = $11::bytea
  WHERE epoch = $4::bigint AND batch_no = $1::bigint - 1 AND seq = $12::bigint AND hash = $13::bytea
  RETURNING 1)
INSERT INTO journal.batches (batch_no, first_seq, last_seq, epoch, time_ms, kernel_no, kind, codec, payload,
  events_digest, hash, state_digest)
SELECT $1::bigint, $2::bigint, $3::bigint, $4::bigint, $5::bigint, $6::integer, $7::smallint, $8::smallint, $9::bytea,
  $10::bytea, $11::bytea, $14::bytea
FROM fence`;

/** The one connection that appends, with the lock and an epoch of its own. */
export class JournalWriter {
  readonly client: Client;
  readonly backendPid: number;
  head: Head;
  private readonly warnings: Warnings;
  /** Time of the last row that was appended here; 0 before the first. */
  private timeMs = 0;

  private constructor(client: Client, backendPid: number, head: Head, warnings: Warnings) {
    this.client = client;
    this.warnings = warnings;
    this.backendPid = backendPid;
    this.head = head;
  }

  /**
   * Connects, checks the server, takes the lock and a new epoch, before anything is read. Throws
   * DATABASE_UNREACHABLE, DATABASE_UNSAFE, POOLER_BETWEEN, ALREADY_RUNNING, FORMAT_UNKNOWN, KERNEL_NEWER,
   * DEPOSED, COMMIT_FAILED.
   */
  static async open(options: WriterOptions): Promise<JournalWriter> {
    const client = await connect(options.connectionString, options.connectTimeoutMs, 'candor-journal');
    const warnings = new Warnings(client);
    try {
      const backendPid = await checkServer(client);
      // A writer whose machine is gone must not hold the lock for hours; a commit's warnings must be heard.
      await client.query(
        'SET client_min_messages = notice; SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3',
      );
      const fenceFirst = options.takeOver || options.formerPid !== null;
      if (!fenceFirst) await takeLock(client, null, false);
      await prepareSchema(client);
      await refuseNewerKernel(client);
      const head = await bumpEpoch(client, options.writerId, options.formerPid === null);
      if (fenceFirst) await takeLock(client, options.formerPid, options.takeOver);
      refuseWarning(warnings);
      return new JournalWriter(client, backendPid, head, warnings);
    } catch (error) {
      destroy(client);
      throw error;
    }
  }

  /**
   * Commits `row`, whose hash is `hash`, after the head. Throws DEPOSED, COMMIT_FAILED where PostgreSQL commits with a
   * warning, the database's own error, or InvariantError for a row that does not follow: nothing is sent then.
   */
  async append(row: RowBody, hash: Buffer, kernelNo: number): Promise<void> {
    const { head, timeMs, warnings } = this;
    assertFollows(row, hash, { ...head, timeMs });
    warnings.take();
    const result = await this.client.query({
      name: 'journal-append',
      text: appendSql,
      values: [
        row.batchNo,
        row.firstSeq,
        row.lastSeq,
        row.epoch,
        row.timeMs,
        kernelNo,
        row.kind,
        row.codec,
        row.payload,
        row.eventsDigest,
        hash,
        head.seq,
        head.hash,
        row.stateDigest,
      ],
    });
    if (result.rowCount !== 1) throw deposed();
    refuseWarning(warnings);
    this.head = { epoch: head.epoch, batchNo: row.batchNo, seq: row.lastSeq, hash };
    this.timeMs = row.timeMs;
  }

  /** Shows that the connection lives and the epoch is still its own. Throws DEPOSED, or the database's own error. */
  async confirm(): Promise<void> {
    const { rows } = await this.client.query<{ epoch: string }>('SELECT epoch FROM journal.head');
    if (Number(rows[0]?.epoch) !== this.head.epoch) throw deposed();
  }

  /** Lets go of the lock and the connection. */
  async close(): Promise<void> {
    await this.client.end();
  }

  destroy(): void {
    destroy(this.client);
  }
}

/** Takes the next epoch. Unless this is the engine's `first`, the head must still be in its own hand. */
async function bumpEpoch(client: Client, writerId: string, first: boolean): Promise<Head> {
  const { rows } = await client.query<{ epoch: string; batch_no: string; seq: string; hash: Buffer }>(
    `UPDATE journal.head SET epoch = epoch + 1, writer = $1 WHERE $2 OR writer = $1
     RETURNING epoch, batch_no, seq, hash`,
    [writerId, first],
  );
  const row = rows[0];
  if (row === undefined) throw deposed();
  return { epoch: Number(row.epoch), batchNo: Number(row.batch_no), seq: Number(row.seq), hash: row.hash };
}

/** Throws COMMIT_FAILED where PostgreSQL warned: the recovery that follows finds if the row stands everywhere. */
function refuseWarning(warnings: Warnings): void {
  const warning = warnings.take();
  if (warning !== null)
    throw new JournalError('COMMIT_FAILED', `PostgreSQL committed with a warning: ${warning}`);
}

function deposed(): JournalError {
  return new JournalError(
    'DEPOSED',
    'Another process has taken this journal over. Nothing was written; stop this process.',
  );
}
