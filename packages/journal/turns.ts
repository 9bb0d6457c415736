/** Age up to which the last turn is recent: all older input was read before commands are applied. */
const freshTurnMs = 20;

/** Calls back in a later turn of the event loop, after a round of reading all sockets. */
export class Turns {
  private readonly run: () => void;
  private scheduled = false;
  private turnedMs = Number.NEGATIVE_INFINITY;

  constructor(run: () => void) {
    this.run = run;
  }

  schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => this.turn(false));
  }

  /**
   * Calls back; if the last turn is not recent, only after a second round: input that arrived first while this process
   * was blocked (the recorder's ticks) must not remain unread.
   */
  private turn(isSecond: boolean): void {
    const nowMs = performance.now();
    const isFresh = nowMs - this.turnedMs < freshTurnMs;
    this.turnedMs = nowMs;
    if (!isFresh && !isSecond) {
      setImmediate(() => this.turn(true));
      return;
    }
    this.scheduled = false;
    this.run();
  }
}
