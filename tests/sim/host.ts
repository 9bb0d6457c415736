import { type Engine, type EngineTuning, JournalError, openEngine } from '@candor/journal';
import type { Command } from '@candor/kernel';
import type { Random } from '../../tools/workload/random.ts';
import type { Books } from './audit/books.ts';
import { must, words } from './product.ts';
import type { Clock } from './store/clock.ts';
import type { Database, Process } from './store/database.ts';
import { connectionString, publish, withdraw } from './store/pg.ts';
import { GENESIS } from './world.ts';

/** Turns of the event loop without a statement after which nothing more comes by itself. */
const IDLE_TURNS = 12;

export interface HostOptions {
  readonly random: Random;
  readonly clock: Clock;
  readonly database: Database;
  readonly books: Books;
  readonly tuning: Partial<EngineTuning>;
  readonly bootstrap: () => readonly Command[];
  /** Told when the process is gone, before anything else happens. */
  readonly onGone: () => void;
  /** Told when another one is ready in its place. */
  readonly onReplaced: () => void;
}

/** The one who runs the exchange: starts its process, sees when it is gone, and starts another one. */
export class Host {
  engine: Engine | null = null;
  process: Process;
  starts = 0;
  readonly log: string[] = [];
  private readonly options: HostOptions;
  private readonly number: number;
  /** Number of lines of the log that were looked at. */
  private read = 0;
  /** Stopped processes with their engines, to be woken later. */
  private readonly asleep: { process: Process; engine: Engine }[] = [];
  private broken: unknown = null;

  constructor(options: HostOptions) {
    this.options = options;
    this.number = publish(options.database);
    this.process = options.database.startProcess();
  }

  /** The name under which the running process reaches the database. */
  get connectionString(): string {
    return connectionString(this.number, this.process);
  }

  get hasAsleep(): boolean {
    return this.asleep.length > 0;
  }

  end(): void {
    withdraw(this.number);
    this.process.alive = false;
    for (const { process } of this.asleep) process.alive = false;
  }

  /** Waits until `isDone`, or the process is gone. Time passes only when nothing else happens. */
  async settle(isDone: () => boolean): Promise<void> {
    const { database, clock, onGone } = this.options;
    let seen = database.activity;
    let idle = 0;
    for (let turns = 0; !isDone(); turns++) {
      await new Promise((resolve) => setImmediate(resolve));
      this.throwBroken();
      if (!this.process.alive || this.process.stopped) return onGone();
      if (database.activity !== seen) {
        seen = database.activity;
        idle = 0;
      } else if (++idle > IDLE_TURNS) {
        idle = 0;
        must(clock.passToNextAlarm(), 'the exchange never gets stuck', () => words(this.engine?.status()));
      }
      must(turns < 1_000_000, 'the exchange never gets stuck', () => this.log.slice(-5).join('; '));
    }
  }

  /** Runs a promise to its end; null when the process was gone before. */
  async until<T>(promise: Promise<T>): Promise<{ value: T } | { error: unknown } | null> {
    let result: { value: T } | { error: unknown } | null = null;
    promise.then(
      (value) => {
        result = { value };
      },
      (error: unknown) => {
        result = { error };
      },
    );
    await this.settle(() => result !== null);
    return result;
  }

  /** Starts a process, and another one when that dies, until one is ready. */
  async start(takeOver: boolean): Promise<void> {
    const { random, clock, database, tuning, bootstrap } = this.options;
    for (let tries = 0; ; tries++) {
      must(tries < 200, 'the exchange comes up again', () => this.log.slice(-5).join('; '));
      const process = database.startProcess();
      this.process = process;
      this.starts++;
      const opened = await this.until(
        openEngine({
          connectionString: this.connectionString,
          genesis: GENESIS,
          bootstrap: bootstrap(),
          now: () => clock.wallMs,
          // A process that was replaced may say what it likes.
          log: (line) => process === this.process && this.log.push(line),
          takeOver,
          tuning,
        }),
      );
      if (opened !== null && 'value' in opened) {
        if (await this.follow(opened.value)) return;
        continue;
      }
      if (opened !== null) this.afterFailedStart(opened.error);
      // Stopped in the midst of its start: whoever runs it ends it.
      else if (process.alive) database.kill(process);
      // It may find its predecessor's session still there.
      if (random.chance(0.5)) clock.pass(random.int(1, 2_000));
    }
  }

