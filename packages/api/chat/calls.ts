import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { email, language } from '../identity/calls.ts';
import { nothing, textLine, wholeNumber, wholeText } from '../scalars.ts';
import { SUPPORT_MATTERS } from './constants.ts';
import { chatNumber, chatRating, chatRecord, conversation, supportOffice } from './records.ts';

const chatId = wholeNumber(1, 999_999_999_999_999);
const typedNumber = wholeNumber(0, 999_999_999);
/** Longer than any message that is taken: the handler says what is wrong with it. */
const content = z.string().max(2_000);
const chatKey = z.string().regex(/^[0-9a-f]{32}$/);
const matter = z.enum(SUPPORT_MATTERS);
/** Subject of a conversation, such as an order's number or a refusal's code. */
const reference = textLine(0, 64);

const rated = { satisfied: z.boolean(), text: content.optional() };

const base = { section: 'chat', auth: 'required', keyScope: null } as const;

const page = z.strictObject({
  /** Newest first; with `after` oldest first. */
  records: z.array(chatRecord),
  current: z.number().int(),
  size: z.number().int(),
  /** Number of the newest message of page 1: later pages are asked for with it, so that arrivals move none. */
  top: chatNumber,
  conversation,
});

export const chatCalls = defineCalls({
  sendChatRecord: defineCall({
    ...base,
    method: 'POST',
    path: '/api/{head}/coin/buy/sendChatRecord',
    summary:
      'Sends a text of at most 400 characters, or an image that was uploaded before. The key of the act is the message’s own: a retry adds nothing.',
    act: true,
    cost: 3,
    body: z.strictObject({
      /** The text, or the link or id of the upload. */
      content,
      /** 1: text. 2: image. */
      contentType: wholeNumber(1, 2),
      chatId,
    }),
    data: chatRecord,
  }),
  getChatRecord: defineCall({
    ...base,
    method: 'POST',
    path: '/api/{head}/coin/buy/getChatRecord/{chatKey}',
    summary:
      'Lists the messages of a conversation of the signed-in user, newest first, or those after a number.',
    cost: 3,
    params: z.strictObject({ chatKey }),
    body: z.strictObject({
      current: wholeNumber(1, 1_000_000).optional(),
      size: wholeNumber(1, 100).optional(),
      /** `top` of page 1. */
      top: typedNumber.optional(),
      /** Lists the messages above this number in its place, the oldest first. */
      after: typedNumber.optional(),
    }),
    data: page,
  }),
  getConversations: defineCall({
    ...base,
    method: 'GET',
    path: '/api/{head}/coin/chat/conversations',
    summary:
      'Lists the latest conversations of the signed-in user, the latest first, and the one that is named.',
    /** An own conversation that is listed however old it is. */
    query: z.strictObject({ chat: wholeText(1, 999_999_999_999_999).optional() }),
    data: z.strictObject({
      /** The user’s `chatKey`: the MQTT topic of hints, which only the user reads. */
      topic: z.string(),
      unread: z.number().int().nonnegative(),
      list: z.array(conversation),
    }),
  }),
  openSupport: defineCall({
    ...base,
    method: 'POST',
    path: '/api/{head}/coin/chat/support',
    summary:
      'Begins a conversation with support and names its matter. A user has one that is not resolved: a second begin answers that one.',
    act: true,
    body: z.strictObject({ matter, reference: reference.optional() }),
    data: conversation,
  }),
  markChatRead: defineCall({
    ...base,
    method: 'POST',
    path: '/api/{head}/coin/chat/read',
    summary: 'Marks messages up to a number as read, on all devices. A mark never goes back.',
    act: true,
    body: z.strictObject({ chatId, number: typedNumber }),
    data: z.strictObject({ readNumber: chatNumber, unread: z.number().int().nonnegative() }),
  }),
  sendTyping: defineCall({
    ...base,
    method: 'POST',
    path: '/api/{head}/coin/chat/typing',
    summary: 'Shows the other parties that the user types. Nothing is stored.',
    body: z.strictObject({ chatId }),
    data: nothing,
  }),
  rateSupport: defineCall({
    ...base,
    method: 'POST',
    path: '/api/{head}/coin/chat/rate',
    summary:
      'Says if a resolved conversation with support solved the matter, with words or without. The newest answer counts.',
    act: true,
    body: z.strictObject({ chatId, ...rated }),
    data: chatRating,
  }),
  getSupportOffice: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/chat/office',
    section: 'chat',
    summary: 'Returns the office hours of support, and the languages in which it answers.',
    auth: 'none',
    isShared: true,
    data: supportOffice,
  }),
  askSupport: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/chat/form',
    section: 'chat',
    summary:
      'Asks support without an account. Answers go to the mail address, each with a signed link to the conversation; no mail is read.',
    auth: 'none',
    act: true,
    cost: 10,
    body: z.strictObject({ email, language, matter, reference: reference.optional(), content }),
    /** Number of the conversation. */
    data: z.strictObject({ id: z.number().int() }),
  }),
  getLinkedChat: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/chat/linked',
    section: 'chat',
    summary:
      'Shows the newest hundred messages of a signed link’s conversation, or a hundred after or before a number. It changes nothing: mail scanners open links too. A link ends thirty days after the newest answer.',
    auth: 'none',
    cost: 3,
    body: z.strictObject({
      link: z.string().max(200),
      after: typedNumber.optional(),
      before: typedNumber.optional(),
    }),
    data: z.strictObject({
      id: z.number().int(),
      /** Oldest first. */
      records: z.array(chatRecord),
      /** True where earlier messages stand before the first of these. */
      hasEarlier: z.boolean(),
      isOpen: z.boolean(),
      rating: chatRating.nullable(),
    }),
  }),
  answerLinkedChat: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/chat/linked/answer',
    section: 'chat',
    summary: 'Sends a text to the conversation of a signed link.',
    auth: 'none',
    act: true,
    cost: 5,
    body: z.strictObject({ link: z.string().max(200), content }),
    data: chatRecord,
  }),
  rateLinkedChat: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/chat/linked/rate',
    section: 'chat',
    summary:
      'Says if the resolved conversation of a signed link solved the matter. No other call counts as an answer.',
    auth: 'none',
    act: true,
    cost: 5,
    body: z.strictObject({ link: z.string().max(200), ...rated }),
    data: chatRating,
  }),
  deleteLinkedChat: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/chat/linked/delete',
    section: 'chat',
    summary:
      'Deletes the conversation of a signed link with all its messages, while the link lasts and nobody of staff has it in hand. One that is gone stays gone.',
    auth: 'none',
    act: true,
    cost: 5,
    body: z.strictObject({ link: z.string().max(200) }),
    data: nothing,
  }),
});
