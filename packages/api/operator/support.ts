import { z } from 'zod';
import { CHAT_STATUSES, SUPPORT_MATTERS, SYSTEM_CODES } from '../chat/constants.ts';
import { chatNumber, chatRating, officeSpan } from '../chat/records.ts';
import { defineCall, defineCalls } from '../define.ts';
import { language } from '../identity/calls.ts';
import { idText, nothing, timeMs, wholeNumber, wholeText } from '../scalars.ts';
import { filterText, tablePage, tableQuery, userIdText } from './tables.ts';

const status = z.enum(CHAT_STATUSES);
const yesNo = z.enum(['yes', 'no']);
/** Number of a message in an address. */
const messageText = wholeText(1, 999_999_999);
const bodyText = z.string().max(2_000);
/** `no` for a poll of a page at which nobody touched anything: it keeps no conversation in hand and reads nothing. */
const present = yesNo.optional();

/** A conversation in the queue of support. */
export const supportRow = z.strictObject({
  id: z.number().int(),
  /** Null for one that was begun without an account. */
  userId: z.number().int().nullable(),
  language: z.string(),
  matter: z.enum(SUPPORT_MATTERS),
  reference: z.string(),
  status,
  /** Operator who has it in hand; null where nobody has, or where that one has been away for five minutes. */
  operator: z.string().nullable(),
  isOwn: z.boolean(),
  canTake: z.boolean(),
  /** Time of the oldest message that waits for an answer; null where none does. */
  waitingSince: timeMs.nullable(),
  /** End of a snooze. */
  snoozedUntil: timeMs.nullable(),
  lastNumber: chatNumber,
  lastTime: timeMs,
  createTime: timeMs,
});

/** A message as staff reads it. */
export const deskMessage = z.strictObject({
  id: z.number().int(),
  number: chatNumber,
  author: z.enum(['user', 'guest', 'staff', 'system']),
  /** Operator who wrote it; null for all others. */
  operator: z.string().nullable(),
  /** The text; '' of an image, which `getSupportPicture` returns; of a system message its code. */
  content: z.string(),
  content_type: z.union([z.literal(1), z.literal(2)]),
  system: z.enum(SYSTEM_CODES).nullable(),
  masked: z.boolean(),
  create_time: timeMs,
  image: z.strictObject({ width: z.number().int(), height: z.number().int() }).nullable(),
});

/** A note of staff on a conversation. No call of a user reads it. */
const deskNote = z.strictObject({
  id: z.number().int(),
  operator: z.string(),
  text: z.string(),
  time: timeMs,
});

/** The user beside the conversation: contacts are masked, for this is no look at the account. */
const deskUser = z.strictObject({
  userId: z.number().int(),
  account: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  language: z.string(),
  kyc: z.enum(['none', 'primary', 'advanced']),
  frozen: z.boolean(),
  createTime: timeMs,
  /** Earlier conversations with support. */
  earlier: z.number().int(),
});

export const supportDetail = z.strictObject({
  row: supportRow,
  /** Oldest first: the newest ones, those before `before`, or those after `after`. */
  records: z.array(deskMessage),
  hasEarlier: z.boolean(),
  /** Highest number that the user has read. */
  userRead: chatNumber,
  /** True while the user types. */
  typing: z.boolean(),
  notes: z.array(deskNote),
  user: deskUser.nullable(),
  /** The user’s answer to “was it solved?”; null without one. */
  rating: chatRating.nullable(),
  /** Masked address of who asked without an account. */
  guest: z.string().nullable(),
});

const code = z.string().regex(/^[a-z][A-Za-z0-9]{1,39}$/);

/** An answer that is kept for reuse. A field in braces, such as {order}, is filled in before it is sent. */
const cannedAnswer = z.strictObject({
  code,
  texts: z.partialRecord(language, z.string()),
  /** Counts the saves, from 1. */
  version: z.number().int().positive(),
  changeTime: timeMs,
  operator: z.string(),
});

/** The office hours as staff changes them. */
const officeHours = z.strictObject({
  spans: z.array(officeSpan),
  /** Days without office hours, as YYYY-MM-DD. */
  holidays: z.array(z.string()),
  /** Counts the saves; 0 for the hours of the program. */
  version: z.number().int().nonnegative(),
});

/** Figures of support over some days, counted from messages and answers of users. */
export const supportFigures = z.strictObject({
  days: z.number().int(),
  /** Conversations that began. */
  begun: z.number().int(),
  /** Waits that an answer ended: from the first message without an answer to the answer. */
  answered: z.number().int(),
  medianMs: z.number().int().nullable(),
  within: z.array(z.strictObject({ hours: z.number().int(), count: z.number().int() })),
  /** Conversations that wait for an answer now. */
  waiting: z.number().int(),
  rated: z.number().int(),
  satisfied: z.number().int(),
});

const act = {
  method: 'POST',
  section: 'operator',
  auth: 'required',
  act: true,
} as const;
const onOne = { ...act, params: z.strictObject({ id: idText }), data: supportRow } as const;

