// No schemas: browsers load this module.

/** Kinds of articles: they stand in addresses. Two operators publish terms and rules. */
export const ARTICLE_KINDS = ['help', 'announcement', 'terms', 'rules'] as const;
export type ArticleKind = (typeof ARTICLE_KINDS)[number];

/** Kinds that another operator must approve. */
export const APPROVED_KINDS: readonly ArticleKind[] = ['terms', 'rules'];

/** Subjects of announcements, which feeds are chosen by. */
export const ANNOUNCEMENT_TOPICS = [
  'listing',
  'delisting',
  'product',
  'maintenance',
  'security',
  'general',
] as const;
export type AnnouncementTopic = (typeof ANNOUNCEMENT_TOPICS)[number];

/** The path of an image in an article, before its id. */
export const ARTICLE_IMAGE_PATH = '/api/common/articleImage';

/** The path of feeds: `/feeds/{language}/announcements.xml`, or `/feeds/{language}/{topic}.xml`. */
export const FEED_PATH = '/feeds';

export const MAX_ARTICLE_TITLE = 160;
export const MAX_ARTICLE_LENGTH = 40_000;
/** Longest query of a search. */
export const MAX_SEARCH_LENGTH = 100;
