import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { idText, wholeNumber, wholeText } from '../scalars.ts';
import { MAX_SEARCH_LENGTH } from './constants.ts';
import {
  announcementLine,
  announcementTopic,
  articleCategory,
  articleHit,
  articleKind,
  articlePage,
  articleSection,
} from './records.ts';

const articleId = z.number().int().positive().max(999_999_999_999_999);
/** The most announcements that one call marks. */
const MOST_MARKED = 100;

const open = { section: 'content', auth: 'none', cost: 3, isShared: true } as const;
const params = z.strictObject({ id: idText });

const announcements = z.strictObject({
  records: z.array(announcementLine),
  /** Announcements that the signed-in user has not opened; 0 for visitors. */
  unread: z.number().int().nonnegative(),
  total: z.number().int(),
  size: z.number().int(),
  current: z.number().int(),
  pages: z.number().int(),
});

export const articleCalls = defineCalls({
  getArticleIndex: defineCall({
    ...open,
    method: 'GET',
    path: '/api/{head}/coin/open/articles',
    summary: 'Lists categories with their sections and articles, in the language of the request.',
    data: z.array(articleCategory),
  }),
  getArticleCategory: defineCall({
    ...open,
    method: 'GET',
    path: '/api/{head}/coin/open/articles/categories/{id}',
    summary: 'Returns a category with its sections and articles.',
    params,
    data: articleCategory,
  }),
  getArticleSection: defineCall({
    ...open,
    method: 'GET',
    path: '/api/{head}/coin/open/articles/sections/{id}',
    summary: 'Returns a section with its articles, and its category.',
    params,
    data: articleSection.extend({ category: articleCategory.pick({ id: true, code: true, title: true }) }),
  }),
  getArticle: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/open/articles/content/{type}/{id}',
    section: 'content',
    summary:
      'Returns an article in the language of the request, else in English. A retired one answers the one that follows it.',
    auth: 'optional',
    keyScope: 'read',
    cost: 3,
    params: z.strictObject({ type: articleKind, id: idText }),
    data: articlePage,
  }),
  getHelpCenterInfo: defineCall({
    method: 'POST',
    path: '/api/helpCenterInfo/{id}',
    section: 'content',
    summary: 'The same as getArticle, of any type.',
    auth: 'optional',
    keyScope: 'read',
    cost: 3,
    params,
    data: articlePage,
  }),
  searchArticles: defineCall({
    ...open,
    method: 'GET',
    path: '/api/{head}/coin/open/articles/search',
    cost: 5,
    summary:
      'Finds articles by words of their titles and texts, in the language of the request and in English where they are not translated; the best first.',
    query: z.strictObject({
      q: z.string().max(MAX_SEARCH_LENGTH),
      type: articleKind.optional(),
      size: wholeText(1, 50).optional(),
    }),
    data: z.array(articleHit),
  }),
  getNoticeList: defineCall({
    method: 'POST',
    path: '/api/notice/list',
    section: 'content',
    summary: 'Lists announcements, the newest first: all of them, of a topic, or those that are pinned.',
    auth: 'optional',
    keyScope: 'read',
    cost: 3,
    query: z.strictObject({
      topic: announcementTopic.optional(),
      pinned: z.literal('true').optional(),
      current: wholeText(1, 1_000).optional(),
      size: wholeText(1, 100).optional(),
    }),
    body: z.strictObject({
      topic: announcementTopic.optional(),
      pinned: z.boolean().optional(),
      current: wholeNumber(1, 1_000).optional(),
      size: wholeNumber(1, 100).optional(),
    }),
    data: announcements,
  }),
  readAnnouncements: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/member/announcements/read',
    section: 'content',
    summary: 'Marks announcements as read, on all devices.',
    auth: 'required',
    act: true,
    body: z.strictObject({ ids: z.array(articleId).min(1).max(MOST_MARKED) }),
    data: z.strictObject({ unread: z.number().int().nonnegative() }),
  }),
  answerArticle: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/member/articles/{id}/helpful',
    section: 'content',
    summary: 'Says if an article helped the signed-in user. A later answer replaces the earlier one.',
    auth: 'required',
    act: true,
    params,
    body: z.strictObject({ isHelpful: z.boolean() }),
    data: z.strictObject({ helpful: z.number().int(), unhelpful: z.number().int(), ownAnswer: z.boolean() }),
  }),
});
