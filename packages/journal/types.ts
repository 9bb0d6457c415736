import type { Command, Envelope, Genesis, KernelEvent, KernelView, Outcome } from '@candor/kernel';

/** Command as a caller hands it to the sequencer, which stamps seq and time. */
export interface Submission {
  readonly userId: number;
  readonly key: string | null;
  readonly bodyHash: string | null;
  readonly body: Command;
  /** Server time in ms: a new command that gets its turn later is not performed. Null or absent: no limit. */
  readonly notAfterMs?: number | null;
  /**
   * The command as encoded by the kernel's `encodeUnstamped`, if it was received in that form: the row stores these
   * bytes.
   */
  readonly packed?: Uint8Array | null;
}

/** The place of a command in the journal, and its sender. */
export type Stamp = Pick<Envelope, 'seq' | 'timeMs' | 'userId'>;

export interface AppliedCommand {
  readonly stamp: Stamp;
  /** Envelope of the command: reading one decodes all of a batch from another process. `stamp` costs nothing. */
  readonly envelope: Envelope;
  readonly outcome: Outcome;
  readonly events: readonly KernelEvent[];
}

/** A batch that PostgreSQL has committed: it may be published only now. */
export interface CommittedBatch {
  readonly batchNo: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** Hex hash of the journal row: the head of the chain after this batch. */
  readonly hash: string;
  readonly commands: readonly AppliedCommand[];
  /** The envelopes as this program's kernel encodes them, if already available. */
  readonly encoded?: Uint8Array;
}

/** The answer to a command, durable. */
export interface Committed {
  readonly seq: number;
  readonly timeMs: number;
  readonly outcome: Outcome;
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

/** The one writer. */
export interface Engine {
  /**
   * Resolves after the commit, also for rejections by the kernel. Rejects with a JournalError: NOT_READY, OVERLOADED
   * NOT_COMMITTED or TOO_LATE (nothing was done), OUTCOME_UNKNOWN (ask again with the same key).
   */
  submit(submission: Submission): Promise<Committed>;
  /** The same, ahead of all that waits but what came this way before, and however much waits. */
  submitFirst(submission: Submission): Promise<Committed>;
  /**
   * Called at the start of each turn, before commands are sequenced: what a listener submits first is sequenced before
   * them. A listener must not throw and must not wait.
   */
  onTurn(listener: () => void): () => void;
  /** Runs `read` on the live state at once and resolves when the seq that it saw is durable. Rejects with NOT_READY. */
  read<T>(read: (view: KernelView) => T): Promise<T>;
  /** Called for each batch in order, after its commit. A listener must not throw and must not wait. */
  onCommitted(listener: (batch: CommittedBatch) => void): () => void;
  /** Called after each change of `status().state`. A listener must not throw and must not wait. */
  onState(listener: () => void): () => void;
  /** Reads the committed batches that hold commands after `afterSeq` again, up to the head at the time of the call. */
  replay(afterSeq: number): AsyncIterable<CommittedBatch>;
  status(): EngineStatus;
  /** Drains, writes a snapshot and lets go of the journal. */
  stop(): Promise<void>;
}

export interface EngineOptions {
  readonly connectionString: string;
  /** The first command of an empty journal. A journal of another mode is refused with MODE_MISMATCH. */
  readonly genesis: Genesis;
  /** System commands that follow the genesis in the same row: all of an empty journal's start, or nothing of it. */
  readonly bootstrap?: readonly Command[];
  /** Wall clock in ms since 1970; the engine never lets time go back. */
  readonly now?: () => number;
  /** Receives messages for operators: recoveries, damaged snapshots, upgrades. */
  readonly log?: (line: string) => void;
  /** Replace a living writer of this journal instead of refusing to start beside it. */
  readonly takeOver?: boolean;
  readonly tuning?: Partial<EngineTuning>;
}

export interface EngineTuning {
  readonly connectTimeoutMs: number;
  /** A commit that takes longer counts as lost. */
  readonly commitTimeoutMs: number;
  /** Without a commit for so long, the head is asked whether the epoch is still this engine's. */
  readonly headCheckMs: number;
  /** Without a commit or an answer of the head for so long, reads are refused with NOT_READY. */
  readonly headStaleMs: number;
  /** Wait for an unknown outcome before its sender receives OUTCOME_UNKNOWN. */
  readonly unknownAfterMs: number;
  /** The longest pause between two attempts to recover. */
  readonly retryMaxMs: number;
  readonly maxBatchCommands: number;
  /** Commands that wait for their turn; past this more are refused with OVERLOADED. */
  readonly maxQueuedCommands: number;
  /** A snapshot is made in the background after so many commands … */
  readonly snapshotCommands: number;
  /** … or after so long, where there was a command at all. */
  readonly snapshotMs: number;
  /** At least so long between two attempts at one. */
  readonly snapshotPauseMs: number;
  /** A process that makes one and takes longer hangs: it is ended. That of a big journal may take minutes. */
  readonly snapshotTimeoutMs: number;
  /** Interval at which a row carries the state's digest, as long as computing it is quick. */
  readonly stateDigestMs: number;
}
