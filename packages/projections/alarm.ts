/** Lets one loop sleep for a while, or until somebody rings. */
export class Alarm {
  private wake: (() => void) | null = null;

  /** Ends the wait that is under way; without one it does nothing. */
  ring(): void {
    this.wake?.();
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.wake = null;
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.wake = end;
    });
  }
}