export const supportDeskCalls = defineCalls({
  getSupportQueue: defineCall({
    method: 'GET',
    path: '/api/console/support',
    section: 'operator',
    summary: 'Lists conversations with support: those that wait longest first, unless asked otherwise.',
    auth: 'required',
    query: z.strictObject({
      ...tableQuery(['waiting', 'time']),
      status: status.optional(),
      language: language.optional(),
      own: yesNo.optional(),
      present,
      userId: userIdText.optional(),
      operator: filterText.optional(),
    }),
    data: tablePage(supportRow),
  }),
  getSupportConversation: defineCall({
    method: 'GET',
    path: '/api/console/support/{id}',
    section: 'operator',
    summary: 'Returns a conversation with its messages, notes and the user beside it. A look is logged.',
    auth: 'required',
    params: z.strictObject({ id: idText }),
    query: z.strictObject({
      before: messageText.optional(),
      after: z
        .string()
        .regex(/^\d{1,9}$/)
        .optional(),
      present,
    }),
    data: supportDetail,
  }),
  getSupportPicture: defineCall({
    method: 'GET',
    path: '/api/console/support/{id}/picture/{number}',
    section: 'operator',
    summary: 'Returns the image of a message. Logged.',
    auth: 'required',
    params: z.strictObject({ id: idText, number: messageText }),
    data: z.strictObject({ type: z.literal('image/jpeg'), base64: z.string() }),
  }),
  takeSupport: defineCall({
    ...onOne,
    path: '/api/console/support/{id}/take',
    summary: 'Takes a conversation in hand. Of two at once one gets it. Logged.',
  }),
  giveBackSupport: defineCall({
    ...onOne,
    path: '/api/console/support/{id}/giveBack',
    summary: 'Puts a conversation back into the queue: it keeps its clock and its notes. Logged.',
  }),
  answerSupport: defineCall({
    ...onOne,
    path: '/api/console/support/{id}/answer',
    summary:
      'Answers in a conversation in hand. Refused where the user wrote after `seen`, and where a field in braces is not filled in. Logged.',
    body: z.strictObject({ content: bodyText, seen: chatNumber }),
  }),
  sendSupportPicture: defineCall({
    ...onOne,
    path: '/api/console/support/{id}/pictures',
    summary:
      'Sends an image in a conversation in hand: JPEG, PNG or WebP. It is re-encoded without metadata and kept encrypted. Refused where the user wrote after `seen`. Logged as an answer.',
    upload: true,
    cost: 10,
    query: z.strictObject({ seen: wholeText(0, 999_999_999) }),
  }),
  typeSupport: defineCall({
    method: 'POST',
    path: '/api/console/support/{id}/typing',
    section: 'operator',
    summary: 'Shows the user that staff types. Nothing is stored.',
    auth: 'required',
    params: z.strictObject({ id: idText }),
    data: nothing,
  }),
  noteSupport: defineCall({
    ...act,
    params: z.strictObject({ id: idText }),
    path: '/api/console/support/{id}/notes',
    summary: 'Adds a note for other operators. No user reads it. Logged.',
    body: z.strictObject({
      text: z
        .string()
        .trim()
        .min(1)
        .max(1_000)
        .regex(/^[^\p{Cs}]*$/u),
    }),
    data: nothing,
  }),
  handOverSupport: defineCall({
    ...onOne,
    path: '/api/console/support/{id}/handOver',
    summary: 'Hands a conversation to another operator by name: clock and notes stay. Logged.',
    body: z.strictObject({ to: z.string().min(1).max(64) }),
  }),
  snoozeSupport: defineCall({
    ...onOne,
    path: '/api/console/support/{id}/snooze',
    summary: 'Lets a conversation rest until a time; a message of the user ends that. Logged.',
    body: z.strictObject({ until: timeMs }),
  }),
  resolveSupport: defineCall({
    ...onOne,
    path: '/api/console/support/{id}/resolve',
    summary: 'Marks a conversation as resolved. Refused where the user wrote after `seen`. Logged.',
    body: z.strictObject({ seen: chatNumber }),
  }),
  getCannedAnswers: defineCall({
    method: 'GET',
    path: '/api/console/supportAnswers',
    section: 'operator',
    summary: 'Lists the answers that are kept for reuse, in all languages.',
    auth: 'required',
    data: z.array(cannedAnswer),
  }),
  saveCannedAnswer: defineCall({
    ...act,
    path: '/api/console/supportAnswers',
    summary:
      'Writes an answer that is kept for reuse, in all its languages. Refused where another save came after `version`. Logged.',
    body: z.strictObject({
      code,
      texts: z.partialRecord(language, bodyText),
      /** The version that the texts were made from; 0 for a new answer. */
      version: wholeNumber(0, 999_999_999),
    }),
    data: z.array(cannedAnswer),
  }),
  removeCannedAnswer: defineCall({
    ...act,
    params: z.strictObject({ code }),
    path: '/api/console/supportAnswers/{code}/remove',
    summary: 'Removes an answer that is kept for reuse. Logged.',
    data: z.array(cannedAnswer),
  }),
  getSupportFigures: defineCall({
    method: 'GET',
    path: '/api/console/supportFigures',
    section: 'operator',
    summary: 'Returns the waiting times of support and what users say of it, over the last days.',
    auth: 'required',
    query: z.strictObject({ days: z.enum(['7', '30', '90']).optional() }),
    data: supportFigures,
  }),
  getSupportHours: defineCall({
    method: 'GET',
    path: '/api/console/supportHours',
    section: 'operator',
    summary: 'Returns the office hours of support, in UTC.',
    auth: 'required',
    data: officeHours,
  }),
  saveSupportHours: defineCall({
    ...act,
    path: '/api/console/supportHours',
    summary:
      'Writes the office hours of support. Spans of a day stand one after another and do not touch. Refused where another save came after `version`. Logged.',
    body: z.strictObject({
      spans: z.array(officeSpan).max(50),
      holidays: z.array(z.iso.date()).max(100),
      version: wholeNumber(0, 999_999_999),
    }),
    data: officeHours,
  }),
});

export type SupportFigures = z.output<typeof supportFigures>;
export type OfficeHours = z.output<typeof officeHours>;
export type SupportRow = z.output<typeof supportRow>;
export type SupportDetail = z.output<typeof supportDetail>;
export type DeskMessage = z.output<typeof deskMessage>;
export type CannedAnswer = z.output<typeof cannedAnswer>;
