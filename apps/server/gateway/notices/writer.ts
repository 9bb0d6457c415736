import type { NoticeContent, NoticeKind } from '@candor/api';
import { type BatchSource, Follower, type ProjectedBatch } from '@candor/projections';
import type { Pool } from 'pg';
import type { Bus } from '../../base/bus/index.ts';
import { type Db, idOf, kyselyOf, migrate, type Trx } from '../../base/database/index.ts';
import { migrateJobs } from '../../base/jobs/index.ts';
import type { NoticeRef } from './note.ts';
import { publishNotices } from './publish.ts';
import { noticeMigrations } from './schema.ts';
import type { NoticeDraft, NoticeSource } from './sources.ts';
import { type FoundNotice, storeNotices } from './store.ts';

export interface NoticeWriterOptions {
  readonly pool: Pool;
  readonly bus: Bus;
  readonly journal: BatchSource;
  readonly sources: readonly NoticeSource[];
  /** Resolves with true once the read models cover a command. */
  readonly caughtUp: (seq: number, timeoutMs?: number) => Promise<boolean>;
  /** The users after `userId`, in their order, at most `limit`. */
  readonly usersAfter: (db: Db, userId: number, limit: number) => Promise<readonly number[]>;
  readonly now: () => number;
  readonly log: (line: string) => void;
}

export interface NoticeWriter {
  /** Resolves once everything is stored that was committed before. */
  settled(): Promise<void>;
  status(): { readonly seq: number; readonly reason: string | null };
  stop(): Promise<void>;
}

/** Drafts of one transaction while the writer catches up. */
const MOST_DRAFTS = 2_000;
/** Noted rows of one transaction. */
const MOST_NOTED = 200;
/** Users of one transaction, of a notice to everybody. */
const MOST_USERS = 1_000;
/** Fills of one burst wait so long for company. */
const COMPANY_MS = 100;
/** Time between looks for rows that other processes noted. */
const LOOK_MS = 1_000;
/** Time after which the place follows the journal while nobody is to hear of anything. */
const IDLE_MS = 5_000;
const PATIENCE_MS = 5_000;
const RETRY_MIN_MS = 200;
const RETRY_MAX_MS = 10_000;
const JOURNAL = 'journal';

/**
 * Starts the one writer of notices: it reads the events of the journal behind the read models, and what rooms noted. Each
 * event is delivered once: its notice, the plan of its mail and the place in the journal are one transaction. That place
 * is the room's own, so that read models which are filled again tell nobody anything.
 */
export async function startNoticeWriter(options: NoticeWriterOptions): Promise<NoticeWriter> {
  await migrateJobs(options.pool);
  await migrate(options.pool, 'notices', noticeMigrations);
  const writer = new Writer(options);
  writer.start();
  return writer;
}

class Writer implements NoticeWriter {
  private readonly options: NoticeWriterOptions;
  private readonly db: Db;
  private readonly follower: Follower;
  private drafts = new Map<string, NoticeDraft>();
  private storedSeq = 0;
  private storedAtMs = 0;
  private reason: string | null = 'starting';
  private stopped = false;
  private running: Promise<void> = Promise.resolve();
  private wake: () => void = () => {};
  private waiters: { readonly rounds: number; readonly resolve: () => void }[] = [];
  private rounds = 0;

  constructor(options: NoticeWriterOptions) {
    this.options = options;
    this.db = kyselyOf(options.pool);
    this.follower = new Follower({
      source: options.journal,
      log: options.log,
      take: (batch) => this.take(batch),
      changed: () => this.wake(),
    });
  }

  start(): void {
    this.running = this.run();
  }

  status() {
    return { seq: this.storedSeq, reason: this.reason };
  }

  settled(): Promise<void> {
    return new Promise((resolve) => {
      // the round that is under way may have begun before the last commit
      this.waiters.push({ rounds: this.rounds + 2, resolve });
      this.wake();
    });
  }

  async stop(): Promise<void> {
    this.follower.stop();
    this.stopped = true;
    this.wake();
    await this.running;
  }

  private take({ commands }: ProjectedBatch): void {
    for (const command of commands)
      for (const { read } of this.options.sources)
        read?.(command, (draft) => this.drafts.set(`${draft.userId} ${draft.key}`, draft));
  }

  private async run(): Promise<void> {
    for (let pauseMs = RETRY_MIN_MS; !this.stopped; ) {
      try {
        this.drafts = new Map();
        this.storedSeq = await this.place();
        await this.follower.catchUp(this.storedSeq, {
          written: async () => {
            if (this.drafts.size >= MOST_DRAFTS) await this.round();
          },
          ended: () => this.round(),
        });
        this.reason = null;
        pauseMs = RETRY_MIN_MS;
        while (this.follower.following && !this.stopped) {
          await this.pause(this.waiters.length > 0 ? 0 : this.drafts.size > 0 ? COMPANY_MS : LOOK_MS);
          if (!this.stopped) await this.round();
        }
      } catch (error) {
        this.reason = error instanceof Error ? error.message : String(error);
        this.options.log(`The notices stand still: ${this.reason}`);
        await this.pause(pauseMs);
        pauseMs = Math.min(pauseMs * 2, RETRY_MAX_MS);
      }
    }
    for (const { resolve } of this.waiters) resolve();
  }

