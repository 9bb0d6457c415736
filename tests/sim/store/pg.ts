import { EventEmitter } from 'node:events';
import type { Database, Process, Session } from './database.ts';
import { DatabaseError, type Result } from './tables.ts';

const databases = new Map<number, Database>();
let lastDatabase = 0;

/** Makes a database reachable and returns its number. */
export function publish(database: Database): number {
  databases.set(++lastDatabase, database);
  return lastDatabase;
}

export function withdraw(number: number): void {
  databases.delete(number);
}

/** The name under which a process reaches a database. */
export function connectionString(number: number, process: Process): string {
  return `sim:${number}:${process.no}`;
}

/** Stands in for the client of the package pg: what the journal uses of it. */
export class Client extends EventEmitter {
  processID: number | null = null;
  readonly connection: { readonly stream: { destroy: () => void } };
  private readonly database: Database | undefined;
  private readonly process: Process | undefined;
  private readonly timeoutMs: number | null;
  private session: Session | null = null;
  private last: Promise<unknown> = Promise.resolve();

  constructor(config: { readonly connectionString: string; readonly query_timeout?: number }) {
    super();
    const [, number, processNo] = config.connectionString.split(':').map(Number);
    this.database = databases.get(number!);
    this.process = this.database?.processOf(processNo!);
    this.timeoutMs = config.query_timeout ?? null;
    this.connection = { stream: { destroy: () => this.leave() } };
  }

  async connect(): Promise<void> {
    // The run is over.
    if (this.database === undefined || this.process === undefined) return new Promise(() => {});
    const session = await this.database.connect(this.process);
    this.session = session;
    this.processID = session.pid;
    session.onClosed = () => {
      queueMicrotask(() => {
        if (this.session !== session) return;
        this.emit('error', new DatabaseError('57P01', 'Connection terminated unexpectedly'));
        this.emit('end');
      });
    };
  }

  /** One statement after the other, as on one connection. */
  query(
    statement: string | { readonly text: string; readonly values: readonly unknown[] },
    values: readonly unknown[] = [],
  ): Promise<Result> {
    const text = typeof statement === 'string' ? statement : statement.text;
    const given = typeof statement === 'string' ? values : statement.values;
    const run = () => {
      if (this.session === null || this.database === undefined)
        throw new DatabaseError('57P01', 'Client has encountered a connection error and is not queryable');
      return this.database.query(this.session, text, given);
    };
    const result = this.last.then(run, run);
    this.last = result.catch(() => {});
    return this.timeoutMs === null ? result : this.inTime(result, this.timeoutMs);
  }

  private inTime(result: Promise<Result>, timeoutMs: number): Promise<Result> {
    const clock = this.database?.clock;
    return new Promise((resolve, reject) => {
      const late = () => reject(new Error('Query read timeout'));
      const alarm = clock?.set(late, timeoutMs) ?? 0;
      result.then(resolve, reject).finally(() => clock?.clear(alarm));
    });
  }

  async end(): Promise<void> {
    await this.last;
    this.leave();
  }

  private leave(): void {
    const { session } = this;
    this.session = null;
    if (session !== null) this.database?.leave(session);
  }
}
