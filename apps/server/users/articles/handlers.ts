import type { articleCalls } from '@candor/api';
import type { Handlers } from '../../gateway/http/context.ts';
import type { Articles } from './articles.ts';

export interface ArticlesNeeds {
  readonly articles: Articles;
}

const DEFAULT_SIZE = 20;

export function articleHandlers({ articles }: ArticlesNeeds): Handlers<typeof articleCalls> {
  return {
    getArticleIndex: ({ language }) => articles.index(language),
    getArticleCategory: ({ params, language }) => articles.category(params.id, language),
    getArticleSection: ({ params, language }) => articles.section(params.id, language),
    getArticle: ({ params, language, session }) =>
      articles.page(params.id, params.type, language, session?.userId ?? null),
    getHelpCenterInfo: ({ params, language, session }) =>
      articles.page(params.id, null, language, session?.userId ?? null),
    searchArticles: ({ query, language }) =>
      articles.search(query.q, query.type ?? null, language, query.size ?? DEFAULT_SIZE),
    async getNoticeList({ query, body, language, session }) {
      const size = body.size ?? query.size ?? DEFAULT_SIZE;
      const current = body.current ?? query.current ?? 1;
      const { records, total, unread } = await articles.announcements({
        language,
        userId: session?.userId ?? null,
        topic: body.topic ?? query.topic ?? null,
        isPinned: body.pinned ?? query.pinned === 'true',
        offset: (current - 1) * size,
        limit: size,
      });
      return { records, unread, total, size, current, pages: Math.ceil(total / size) };
    },
    async readAnnouncements({ session, body }) {
      return { unread: await articles.markRead(session.userId, body.ids) };
    },
    answerArticle: ({ session, params, body }) => articles.answer(session.userId, params.id, body.isHelpful),
  };
}
