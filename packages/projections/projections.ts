import { Client, Pool } from 'pg';
import { accountsTable } from './accounts.ts';
import { Alarm } from './alarm.ts';
import { Filling } from './filling.ts';
import { Follower } from './follower.ts';
import { Projector } from './projector.ts';
import type { ReadModel } from './read-model.ts';
import { readModels } from './read-models.ts';
import { openReaders, type Readers } from './readers.ts';
import {
  houseAccounts,
  makeEmpty,
  type OpenedTables,
  openTables,
  projectionsSchema,
  swapDraft,
} from './schema.ts';
import type { BatchSource } from './source.ts';
import { Store } from './store.ts';
import type { Table } from './table.ts';
import { Rows } from './table-rows.ts';

export interface ProjectionsOptions {
  readonly connectionString: string;
  readonly engine: BatchSource;
  readonly log?: (line: string) => void;
  /** Runs the opening of the tables, again where PostgreSQL dies meanwhile; once where it is missing. */
  readonly patience?: <T>(step: () => Promise<T>) => Promise<T>;
  /** All of them where it is missing. */
  readonly models?: readonly ReadModel[];
  /** Rows of one transaction while catching up. */
  readonly flushRows?: number;
}

export interface ProjectionsStatus {
  /** The last command that the read models cover. */
  readonly seq: number;
  /** Committed commands that they do not cover yet. */
  readonly lag: number;
  /** Why they stand still, in words; null when they follow. */
  readonly reason: string | null;
}

/** The writer of the read models with the queries of them. */
export type Projections = ProjectionsWriter & Readers;

/** Rows of several batches go out together: fewer transactions, and a reader who waits hastens them. */
const flushAfterMs = 50;
/** Interval at which the cursor follows the journal while nothing happens that leaves a row. */
const idleCursorMs = 5_000;
/** Rows kept in memory while PostgreSQL is slow; past this they are read again from the journal. */
const bufferedRowsMax = 200_000;
const flushRowsDefault = 4_000;
const retryMinMs = 200;
const retryMaxMs = 10_000;
/** Longest wait of a reader for a connection. */
const connectionWaitMs = 60_000;
/** Readers wait no longer than this for a swap of tables. Below PostgreSQL's deadlock timeout, so the swap gives way. */
const swapPatienceMs = 200;
const swapRetryMs = 1_000;

/**
 * Starts the writer of the read models beside the engine and catches up with the journal. Resolves once the writer
 * runs, without waiting for it to have caught up.
 */
export async function startProjections(options: ProjectionsOptions): Promise<Projections> {
  const writer = new ProjectionsWriter(options);
  await writer.start();
  return Object.assign(writer, openReaders(writer.pool));
}

/** All tables of some read models, each model's in one group. */
export function tableGroups(models: readonly ReadModel[]): readonly (readonly Table[])[] {
  return [[accountsTable], ...models.map((model) => model.tables)];
}

interface Waiter {
  readonly seq: number;
  readonly resolve: () => void;
}

/** Writes the rows of committed batches to the tables that serve, and swaps in the next versions of tables. */
export class ProjectionsWriter {
  readonly pool: Pool;
  private readonly options: ProjectionsOptions;
  private readonly log: (line: string) => void;
  private readonly models: readonly ReadModel[];
  private readonly groups: readonly (readonly Table[])[];
  private readonly flushRows: number;
  private readonly follower: Follower;
  private readonly arrived = new Alarm();
  private readonly hurry = new Alarm();
  private projector: Projector;
  private rows = new Rows();
  /** The last command whose rows are committed. */
  private flushedSeq = 0;
  private flushing = false;
  private filling: Filling | null = null;
  private swapAtMs = 0;
  private reason: string | null = 'starting';
  private waiters: Waiter[] = [];
  private stopped = false;
  private running: Promise<void> = Promise.resolve();

  constructor(options: ProjectionsOptions) {
    this.options = options;
    this.log = options.log ?? (() => {});
    this.models = options.models ?? Object.values(readModels);
    this.groups = tableGroups(this.models);
    this.flushRows = options.flushRows ?? flushRowsDefault;
    this.projector = new Projector(this.models, []);
    this.pool = new Pool({
      connectionString: options.connectionString,
      max: 6,
      application_name: 'candor-history',
      connectionTimeoutMillis: connectionWaitMs,
    });
    // A connection that breaks while idle is replaced by the pool; nobody waits for it.
    this.pool.on('error', () => {});
    // One that breaks in use fails its query; the pool listens only while it is idle.
    this.pool.on('connect', (client) => client.on('error', () => {}));
    this.follower = new Follower({
      source: options.engine,
      log: this.log,
      take: (batch) => this.projector.project(batch, this.rows),
      changed: () => this.onFollowed(),
    });
  }

  /** Makes the tables where they are missing, then follows in the background. */
  async start(): Promise<void> {
    const { patience = (step) => step() } = this.options;
    const client = await patience(async () => {
      const opened = await this.connect();
      try {
        await openTables(opened, this.groups.flat());
        return opened;
      } catch (error) {
        opened.connection.stream.destroy();
        throw error;
      }
    });
    this.running = this.run(client);
  }

  status(): ProjectionsStatus {
    const committed = this.options.engine.status().committedSeq;
    const seq = this.coveredSeq();
    return { seq, lag: Math.max(0, committed - seq), reason: this.reason };
  }

  /**
   * Resolves with true when the read models cover command `seq`, so that a user reads what the user wrote; with false
   * after `timeoutMs`.
   */
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

