import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { Alarm } from './alarm.ts';
import { Follower } from './follower.ts';
import { Projector } from './projector.ts';
import type { ReadModel } from './read-model.ts';
import { draftSchema, houseAccounts, readCursor } from './schema.ts';
import type { BatchSource } from './source.ts';
import { Store } from './store.ts';
import type { Table } from './table.ts';
import { Rows } from './table-rows.ts';

export interface FillingOptions {
  readonly connect: () => Promise<Client>;
  readonly source: BatchSource;
  readonly models: readonly ReadModel[];
  readonly drafts: readonly Table[];
  /** Rows of one transaction. */
  readonly flushRows: number;
  readonly log: (line: string) => void;
  /** Called when the draft follows the live batches. */
  readonly caughtUp: () => void;
}

/** Rows kept in memory while the draft waits for its swap; past this they are read again from the journal. */
const bufferedRowsMax = 200_000;
const retryMs = 1_000;
/** Share of the time that the filling leaves to the live writer, beside each unit of its own. */
const restShare = 1;

/**
 * Fills the draft of the tables whose version changed, in the background, from where the draft stands. Once it follows
 * the live batches, the live writer cuts it at its own commands and swaps it in.
 */
export class Filling {
  readonly drafts: readonly Table[];
  private readonly options: FillingOptions;
  private readonly wanted: ReadonlySet<Table>;
  private readonly models: readonly ReadModel[];
  private readonly follower: Follower;
  private readonly wake = new Alarm();
  private projector: Projector;
  private rows: Rows;
  private store: Store | null = null;
  private stopped = false;
  private running: Promise<void> = Promise.resolve();

  constructor(options: FillingOptions) {
    this.options = options;
    this.drafts = options.drafts;
    this.wanted = new Set(options.drafts);
    this.models = options.models.filter((model) => model.tables.some((table) => this.wanted.has(table)));
    this.projector = new Projector(this.models, []);
    this.rows = new Rows(this.wanted);
    this.follower = new Follower({
      source: options.source,
      log: options.log,
      take: (batch) => this.projector.project(batch, this.rows),
      changed: () => {
        if (!this.follower.following) this.wake.ring();
        else if (this.rows.count > bufferedRowsMax) this.follower.fallBehind();
      },
    });
  }

  start(): void {
    this.running = this.run();
  }

  /** Resolves when its connection is closed. The draft stays as far as it is. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.follower.stop();
    this.wake.ring();
    await this.running;
  }

  /** Takes out the rows up to command `seq`; null while the draft does not follow the live batches up to there. */
  cut(seq: number): Rows | null {
    if (!this.follower.following || this.follower.seq !== seq || this.store === null) return null;
    const { rows } = this;
    rows.lastSeq = seq;
    this.rows = new Rows(this.wanted);
    return rows;
  }

  /** Writes rows that were cut. Returns false where that failed; the draft then starts over from where it stands. */
  async write(rows: Rows): Promise<boolean> {
    try {
      if (this.store === null) return false;
      if (rows.lastSeq !== this.store.seq) await this.store.flush(rows);
      return true;
    } catch (error) {
      this.options.log(
        `The draft was not written: ${error instanceof Error ? error.message : String(error)}`,
      );
      this.follower.fallBehind();
      return false;
    }
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      let client: Client | null = null;
      try {
        client = await this.options.connect();
        await this.follow(client);
        await client.end();
      } catch (error) {
        this.options.log(
          `The filling stands still: ${error instanceof Error ? error.message : String(error)}`,
        );
        client?.connection.stream.destroy();
        if (!this.stopped) await this.wake.wait(retryMs);
      }
      this.store = null;
    }
  }

  private async follow(client: Client): Promise<void> {
    const cursor = await readCursor(client, draftSchema);
    if (cursor === null) throw new Error('there is no draft');
    const store = new Store(client, draftSchema, cursor.seq, [this.drafts]);
    this.projector = new Projector(this.models, await houseAccounts(client));
    this.rows = new Rows(this.wanted);
    let sinceMs = performance.now();
    const flush = async (): Promise<void> => {
      if (this.follower.seq === store.seq) return;
      const { rows } = this;
      rows.lastSeq = this.follower.seq;
      this.rows = new Rows(this.wanted);
      await store.flush(rows);
    };
    await this.follower.catchUp(store.seq, {
      written: async () => {
        if (this.rows.count < this.options.flushRows) return;
        await flush();
        await sleep((performance.now() - sinceMs) * restShare);
        sinceMs = performance.now();
      },
      ended: async () => {
        await flush();
        for (const { name } of this.drafts) await client.query(`ANALYZE ${draftSchema}.${name}`);
      },
    });
    if (this.stopped) return;
    this.store = store;
    this.options.caughtUp();
    while (this.follower.following && !this.stopped) await this.wake.wait(60_000);
  }
}
