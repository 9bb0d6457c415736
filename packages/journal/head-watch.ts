import { setImmediate as tick } from 'node:timers/promises';
import { JournalError } from './errors.ts';

export interface HeadWatchOptions {
  /** A check follows so long after the last proof. */
  readonly checkMs: number;
  /** A proof is too old after so long. */
  readonly staleMs: number;
  /** A check that is not answered for so long has failed. */
  readonly timeoutMs: number;
  /** Asks the journal's head for its epoch; null where a commit is under way, or nothing lives. */
  readonly check: () => Promise<void> | null;
  readonly onFailed: (error: unknown) => void;
}

/**
 * Proves that the journal still has this writer's epoch: each commit does, and without one a look at the head. A writer
 * that was cut off would otherwise go on to answer reads from a state that another one has left behind.
 */
export class HeadWatch {
  private readonly options: HeadWatchOptions;
  private provedMs = 0;
  private askedMs: number | null = null;
  private timer: NodeJS.Timeout | null = null;

  constructor(options: HeadWatchOptions) {
    this.options = options;
  }

  /** Begins with a life of the state: its recovery is the first proof. */
  begin(): void {
    this.end();
    this.proved();
    this.schedule();
  }

  end(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.askedMs = null;
  }

  proved(): void {
    this.provedMs = performance.now();
  }

  /** True where the newest proof is too old to answer a read. */
  get isStale(): boolean {
    return performance.now() - this.provedMs > this.options.staleMs;
  }

  private schedule(): void {
    const { timer } = this;
    if (timer === null) this.timer = setTimeout(() => void this.look(), this.options.checkMs).unref();
    else timer.refresh();
  }

  private async look(): Promise<void> {
    const { timer } = this;
    const { checkMs, timeoutMs, check, onFailed } = this.options;
    const nowMs = performance.now();
    if (this.askedMs === null) {
      const asked = nowMs - this.provedMs >= checkMs ? check() : null;
      if (asked !== null) {
        this.askedMs = nowMs;
        asked.then(
          () => this.answered(timer),
          (error: unknown) => {
            if (timer === this.timer) onFailed(error);
          },
        );
      }
    } else if (nowMs - this.askedMs >= timeoutMs) {
      // After a stall of this process the timer comes before an answer that has arrived: that is read first.
      await tick();
      await tick();
      if (timer === this.timer && this.askedMs !== null)
        onFailed(new JournalError('COMMIT_FAILED', `The head was not answered within ${timeoutMs} ms`));
    }
    if (timer !== null && timer === this.timer) this.schedule();
  }

  private answered(timer: NodeJS.Timeout | null): void {
    if (timer !== this.timer) return;
    this.askedMs = null;
    this.proved();
  }
}
