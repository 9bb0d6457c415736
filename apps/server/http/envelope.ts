import { errors, type Language, languages, type Problem } from '@candor/contract';

/** A message of the catalogue in a language; null where there is no translation. */
export type Translate = (
  language: Language,
  messageId: string,
  values: Readonly<Record<string, string>>,
) => string | null;

const known = new Set<string>(languages);
/** A longer header is not looked up: that alone reads all of it. */
const LONGEST_LANGUAGE = Math.max(...languages.map(({ length }) => length));

/** The language of a request, from its `lang` or `language` header; English where it is none of ours. */
export function languageOf(headers: Readonly<Record<string, unknown>>): Language {
  for (const value of [headers.lang, headers.language]) {
    if (typeof value === 'string' && value.length <= LONGEST_LANGUAGE && known.has(value))
      return value as Language;
  }
  return 'en';
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** The envelope of a success around data that is JSON text already. */
export function successText(dataText: string): string {
  return `{"code":200,"msg":"success","data":${dataText}}`;
}

/** The envelope of a refusal, its message in the reader's language. */
export function failureText(problem: Problem, language: Language, translate: Translate): string {
  const entry = errors[problem.key];
  const msg = translate(language, `error.${problem.key}`, problem.details ?? {}) ?? entry.message;
  return JSON.stringify({ code: entry.code, msg, data: problem });
}
