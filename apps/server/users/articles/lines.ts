import type { ArticleLine } from '@candor/api';
import type { VisibleText } from './visible.ts';
import { summaryOf } from './written.ts';

/** An article as lists show it. */
export const lineOf = (row: VisibleText): ArticleLine => ({
  id: Number(row.article_id),
  code: row.code,
  article_type: row.kind,
  topic: row.topic,
  title: row.title,
  language: row.language,
  summary: summaryOf(row),
  publishTime: row.first_at.getTime(),
  changeTime: row.publish_at.getTime(),
});
