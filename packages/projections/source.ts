import type { Envelope, KernelEvent, Outcome } from '@candor/kernel';

/** A committed command with what came of it. */
export interface ProjectedCommand {
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

/** Where committed batches come from: the journal's engine, or a line to it. */
export interface BatchSource {
  /** A batch without commands may come after some were missed. */
  onCommitted(listener: (batch: ProjectedBatch) => void): () => void;
  replay(afterSeq: number): AsyncIterable<ProjectedBatch>;
  /** `committedSeq` counts only while the state is 'ready'; a source without states always is. */
  status(): { readonly committedSeq: number; readonly state?: string };
}
