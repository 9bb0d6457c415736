/**
 * Harm done to a journal behind everybody's back. It is whole in itself: the chain and its head match, so that a server
 * starts on it without a word, and only what was answered tells.
 */
import type { Envelope } from '@candor/kernel';
import { commandsRow } from '../../packages/journal/append.ts';
import { AppliedResult } from '../../packages/journal/batch.ts';
import { type KernelCode, KernelLibrary } from '../../packages/journal/kernel-code.ts';
import type { RawRow } from '../../packages/journal/raw-row.ts';
import { rowHash, unpackPayload } from '../../packages/journal/row.ts';
import { JournalWriter } from '../../packages/journal/writer.ts';
import { cleanReplay, query } from './support.ts';

/** Takes the row that holds the command and all behind it out of the journal. Gives the row. */
export async function cutFrom(connectionString: string, seq: number): Promise<RawRow> {
  const rows = await query<RawRow>(
    connectionString,
    'DELETE FROM journal.batches WHERE last_seq >= $1 RETURNING *',
    [seq],
  );
  await query(
    connectionString,
    `UPDATE journal.head SET (batch_no, seq, hash) =
       (SELECT batch_no, last_seq, hash FROM journal.batches ORDER BY batch_no DESC LIMIT 1)`,
  );
  await query(
    connectionString,
    'DELETE FROM journal.snapshots WHERE batch_no > (SELECT batch_no FROM journal.head)',
  );
  const row = rows.find((each) => Number(each.first_seq) <= seq && Number(each.last_seq) >= seq);
  if (row === undefined) throw new RangeError(`the journal has no command ${seq}`);
  return row;
}

/** Cuts as `cutFrom` does, and writes the row again as it would be had the command been another. */
export async function alter(
  connectionString: string,
  seq: number,
  change: (envelope: Envelope) => Envelope,
): Promise<void> {
  const cut = await cutFrom(connectionString, seq);
  const { kernel: before } = await cleanReplay(connectionString);
  const writer = await JournalWriter.open({
    connectionString,
    connectTimeoutMs: 5_000,
    writerId: 'tampering',
    formerPid: null,
    takeOver: true,
  });
  try {
    const code = await new KernelLibrary(writer.client, null).get(cut.kernel_no);
    const commands = applied(code, before.snapshot(), unpackPayload(cut), (envelope) =>
      envelope.seq === seq ? change(envelope) : envelope,
    );
    const row = commandsRow(code, writer.head, commands, null);
    await writer.append(row, rowHash(writer.head.hash, row), code.no);
  } finally {
    await writer.close();
  }
}

function applied(
  { module }: KernelCode,
  state: Uint8Array,
  payload: Uint8Array,
  change: (envelope: Envelope) => Envelope,
): AppliedResult[] {
  const kernel = module.loadKernel(state);
  return module
    .decodeEnvelopes(payload)
    .map(change)
    .map((envelope) => new AppliedResult(envelope, kernel.apply(envelope)));
}
