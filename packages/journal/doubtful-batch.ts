import type { Batch } from './batch.ts';
import type { JournalError } from './errors.ts';
import type { CommittedBatch } from './types.ts';

/**
 * The batch that was under way when the connection failed: nobody knows if it was committed until a recovery reads the
 * journal. Its senders are answered once: by the journal if it stands there, else by a refusal.
 */
export class DoubtfulBatch {
  private batch: Batch | null = null;
  /** The same batch as the recovery found it. */
  private found: CommittedBatch | null = null;

  /** Keeps the senders of a batch waiting; its readers are refused, because the state that they saw is gone. */
  keep(batch: Batch | null, error: JournalError): void {
    this.batch = batch;
    batch?.refuseReaders(error);
  }

  /** Compares a batch of the recovery with this one, by the hash of its row. */
  onReplayed(batch: CommittedBatch): void {
    if (this.batch?.committed?.hash === batch.hash) this.found = batch;
  }

  /** Answers by what the recovery found; refuses where the journal does not hold the batch. */
  onRecovered(notCommitted: JournalError): void {
    if (this.found !== null) this.batch?.answer(this.found.commands);
    else this.batch?.refuse(notCommitted);
    this.batch = null;
    this.found = null;
  }

  /** Gives the senders up without a recovery. */
  refuse(error: JournalError): void {
    this.batch?.refuse(error);
    this.batch = null;
  }
}
