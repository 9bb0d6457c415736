import { z } from 'zod';
import { timeMs } from '../scalars.ts';
import { CHAT_KINDS, CHAT_STATUSES, SUPPORT_MATTERS, SYSTEM_CODES } from './constants.ts';

/** Number of a message within its conversation, from 1 without gaps; 0 stands before the first. */
export const chatNumber = z.number().int().nonnegative().max(999_999_999);

/** A message as a party of its conversation reads it. */
export const chatRecord = z.strictObject({
  id: z.number().int(),
  number: chatNumber,
  /** The text; of an image a signed path that shows it for ten minutes; of a system message its code. */
  content: z.string(),
  /** 1: text. 2: image. */
  content_type: z.union([z.literal(1), z.literal(2)]),
  create_time: timeMs,
  /** The user who wrote it, or SYSTEM_AUTHOR, STAFF_AUTHOR or GUEST_AUTHOR. */
  blade_user_id: z.number().int(),
  /** True only for what a member of staff wrote: the server alone sets it. */
  isStaff: z.boolean(),
  mine: z.boolean(),
  /** Code of a system message; null for all others. */
  system: z.enum(SYSTEM_CODES).nullable(),
  /** True where a code that was valid then stood in the text: it was masked and is stored nowhere. */
  masked: z.boolean(),
  /** The key of the reader's own act that sent it, so that a page finds its own row; null for all others. */
  key: z.string().nullable(),
  /** Size of an image; null for text. */
  image: z.strictObject({ width: z.number().int(), height: z.number().int() }).nullable(),
});

/** The answer of who asked to “was it solved?”, once the conversation is resolved. */
export const chatRating = z.strictObject({ satisfied: z.boolean(), text: z.string() });

/** A conversation as a party reads it. */
export const conversation = z.strictObject({
  /** `chatId` of the calls; people name a conversation by it. */
  id: z.number().int(),
  /** Key of its history in `getChatRecord`; random. */
  chatKey: z.string(),
  kind: z.enum(CHAT_KINDS),
  /** Only for `support`. */
  matter: z.enum(SUPPORT_MATTERS).nullable(),
  /** Number of the order, code of the refusal or the like that it is about; '' for none. */
  reference: z.string(),
  status: z.enum(CHAT_STATUSES),
  /** True while a member of staff has it in hand. */
  inHand: z.boolean(),
  /** Language of who began it. */
  language: z.string(),
  /** Number of the newest message. */
  lastNumber: chatNumber,
  lastTime: timeMs,
  createTime: timeMs,
  /** Messages of others above the reader's mark. */
  unread: z.number().int().nonnegative(),
  /** Highest number that the reader has read, on any device. */
  readNumber: chatNumber,
  /** Highest number that any other party has read. */
  othersRead: chatNumber,
  /** Only for `support`; null until it is given. */
  rating: chatRating.nullable(),
});

/** A stretch of office hours: minutes after midnight in the office's zone, on a day of the week from 1, Monday. */
export const officeSpan = z.strictObject({
  day: z.number().int().min(1).max(7),
  fromMinute: z.number().int().min(0).max(1_439),
  toMinute: z.number().int().min(1).max(1_440),
});

export const supportOffice = z.strictObject({
  isOpen: z.boolean(),
  /** Next time at which it opens, or closes while it is open; null where no span is published. */
  changeTime: timeMs.nullable(),
  timeZone: z.string(),
  spans: z.array(officeSpan),
  /** Days without office hours, as YYYY-MM-DD. */
  holidays: z.array(z.string()),
  /** Languages in which staff answers. */
  languages: z.array(z.string()),
});

export type ChatRating = z.output<typeof chatRating>;
export type ChatRecord = z.output<typeof chatRecord>;
export type Conversation = z.output<typeof conversation>;
export type SupportOffice = z.output<typeof supportOffice>;
