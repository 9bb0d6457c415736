import { articleCalls } from '@candor/api';
import type { Files } from '../../gateway/files/index.ts';
import { defineSubject, type OpeningServices } from '../../gateway/subject.ts';
import { openArticles } from './articles.ts';
import { articleHandlers } from './handlers.ts';

interface Base extends OpeningServices {
  readonly files: Files;
}

export const articles = defineSubject({
  calls: articleCalls,
  open: async (_lifecycle, { pool, catalogues, files, publicUrl, now }: Base) => ({
    articles: await openArticles({ pool, catalogues, files, publicUrl, now }),
  }),
  handlers: articleHandlers,
});
