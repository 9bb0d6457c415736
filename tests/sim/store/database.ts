import type { Random } from '../../../tools/workload/random.ts';
import type { Clock } from './clock.ts';
import type { Fault, Faults, WritePoint } from './faults.ts';
import { DatabaseError, type Result, statementOf, Tables } from './tables.ts';

/** A process that runs the engine, as the database sees it. */
export class Process {
  readonly no: number;
  alive = true;
  stopped = false;
  /** Goes on with what the process had in its hand when it was stopped. */
  readonly inHand: (() => void)[] = [];

  constructor(no: number) {
    this.no = no;
  }
}

/** A session of the database. */
export class Session {
  readonly pid: number;
  readonly process: Process;
  /** The changes that the transaction under way makes when it commits; null outside of one. */
  transaction: (() => void)[] | null = null;
  isOpen = true;
  /** Told when the database ends the session. */
  onClosed: () => void = () => {};

  constructor(pid: number, process: Process) {
    this.pid = pid;
    this.process = process;
  }
}

const EMPTY: Result = { rows: [], rowCount: 0 };
const LOCK_PATIENCE_MS = 3_000;

/**
 * One database and the processes around it. A statement that leaves something behind may meet a fault; what was
 * committed stays, whatever dies.
 */
export class Database {
  readonly tables = new Tables();
  readonly faults: Faults;
  readonly clock: Clock;
  readonly random: Random;
  /** Statements so far: tells whether anything is still going on. */
  activity = 0;
  /** The part of its last row that the disk lost, until it is mended. */
  torn: { batchNo: number; mend: () => void } | null = null;
  private sessions: Session[] = [];
  private readonly processes = new Map<number, Process>();
  private lastPid = 100;
  private holder: Session | null = null;
  private downUntilMs = 0;
  /** Statements that the server still has and will run some time. */
  private stalled: { run: () => void; afterActivity: number }[] = [];

  constructor(faults: Faults, clock: Clock, random: Random) {
    this.faults = faults;
    this.clock = clock;
    this.random = random;
  }

  startProcess(): Process {
    const process = new Process(this.processes.size + 1);
    this.processes.set(process.no, process);
    return process;
  }

  processOf(no: number): Process | undefined {
    return this.processes.get(no);
  }

  /** kill -9: it never hears of anything again, and the server drops its sessions, perhaps a little later. */
  kill(process: Process): void {
    process.alive = false;
    const drop = () => {
      for (const session of this.sessions) if (session.process === process) this.close(session);
    };
    if (this.random.chance(0.8)) drop();
    else this.clock.set(drop, this.random.int(1, 2_000));
  }

  /** SIGCONT. */
  wake(process: Process): void {
    process.stopped = false;
    for (const goOn of process.inHand.splice(0)) goOn();
  }

  async connect(process: Process): Promise<Session> {
    await this.turn(process);
    if (this.clock.nowMs < this.downUntilMs) throw new DatabaseError('ECONNREFUSED', 'connection refused');
    const session = new Session(++this.lastPid, process);
    this.sessions.push(session);
    return session;
  }

  /** The client is gone; what it had sent may still be done. */
  leave(session: Session): void {
    session.onClosed = () => {};
    this.close(session);
  }

  async query(session: Session, text: string, values: readonly unknown[]): Promise<Result> {
    await this.turn(session.process);
    this.runStalled();
    if (!session.isOpen) throw connectionLost();
    const lock = this.lockStatement(session, text, values);
    if (lock !== null) return lock;
    const plain = text.trim();
    if (/^(SET|ROLLBACK)/.test(plain)) {
      if (plain === 'ROLLBACK') session.transaction = null;
      return EMPTY;
    }
    if (plain === 'BEGIN') return this.write(session, 'snapshot begin', () => this.begin(session));
    if (plain === 'COMMIT') {
      const changes = session.transaction ?? [];
      return this.write(session, 'snapshot commit', () => this.commit(session, changes));
    }
    const statement = statementOf(text);
    const { tables } = this;
    const run = () => statement.run(tables, values, text);
    if (statement.point === null) return run();
    const { transaction } = session;
    return this.write(session, statement.point, () => {
      if (transaction === null) return run();
      transaction.push(run);
      return { rows: [], rowCount: 1 };
    });
  }

  /** Time on the wire: a few turns, so that others come between. */
  private async turn(process: Process): Promise<void> {
    this.activity++;
    for (let turns = this.random.int(1, 3); turns > 0; turns--)
      await new Promise((resolve) => setImmediate(resolve));
    await this.present(process);
  }

  /** Holds whoever waits while its process is stopped, and for ever when it is dead. */
  private async present(process: Process): Promise<void> {
    if (!process.alive) await never();
    if (process.stopped) await new Promise<void>((resolve) => process.inHand.push(resolve));
    if (!process.alive) await never();
  }

  private begin(session: Session): Result {
    session.transaction = [];
    return EMPTY;
  }

