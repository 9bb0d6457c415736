import type { Kernel } from '@candor/kernel';
import type { KernelCode } from './kernel-code.ts';
import { writeSnapshot } from './snapshots.ts';
import type { JournalWriter } from './writer.ts';

/** A state in memory with its writer: dropped whole when a commit fails. */
export interface Life {
  readonly writer: JournalWriter;
  readonly own: KernelCode;
  readonly kernel: Kernel;
}

/** Closes a life after its last commit; leaves a snapshot of its end unless one stands after `snapshotSeq` already. */
export async function closeLife({ writer, kernel, own }: Life, snapshotSeq: number): Promise<void> {
  const { batchNo, seq, hash } = writer.head;
  const at = { batchNo, seq, hash, kernelNo: own.no };
  if (snapshotSeq < seq) await writeSnapshot(writer.client, at, kernel.snapshot(), kernel.stateHash());
  await writer.close();
}
