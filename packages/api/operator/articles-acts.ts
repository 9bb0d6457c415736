import { defineActs } from './define-acts.ts';

/** Acts on articles; `article` is the article’s code, `time` when the version becomes visible. */
export const articlesDeskActs = defineActs('articles', {
  createArticle: { article: 'text', kind: 'console.articles.kind.' },
  placeArticle: { article: 'text' },
  draftArticle: { article: 'text', language: 'text', digest: 'text' },
  keepTranslation: { article: 'text', language: 'text' },
  restoreArticle: { article: 'text', version: 'text' },
  publishArticle: { article: 'text', version: 'text', time: 'text', digest: 'text', languages: 'text' },
  proposeArticle: { article: 'text', version: 'text', time: 'text', digest: 'text', languages: 'text' },
  withdrawArticle: { article: 'text', version: 'text' },
  hideArticle: { article: 'text', state: 'console.articles.state.' },
  saveArticleCategory: { code: 'text' },
  uploadArticleImage: { image: 'text' },
});