  private commit(session: Session, changes: readonly (() => void)[]): Result {
    for (const change of changes) change();
    session.transaction = null;
    return EMPTY;
  }

  private async write(session: Session, point: WritePoint, run: () => Result): Promise<Result> {
    const fault = this.faults.next(point);
    if (fault === null) return run();
    return this.befall(session, fault, run);
  }

  private async befall(session: Session, fault: Fault, run: () => Result): Promise<Result> {
    switch (fault) {
      case 'crash before':
        this.kill(session.process);
        return never();
      case 'crash after':
        run();
        this.kill(session.process);
        return never();
      case 'refused':
        session.transaction = null;
        throw new DatabaseError('53100', 'could not extend file: No space left on device');
      case 'cut before':
        this.close(session);
        throw connectionLost();
      case 'answer lost':
        run();
        this.close(session);
        throw connectionLost();
      case 'stalled':
        this.stalled.push({
          run: () => {
            if (session.isOpen || this.random.chance(0.5)) run();
          },
          afterActivity: this.activity + this.random.int(1, 40),
        });
        return never();
      case 'database dies before':
      case 'database dies after':
        if (fault === 'database dies after') run();
        this.die();
        throw connectionLost();
      case 'stopped':
        session.process.stopped = true;
        await this.present(session.process);
        if (!session.isOpen) throw connectionLost();
        return run();
      case 'torn':
        run();
        this.tear();
        this.kill(session.process);
        return never();
    }
  }

  /** The server goes down with everybody on it, and comes back after a while. */
  private die(): void {
    this.stalled = [];
    this.downUntilMs = this.clock.nowMs + this.random.int(0, 3_000);
    for (const session of [...this.sessions]) this.close(session);
  }

  private close(session: Session): void {
    if (!session.isOpen) return;
    session.isOpen = false;
    session.transaction = null;
    this.sessions = this.sessions.filter((other) => other !== session);
    if (this.holder === session) this.holder = null;
    if (session.process.alive) session.onClosed();
  }

  /** The disk keeps a part of the last row only, or none of it. */
  private tear(): void {
    const { batches } = this.tables;
    const row = batches.at(-1);
    if (row === undefined) return;
    const { payload, events_digest, hash } = row;
    const mend = () => {
      Object.assign(row, { payload, events_digest, hash });
      if (!batches.includes(row)) batches.push(row);
      this.torn = null;
    };
    this.torn = { batchNo: Number(row.batch_no), mend };
    const cut = this.random.int(0, payload.length - 1);
    switch (this.random.int(0, 3)) {
      case 0:
        row.payload = payload.subarray(0, cut);
        break;
      case 1:
        row.payload = Buffer.concat([payload.subarray(0, cut), Buffer.alloc(payload.length - cut, 0xee)]);
        break;
      case 2:
        row.hash = Buffer.alloc(hash.length);
        break;
      default:
        batches.pop();
    }
  }

  private runStalled(): void {
    const due = this.stalled.filter(({ afterActivity }) => afterActivity <= this.activity);
    if (due.length === 0) return;
    this.stalled = this.stalled.filter((each) => !due.includes(each));
    for (const { run } of due) run();
  }

  private lockStatement(
    session: Session,
    text: string,
    values: readonly unknown[],
  ): Promise<Result> | Result | null {
    if (text.startsWith('SELECT pg_try_advisory_lock')) {
      const got = this.holder === null || this.holder === session;
      if (got) this.holder = session;
      return { rows: [{ got }], rowCount: 1 };
    }
    if (text.includes('FROM pg_locks'))
      return this.holder === null ? EMPTY : { rows: [{ pid: this.holder.pid }], rowCount: 1 };
    if (text.startsWith('SELECT pg_terminate_backend')) {
      const target = this.sessions.find(({ pid }) => pid === values[0]);
      if (target !== undefined) this.close(target);
      return { rows: [{}], rowCount: 1 };
    }
    if (text.startsWith('SELECT pg_advisory_lock')) return this.waitForLock(session);
    if (text.startsWith('SELECT pg_backend_pid()')) {
      const settings = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' };
      return { rows: [{ pid: session.pid, standby: false, ...settings }], rowCount: 1 };
    }
    return null;
  }

  private async waitForLock(session: Session): Promise<Result> {
    const endMs = this.clock.nowMs + LOCK_PATIENCE_MS;
    while (this.holder !== null && this.holder !== session) {
      if (this.clock.nowMs >= endMs)
        throw new DatabaseError('55P03', 'canceling statement due to lock timeout');
      await new Promise<void>((resolve) => this.clock.set(resolve, 50));
      await this.present(session.process);
      if (!session.isOpen) throw connectionLost();
    }
    this.holder = session;
    return { rows: [{}], rowCount: 1 };
  }
}

/** A promise of its own for each that waits: one for all would keep whatever waits for it alive. */
function never(): Promise<never> {
  return new Promise(() => {});
}

function connectionLost(): DatabaseError {
  return new DatabaseError('57P01', 'Connection terminated unexpectedly');
}
