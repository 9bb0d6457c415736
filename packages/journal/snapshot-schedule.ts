import { Worker } from 'node:worker_threads';
import { JournalError, type JournalErrorCode, wordsOf } from './errors.ts';
import type { EngineTuning } from './types.ts';

export type SnapshotAnswer =
  | { readonly seq: number; readonly skipped: readonly string[] }
  | { readonly code: JournalErrorCode | null; readonly message: string };

type SnapshotTuning = Pick<EngineTuning, 'snapshotCommands' | 'snapshotMs' | 'snapshotPauseMs'>;

/** Codes that say that the journal itself is at fault, not the attempt. */
const fatal: ReadonlySet<string> = new Set(['CHAIN_BROKEN', 'REPLAY_DIVERGED']);

/** Decides when a snapshot is due and has it made by a worker thread, one at a time. */
export class BackgroundSnapshots {
  /** The last command that a snapshot covers. */
  lastSeq = 0;
  private dueMs: number;
  private notBeforeMs = 0;
  private running: Promise<void> | null = null;
  private worker: Worker | null = null;
  private readonly connectionString: string;
  private readonly tuning: SnapshotTuning;
  private readonly log: (line: string) => void;
  private readonly onFatal: (error: JournalError) => void;

  constructor(
    connectionString: string,
    tuning: SnapshotTuning,
    log: (line: string) => void,
    onFatal: (error: JournalError) => void,
  ) {
    this.connectionString = connectionString;
    this.tuning = tuning;
    this.log = log;
    this.onFatal = onFatal;
    this.dueMs = performance.now() + tuning.snapshotMs;
  }

  /** A kernel started from the snapshot at `snapshotSeq` and stands at `headSeq`. */
  onRecovered(snapshotSeq: number, headSeq: number): void {
    this.lastSeq = snapshotSeq;
    this.onCommit(headSeq);
  }

  onCommit(seq: number): void {
    if (this.running !== null || seq === this.lastSeq) return;
    const nowMs = performance.now();
    if (nowMs < this.notBeforeMs) return;
    if (seq - this.lastSeq < this.tuning.snapshotCommands && nowMs < this.dueMs) return;
    this.running = this.run().finally(() => {
      this.running = null;
      this.dueMs = performance.now() + this.tuning.snapshotMs;
      this.notBeforeMs = performance.now() + this.tuning.snapshotPauseMs;
    });
  }

  async stop(): Promise<void> {
    await this.worker?.terminate();
    await this.running;
  }

  private async run(): Promise<void> {
    const answer = await new Promise<SnapshotAnswer | null>((resolve) => {
      const worker = new Worker(new URL('./snapshot-worker.ts', import.meta.url), {
        workerData: { connectionString: this.connectionString },
      });
      this.worker = worker;
      worker.once('message', resolve);
      worker.once('error', (error) => resolve({ code: null, message: wordsOf(error) }));
      worker.once('exit', () => resolve(null));
    });
    this.worker = null;
    if (answer === null) return;
    if ('seq' in answer) {
      this.lastSeq = answer.seq;
      for (const line of answer.skipped) this.log(line);
      return;
    }
    this.log(`No snapshot was made: ${answer.message}`);
    if (answer.code !== null && fatal.has(answer.code))
      this.onFatal(new JournalError(answer.code, answer.message));
  }
}
