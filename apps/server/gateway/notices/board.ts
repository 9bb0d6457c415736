import {
  NOTICE_KINDS,
  type Notice,
  type NoticeChannel,
  type NoticeContent,
  type NoticeGroup,
  type NoticeKind,
  type NoticeSettings,
  noticeKinds,
} from '@candor/api';
import type { Pool } from 'pg';
import type { Bus } from '../../base/bus/index.ts';
import { type Db, idOf, kyselyOf, migrate } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { boundsOf, type Listed, type PageRequest } from '../../base/records/paging.ts';
import { isFree, isOn, readSwitched } from './choices.ts';
import { noteNotice } from './note.ts';
import { publishRead, unreadOf } from './publish.ts';
import { noticeMigrations } from './schema.ts';
import { noticeOf } from './store.ts';

export interface NoticeFilter {
  readonly group: NoticeGroup | null;
  readonly isUnread: boolean;
}

/** Marks some notices, or all up to one, of a group where it names one. */
export type Mark =
  | { readonly ids: readonly number[] }
  | { readonly upTo: number; readonly group?: NoticeGroup | undefined };

export interface NoticeChange {
  readonly kind: NoticeKind;
  readonly channel: NoticeChannel;
  readonly on: boolean;
}

/** The notices of users: what the writer stored, what was read, and their settings. */
export interface NoticeBoard {
  /** Notes an event within the caller's transaction; the writer delivers it. */
  readonly emit: typeof noteNotice;
  list(userId: number, filter: NoticeFilter, page: PageRequest): Promise<Listed<Notice>>;
  /** Counts the unread ones, those above an id alone where one is given. */
  unread(userId: number, after?: number): Promise<number>;
  /** The number of the newest notice, 0 for none. */
  newestId(userId: number): Promise<number>;
  /** Marks notices, and tells all devices of the user. Returns how many are unread. */
  read(userId: number, mark: Mark): Promise<number>;
  settings(userId: number): Promise<NoticeSettings['list']>;
  /** @throws Refusal NOTICE_SETTING_FIXED */
  change(userId: number, changes: readonly NoticeChange[]): Promise<void>;
}

interface BoardDeps {
  readonly pool: Pool;
  readonly bus: Bus;
  readonly now: () => number;
}

/** Opens the room: brings its tables up to date. */
export async function openNotices({ pool, bus, now }: BoardDeps): Promise<NoticeBoard> {
  await migrate(pool, 'notices', noticeMigrations);
  const db = kyselyOf(pool);
  const unread = async (userId: number, after = 0) => (await unreadOf(db, [userId], after)).get(userId) ?? 0;
  return {
    emit: noteNotice,
    unread,
    list: (userId, filter, page) => listNotices(db, userId, filter, page),
    async newestId(userId) {
      const row = await db
        .selectFrom('notices.notice')
        .select('notice_id')
        .where('user_id', '=', BigInt(userId))
        .orderBy('notice_id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? 0 : idOf(row.notice_id);
    },
    async read(userId, mark) {
      const marked = await markRead(db, userId, mark);
      const left = await unread(userId);
      publishRead(bus, userId, { type: 'noticesRead', t: now(), ...marked, unread: left });
      return left;
    },
    async settings(userId) {
      const switched = await readSwitched(db, [userId]);
      const of = (kind: NoticeKind, channel: NoticeChannel) =>
        noticeKinds[kind][channel] === 'never'
          ? null
          : { on: isOn(switched, userId, kind, channel), fixed: !isFree(kind, channel) };
      return NOTICE_KINDS.map((kind) => ({
        kind,
        group: noticeKinds[kind].group,
        page: of(kind, 'page'),
        mail: of(kind, 'mail'),
        sms: of(kind, 'sms'),
        sound: of(kind, 'sound'),
      }));
    },
    async change(userId, changes) {
      if (changes.some(({ kind, channel }) => !isFree(kind, channel)))
        throw new Refusal('NOTICE_SETTING_FIXED');
      const last = new Map(changes.map((each) => [`${each.kind} ${each.channel}`, each]));
      await db
        .insertInto('notices.setting')
        .values(
          [...last.values()].map(({ kind, channel, on }) => ({ user_id: userId, kind, channel, is_on: on })),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['user_id', 'kind', 'channel'])
            .doUpdateSet((row) => ({ is_on: row.ref('excluded.is_on') })),
        )
        .execute();
    },
  };
}

/** Marks notices as read, in the order in which others lock several. Returns the change that the user's devices receive. */
async function markRead(db: Db, userId: number, mark: Mark) {
  const ids = 'ids' in mark ? mark.ids : [];
  const upTo = 'upTo' in mark ? mark.upTo : 0;
  const group = 'upTo' in mark ? (mark.group ?? null) : null;
  await db
    .updateTable('notices.notice')
    .set({ is_read: true })
    .where('notice_id', 'in', (notices) =>
      notices
        .selectFrom('notices.notice')
        .select('notice_id')
        .where('user_id', '=', BigInt(userId))
        .where('is_read', '=', false)
        .where((row) =>
          'ids' in mark
            ? row('notice_id', 'in', ids.map(BigInt))
            : row.and([
                row('notice_id', '<=', BigInt(upTo)),
                ...(group === null ? [] : [row('kind', 'in', kindsOf(group))]),
              ]),
        )
        .orderBy('notice_id')
        .forUpdate(),
    )
    .execute();
  return { ids: [...ids], upTo, group };
}

const kindsOf = (group: NoticeGroup): NoticeKind[] =>
  NOTICE_KINDS.filter((kind) => noticeKinds[kind].group === group);

async function listNotices(
  db: Db,
  userId: number,
  { group, isUnread }: NoticeFilter,
  page: PageRequest,
): Promise<Listed<Notice>> {
  const { cursor, limit } = page;
  const { from, to } = boundsOf(page);
  let query = db
    .selectFrom('notices.notice')
    .select(['notice_id', 'key', 'kind', 'facts', 'at', 'is_read'])
    .where('user_id', '=', BigInt(userId))
    .orderBy('notice_id', 'desc')
    .limit(limit + 1);
  if (cursor !== null) query = query.where('notice_id', '<', BigInt(cursor));
  if (from !== null) query = query.where('at', '>=', from);
  if (to !== null) query = query.where('at', '<', to);
  if (group !== null) query = query.where('kind', 'in', kindsOf(group));
  if (isUnread) query = query.where('is_read', '=', false);
  const rows = await query.execute();
  const shown = rows.slice(0, limit);
  return {
    records: shown.map((row) =>
      noticeOf(row, { kind: row.kind, facts: row.facts } as unknown as NoticeContent),
    ),
    nextCursor: rows.length > limit ? String(shown.at(-1)?.notice_id) : null,
  };
}
