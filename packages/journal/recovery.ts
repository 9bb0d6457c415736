/**
 * Brings a kernel to the head of the journal.
 *
 * Order: take the epoch (from here on no other writer appends), load the newest good snapshot, replay the rows after it
 * under the kernel version that wrote them, compare the end with the head and the mode with the options, then upgrade
 * to this kernel version.
 *
 * Invariants:
 * - Every replayed row gives the digests that it was written with, else the recovery stops: REPLAY_DIVERGED.
 * - After an interruption the engine is ready once a row was committed, not before.
 * - The state of a new kernel version is used only after the row of its upgrade is committed.
 * - Batches that the engine's listeners have not received are delivered in order before the engine is ready.
 */
import type { Envelope, Kernel } from '@candor/kernel';
import { commandsRow, proofRow, upgradeRow } from './append.ts';
import { AppliedResult } from './batch.ts';
import { JournalError } from './errors.ts';
import { type KernelCode, KernelLibrary, nameOf, registerOwnKernel } from './kernel-code.ts';
import { migrate, Replayer } from './replay.ts';
import { rowHash } from './row.ts';
import { writeSnapshot } from './snapshots.ts';
import type { CommittedBatch, EngineOptions } from './types.ts';
import { type Head, JournalWriter } from './writer.ts';

export interface RecoveryOptions {
  readonly engine: EngineOptions;
  readonly connectTimeoutMs: number;
  readonly writerId: string;
  /** State left by an earlier life of the same engine: null at its first start. */
  readonly former: {
    readonly backendPid: number;
    readonly own: KernelCode;
    readonly deliveredBatchNo: number;
  } | null;
  /** Receives each replayed batch that the engine's listeners have not received. */
  readonly onBatch: (batch: CommittedBatch) => void;
  readonly log: (line: string) => void;
}

export interface Recovered {
  readonly writer: JournalWriter;
  readonly own: KernelCode;
  readonly kernel: Kernel;
  /** The command that the newest usable snapshot stands after. */
  readonly snapshotSeq: number;
}

/**
 * Takes the journal over and brings a kernel to its head: the newest good snapshot, then the rest of the journal. An
 * empty journal is begun, an older kernel version's is upgraded. Throws what JournalWriter.open and Replayer throw, and
 * MODE_MISMATCH, UPGRADE_IMPOSSIBLE, BOOTSTRAP_REJECTED.
 */
export async function recover(options: RecoveryOptions): Promise<Recovered> {
  const { engine, former, log } = options;
  const writer = await JournalWriter.open({
    connectionString: engine.connectionString,
    connectTimeoutMs: options.connectTimeoutMs,
    writerId: options.writerId,
    formerPid: former?.backendPid ?? null,
    takeOver: engine.takeOver === true && former === null,
  });
  try {
    const own = former?.own ?? (await registerOwnKernel(writer.client));
    const kernels = new KernelLibrary(writer.client, own);
    const { head } = writer;
    const replayer = await Replayer.open(
      writer.client,
      kernels,
      former?.deliveredBatchNo ?? head.batchNo,
      log,
    );
    if (replayer === null) return { writer, own, kernel: await begin(writer, own, engine), snapshotSeq: 0 };
    const snapshotSeq = replayer.position.seq;
    for await (const batch of replayer.run(writer.client, head.batchNo))
      if (former !== null && batch.batchNo > former.deliveredBatchNo) options.onBatch(batch);
    await checkHead(writer, head, replayer);
    if (replayer.kernel.mode !== engine.genesis.mode)
      throw new JournalError(
        'MODE_MISMATCH',
        `This journal is a ${replayer.kernel.mode} one for ever, and the feed is for ${engine.genesis.mode} mode. ` +
          'Start with a feed of its own mode, or with another data folder.',
      );
    if (replayer.position.kernelNo === own.no) {
      if (former !== null) options.onBatch(await prove(writer, own, replayer.kernel));
      return { writer, own, kernel: replayer.kernel, snapshotSeq };
    }
    const before = await kernels.get(replayer.position.kernelNo);
    const kernel = await upgrade(writer, replayer, before, own, log);
    return { writer, own, kernel, snapshotSeq: head.seq };
  } catch (error) {
    writer.destroy();
    throw error;
  }
}

/** The fence's head and the chain's end must be the same row, with nothing behind it. */
async function checkHead(writer: JournalWriter, head: Head, replayer: Replayer): Promise<void> {
  const { rows } = await writer.client.query<{ last: string }>(
    'SELECT coalesce(max(batch_no), 0) AS last FROM journal.batches',
  );
  const { position } = replayer;
  if (Number(rows[0]?.last) !== head.batchNo || position.seq !== head.seq || !position.hash.equals(head.hash))
    throw new JournalError(
      'CHAIN_BROKEN',
      `The journal's head names row ${head.batchNo}, and the chain ends otherwise.`,
      { batchNo: head.batchNo },
    );
}

async function begin(writer: JournalWriter, own: KernelCode, engine: EngineOptions): Promise<Kernel> {
  if (writer.head.batchNo !== 0)
    throw new JournalError('CHAIN_BROKEN', 'Journal row 1 is missing.', { batchNo: 1 });
  const kernel = own.module.createKernel();
  const timeMs = (engine.now ?? Date.now)();
  const commands = [engine.genesis, ...(engine.bootstrap ?? [])].map((body, index) => {
    const envelope: Envelope = { seq: index + 1, timeMs, userId: 0, key: null, bodyHash: null, body };
    const applied = kernel.apply(envelope);
    if (!applied.outcome.ok)
      throw new JournalError(
        'BOOTSTRAP_REJECTED',
        `The journal can not begin: ${body.type} was rejected with ${applied.outcome.code}.`,
      );
    return new AppliedResult(envelope, applied);
  });
  const row = commandsRow(own, writer.head, commands, kernel.stateHash());
  await writer.append(row, rowHash(writer.head.hash, row), own.no);
  return kernel;
}

/**
 * Commits a row without commands after an interruption: only then is the journal ready. A disk that is full lets an epoch
 * be taken, which rewrites a row in its place, and refuses the first batch.
 */
async function prove(writer: JournalWriter, own: KernelCode, kernel: Kernel): Promise<CommittedBatch> {
  const row = proofRow(own, writer.head, kernel.timeMs);
  const hash = rowHash(writer.head.hash, row);
  await writer.append(row, hash, own.no);
  const { batchNo, firstSeq, lastSeq } = row;
  return { batchNo, firstSeq, lastSeq, hash: hash.toString('hex'), commands: [] };
}

/** Snapshot, upgrade row, snapshot: no replay ever has to cross from one version to the other but here. */
async function upgrade(
  writer: JournalWriter,
  replayer: Replayer,
  before: KernelCode,
  own: KernelCode,
  log: (line: string) => void,
): Promise<Kernel> {
  const old = replayer.kernel;
  const kernel = migrate(old, before, own);
  await writeSnapshot(writer.client, replayer.position, old.snapshot(), old.stateHash());
  const stateHash = kernel.stateHash();
  const row = upgradeRow(before, own, writer.head, old.timeMs, stateHash);
  const hash = rowHash(writer.head.hash, row);
  await writer.append(row, hash, own.no);
  const { batchNo, seq } = writer.head;
  await writeSnapshot(writer.client, { batchNo, seq, hash, kernelNo: own.no }, kernel.snapshot(), stateHash);
  log(`The journal goes on under kernel ${nameOf(own)}; it was ${nameOf(before)} up to command ${seq}`);
  return kernel;
}
