import type { OwnData } from '../../base/records/own-data.ts';

/** Records of users in this room: which announcements they opened, and which articles helped them. */
export const articlesOwnData: OwnData = {
  tables: [
    {
      table: 'articles.answer',
      shows: ['article_id', 'is_helpful', 'answered_at'],
      without: { user_id: 'the owner' },
      atClosing: 'delete',
    },
    {
      table: 'articles.reading',
      shows: ['article_id', 'read_at'],
      without: { user_id: 'the owner' },
      atClosing: 'delete',
    },
  ],
};
