import { Client, Pool } from 'pg';
import { Alarm } from './alarm.ts';
import type { ContractQueries } from './products/contract-queries.ts';
import type { MarginQueries } from './products/margin-queries.ts';
import type { SecondsQueries } from './products/seconds-queries.ts';
import { Projector, Rows } from './projector.ts';
import type { Queries } from './queries.ts';
import { openReaders, projectionsSchema, type Readers } from './readers.ts';
import { makeSchema, openSchema } from './schema.ts';
import type { BatchSource, ProjectedBatch } from './source.ts';
import { Store } from './store.ts';

export interface ProjectionsOptions {
  readonly connectionString: string;
  readonly engine: BatchSource;
  readonly log?: (line: string) => void;
}

export interface ProjectionsStatus {
  /** The last command that the read models cover. */
  readonly seq: number;
  /** Committed commands that they do not cover yet. */
  readonly lag: number;
  /** Why they stand still, in words; null when they follow. */
  readonly reason: string | null;
}

/** Rows of several batches go out together: fewer transactions, and a reader who waits hastens them. */
const flushAfterMs = 20;
/** How often the cursor follows the journal while nothing happens that leaves a row. */
const idleCursorMs = 5_000;
/** Rows kept in memory while PostgreSQL is slow; past this they are read again from the journal. */
const bufferedRowsMax = 200_000;
const catchUpRows = 4_000;
const recentCommandsMax = 200_000;
const retryMinMs = 200;
const retryMaxMs = 10_000;

/**
 * Starts the writer of the read models beside the engine and catches up with the journal. Resolves once the writer
 * runs, without waiting for it to have caught up.
 */
export async function startProjections(options: ProjectionsOptions): Promise<Projections> {
  const projections = new Projections(options);
  await projections.start();
  return projections;
}

interface Waiter {
  readonly seq: number;
  readonly resolve: () => void;
}

/** The read models: history that users and operators page through. */
export class Projections implements Readers {
  readonly queries: Queries;
  readonly seconds: SecondsQueries;
  readonly contracts: ContractQueries;
  readonly margin: MarginQueries;
  private readonly options: ProjectionsOptions;
  private readonly log: (line: string) => void;
  private readonly pool: Pool;
  private readonly unsubscribe: () => void;
  private readonly arrived = new Alarm();
  private readonly hurry = new Alarm();
  private projector = new Projector([]);
  private rows = new Rows();
  /** The last command that was turned into rows, and the last one whose rows are committed. */
  private projectedSeq = 0;
  private flushedSeq = 0;
  private flushing = false;
  private following = false;
  /** Batches that were committed while catching up, for the change to following. */
  private recent: ProjectedBatch[] = [];
  private recentCommands = 0;
  private reason: string | null = 'starting';
  private waiters: Waiter[] = [];
  private stopped = false;
  private running: Promise<void> = Promise.resolve();

  constructor(options: ProjectionsOptions) {
    this.options = options;
    this.log = options.log ?? (() => {});
    this.pool = new Pool({
      connectionString: options.connectionString,
      max: 6,
      application_name: 'candor-history',
    });
    // A connection that breaks while idle is replaced by the pool; nobody waits for it.
    this.pool.on('error', () => {});
    // One that breaks in use fails its query; the pool listens only while it is idle.
    this.pool.on('connect', (client) => client.on('error', () => {}));
    const readers = openReaders(this.pool);
    this.queries = readers.queries;
    this.seconds = readers.seconds;
    this.contracts = readers.contracts;
    this.margin = readers.margin;
    this.unsubscribe = options.engine.onCommitted((batch) => this.onBatch(batch));
  }

  /** Makes the tables where they are missing, then follows in the background. */
  async start(): Promise<void> {
    const client = await this.connect();
    await openSchema(client, projectionsSchema);
    this.running = this.run(client);
  }

  status(): ProjectionsStatus {
    const committed = this.options.engine.status().committedSeq;
    const seq = this.coveredSeq();
    return { seq, lag: Math.max(0, committed - seq), reason: this.reason };
  }

  /** Resolves when the read models cover command `seq`, so that whoever wrote it reads it; with false after `timeoutMs`. */
  async caughtUp(seq: number, timeoutMs = 5_000): Promise<boolean> {
    if (this.coveredSeq() >= seq) return true;
    return new Promise((resolve) => {
      const waiter = {
        seq,
        resolve: () => {
          clearTimeout(timer);
          resolve(true);
        },
      };
      const timer = setTimeout(() => {
        this.waiters = this.waiters.filter((other) => other !== waiter);
        resolve(false);
      }, timeoutMs);
      this.waiters.push(waiter);
      this.arrived.ring();
      this.hurry.ring();
    });
  }

  /** Writes what is left and lets go of the database. */
  async stop(): Promise<void> {
    this.unsubscribe();
    this.stopped = true;
    this.arrived.ring();
    this.hurry.ring();
    await this.running;
    await this.pool.end();
  }

  /** A stretch without rows needs no transaction to be covered. */
  private coveredSeq(): number {
    const idle = this.following && this.rows.count === 0 && !this.flushing;
    return idle ? this.projectedSeq : this.flushedSeq;
  }

  private async connect(): Promise<Client> {
    const client = new Client({
      connectionString: this.options.connectionString,
      application_name: 'candor-projections',
      connectionTimeoutMillis: 5_000,
      query_timeout: 60_000,
    });
    // Seen at the next statement.
    client.on('error', () => {});
    await client.connect();
    // What a crash takes is made again from the journal, so these commits need not wait for the disk.
    await client.query('SET synchronous_commit = off');
    return client;
  }

