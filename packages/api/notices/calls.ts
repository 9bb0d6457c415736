import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { cursor, pageOf, pageSize, timesQuery } from '../scalars.ts';
import { NOTICE_CHANNELS, NOTICE_GROUPS, NOTICE_KINDS } from './kinds.ts';
import { noticeRow } from './records.ts';

const kind = z.enum(NOTICE_KINDS);
const unread = z.number().int().nonnegative();
const noticeId = z.number().int().positive();
/** The most notices that one call marks by their ids. */
const MOST_MARKED = 100;

const setting = z.strictObject({ on: z.boolean(), fixed: z.boolean() }).nullable();

const settings = z.strictObject({
  /** The kinds in their order. A channel is null where the kind is not offered on it; a fixed one cannot be changed. */
  list: z.array(
    z.strictObject({
      kind,
      group: z.enum(NOTICE_GROUPS),
      page: setting,
      mail: setting,
      sms: setting,
      sound: setting,
    }),
  ),
  /** False where the account has no address, or no number, or nobody delivers there. */
  hasMail: z.boolean(),
  hasSms: z.boolean(),
});

export const noticeCalls = defineCalls({
  getNotices: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/notices/list',
    section: 'account',
    summary:
      'Lists notices of the signed-in user, newest first: of a group of kinds, unread ones alone, or those of a time.',
    auth: 'required',
    cost: 3,
    query: z.strictObject({
      group: z.enum(NOTICE_GROUPS).optional(),
      unread: z.literal('true').optional(),
      pageSize: pageSize.optional(),
      cursor: cursor.optional(),
      ...timesQuery,
    }),
    data: pageOf(noticeRow).extend({ unread }),
  }),
  getUnreadNotices: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/notices/unread',
    section: 'account',
    summary:
      'Counts the unread notices of the signed-in user, also those after one alone, and names the newest notice.',
    auth: 'required',
    query: z.strictObject({ after: cursor.optional() }),
    data: z.strictObject({
      unread,
      /** Unread ones with an id above `after`; all where that is left out. */
      since: unread,
      newestId: z.number().int().nonnegative(),
    }),
  }),
  readNotices: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/notices/read',
    section: 'account',
    summary:
      'Marks notices as read, on all devices: those of some ids, or all up to an id, of one group or of all.',
    auth: 'required',
    act: true,
    body: z.union([
      z.strictObject({ ids: z.array(noticeId).min(1).max(MOST_MARKED) }),
      z.strictObject({ upTo: noticeId, group: z.enum(NOTICE_GROUPS).optional() }),
    ]),
    data: z.strictObject({ unread }),
  }),
  getNoticeSettings: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/notices/settings',
    section: 'account',
    summary: 'Returns by kind of notice which channels are on.',
    auth: 'required',
    data: settings,
  }),
  setNoticeSettings: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/notices/settings',
    section: 'account',
    summary: 'Switches channels of kinds of notices on or off. Those of security cannot be switched off.',
    auth: 'required',
    act: true,
    body: z.strictObject({
      changes: z
        .array(z.strictObject({ kind, channel: z.enum(NOTICE_CHANNELS), on: z.boolean() }))
        .min(1)
        .max(NOTICE_KINDS.length * NOTICE_CHANNELS.length),
    }),
    data: settings,
  }),
});

export type NoticeSettings = z.output<typeof settings>;
