import { type Language, languages } from '@candor/api';
import { oneOf, type RawSearch } from '../shell/search.ts';

export interface TermsSearch {
  /** The language whose text is shown; English without it. */
  readonly language?: Language;
}

export function termsSearch(raw: RawSearch): TermsSearch {
  const language = oneOf(languages, raw.language);
  return language === undefined ? {} : { language };
}
