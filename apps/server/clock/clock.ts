import { type Engine, JournalError } from '@candor/journal';

export interface ClockOptions {
  readonly engine: Pick<Engine, 'read' | 'submit'>;
  readonly now: () => number;
  readonly log: (line: string) => void;
}

/** How often the clock looks: what falls due is late by at most this and `GRACE_MS`. */
const EVERY_MS = 200;
/** Any other command brings the time as well: only when none came for so long a tick is sent. */
const GRACE_MS = 100;

/**
 * Tells the kernel that time has passed when something of a product falls due (funding, expiry, interest, maturity)
 * and no other command has brought the time. Sends nothing while nothing is due.
 */
export class Clock {
  readonly #options: ClockOptions;
  readonly #reported = new Set<string>();
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;
  #looking: Promise<void> = Promise.resolve();

  constructor(options: ClockOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#looking = this.#look().finally(() => {
        if (!this.#stopped) this.start();
      });
    }, EVERY_MS);
  }

  /** Sends no more ticks; resolves when the last one is answered. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#looking;
  }

  async #look(): Promise<void> {
    const { engine, now } = this.#options;
    try {
      const { dueMs, timeMs } = await engine.read((view) => ({ dueMs: view.nextDueMs, timeMs: view.timeMs }));
      // What is due at a time that the kernel has already reached waits for something else than time.
      if (dueMs <= timeMs || now() < dueMs + GRACE_MS || this.#stopped) return;
      await engine.submit({ userId: 0, key: null, bodyHash: null, body: { type: 'tick' } });
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
