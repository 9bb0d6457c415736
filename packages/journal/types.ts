import type { Command, Envelope, KernelEvent, KernelView, Outcome } from '@candor/kernel';

/** What a caller hands to the sequencer; it stamps seq and time. */
export interface Submission {
  readonly userId: number;
  readonly key: string | null;
  readonly bodyHash: string | null;
  readonly body: Command;
}

export interface AppliedCommand {
  readonly envelope: Envelope;
  readonly outcome: Outcome;
  readonly events: readonly KernelEvent[];
}

/** A batch that PostgreSQL has committed: only now may anybody hear of it. */
export interface CommittedBatch {
  readonly batchNo: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** Hex hash of the journal row: the head of the chain after this batch. */
  readonly hash: string;
  readonly commands: readonly AppliedCommand[];
}

export type EngineState = 'recovering' | 'ready' | 'failed' | 'stopped';

export interface EngineStatus {
  readonly state: EngineState;
  /** Why the engine is not ready, in words for /readyz; null when ready. */
  readonly reason: string | null;
  readonly appliedSeq: number;
  readonly committedSeq: number;
  readonly epoch: number;
  readonly queuedCommands: number;
  readonly headHash: string;
  readonly kernelVersion: string;
}

/** The one writer. `submit` resolves after the commit, also for rejections. */
export interface Engine {
  submit(submission: Submission): Promise<{ readonly seq: number; readonly timeMs: number; readonly outcome: Outcome }>;
  /** Runs `read` on the live state at once and resolves when the seq that it saw is durable. */
  read<T>(read: (view: KernelView) => T): Promise<T>;
  /** Called for each batch in order, after its commit. A listener must not throw and must not wait. */
  onCommitted(listener: (batch: CommittedBatch) => void): () => void;
  status(): EngineStatus;
  /** Drains, writes a snapshot and lets go of the journal. */
  stop(): Promise<void>;
}
