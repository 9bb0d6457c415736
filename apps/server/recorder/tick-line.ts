import { type Engine, JournalError } from '@candor/journal';
import type { ChainedTick } from './messages.ts';

/** The pause before ticks are sent again that the journal did not take. */
const RETRY_MS = 100;

export interface TickLineOptions {
  readonly engine: Pick<Engine, 'submitFirst' | 'status'>;
  readonly log: (line: string) => void;
  /** So many more ticks are journaled, or will never be. */
  readonly onJournaled: (ticks: number) => void;
}

/**
 * Brings the recorder's ticks into the journal, all of them, verbatim and in order, before any other command of their
 * turn. Ticks that a journal did not take, or of which nobody knows whether it did, are sent again from the first on,
 * before any later one; one that it had taken is refused as out of order then, and is done.
 */
export class TickLine {
  readonly #options: TickLineOptions;
  readonly #reported = new Set<string>();
  /** Not journaled yet, in order; the first `#underWay` are sent. */
  readonly #waiting: ChainedTick[] = [];
  #underWay = 0;
  /** The first tick that was not taken and all that were sent after it come back before any is sent again. */
  #isBroken = false;
  #done = 0;
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(options: TickLineOptions) {
    this.#options = options;
  }

  get length(): number {
    return this.#waiting.length;
  }

  push(tick: ChainedTick): void {
    this.#waiting.push(tick);
    this.send();
  }

  /** Sends what waits and may be sent now. */
  send(): void {
    if (this.#isBroken && (this.#underWay > 0 || this.#options.engine.status().state !== 'ready')) return;
    this.#isBroken = false;
    while (this.#underWay < this.#waiting.length) this.#submit(this.#waiting[this.#underWay++]!);
  }

  /** Sends nothing again any more. Resolves when what is under way is answered. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    while (this.#underWay > 0) await new Promise(setImmediate);
  }

  #submit(body: ChainedTick): void {
    const submission = { userId: 0, key: null, bodyHash: null, body };
    this.#options.engine.submitFirst(submission).then(
      ({ outcome }) => {
        // A tick of before a recovery may be there already; nothing else refuses one of ours.
        if (!outcome.ok && outcome.code !== 'TICK_OUT_OF_ORDER')
          this.#report(outcome.code, `An index tick was refused: ${outcome.code}`);
        this.#answered(!this.#isBroken);
      },
      (error: unknown) => {
        const code = error instanceof JournalError ? error.code : 'UNKNOWN';
        const why = error instanceof Error ? error.message : error;
        this.#report(code, `Index ticks wait for the journal: ${why}`);
        this.#isBroken = true;
        this.#answered(false);
      },
    );
  }

  /** Answers come in the order of sending. */
  #answered(isDone: boolean): void {
    this.#underWay -= 1;
    if (isDone) {
      this.#waiting.shift();
      this.#done += 1;
      if (this.#underWay === 0 || this.#done >= 4) {
        this.#options.onJournaled(this.#done);
        this.#done = 0;
      }
    }
    if (this.#isBroken && this.#underWay === 0) this.#sendLater();
  }

  #sendLater(): void {
    if (this.#stopped || this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.send();
      if (this.#isBroken) this.#sendLater();
    }, RETRY_MS);
  }

  /** Says each kind of trouble once. */
  #report(code: string, line: string): void {
    if (this.#reported.has(code)) return;
    this.#reported.add(code);
    this.#options.log(line);
  }
}
