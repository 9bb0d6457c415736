import { type ErrorKey, errors, type Language, languages, type Problem, STEP_ONE_MESSAGE } from '@candor/api';

/** Returns the text of an error in a language. */
export type Translate = (
  language: Language,
  key: ErrorKey,
  values: Readonly<Record<string, string>>,
) => string;

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
  const msg =
    problem.key === 'LOGIN_STEP_ONE'
      ? STEP_ONE_MESSAGE
      : translate(language, problem.key, problem.details ?? {});
  return JSON.stringify({ code: errors[problem.key].code, msg, data: problem });
}