  private afterFailedStart(error: unknown): void {
    const { database, books } = this.options;
    const { torn } = database;
    const code = error instanceof JournalError ? error.code : (error as { code?: string }).code;
    if (torn !== null && code === 'CHAIN_BROKEN') {
      must(
        (error as JournalError).batchNo === torn.batchNo,
        'a torn row is named',
        () => `${String(error)}, torn is row ${torn.batchNo}`,
      );
      books.met.set('torn row named', (books.met.get('torn row named') ?? 0) + 1);
      torn.mend();
      return;
    }
    // A database that is away, full, or held by a process that is not yet gone: tried again later.
    const isPassing = ['DATABASE_UNREACHABLE', 'ALREADY_RUNNING', '57P01', '53100', 'DEPOSED'].includes(
      code ?? '',
    );
    if (!isPassing && !String(error).includes('Query read timeout')) throw error;
    database.kill(this.process);
  }

  /** Lets the books catch up with what the journal has, and listen from there on; false when the process died. */
  private async follow(engine: Engine): Promise<boolean> {
    const { database, books } = this.options;
    const { torn } = database;
    must(torn === null, 'nothing starts on a torn row', () => `row ${torn?.batchNo}`);
    const { process } = this;
    engine.onCommitted((batch) => {
      if (process.alive) this.guard(() => books.onBatch(batch));
    });
    const caughtUp = await this.until(
      (async () => {
        if (engine.status().committedSeq === books.seq) return;
        for await (const batch of engine.replay(books.seq)) books.onBatch(batch);
      })(),
    );
    if (caughtUp === null) return false;
    if ('error' in caughtUp) {
      if ((caughtUp.error as { code?: string }).code === undefined) throw caughtUp.error;
      database.kill(process);
      return false;
    }
    this.engine = engine;
    return true;
  }

  /** Starts the exchange again when it is dead, stopped, or has given up because it was deposed. */
  async replaceIfGone(): Promise<void> {
    const { process, engine } = this;
    const { database } = this.options;
    if (process.alive && engine?.status().state === 'failed') {
      const { reason } = engine.status();
      must(isDeposed(reason ?? ''), 'the exchange comes up again', () => words(engine.status()));
      database.kill(process);
    }
    if (!process.alive || process.stopped) await this.restart();
  }

  private async restart(): Promise<void> {
    this.options.onGone();
    const isStopped = this.process.alive && this.process.stopped;
    if (isStopped) this.asleep.push({ process: this.process, engine: this.engine! });
    this.engine = null;
    await this.start(isStopped);
    this.options.onReplaced();
  }

  /** SIGCONT: what the old process still has in its hand must not stand. */
  async wake(): Promise<void> {
    const { process, engine } = this.asleep.shift()!;
    const { database } = this.options;
    database.wake(process);
    await this.settle(() => engine.status().state === 'failed' || !process.alive);
    database.kill(process);
  }

  /** An orderly stop and start. */
  async stopCleanly(): Promise<void> {
    const { engine } = this;
    const { database, books } = this.options;
    if (engine === null || engine.status().state !== 'ready') return;
    this.engine = null;
    const stopped = await this.until(engine.stop());
    if (stopped !== null && 'error' in stopped) throw stopped.error;
    if (this.process.alive) database.kill(this.process);
    books.met.set('clean stop', (books.met.get('clean stop') ?? 0) + 1);
    await this.start(false);
  }

  /** Runs a check where nobody would hear it throw; the next `throwBroken` throws what it threw. */
  guard(check: () => void): void {
    try {
      check();
    } catch (error) {
      this.broken ??= error;
    }
  }

  throwBroken(): void {
    if (this.broken !== null) throw this.broken;
    for (; this.read < this.log.length; this.read++) {
      const line = this.log[this.read]!;
      if (FATAL.test(line) && !isDeposed(line)) throw new Error(line);
    }
  }
}

/** Lines that a log never has while nothing is wrong. */
const FATAL = /broke the kernel|can not recover|listener threw|gives another state|is damaged/;

/** A statement that the server still had may take a new epoch for a process that is long gone. */
function isDeposed(line: string): boolean {
  return line.includes('taken this journal over');
}
