import { z } from 'zod';
import { messageTimeMs } from '../realtime/scalars.ts';
import { NOTICE_GROUPS } from './kinds.ts';
import { noticeRow } from './records.ts';

const unread = z.number().int().nonnegative();

/** A notice came or changed. It replaces the one of the same `key`. */
export const noticeMessageSchema = z.object({
  type: z.literal('notice'),
  t: messageTimeMs,
  notice: noticeRow,
  /** Announcement on the page, by the user's settings. */
  toast: z.boolean(),
  sound: z.boolean(),
  /** Notices that are unread now. */
  unread,
});

export type NoticeMessage = z.infer<typeof noticeMessageSchema>;

/** Notices were read on some device of the user: those of `ids`, and all up to `upTo`, of `group` where it is not null. */
export const noticesReadMessageSchema = z.object({
  type: z.literal('noticesRead'),
  t: messageTimeMs,
  ids: z.array(z.number().int()),
  /** 0 where only `ids` were read. */
  upTo: z.number().int().nonnegative(),
  group: z.enum(NOTICE_GROUPS).nullable(),
  unread,
});

export type NoticesReadMessage = z.infer<typeof noticesReadMessageSchema>;
