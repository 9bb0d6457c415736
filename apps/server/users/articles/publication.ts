import { type Language, languages } from '@candor/api';
import type { Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { ActDetails } from '../../operators/operator/index.ts';
import { digestOf, type KeptArticle } from './drafts.ts';
import { addVersion, type DraftText } from './store.ts';

/** Texts and time that a proposal publishes. */
export interface Publication {
  readonly articleId: number;
  readonly texts: Partial<Record<Language, DraftText>>;
  readonly publishTime: number | null;
  readonly operator: string;
  readonly reason: string;
}

/** Longest time before a scheduled version. */
const MOST_AHEAD_MS = 366 * 86_400_000;
const NOW = '-';

const timeText = (publishTime: number | null) =>
  publishTime === null ? NOW : new Date(publishTime).toISOString();

/** Details of a publication in the operators’ log. */
export const words = (
  article: Pick<KeptArticle, 'code'>,
  version: number,
  texts: Publication['texts'],
  publishTime: number | null,
) =>
  ({
    article: article.code,
    version: String(version),
    time: timeText(publishTime),
    digest: digestOf(texts),
    languages: languages.filter((language) => texts[language] !== undefined).join(', '),
  }) satisfies ActDetails;

/** A time to come, at most a year ahead. @throws Refusal INVALID_INPUT */
export function refuseTime(publishTime: number | null, atMs: number): void {
  if (publishTime !== null && (publishTime < atMs || publishTime > atMs + MOST_AHEAD_MS))
    throw new Refusal('INVALID_INPUT', { field: 'publishTime' });
}

/** Adds the version of a publication. Resolves with its number. */
export const publish = (
  trx: Trx,
  article: KeptArticle,
  { articleId, texts, publishTime, operator, reason }: Publication,
  key: string,
  atMs: number,
) =>
  addVersion(trx, {
    articleId,
    kind: article.kind,
    texts,
    // a time that passed while the approval was waited for is now
    publishMs: Math.max(publishTime ?? atMs, atMs),
    atMs,
    operator,
    reason,
    key,
  });