  /** Sleeps, or less where something comes; what comes in a burst waits for its company. */
  private pause(ms: number): Promise<void> {
    if (ms === 0 || this.stopped) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.wake = () => {};
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.wake = () => {
        if (this.stopped || this.waiters.length > 0 || (ms > COMPANY_MS && this.drafts.size > 0)) end();
      };
    });
  }

  private async place(): Promise<number> {
    await this.db
      .insertInto('notices.place')
      .values({ name: JOURNAL, seq: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const row = await this.db
      .selectFrom('notices.place')
      .select('seq')
      .where('name', '=', JOURNAL)
      .executeTakeFirstOrThrow();
    return idOf(row.seq);
  }

  /** Stores everything that was read so far, and what was noted. */
  private async round(): Promise<void> {
    const { seq } = this.follower;
    const drafts = [...this.drafts.values()];
    this.drafts = new Map();
    const found = drafts.length === 0 ? [] : await this.contents(drafts, seq);
    const isIdle = found.length === 0 && this.options.now() - this.storedAtMs < IDLE_MS;
    let isMore = isIdle && drafts.length === 0 ? await this.deliverNoted() : await this.store(seq, found);
    while (isMore) isMore = await this.deliverNoted();
    this.rounds += 1;
    const { rounds } = this;
    for (const { resolve } of this.waiters.filter((each) => each.rounds <= rounds)) resolve();
    this.waiters = this.waiters.filter((each) => each.rounds > rounds);
  }

  private async contents(drafts: readonly NoticeDraft[], seq: number): Promise<FoundNotice[]> {
    while (!(await this.options.caughtUp(seq, PATIENCE_MS)))
      if (this.stopped) throw new Error('it stops before the read models cover the journal');
    const found: FoundNotice[] = [];
    for (const { userId, key, timeMs, isOnce = false, content } of drafts) {
      const read = await content();
      if (read === null) continue;
      for await (const each of this.concerned(this.db, userId))
        found.push({ userId: each, key, timeMs, isOnce, content: read });
    }
    return found;
  }

  /** The one user, or everybody. */
  private async *concerned(db: Db, userId: number | null): AsyncGenerator<number> {
    if (userId !== null) return yield userId;
    for (let last = 0; ; ) {
      const users = await this.options.usersAfter(db, last, MOST_USERS);
      yield* users;
      if (users.length < MOST_USERS) return;
      last = users.at(-1)!;
    }
  }

  /**
   * Stores what the journal brought together with what rooms noted meanwhile, by their times: a deposit is seen before it is
   * credited. Returns true where more was noted.
   */
  private async store(seq: number, found: readonly FoundNotice[]): Promise<boolean> {
    const { now } = this.options;
    const { stored, isMore } = await this.db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('notices.place')
        .set({ seq })
        .where('name', '=', JOURNAL)
        .where('seq', '=', BigInt(this.storedSeq))
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) throw new Error('the notices were moved by another writer');
      const noted = await this.takeNoted(trx);
      const inTime = [...found, ...noted.found].toSorted((left, right) => left.timeMs - right.timeMs);
      return { stored: await storeNotices(trx, inTime, now()), isMore: noted.isMore };
    });
    this.storedSeq = seq;
    this.storedAtMs = now();
    await publishNotices({ db: this.db, ...this.options }, stored);
    return isMore;
  }

  /** Delivers some of what rooms noted, in its order. Returns true where there may be more. */
  private async deliverNoted(): Promise<boolean> {
    const { stored, isMore } = await this.db.transaction().execute(async (trx) => {
      const noted = await this.takeNoted(trx);
      return { stored: await storeNotices(trx, noted.found, this.options.now()), isMore: noted.isMore };
    });
    await publishNotices({ db: this.db, ...this.options }, stored);
    return isMore;
  }

  /** Takes the next of what rooms noted. */
  private async takeNoted(trx: Trx): Promise<{ readonly found: FoundNotice[]; readonly isMore: boolean }> {
    const rows = await trx
      .deleteFrom('notices.noted')
      .where('noted_id', 'in', (noted) =>
        noted
          .selectFrom('notices.noted')
          .select('noted_id')
          .orderBy('noted_id')
          .limit(MOST_NOTED)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['noted_id', 'user_id', 'key', 'kind', 'facts', 'at'])
      .execute();
    const found: FoundNotice[] = [];
    for (const row of rows.toSorted((left, right) => Number(left.noted_id - right.noted_id)))
      found.push(...(await this.notedOf(trx, row)));
    return { found, isMore: rows.length === MOST_NOTED };
  }

  private async notedOf(
    trx: Trx,
    row: {
      readonly user_id: bigint | null;
      readonly key: string;
      readonly kind: string;
      readonly facts: unknown;
      readonly at: Date;
    },
  ): Promise<FoundNotice[]> {
    const kind = row.kind as NoticeKind;
    const of = { key: row.key, timeMs: row.at.getTime() };
    const whole = { kind, facts: row.facts } as NoticeContent;
    if (row.user_id === null) {
      const found: FoundNotice[] = [];
      for await (const userId of this.concerned(trx, null)) found.push({ userId, ...of, content: whole });
      return found;
    }
    const userId = idOf(row.user_id);
    const source = this.options.sources.find(({ noted }) => noted?.kinds.includes(kind));
    if (source?.noted === undefined || !isRef(row.facts)) return [{ userId, ...of, content: whole }];
    const content = await source.noted.content(kind, row.facts, userId);
    return content === null ? [] : [{ userId, ...of, content }];
  }
}

const isRef = (facts: unknown): facts is NoticeRef =>
  typeof facts === 'object' && facts !== null && 'ref' in facts;
