interface Alarm {
  readonly id: number;
  dueMs: number;
  readonly afterMs: number;
  readonly ring: () => void;
}

/** Time that passes only when the simulation says so: the wall clock, the monotonic clock and all timers. */
export class Clock {
  /** Milliseconds since 1970. */
  wallMs: number;
  private elapsedMs = 0;
  private lastId = 0;
  private readonly alarms = new Map<number, Alarm>();

  constructor(wallMs: number) {
    this.wallMs = wallMs;
  }

  /** The monotonic clock, as `performance.now()` tells it. */
  get nowMs(): number {
    return this.elapsedMs;
  }

  /** Sets an alarm and returns its number. */
  set(ring: () => void, afterMs: number): number {
    const id = ++this.lastId;
    this.alarms.set(id, { id, afterMs, ring, dueMs: this.elapsedMs + Math.max(1, afterMs) });
    return id;
  }

  refresh(id: number): void {
    const alarm = this.alarms.get(id);
    if (alarm !== undefined) alarm.dueMs = this.elapsedMs + Math.max(1, alarm.afterMs);
  }

  clear(id: number): void {
    this.alarms.delete(id);
  }

  /** Lets time pass and rings what falls due meanwhile, in order. */
  pass(ms: number): void {
    const endMs = this.elapsedMs + ms;
    for (let next = this.next(); next !== null && next.dueMs <= endMs; next = this.next()) this.ring(next);
    this.wallMs += endMs - this.elapsedMs;
    this.elapsedMs = endMs;
  }

  /** Lets time pass up to the next alarm; false where there is none. */
  passToNextAlarm(): boolean {
    const next = this.next();
    if (next === null) return false;
    this.ring(next);
    return true;
  }

  private ring(alarm: Alarm): void {
    const ms = Math.max(0, alarm.dueMs - this.elapsedMs);
    this.wallMs += ms;
    this.elapsedMs += ms;
    this.alarms.delete(alarm.id);
    alarm.ring();
  }

  private next(): Alarm | null {
    let found: Alarm | null = null;
    for (const alarm of this.alarms.values())
      if (found === null || alarm.dueMs < found.dueMs || (alarm.dueMs === found.dueMs && alarm.id < found.id))
        found = alarm;
    return found;
  }
}

/** The clock of the run at hand: there is one run at a time in a thread. */
let current = new Clock(0);

export function useClock(clock: Clock): void {
  current = clock;
}

class Timer {
  private readonly clock = current;
  private readonly id: number;

  constructor(ring: () => void, afterMs: number) {
    this.id = this.clock.set(ring, afterMs);
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  refresh(): this {
    this.clock.refresh(this.id);
    return this;
  }
  clear(): void {
    this.clock.clear(this.id);
  }
}

/** Puts the simulated clock in place of this thread's timers and monotonic clock, for all code loaded after. */
export function installClock(): void {
  const replaced = {
    setTimeout: (ring: () => void, afterMs = 0) => new Timer(ring, afterMs),
    clearTimeout: (timer: Timer | undefined) => timer?.clear(),
  };
  Object.assign(globalThis, replaced);
  Object.defineProperty(performance, 'now', { value: () => current.nowMs, configurable: true });
}

/** `setTimeout` of `node:timers/promises`. */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => current.set(resolve, ms));
}
