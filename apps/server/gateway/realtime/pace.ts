export interface PaceOptions {
  readonly busyMs: number;
  readonly idleMs: number;
  readonly isIdle: () => boolean;
  /** Must not throw. */
  readonly work: () => void;
}

/** Work that recurs at one of two intervals. */
export interface Pace {
  /** Ends the longer wait: call it where the idle time ends. */
  hasten(): void;
  stop(): void;
}

/** Starts to do `work` every `busyMs`, and every `idleMs` while there is nobody to do it for: an idle process sleeps. */
export function startPace({ busyMs, idleMs, isIdle, work }: PaceOptions): Pace {
  let timer: NodeJS.Timeout;
  let waitsIdly = false;
  const wait = (idly: boolean): void => {
    waitsIdly = idly;
    timer = setTimeout(run, idly ? idleMs : busyMs);
  };
  const run = (): void => {
    wait(isIdle());
    work();
  };
  wait(isIdle());
  return {
    hasten() {
      if (!waitsIdly) return;
      clearTimeout(timer);
      wait(false);
    },
    stop: () => clearTimeout(timer),
  };
}
