import { z } from 'zod';
import { MAX_ARTICLE_LENGTH, MAX_ARTICLE_TITLE } from '../articles/constants.ts';
import { announcementTopic, articleKind } from '../articles/records.ts';
import { defineCall, defineCalls } from '../define.ts';
import { language } from '../identity/calls.ts';
import { idText, textLine, timeMs, wholeText } from '../scalars.ts';
import { proposal } from './approvals.ts';
import { reason } from './fields.ts';

const id = z.number().int().positive();
const code = z.string().regex(/^[a-z][a-z0-9-]{1,47}$/);
const sort = z.number().int().min(0).max(100_000);
const titles = z.partialRecord(language, textLine(1, 80));

/** Markdown: lines of text without other control characters. */
const body = z
  .string()
  .max(MAX_ARTICLE_LENGTH)
  .regex(/^[^\p{Cc}\p{Cs}]*(?:[\n\t][^\p{Cc}\p{Cs}]*)*$/u);

const category = z.strictObject({
  id,
  parentId: id.nullable(),
  code: z.string(),
  titles: z.partialRecord(language, z.string()),
  sort: z.number().int(),
});

/** `draft`: never published. `scheduled`: not visible yet. */
const state = z.enum(['draft', 'scheduled', 'visible', 'hidden']);

const articleRow = z.strictObject({
  id,
  code: z.string(),
  kind: articleKind,
  topic: announcementTopic.nullable(),
  sectionId: id.nullable(),
  /** The English title of the draft. */
  title: z.string(),
  state,
  /** True where the drafts differ from the newest version. */
  isChanged: z.boolean(),
  /** Languages without a draft, and those whose draft was made from another English text. */
  missing: z.array(language),
  stale: z.array(language),
  changeTime: timeMs,
});

const text = z.strictObject({ title: z.string(), body: z.string() });
const draft = z.strictObject({
  ...text.shape,
  /** Counts the saves: the next one names it. */
  revision: z.number().int(),
  operator: z.string(),
  changeTime: timeMs,
  isStale: z.boolean(),
});

const version = z.strictObject({
  version: z.number().int(),
  publishTime: timeMs,
  /** Time at which it was withdrawn before it was visible; null for any other. */
  withdrawTime: timeMs.nullable(),
  operator: z.string(),
  reason: z.string(),
  createTime: timeMs,
  languages: z.array(language),
});

/** An article as its editors see it. */
export const operatorArticle = z.strictObject({
  id,
  code: z.string(),
  kind: articleKind,
  topic: announcementTopic.nullable(),
  sectionId: id.nullable(),
  sort: z.number().int(),
  isPinned: z.boolean(),
  state,
  isChanged: z.boolean(),
  /** Code of the article that its address leads to while it is hidden. */
  successor: z.string().nullable(),
  drafts: z.partialRecord(language, draft),
  /** The newest first. */
  versions: z.array(version),
  /** Proposals that wait for another operator. */
  proposed: z.array(
    z.strictObject({
      proposalId: z.number().int(),
      createTime: timeMs,
      publishTime: timeMs.nullable(),
      texts: z.partialRecord(language, text),
    }),
  ),
  figures: z.record(z.string(), z.string()),
});

const operatorArticles = z.strictObject({ articles: z.array(articleRow), categories: z.array(category) });

const params = z.strictObject({ id: idText });
const act = { method: 'POST', section: 'operator', auth: 'required', act: true } as const;
const change = { ...act, data: operatorArticle } as const;
/** Null publishes now. */
const publishTime = timeMs.nullable();

const place = {
  topic: announcementTopic.nullable(),
  sectionId: id.nullable(),
  sort,
  isPinned: z.boolean(),
};

