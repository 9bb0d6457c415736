interface Held {
  readonly submit: () => void;
  readonly refuse: () => void;
}

/**
 * Delays users' commands after the journal became ready, until the recorder has sent the ticks of the downtime.
 * Otherwise an order could execute before the index has caught up. The delay is limited, for a recorder that does not
 * connect, and nothing that begins meanwhile extends it. What is delayed when the journal stops again is refused.
 */
export class TicksFirst {
  private readonly waitMs: number;
  private held: Held[] | null = null;
  private timer: NodeJS.Timeout | null = null;

  constructor(waitMs: number) {
    this.waitMs = waitMs;
  }

  /** Starts to delay users' commands, unless they are delayed already. */
  begin(): void {
    if (this.waitMs === 0 || this.held !== null) return;
    this.held = [];
    this.timer = setTimeout(() => this.end(), this.waitMs);
  }

  /** Runs a user's command now, or once the ticks have arrived; refuses it where the journal stops first. */
  pass(submit: () => void, refuse: () => void): void {
    if (this.held === null) submit();
    else this.held.push({ submit, refuse });
  }

  /** Ends the delay: the recorder's ticks have arrived, or the time limit has passed. */
  end(): void {
    for (const { submit } of this.takeHeld()) submit();
  }

  /** Ends the delay because the journal stopped: nothing of what is delayed is done. */
  stop(): void {
    for (const { refuse } of this.takeHeld()) refuse();
  }

  private takeHeld(): readonly Held[] {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const { held } = this;
    this.held = null;
    return held ?? [];
  }
}
