import type { Envelope, KernelEvent, Outcome } from '@candor/kernel';

/** A committed command with what came of it. */
export interface ProjectedCommand {
  readonly stamp: Pick<Envelope, 'seq' | 'timeMs' | 'userId'>;
  /** Its decoding may cost more than its rows: see `stamp`. */
  readonly envelope: Envelope;
  readonly outcome: Outcome;
  readonly events: readonly KernelEvent[];
}

/** A committed row of the journal. */
export interface ProjectedBatch {
  readonly firstSeq: number;
  /** firstSeq - 1 where the row carries no command. */
  readonly lastSeq: number;
  readonly commands: readonly ProjectedCommand[];
}

/** The source of committed batches: the journal's engine, or a connection to it. */
export interface BatchSource {
  /** A batch without commands may follow missed ones. */
  onCommitted(listener: (batch: ProjectedBatch) => void): () => void;
  replay(afterSeq: number): AsyncIterable<ProjectedBatch>;
  /** `committedSeq` is valid only while the state is 'ready'; a source without states is always ready. */
  status(): { readonly committedSeq: number; readonly state?: string };
}
