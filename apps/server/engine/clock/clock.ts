import { type Engine, JournalError } from '@candor/journal';

export interface ClockOptions {
  readonly engine: Pick<Engine, 'read' | 'submit'>;
  readonly now: () => number;
  readonly log: (line: string) => void;
}

/** The clock looks at least this often: what came up since the last look is late by at most this and `GRACE_MS`. */
const EVERY_MS = 800;
/** It looks at most this often, and again after this while the engine is away. */
const LEAST_MS = 200;
/** Any other command brings the time as well: only when none came for so long a tick is sent. */
const GRACE_MS = 100;

/**
 * Sends a tick when something of a product falls due (funding, expiry, interest, maturity) and no other command has
 * brought the time; then one after the other until nothing is left over, as a command settles a slice of what is due
 * at most. Sends nothing while nothing is due.
 */
export class Clock {
  readonly #options: ClockOptions;
  readonly #reported = new Set<string>();
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;
  #looking: Promise<void> = Promise.resolve();
  /** Time at which something falls due next, as of the last look. */
  #dueMs = 0;

  constructor(options: ClockOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#looking = this.#look().finally(() => {
        if (!this.#stopped) this.start();
      });
    }, this.#waitMs());
  }

  /** Sends no more ticks; resolves when the last one is answered. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#looking;
  }

  #waitMs(): number {
    const untilDueMs = this.#dueMs + GRACE_MS - this.#options.now();
    return Math.min(Math.max(untilDueMs, LEAST_MS), EVERY_MS);
  }

  async #look(): Promise<void> {
    const { engine, now } = this.#options;
    try {
      for (;;) {
        const { dueMs, timeMs } = await engine.read((view) => ({
          dueMs: view.nextDueMs,
          timeMs: view.timeMs,
        }));
        this.#dueMs = dueMs;
        // what is due at a time that the kernel has reached was left over by the slice of its last command
        const isLeftOver = dueMs <= timeMs;
        if (this.#stopped || (!isLeftOver && now() < dueMs + GRACE_MS)) return;
        await engine.submit({ userId: 0, key: null, bodyHash: null, body: { type: 'tick' } });
      }
    } catch (error) {
      const code = error instanceof JournalError ? error.code : 'UNKNOWN';
      this.#report(code, `The clock waits: ${error instanceof Error ? error.message : error}`);
    }
  }

  /** Says each kind of trouble once. */
  #report(code: string, line: string): void {
    if (this.#reported.has(code)) return;
    this.#reported.add(code);
    this.#options.log(line);
  }
}
