import { type Committed, type EngineStatus, JournalError, type Submission } from '@candor/journal';
import type { ChainedTick } from './messages.ts';

/** The pause before ticks are sent again that the journal did not take. */
const RETRY_MS = 100;

export interface TickLineOptions {
  readonly submit: (submission: Submission) => Promise<Committed>;
  readonly status: () => Pick<EngineStatus, 'state'>;
  readonly log: (line: string) => void;
  /** Called when `ticks` more ticks are journaled, or will never be. */
  readonly onJournaled: (ticks: number) => void;
  /**
   * Called while no tick is in flight, before the first ticks are sent and before each resend. Returns the ticks to
   * send from then on. An error counts as not ready.
   */
  readonly align?: () => Promise<readonly ChainedTick[]>;
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
  #waiting: ChainedTick[] = [];
  #underWay = 0;
  /** The first tick that was not taken and all that were sent after it come back before any is sent again. */
  #isBroken = false;
  /** True after the journal refused a tick: an immediate retry would not help. */
  #isRefused = false;
  #done = 0;
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;

  /** With `align`, nothing is sent before `begin`. */
  constructor(options: TickLineOptions) {
    this.#options = options;
    this.#isBroken = options.align !== undefined;
  }

  get length(): number {
    return this.#waiting.length;
  }

  /** Aligns, and retries until that succeeds. */
  begin(): void {
    void this.#sendAgain();
  }

  /** Adds a tick; an earlier or repeated tick is ignored. */
  push(tick: ChainedTick): void {
    if (tick.record.no <= (this.#waiting.at(-1)?.record.no ?? 0)) return;
    this.#waiting.push(tick);
    if (this.#options.align === undefined || !this.#isBroken) this.send();
  }

  /** Sends what waits and may be sent now. */
  send(): void {
    if (this.#isBroken && (this.#underWay > 0 || this.#isRefused || this.#options.status().state !== 'ready'))
      return;
    this.#isBroken = false;
    while (this.#underWay < this.#waiting.length) this.#submit(this.#waiting[this.#underWay++]!);
  }

  /** Stops resending. */
  end(): void {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  /** Stops, and resolves when the ticks in flight are answered. */
  async stop(): Promise<void> {
    this.end();
    while (this.#underWay > 0) await new Promise(setImmediate);
  }

  #submit(body: ChainedTick): void {
    const submission = { userId: 0, key: null, bodyHash: null, body };
    this.#options.submit(submission).then(
      ({ outcome }) => {
        // A tick from before a recovery may be journaled already.
        const isDone = outcome.ok || outcome.code === 'TICK_OUT_OF_ORDER';
        if (!isDone && !this.#isBroken)
          this.#report(
            outcome.code,
            `Index ticks wait: record ${body.record.no} was refused (${outcome.code})`,
          );
        if (!isDone) this.#isBroken = this.#isRefused = true;
        this.#answered(!this.#isBroken);
      },
      (error: unknown) => {
        const code = error instanceof JournalError ? error.code : 'UNKNOWN';
        const why = error instanceof Error ? error.message : error;
        if (!this.#stopped) this.#report(code, `Index ticks wait for the journal: ${why}`);
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
    }
    if (this.#done >= 4 || (this.#done > 0 && this.#underWay === 0)) {
      this.#options.onJournaled(this.#done);
      this.#done = 0;
    }
    if (this.#isBroken && this.#underWay === 0) this.#sendLater();
  }

  #sendLater(): void {
    if (this.#stopped || this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#sendAgain();
    }, RETRY_MS);
  }

  async #sendAgain(): Promise<void> {
    const { align, status } = this.#options;
    if (align !== undefined && status().state === 'ready') {
      try {
        this.#replace(await align());
      } catch (error) {
        this.#report(
          'align',
          `Index ticks wait for the journal: ${error instanceof Error ? error.message : error}`,
        );
        this.#sendLater();
        return;
      }
    }
    if (this.#stopped) return;
    this.#isRefused = false;
    this.send();
    if (this.#isBroken) this.#sendLater();
  }

  /** Replaces the waiting ticks; ticks that arrived meanwhile stay behind them. */
  #replace(waiting: readonly ChainedTick[]): void {
    const lastNo = waiting.at(-1)?.record.no;
    const since = lastNo === undefined ? [] : this.#waiting.filter(({ record }) => record.no > lastNo);
    this.#waiting = [...waiting, ...since];
  }

  /** Says each kind of trouble once. */
  #report(code: string, line: string): void {
    if (this.#reported.has(code)) return;
    this.#reported.add(code);
    this.#options.log(line);
  }
}
