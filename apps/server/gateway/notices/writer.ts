import type { NoticeContent, NoticeKind } from '@candor/api';
import { type BatchSource, Follower, type ProjectedBatch } from '@candor/projections';
import type { Pool } from 'pg';
import type { Bus } from '../../base/bus/index.ts';
import { type Db, idOf, kyselyOf, migrate, type Trx } from '../../base/database/index.ts';
import { migrateJobs } from '../../base/jobs/index.ts';
import { type NewNotice, type NoticeRef, noteNotice } from './note.ts';
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

/** Notices of one transaction, and drafts that are read before the next ones are heard while the writer catches up. */
const MOST_DRAFTS = 2_000;
/** Drafts whose contents are read together. */
const READ_TOGETHER = 500;
/** Noted rows of one transaction. */
const MOST_NOTED = 200;
/** Users of one transaction, of a notice to everybody: what others are to hear comes between two of these. */
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

interface Contents {
  readonly found: readonly FoundNotice[];
  /** Those that everybody is to hear of. */
  readonly toAll: readonly NewNotice[];
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
  /** True while a notice to everybody has users before it. */
  private goesOn = false;

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
          const isHurried = this.goesOn || this.waiters.length > 0;
          await this.pause(isHurried ? 0 : this.drafts.size > 0 ? COMPANY_MS : LOOK_MS);
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
    const { found, toAll } = await this.contents(drafts, seq);
    const isIdle = drafts.length === 0 && this.options.now() - this.storedAtMs < IDLE_MS;
    let isMore = isIdle ? await this.deliverNoted() : await this.store(seq, found, toAll);
    while (isMore) isMore = await this.deliverNoted();
    this.goesOn = await this.deliverToAll();
    if (this.goesOn) return;
    this.rounds += 1;
    const { rounds } = this;
    for (const { resolve } of this.waiters.filter((each) => each.rounds <= rounds)) resolve();
    this.waiters = this.waiters.filter((each) => each.rounds > rounds);
  }

  private async contents(drafts: readonly NoticeDraft[], seq: number): Promise<Contents> {
    const [found, toAll]: [FoundNotice[], NewNotice[]] = [[], []];
    if (drafts.length === 0) return { found, toAll };
    while (!(await this.options.caughtUp(seq, PATIENCE_MS)))
      if (this.stopped) throw new Error('it stops before the read models cover the journal');
    for (let at = 0; at < drafts.length; at += READ_TOGETHER) {
      const together = drafts.slice(at, at + READ_TOGETHER);
      const contents = await Promise.all(together.map(({ content }) => content()));
      for (const [i, { userId, key, timeMs, isOnce = false }] of together.entries()) {
        const content = contents[i];
        if (content == null) continue;
        if (userId === null) toAll.push({ userId, key, timeMs, ...content });
        else found.push({ userId, key, timeMs, isOnce, content });
      }
    }
    return { found, toAll };
  }

  /**
   * Stores what the journal brought together with what rooms noted meanwhile, by their times: a deposit is seen before it is
   * credited. Of more than one transaction takes, the place moves with the last: what is stored again after a stop says the
   * same, and changes nothing. Returns true where more was noted.
   */
  private async store(
    seq: number,
    found: readonly FoundNotice[],
    toAll: readonly NewNotice[],
  ): Promise<boolean> {
    let at = 0;
    for (; found.length - at > MOST_DRAFTS; at += MOST_DRAFTS)
      await this.storeSlice(this.storedSeq, found.slice(at, at + MOST_DRAFTS));
    const isMore = await this.storeSlice(seq, found.slice(at), toAll);
    this.storedSeq = seq;
    this.storedAtMs = this.options.now();
    return isMore;
  }

  private async storeSlice(
    seq: number,
    found: readonly FoundNotice[],
    toAll: readonly NewNotice[] = [],
  ): Promise<boolean> {
    const { now } = this.options;
    const { stored, isMore } = await this.db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('notices.place')
        .set({ seq })
        .where('name', '=', JOURNAL)
        .where('seq', '=', BigInt(this.storedSeq))
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) throw new Error('the notices were moved by another writer');
      for (const each of toAll) await noteNotice(trx, each);
      const noted = await this.takeNoted(trx);
      const inTime = [...found, ...noted.found].toSorted((left, right) => left.timeMs - right.timeMs);
      return { stored: await storeNotices(trx, inTime, now()), isMore: noted.isMore };
    });
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

  /** Takes the next of what rooms noted for one user. */
  private async takeNoted(trx: Trx): Promise<{ readonly found: FoundNotice[]; readonly isMore: boolean }> {
    const rows = await trx
      .deleteFrom('notices.noted')
      .where('noted_id', 'in', (noted) =>
        noted
          .selectFrom('notices.noted')
          .select('noted_id')
          .where('user_id', 'is not', null)
          .orderBy('noted_id')
          .limit(MOST_NOTED)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['noted_id', 'user_id', 'key', 'kind', 'facts', 'at'])
      .execute();
    const inOrder = rows.toSorted((left, right) => Number(left.noted_id - right.noted_id));
    const found: FoundNotice[] = [];
    for (const { user_id, key, at, ...row } of inOrder) {
      const userId = idOf(user_id ?? 0n);
      const content = await this.notedContent(row, userId);
      if (content !== null) found.push({ userId, key, timeMs: at.getTime(), content });
    }
    return { found, isMore: rows.length === MOST_NOTED };
  }

  /** Delivers the oldest notice to everybody to its next users. Returns true where users or notices may be left. */
  private async deliverToAll(): Promise<boolean> {
    const waits = await this.db
      .selectFrom('notices.noted')
      .select('noted_id')
      .where('user_id', 'is', null)
      .limit(1)
      .executeTakeFirst();
    if (waits === undefined) return false;
    const { stored, isMore } = await this.db.transaction().execute(async (trx) => {
      const row = await trx
        .selectFrom('notices.noted')
        .select(['noted_id', 'key', 'kind', 'facts', 'at', 'told_up_to'])
        .where('user_id', 'is', null)
        .orderBy('noted_id')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (row === undefined) return { stored: [], isMore: false };
      const { noted_id, key, at, kind, facts, told_up_to } = row;
      const users = await this.options.usersAfter(trx, idOf(told_up_to), MOST_USERS);
      const content = { kind, facts } as NoticeContent;
      const found = users.map((userId) => ({ userId, key, timeMs: at.getTime(), content }));
      const last = users.at(-1);
      if (last === undefined || users.length < MOST_USERS)
        await trx.deleteFrom('notices.noted').where('noted_id', '=', noted_id).execute();
      else
        await trx
          .updateTable('notices.noted')
          .set({ told_up_to: last })
          .where('noted_id', '=', noted_id)
          .execute();
      return { stored: await storeNotices(trx, found, this.options.now()), isMore: true };
    });
    await publishNotices({ db: this.db, ...this.options }, stored);
    return isMore;
  }

  private async notedContent(
    row: { readonly kind: string; readonly facts: unknown },
    userId: number,
  ): Promise<NoticeContent | null> {
    const kind = row.kind as NoticeKind;
    const source = this.options.sources.find(({ noted }) => noted?.kinds.includes(kind));
    if (source?.noted === undefined || !isRef(row.facts)) return { kind, facts: row.facts } as NoticeContent;
    return source.noted.content(kind, row.facts, userId);
  }
}

const isRef = (facts: unknown): facts is NoticeRef =>
  typeof facts === 'object' && facts !== null && 'ref' in facts;
