import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { JournalError, wordsOf } from './errors.ts';
import type { SnapshotAnswer } from './snapshot-replay.ts';
import type { EngineTuning } from './types.ts';

type SnapshotTuning = Pick<
  EngineTuning,
  'snapshotCommands' | 'snapshotMs' | 'snapshotPauseMs' | 'snapshotTimeoutMs'
>;

/** Codes that say that the journal itself is at fault, not the attempt. */
const fatal: ReadonlySet<string> = new Set(['CHAIN_BROKEN', 'REPLAY_DIVERGED']);

/** Decides when a snapshot is due and has it made by a process of lower priority, one at a time. */
export class BackgroundSnapshots {
  /** The last command that a snapshot covers. */
  lastSeq = 0;
  private dueMs: number;
  private notBeforeMs = 0;
  private running: Promise<void> | null = null;
  private child: ChildProcess | null = null;
  private stopped = false;
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
    if (this.stopped || this.running !== null || seq === this.lastSeq) return;
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
    this.stopped = true;
    this.child?.kill('SIGKILL');
    await this.running;
  }

  /** Null where the process ended without one. Rejects where no process could be started, and where it hangs. */
  private answerOfChild(): Promise<SnapshotAnswer | null> {
    let limit: NodeJS.Timeout | undefined;
    const answer = new Promise<SnapshotAnswer | null>((resolve, reject) => {
      const file = fileURLToPath(new URL('./snapshot-process.ts', import.meta.url));
      const child = fork(file, { execArgv: memoryFlags() });
      this.child = child;
      const { snapshotTimeoutMs } = this.tuning;
      limit = setTimeout(() => {
        child.kill('SIGKILL');
        reject(new Error(hanging(snapshotTimeoutMs)));
      }, snapshotTimeoutMs).unref();
      child.once('spawn', () => yieldTo(child));
      child.once('message', (message) => resolve(message as SnapshotAnswer));
      child.once('error', reject);
      // Its channel closes after the answer, or without one.
      child.once('disconnect', () => resolve(null));
      child.send(this.connectionString, () => {});
    });
    return answer.finally(() => clearTimeout(limit));
  }

  private async run(): Promise<void> {
    const answer = await this.answerOfChild().catch((error: unknown) => ({
      code: null,
      message: wordsOf(error),
    }));
    this.child = null;
    if (this.stopped) return;
    if (answer === null) {
      this.log('No snapshot was made: its process ended');
      return;
    }
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

const hanging = (timeoutMs: number): string =>
  `its process was not done after ${timeoutMs / 1_000} s and was ended. Another one is tried by itself; until one is ` +
  'made, a start takes longer. If this is said again, look for what locks tables of the schema journal (pg_locks), for ' +
  'a disk that stands still, and for too little memory.';

/** Memory flags of this process, passed on to the child: it holds the same state. */
const memoryFlags = () => process.execArgv.filter((flag) => flag.startsWith('--max-old-space-size'));

/** Lets the engine and its database have the processor first: a snapshot is urgent to nobody. */
function yieldTo(child: ChildProcess): void {
  try {
    setPriority(child.pid as number, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already.
  }
}
