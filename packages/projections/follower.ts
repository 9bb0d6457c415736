import type { BatchSource, ProjectedBatch } from './source.ts';

const recentCommandsMax = 200_000;

export interface FollowerOptions {
  readonly source: BatchSource;
  /** Projects a batch; the next one of the journal each time. */
  readonly take: (batch: ProjectedBatch) => void;
  /** Called after each live batch while following, and when following ends. */
  readonly changed: () => void;
  readonly log: (line: string) => void;
}

/** Follows the journal from a command on without a gap: reads what was committed before, until live batches join on. */
export class Follower {
  /** The last command that was taken. */
  seq = 0;
  following = false;
  private readonly options: FollowerOptions;
  private readonly unsubscribe: () => void;
  /** Batches that were committed while catching up, for the change to following. */
  private recent: ProjectedBatch[] = [];
  private recentCommands = 0;
  private stopped = false;

  constructor(options: FollowerOptions) {
    this.options = options;
    this.unsubscribe = options.source.onCommitted((batch) => this.onBatch(batch));
  }

  stop(): void {
    this.stopped = true;
    this.unsubscribe();
  }

  /** Ends the following: batches are missed from now on, and `catchUp` reads them from the journal. */
  fallBehind(): void {
    this.following = false;
    this.options.changed();
  }

  /**
   * Reads the journal after `seq` until the live batches join on, or until it is stopped. Waits for `written` after
   * each batch, and for `ended` at each end of the journal.
   */
  async catchUp(
    seq: number,
    { written, ended }: { written(): Promise<void>; ended(): Promise<void> },
  ): Promise<void> {
    this.seq = seq;
    this.following = false;
    while (!this.following && !this.stopped) {
      for await (const batch of this.options.source.replay(this.seq)) {
        this.next(batch);
        await written();
        if (this.stopped) return;
      }
      await ended();
      this.joinLive();
    }
  }

  /** Goes over to following, unless so much was committed meanwhile that some of it was let go. */
  private joinLive(): void {
    const { recent } = this;
    this.recent = [];
    this.recentCommands = 0;
    const next = recent.find((batch) => batch.lastSeq > this.seq);
    if (next !== undefined && next.firstSeq !== this.seq + 1) return;
    if (next === undefined && this.options.source.status().committedSeq > this.seq) return;
    for (const batch of recent) this.next(batch);
    this.following = true;
    this.options.changed();
  }

  private onBatch(batch: ProjectedBatch): void {
    if (batch.commands.length === 0) {
      // Adds no row. If it is beyond the last batch that was taken, some were missed.
      if (this.following && batch.lastSeq > this.seq) this.fallBehind();
      return;
    }
    if (!this.following) {
      this.keep(batch);
      return;
    }
    try {
      this.next(batch);
    } catch (error) {
      this.options.log(
        `A batch could not be projected: ${error instanceof Error ? error.message : String(error)}`,
      );
      this.following = false;
    }
    this.options.changed();
  }

  private keep(batch: ProjectedBatch): void {
    this.recentCommands += batch.commands.length;
    if (this.recentCommands > recentCommandsMax) {
      this.recent = [];
      this.recentCommands = batch.commands.length;
    }
    this.recent.push(batch);
  }

  private next(batch: ProjectedBatch): void {
    if (batch.lastSeq <= this.seq) return;
    if (batch.firstSeq !== this.seq + 1) throw new Error(`command ${batch.firstSeq} came after ${this.seq}`);
    this.options.take(batch);
    this.seq = batch.lastSeq;
  }
}
