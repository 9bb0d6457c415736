/**
 * Holds users' commands back after the journal became ready, until the recorder has sent the ticks of meanwhile: a
 * downtime ends with its ticks, and not with an order that the index knows nothing of. A recorder that does not come
 * holds nobody up for long.
 */
export class TicksFirst {
  private readonly waitMs: number;
  private held: (() => void)[] | null = null;
  private timer: NodeJS.Timeout | null = null;

  constructor(waitMs: number) {
    this.waitMs = waitMs;
  }

  /** From now on commands wait for ticks. */
  begin(): void {
    if (this.waitMs === 0) return;
    this.held ??= [];
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => this.end(), this.waitMs);
  }

  /** Runs a user's command, now or once the ticks are there. */
  pass(submit: () => void): void {
    if (this.held === null) submit();
    else this.held.push(submit);
  }

  /** The recorder's ticks are there, or are not to be waited for. */
  end(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const { held } = this;
    this.held = null;
    for (const submit of held ?? []) submit();
  }
}
