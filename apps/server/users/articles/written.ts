import { type Language, languages } from '@candor/api';
import { languageTags } from '@candor/i18n';
import { articleFigures, FIGURE_MARK, isArticleFigure } from '@candor/products';
import { articleFigureValues } from './figures.ts';
import type { VisibleText } from './visible.ts';

const SUMMARY = 160;

const numbers = new Map(
  languages.map((language) => [
    language,
    new Intl.NumberFormat(languageTags[language], { maximumFractionDigits: 10 }),
  ]),
);

/** The figures that a text shows: those of its version, else those of now. */
export const figuresOf = ({ figures }: Pick<VisibleText, 'figures'>): Readonly<Record<string, string>> =>
  figures ?? articleFigureValues();

/** Writes figures into a plain text, as the language writes numbers. */
export function withFigures(
  text: string,
  language: Language,
  figures: Readonly<Record<string, string>>,
): string {
  return text.replace(FIGURE_MARK, (mark, given: string) => {
    const name = given.trim();
    const value = figures[name];
    if (value === undefined || !isArticleFigure(name)) return mark;
    const number = numbers.get(language)!.format(value as Intl.StringNumericLiteral);
    return articleFigures[name] === 'percent' ? `${number}%` : number;
  });
}

/** Ends of sentences: nothing is cut off visibly after one. */
const SENTENCE_END = /[.!?…。！？]["'”’»)）」』]*$/;
/** Marks that lead to what was cut off. */
const LOOSE_END = /[\s,;:·–—、，；：]+$/;

/** The beginning of a text, cut between words where there are any; after a whole sentence without the three points. */
export function summaryOf(row: VisibleText): string {
  const plain = withFigures(row.plain, row.language, figuresOf(row));
  if (plain.length <= SUMMARY) return plain;
  const cut = plain.slice(0, SUMMARY).replace(/[\ud800-\udbff]$/, '');
  const space = cut.lastIndexOf(' ');
  const begun = (space > SUMMARY / 2 ? cut.slice(0, space) : cut).replace(LOOSE_END, '');
  return SENTENCE_END.test(begun) ? begun : `${begun}…`;
}
