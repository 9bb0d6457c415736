import { ARTICLE_KINDS, type ArticleKind, type Language, languages } from '@candor/api';
import { oneOf, type RawSearch } from '../shell/search.ts';

export interface ArticlesSearch {
  /** The article that is edited; the list without it. */
  readonly id?: number;
  /** The language whose draft is shown; English without it. */
  readonly language?: Language;
  /** The kind that the list shows; all without it. */
  readonly kind?: ArticleKind;
}

export function articlesSearch(raw: RawSearch): ArticlesSearch {
  const id = Number(raw.id);
  const language = oneOf(languages, raw.language);
  const kind = oneOf(ARTICLE_KINDS, raw.kind);
  return {
    ...(Number.isSafeInteger(id) && id > 0 ? { id } : {}),
    ...(language === undefined ? {} : { language }),
    ...(kind === undefined ? {} : { kind }),
  };
}
