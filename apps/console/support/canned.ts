import type { CannedAnswer, DeskMessage } from '@candor/api';

/** An answer for a conversation: in its language, or in English where there is none. */
export interface OfferedAnswer {
  readonly code: string;
  readonly text: string;
  readonly language: string;
}

/** Returns the answers that can be put into a conversation of a language. */
export function offeredAnswers(answers: readonly CannedAnswer[], language: string): readonly OfferedAnswer[] {
  return answers.flatMap(({ code, texts }) => {
    const byLanguage: Readonly<Record<string, string | undefined>> = texts;
    const used = byLanguage[language] === undefined ? 'en' : language;
    const text = byLanguage[used];
    return text === undefined ? [] : [{ code, text, language: used }];
  });
}

/** Returns the number of messages of the user that came after a number: the answer being written may not fit them. */
export const writtenSince = (records: readonly DeskMessage[], seen: number): number =>
  records.filter(({ author, number }) => (author === 'user' || author === 'guest') && number > seen).length;
