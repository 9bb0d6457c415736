import { INDEX_GRID_MS } from '@candor/prices';

/**
 * The clock of a house under test: it stands still until a test lets time pass, with an index tick at each place of the
 * grid. So nothing that runs out does so because the machine is busy.
 */
export class GridClock {
  /** Sends the tick of a place of the grid. */
  private readonly tick: (tickNo: number, nowMs: number) => Promise<void>;
  private nowMs = Math.ceil(Date.now() / INDEX_GRID_MS) * INDEX_GRID_MS;

  constructor(tick: (tickNo: number, nowMs: number) => Promise<void>) {
    this.tick = tick;
  }

  /** In ms since 1970, on a place of the grid. */
  readonly now = (): number => this.nowMs;

  /** Lets time pass, in whole steps of the grid. */
  async pass(ms: number): Promise<void> {
    for (const endMs = this.nowMs + ms; this.nowMs < endMs; ) {
      this.nowMs += INDEX_GRID_MS;
      await this.tick(this.nowMs / INDEX_GRID_MS, this.nowMs);
    }
  }

  /** Lets a long time pass at once, as while a house stands still: one tick at its end. */
  async jump(ms: number): Promise<void> {
    this.nowMs += Math.ceil(ms / INDEX_GRID_MS) * INDEX_GRID_MS;
    await this.tick(this.nowMs / INDEX_GRID_MS, this.nowMs);
  }
}