  /** Writes the remaining rows and closes the database connections. A filling goes on at the next start. */
  async stop(): Promise<void> {
    this.follower.stop();
    this.stopped = true;
    this.arrived.ring();
    this.hurry.ring();
    await this.running;
    await this.filling?.stop();
    await this.pool.end();
  }

  /** A stretch without rows needs no transaction to be covered. */
  private coveredSeq(): number {
    const idle = this.follower.following && this.rows.count === 0 && !this.flushing;
    return idle ? this.follower.seq : this.flushedSeq;
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
    // A crash loses rows that are read again from the journal, so these commits need not wait for the disk.
    await client.query('SET synchronous_commit = off');
    return client;
  }

  private async run(first: Client): Promise<void> {
    let client: Client | null = first;
    for (let pauseMs = retryMinMs; !this.stopped; ) {
      try {
        client ??= await this.connect();
        const opened = await this.open(client);
        const store = this.storeOf(client, opened.seq, opened.serving);
        await this.catchUp(client, store);
        pauseMs = retryMinMs;
        await this.follow(client, store, opened.drafts);
      } catch (error) {
        this.reason = error instanceof Error ? error.message : String(error);
        this.log(`The read models stand still: ${this.reason}`);
        client?.connection.stream.destroy();
        client = null;
        await this.hurry.wait(pauseMs);
        pauseMs = Math.min(pauseMs * 2, retryMaxMs);
      }
      await this.filling?.stop();
      this.filling = null;
      this.follower.following = false;
      this.flushing = false;
    }
    await client?.end();
  }

  private async open(client: Client): Promise<OpenedTables> {
    const tables = this.groups.flat();
    const opened = await openTables(client, tables);
    const { committedSeq, state = 'ready' } = this.options.engine.status();
    if (committedSeq >= Math.max(opened.seq, opened.draftSeq)) return opened;
    // A core that is unreachable or recovering may not know the end of its journal.
    if (state !== 'ready') throw new Error(`the core is ${state}`);
    this.log('The read models are ahead of the journal: they are rebuilt');
    return makeEmpty(client, tables);
  }

  private storeOf(client: Client, seq: number, serving: readonly Table[]): Store {
    const groups = this.groups.map((group) => group.filter((table) => serving.includes(table)));
    return new Store(client, projectionsSchema, seq, groups);
  }

  /** Reads from the journal what was committed meanwhile, until the live batches join on. */
  private async catchUp(client: Client, store: Store): Promise<void> {
    this.projector = new Projector(this.models, await houseAccounts(client));
    this.rows = new Rows();
    this.flushedSeq = store.seq;
    await this.follower.catchUp(store.seq, {
      written: async () => {
        if (this.rows.count >= this.flushRows) await this.flush(store);
      },
      ended: () => this.flush(store),
    });
  }

  /** Writes the rows of live batches, until it falls behind or is stopped. Throws what the database throws. */
  private async follow(client: Client, opened: Store, drafts: readonly Table[]): Promise<void> {
    let store = opened;
    this.settle();
    if (drafts.length > 0 && !this.stopped) this.fill(drafts);
    while (this.follower.following) {
      if (this.rows.count === 0 && !this.stopped)
        await this.arrived.wait(this.swapIsDue() ? 0 : idleCursorMs);
      if (this.rows.count > 0 && this.waiters.length === 0 && !this.stopped)
        await this.hurry.wait(flushAfterMs);
      if (!this.follower.following) return;
      const draft = this.swapIsDue() ? this.filling?.cut(this.follower.seq) : null;
      await this.flush(store);
      if (this.stopped) return;
      if (draft != null && (await this.swap(client, store.seq, draft)))
        store = this.storeOf(client, store.seq, this.groups.flat());
    }
  }

  private fill(drafts: readonly Table[]): void {
    const names = drafts.map(({ name, version }) => `${name} (version ${version})`).join(', ');
    this.log(`Read models are filled beside the ones that serve: ${names}`);
    this.swapAtMs = Number.POSITIVE_INFINITY;
    this.filling = new Filling({
      connect: () => this.connect(),
      source: this.options.engine,
      models: this.models,
      drafts,
      flushRows: this.flushRows,
      log: this.log,
      caughtUp: () => {
        this.swapAtMs = 0;
        this.arrived.ring();
      },
    });
    this.filling.start();
  }

  private swapIsDue(): boolean {
    return this.filling !== null && performance.now() >= this.swapAtMs;
  }

  /** Puts the draft in the place of the tables that serve, both at `seq`. Returns false if it has to wait. */
  private async swap(client: Client, seq: number, draft: Rows): Promise<boolean> {
    const { filling } = this;
    if (filling === null) return false;
    this.swapAtMs = performance.now() + swapRetryMs;
    if (!(await filling.write(draft))) return false;
    if (!(await swapDraft(client, filling.drafts, seq, swapPatienceMs))) return false;
    this.filling = null;
    await filling.stop();
    this.log('The filled read models serve');
    return true;
  }

  private async flush(store: Store): Promise<void> {
    const { seq } = this.follower;
    if (seq === store.seq) return;
    const { rows } = this;
    rows.lastSeq = seq;
    this.rows = new Rows();
    this.flushing = true;
    await store.flush(rows);
    this.flushing = false;
    this.flushedSeq = store.seq;
    this.settle();
  }

  private onFollowed(): void {
    if (this.follower.following) this.reason = null;
    if (this.rows.count > bufferedRowsMax) this.follower.following = false;
    if (this.rows.count > 0 || !this.follower.following) this.arrived.ring();
    else this.settle();
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
