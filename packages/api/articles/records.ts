import { z } from 'zod';
import { language } from '../identity/calls.ts';
import { timeMs } from '../scalars.ts';
import { ANNOUNCEMENT_TOPICS, ARTICLE_KINDS } from './constants.ts';

export const articleKind = z.enum(ARTICLE_KINDS);
export const announcementTopic = z.enum(ANNOUNCEMENT_TOPICS);
const id = z.number().int().positive();

/** A category or a section, which has a category above it, named in the language of the request. */
export const articleBranch = z.strictObject({ id, code: z.string(), title: z.string() });

/** An article in a list. */
export const articleLine = z.strictObject({
  id,
  code: z.string(),
  article_type: articleKind,
  topic: announcementTopic.nullable(),
  title: z.string(),
  /** The language of the title and the text: English where it is not translated. */
  language,
  /** The beginning of its text, without marks. */
  summary: z.string(),
  /** Time of the first publication, and of the newest version. */
  publishTime: timeMs,
  changeTime: timeMs,
});

export const articleSection = z.strictObject({ ...articleBranch.shape, articles: z.array(articleLine) });
export const articleCategory = z.strictObject({ ...articleBranch.shape, sections: z.array(articleSection) });

export const announcementLine = z.strictObject({
  ...articleLine.shape,
  /** True for one that the bar of the home page shows. */
  isPinned: z.boolean(),
  /** False for visitors, and for users who have not opened it. */
  isRead: z.boolean(),
});

/** An article with its text. */
export const articlePage = z.strictObject({
  ...articleLine.shape,
  /** Markdown without HTML. `{{name}}` stands for a figure of the terms. */
  content: z.string(),
  /** The figures by name, as they were when a version of terms, rules or an announcement was published; of help as they are now. */
  figures: z.record(z.string(), z.string()),
  /** True where the English text changed after this translation was made. */
  isStale: z.boolean(),
  version: z.number().int(),
  /** The way to it: category and section; empty for an article that stands in none. */
  breadcrumb: z.array(articleBranch),
  related: z.array(articleLine),
  /** Numbers of users who found it helpful, and who did not. */
  helpful: z.number().int(),
  unhelpful: z.number().int(),
  /** The answer of the signed-in user; null without one. */
  ownAnswer: z.boolean().nullable(),
});

/** A hit: parts of title and text, each with a mark for what was searched. */
export const articleHit = z.strictObject({
  ...articleLine.shape,
  titleParts: z.array(z.strictObject({ text: z.string(), isHit: z.boolean() })),
  parts: z.array(z.strictObject({ text: z.string(), isHit: z.boolean() })),
});

export type ArticleBranch = z.output<typeof articleBranch>;
export type ArticleLine = z.output<typeof articleLine>;
export type ArticleCategory = z.output<typeof articleCategory>;
export type AnnouncementLine = z.output<typeof announcementLine>;
export type ArticlePage = z.output<typeof articlePage>;
export type ArticleHit = z.output<typeof articleHit>;
