/**
 * Delays users' commands after the journal became ready, until the recorder has sent the ticks of the downtime.
 * Otherwise an order could execute before the index has caught up. The delay is limited, for a recorder that does not
 * connect.
 */
export class TicksFirst {
  private readonly waitMs: number;
  private held: (() => void)[] | null = null;
  private timer: NodeJS.Timeout | null = null;

  constructor(waitMs: number) {
    this.waitMs = waitMs;
  }

  /** Starts to delay users' commands. */
  begin(): void {
    if (this.waitMs === 0) return;
    this.held ??= [];
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => this.end(), this.waitMs);
  }

  /** Runs a user's command now, or once the ticks have arrived. */
  pass(submit: () => void): void {
    if (this.held === null) submit();
    else this.held.push(submit);
  }

  /** Ends the delay: the recorder's ticks have arrived, or the time limit has passed. */
  end(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const { held } = this;
    this.held = null;
    for (const submit of held ?? []) submit();
  }
}
