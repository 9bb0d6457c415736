import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { locales } from '@candor/i18n';
import { unknownFigures } from '@candor/products';
import { describe, expect, it } from 'vitest';
import { articleFigureValues } from '../../apps/server/users/articles/figures.ts';
import { firstCategories, firstList } from '../../apps/server/users/articles/first/index.ts';
import { firstTexts } from '../../apps/server/users/terms/first-texts.ts';
import { termFaults, variantFaults } from '../../packages/i18n/checks/terms.ts';
import { typographyFaults } from '../../packages/i18n/checks/typography.ts';

const languages = join(import.meta.dirname, '../../packages/i18n/terms');
const read = (code: string, language: string): string =>
  readFileSync(
    join(import.meta.dirname, '../../apps/server/users/articles/first', code, `${language}.md`),
    'utf8',
  );
const base = (language: string) =>
  JSON.parse(readFileSync(join(languages, `${language}.json`), 'utf8')) as never;

const all = (text: string, pattern: RegExp): string[] => (text.match(pattern) ?? []).toSorted();
const codes = firstList.map(({ code }) => code);
const textsOf = (language: string) => Object.fromEntries(codes.map((code) => [code, read(code, language)]));
/** A text in its lines, so that a rule about a mark sees where a line ends; addresses and marks are no words. */
const linesOf = (texts: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([code, text]) =>
      text
        .split('\n')
        .filter((line) => line !== '' && !/^\| -/.test(line))
        .map((line, at) => [
          `${code}:${at + 1}`,
          line
            .replace(/\]\([^)]*\)/g, ']')
            .replace(/\{\{\w+\}\}/g, 'x')
            .replace(/^(#+|-|\d\.) |\*\*|[[\]]/g, '')
            .replace(/ *\| */g, ' ')
            .trim(),
        ]),
    ),
  );
/** Words of a text, without the addresses of its links and the names of its figures. */
const wordsOf = (texts: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(texts).map(([code, text]) => [
      code,
      text.replace(/\]\([^)]*\)/g, ']').replace(/\{\{\w+\}\}/g, ' '),
    ]),
  );

describe('the texts that come with the program', () => {
  it('names figures that the code has, and no other number', () => {
    for (const code of codes) {
      const text = read(code, 'en');
      expect(unknownFigures(text), code).toEqual([]);
      const bare = text.replace(/\{\{\w+\}\}|2FA|^\d\. /gm, '').replace(/1 ÷ \(1 \+/g, '');
      expect(bare.match(/\d+/g) ?? [], code).toEqual([]);
    }
    const values = articleFigureValues();
    expect(Object.values(values).every((value) => /^\d+(\.\d+)?$/.test(value))).toBe(true);
    // a text says "hour" of this one: the other numbers of hours and days are plural
    expect(values.limitsNoticeHours).toBe('1');
    const plural = Object.entries(values).filter(([name]) => /Hours|Days|Minutes|Seconds$/.test(name));
    expect(plural.filter(([name, value]) => name !== 'limitsNoticeHours' && Number(value) < 2)).toEqual([]);
  });

  it.each(locales)('says the same in %s, with the same headings, figures and links', (language) => {
    for (const code of codes) {
      const [english, text] = [read(code, 'en'), read(code, language)];
      for (const pattern of [/^#+ /gm, /\{\{\w+\}\}/g, /\]\([^)]*\)/g, /^- /gm, /^\d\. /gm, /^\|/gm])
        expect(all(text, pattern), `${code}/${language}`).toEqual(all(english, pattern));
    }
    for (const { code, titles } of firstCategories) expect(titles[language], code).toBeTruthy();
  });

  it('holds no banned word in English', () => {
    expect(variantFaults(base('en'), wordsOf(textsOf('en')))).toEqual([]);
  });

  it.each(locales.filter((language) => language !== 'en'))(
    'uses the words of the pages in %s',
    (language) => {
      const texts = textsOf(language);
      const faults = termFaults(base('en'), base(language), wordsOf(textsOf('en')), wordsOf(texts));
      expect([...faults, ...typographyFaults(language, linesOf(texts))]).toEqual([]);
    },
  );
});

/** Paragraphs and headings of the first terms of service, by their places. */
const termsOf = (language: (typeof locales)[number]): Record<string, string> => {
  const { title, sections } = firstTexts[language];
  const parts = sections.flatMap(({ heading, text }, at) =>
    [heading, ...text].map((part, line) => [`terms:${at + 1}.${line}`, part] as const),
  );
  return Object.fromEntries([['terms', title] as const, ...parts]);
};

describe('the first terms of service', () => {
  it('hold no banned word in English', () => {
    const texts = termsOf('en');
    expect([...variantFaults(base('en'), texts), ...typographyFaults('en', texts)]).toEqual([]);
  });

  it.each(locales.filter((language) => language !== 'en'))('use the words of the pages in %s', (language) => {
    const texts = termsOf(language);
    expect(Object.keys(texts)).toEqual(Object.keys(termsOf('en')));
    const faults = termFaults(base('en'), base(language), termsOf('en'), texts);
    expect([...faults, ...typographyFaults(language, texts)]).toEqual([]);
  });
});