export const articleDeskCalls = defineCalls({
  getOperatorArticles: defineCall({
    method: 'GET',
    path: '/api/console/articles',
    section: 'operator',
    summary: 'Lists articles with what is missing or stale by language, and the categories.',
    auth: 'required',
    data: operatorArticles,
  }),
  getOperatorArticle: defineCall({
    method: 'GET',
    path: '/api/console/articles/{id}',
    section: 'operator',
    summary: 'Returns an article with its drafts, its versions and what waits for approval.',
    auth: 'required',
    params,
    data: operatorArticle,
  }),
  getArticleVersion: defineCall({
    method: 'GET',
    path: '/api/console/articles/{id}/versions/{version}',
    section: 'operator',
    summary: 'Returns the texts of a version.',
    auth: 'required',
    params: z.strictObject({ id: idText, version: wholeText(1, 1_000_000) }),
    data: z.partialRecord(language, text),
  }),
  createArticle: defineCall({
    ...change,
    path: '/api/console/articles',
    summary: 'Begins an article. Nobody but operators sees it before it is published. Logged.',
    body: z.strictObject({ code, kind: articleKind, ...place, reason }),
  }),
  placeArticle: defineCall({
    ...change,
    path: '/api/console/articles/{id}/place',
    summary: 'Changes where an article stands. Logged.',
    params,
    body: z.strictObject({ ...place, reason }),
  }),
  draftArticle: defineCall({
    ...change,
    path: '/api/console/articles/{id}/drafts/{language}',
    summary:
      'Writes the draft of a language, made from the revision that it names; 0 for the first. A translation is then up to date with the English draft. Logged.',
    params: z.strictObject({ id: idText, language }),
    body: z.strictObject({
      title: textLine(1, MAX_ARTICLE_TITLE),
      body,
      revision: z.number().int().min(0).max(1_000_000),
    }),
  }),
  keepTranslation: defineCall({
    ...change,
    path: '/api/console/articles/{id}/drafts/{language}/keep',
    summary: 'Says that a translation still fits the English draft, until that changes again. Logged.',
    params: z.strictObject({ id: idText, language }),
  }),
  restoreArticle: defineCall({
    ...change,
    path: '/api/console/articles/{id}/restore',
    summary: 'Writes the texts of a version into the drafts. Logged.',
    params,
    body: z.strictObject({ version: z.number().int().min(1).max(1_000_000), reason }),
  }),
  publishArticle: defineCall({
    ...change,
    path: '/api/console/articles/{id}/publish',
    summary:
      'Publishes the drafts as the next version of a help article or an announcement, now or at a time. Logged.',
    params,
    body: z.strictObject({ publishTime, reason }),
  }),
  proposeArticle: defineCall({
    ...act,
    path: '/api/console/articles/{id}/propose',
    summary: 'Proposes the drafts as the next version, which another operator must approve. Logged.',
    params,
    body: z.strictObject({ publishTime, reason }),
    data: proposal,
  }),
  withdrawArticle: defineCall({
    ...change,
    path: '/api/console/articles/{id}/versions/{version}/withdraw',
    summary: 'Withdraws a version whose time has not come. Logged.',
    params: z.strictObject({ id: idText, version: wholeText(1, 1_000_000) }),
    body: z.strictObject({ reason }),
  }),
  hideArticle: defineCall({
    ...change,
    path: '/api/console/articles/{id}/hide',
    summary:
      'Hides a help article or an announcement, or shows it again. The address of a hidden one leads to its successor. Logged.',
    params,
    body: z.strictObject({ isHidden: z.boolean(), successor: code.nullable(), reason }),
  }),
  saveArticleCategory: defineCall({
    ...act,
    path: '/api/console/articleCategories',
    summary: 'Writes a category, or a section of one; a new one without an id. Logged.',
    body: z.strictObject({ id: id.nullable(), parentId: id.nullable(), code, titles, sort, reason }),
    data: operatorArticles,
  }),
  uploadArticleImage: defineCall({
    method: 'POST',
    section: 'operator',
    auth: 'required',
    path: '/api/console/articleImages',
    summary:
      'Uploads an image for articles: JPEG, PNG or WebP. It is re-encoded without metadata, and everybody sees it once a visible article shows it. Logged.',
    upload: true,
    cost: 10,
    data: z.strictObject({ link: z.string(), width: z.number().int(), height: z.number().int() }),
  }),
});

export type OperatorArticle = z.output<typeof operatorArticle>;
export type OperatorArticles = z.output<typeof operatorArticles>;
export type OperatorArticleRow = z.output<typeof articleRow>;
