import { type NoticeChannel, type NoticeKind, noticeKinds } from '@candor/api';
import type { Db } from '../../base/database/index.ts';

/** Channels that users switched, by user, kind and channel. */
export type Switched = ReadonlyMap<string, boolean>;

const nameOf = (userId: number, kind: string, channel: string) => `${userId} ${kind} ${channel}`;

/** Reads what users switched. */
export async function readSwitched(db: Db, userIds: readonly number[]): Promise<Switched> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('notices.setting')
    .selectAll()
    .where('user_id', 'in', userIds.map(BigInt))
    .execute();
  return new Map(rows.map((row) => [nameOf(Number(row.user_id), row.kind, row.channel), row.is_on]));
}

/** True if a channel is on for a user's notices of a kind. */
export function isOn(switched: Switched, userId: number, kind: NoticeKind, channel: NoticeChannel): boolean {
  const choice = noticeKinds[kind][channel];
  if (choice === 'always' || choice === 'never') return choice === 'always';
  return switched.get(nameOf(userId, kind, channel)) ?? choice === 'on';
}

/** True for a channel that a user may switch. */
export const isFree = (kind: NoticeKind, channel: NoticeChannel): boolean =>
  noticeKinds[kind][channel] === 'on' || noticeKinds[kind][channel] === 'off';

/** Kinds whose mail and text are written by the acts that they are about, at once and with a link of their own. */
const OWN_MAIL: ReadonlySet<NoticeKind> = new Set(['new-device', 'factor-changed']);

/** True if notices of this kind are sent by mail and text from here. */
export const isMailedHere = (kind: NoticeKind): boolean => !OWN_MAIL.has(kind);
