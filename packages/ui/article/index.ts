export { ArticleText, type ArticleTextProps, useArticleParts } from './article-text.tsx';
export type { ArticlePart } from './tree.ts';