  private async run(first: Client): Promise<void> {
    let client: Client | null = first;
    for (let pauseMs = retryMinMs; !this.stopped; ) {
      try {
        client ??= await this.connect();
        const store = new Store(client, projectionsSchema, await openSchema(client, projectionsSchema));
        await this.catchUp(client, store);
        pauseMs = retryMinMs;
        await this.follow(store);
      } catch (error) {
        this.reason = error instanceof Error ? error.message : String(error);
        this.log(`The read models stand still: ${this.reason}`);
        client?.connection.stream.destroy();
        client = null;
        await this.hurry.wait(pauseMs);
        pauseMs = Math.min(pauseMs * 2, retryMaxMs);
      }
      this.following = false;
      this.flushing = false;
    }
    await client?.end();
  }

  /** Reads from the journal what was committed meanwhile, until the live batches join on. */
  private async catchUp(client: Client, store: Store): Promise<void> {
    const { committedSeq, state = 'ready' } = this.options.engine.status();
    if (committedSeq < store.seq) {
      // A core that is unreachable or recovering may not know the end of its journal.
      if (state !== 'ready') throw new Error(`the core is ${state}`);
      this.log('The read models are ahead of the journal: they are made anew');
      await makeSchema(client, projectionsSchema);
      store.seq = 0;
    }
    this.projector = new Projector(await houseAccounts(client));
    this.rows = new Rows();
    this.projectedSeq = store.seq;
    this.flushedSeq = store.seq;
    while (!this.following && !this.stopped) {
      for await (const batch of this.options.engine.replay(this.projectedSeq)) {
        this.take(batch);
        if (this.rows.count >= catchUpRows) await this.flush(store);
        if (this.stopped) return;
      }
      await this.flush(store);
      this.joinLive();
    }
  }

  /** Goes over to following, unless so much was committed meanwhile that some of it was let go. */
  private joinLive(): void {
    const recent = this.recent;
    this.recent = [];
    this.recentCommands = 0;
    const next = recent.find((batch) => batch.lastSeq > this.projectedSeq);
    if (next !== undefined && next.firstSeq !== this.projectedSeq + 1) return;
    if (next === undefined && this.options.engine.status().committedSeq > this.projectedSeq) return;
    for (const batch of recent) this.take(batch);
    this.following = true;
    this.reason = null;
  }

  /** Writes what the live batches left, until it falls behind or is stopped. Throws what the database throws. */
  private async follow(store: Store): Promise<void> {
    this.settle();
    while (this.following) {
      if (this.rows.count === 0 && !this.stopped) await this.arrived.wait(idleCursorMs);
      if (this.rows.count > 0 && this.waiters.length === 0 && !this.stopped)
        await this.hurry.wait(flushAfterMs);
      if (!this.following) return;
      await this.flush(store);
      if (this.stopped) return;
    }
  }

  private async flush(store: Store): Promise<void> {
    if (this.projectedSeq === store.seq) return;
    const rows = this.rows;
    rows.lastSeq = this.projectedSeq;
    this.rows = new Rows();
    this.flushing = true;
    await store.flush(rows);
    this.flushing = false;
    this.flushedSeq = store.seq;
    this.settle();
  }

  private onBatch(batch: ProjectedBatch): void {
    if (batch.commands.length === 0) {
      this.onEmpty(batch);
      return;
    }
    if (!this.following) {
      this.keep(batch);
      return;
    }
    try {
      this.take(batch);
    } catch (error) {
      this.log(`A batch could not be projected: ${error instanceof Error ? error.message : String(error)}`);
      this.following = false;
    }
    if (this.rows.count > bufferedRowsMax) this.following = false;
    if (this.rows.count > 0 || !this.following) this.arrived.ring();
    else this.settle();
  }

  /** A batch without commands adds no row; if it is beyond the last received one, some were missed. */
  private onEmpty({ lastSeq }: ProjectedBatch): void {
    if (!this.following || lastSeq <= this.projectedSeq) return;
    this.following = false;
    this.arrived.ring();
  }

  private keep(batch: ProjectedBatch): void {
    this.recentCommands += batch.commands.length;
    if (this.recentCommands > recentCommandsMax) {
      this.recent = [];
      this.recentCommands = batch.commands.length;
    }
    this.recent.push(batch);
  }

  private take(batch: ProjectedBatch): void {
    if (batch.lastSeq <= this.projectedSeq) return;
    if (batch.firstSeq !== this.projectedSeq + 1)
      throw new Error(`command ${batch.firstSeq} came after ${this.projectedSeq}`);
    this.projector.project(batch, this.rows);
    this.projectedSeq = batch.lastSeq;
  }

  private settle(): void {
    if (this.waiters.length === 0) return;
    const covered = this.coveredSeq();
    const reached = this.waiters.filter((waiter) => waiter.seq <= covered);
    if (reached.length === 0) return;
    this.waiters = this.waiters.filter((waiter) => waiter.seq > covered);
    for (const waiter of reached) waiter.resolve();
  }
}

async function houseAccounts(client: Client): Promise<number[]> {
  const { rows } = await client.query<{ user_id: string }>(
    `SELECT user_id FROM ${projectionsSchema}.accounts WHERE house`,
  );
  return rows.map((row) => Number(row.user_id));
}
