import { setImmediate as tick } from 'node:timers/promises';
import { JournalError } from './errors.ts';

/** Ends the wait for a commit that PostgreSQL does not answer. */
export class CommitTimer<Batch> {
  private readonly timeoutMs: number;
  private readonly inFlight: () => Batch | null;
  private readonly onLate: (error: JournalError) => void;
  private readonly timer: NodeJS.Timeout;

  /** `onLate` gets COMMIT_FAILED where the batch that `inFlight` returns waited for longer than `timeoutMs`. */
  constructor(timeoutMs: number, inFlight: () => Batch | null, onLate: (error: JournalError) => void) {
    this.timeoutMs = timeoutMs;
    this.inFlight = inFlight;
    this.onLate = onLate;
    this.timer = setTimeout(() => void this.expire(), timeoutMs).unref();
  }

  /** Begins to wait for a batch that was sent. */
  restart(): void {
    this.timer.refresh();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  /** After a stall of this process the timer comes before an answer that has arrived: that is read first. */
  private async expire(): Promise<void> {
    const batch = this.inFlight();
    if (batch === null) return;
    await tick();
    await tick();
    if (this.inFlight() !== batch) return;
    this.onLate(new JournalError('COMMIT_FAILED', `A commit was not answered within ${this.timeoutMs} ms`));
  }
}
