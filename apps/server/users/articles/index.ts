export { type Articles, imageOf } from './articles.ts';
export { serveArticleImages, serveFeeds } from './serve.ts';
