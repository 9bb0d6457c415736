import { separators } from './format-number.ts';
import type { Locale } from './locales.ts';

/** Reading of a text as a number in one language. Values are plain decimals with a point, such as "61000.5". */
export type NumberReading =
  | { readonly kind: 'empty' }
  /** `isPlain`: digits and the language's decimal mark only, so that the text says it all by itself. */
  | { readonly kind: 'number'; readonly value: string; readonly isPlain: boolean }
  /** Two readers would take two numbers from it. `isOpen`: more typing may settle which. */
  | { readonly kind: 'ambiguous'; readonly readings: readonly [string, string]; readonly isOpen: boolean }
  /** Not a number that we take. `isOpen`: more typing may make it one. */
  | { readonly kind: 'refused'; readonly problem: NumberProblem; readonly isOpen: boolean };

/** `too-fine`: nothing of it is left with the decimals that are kept. `not-whole`: a part of what is counted in ones. */
export type NumberProblem = 'not-a-number' | 'negative' | 'too-long' | 'too-fine' | 'not-whole';

export interface ReadNumberOptions {
  /**
   * Decimals that are kept; further ones are cut, never rounded. With 0 a number that has a part is refused, and so is
   * with more a number of which only zeros would be left.
   */
  readonly decimals: number;
  /** The unit of the field: the same text behind the number is ignored. */
  readonly unit?: string | undefined;
}

const longestText = 40;

/** The zero of each row of decimal digits that keyboards of our readers write besides ASCII and full width. */
const digitZeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0x0ed0, 0x1040, 0x17e0];

/** Marks of direction and of width 0 that come along with a copied figure. */
const invisible = /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Marks that group digits in every language, each kind written as one sign. */
const apostrophes = /['’ʼ‘`´]/g;
const spaces = /\s/g;

const refused = (problem: NumberProblem, isOpen = false): NumberReading => ({
  kind: 'refused',
  problem,
  isOpen,
});

/**
 * Reads a typed or pasted text as a number of one language, and never guesses: what two readers would take for two
 * numbers is `ambiguous`, and what is no number is `refused`. A leading decimal mark means "0.", leading zeros go.
 */
export function readNumber(text: string, locale: Locale, options: ReadNumberOptions): NumberReading {
  const plain = normalise(text, options.unit);
  if (plain === '') return { kind: 'empty' };
  if (/^[-−‐‑‒–—]/.test(plain)) return refused('negative');
  if (plain.length > longestText) return refused('too-long');
  if (!/^[\d.,_' ]+$/.test(plain)) return refused('not-a-number');
  if (!/\d/.test(plain)) return refused('not-a-number', /^[.,]$/.test(plain));
  const { decimal, group } = separators(locale);
  return interpret(plain, decimal, group, options.decimals);
}

/** ASCII digits, `.`, `,`, and for marks that only ever group: `'`, `_` (Arabic) and a space. */
function normalise(raw: string, unit: string | undefined): string {
  let text = raw
    .replace(/[！-～]/g, halfWidth)
    .replace(/｡/g, '.')
    .replace(/､/g, ',')
    .replace(invisible, '')
    .trim();
  if (unit !== undefined && unit !== '' && text.endsWith(unit)) text = text.slice(0, -unit.length).trim();
  if (text.startsWith('+')) text = text.slice(1).trim();
  text = text.replace(/_/g, '?').replace(spaces, ' ').replace(apostrophes, "'");
  text = text.replace(/[。٫]/g, '.').replace(/、/g, ',').replace(/٬/g, '_');
  return Array.from(text, asciiDigit).join('');
}

/** Full-width signs only: a wider folding would take 10² for 102. */
const halfWidth = (char: string): string => String.fromCharCode(char.charCodeAt(0) - 0xfee0);

function asciiDigit(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  const zero = digitZeros.find((first) => code >= first && code <= first + 9);
  return zero === undefined ? char : String(code - zero);
}

function interpret(text: string, home: string, group: string, decimals: number): NumberReading {
  const marks = text.replace(/\d/g, '');
  const number = (whole: string, fraction: string, isPlain: boolean): NumberReading => {
    const value = decimalOf(whole, fraction, decimals);
    const isCut = /[1-9]/.test(fraction.slice(decimals));
    if (isCut && decimals === 0) return refused('not-whole');
    if (isCut && !/[1-9]/.test(value)) return refused('too-fine');
    return { kind: 'number', value, isPlain: isPlain && fraction.length <= decimals };
  };
  const kinds = new Set(marks);
  if (marks === '') return number(text, '', true);

  const last = marks.at(-1) ?? '';
  const isDecimalMark = last === '.' || last === ',';
  const onlyMark = kinds.size === 1 && isDecimalMark;
  if (onlyMark && marks.length === 1) return single(text, last, home, group, decimals, number);

  const ends = isDecimalMark && marks.indexOf(last) === marks.length - 1;
  const [whole, fraction] = ends ? splitAt(text, text.lastIndexOf(last)) : [text, ''];
  const grouping = [...kinds].filter((mark) => !(ends && mark === last));
  if (grouping.length !== 1) return refused('not-a-number');
  const mark = grouping[0] ?? '';
  if (isGrouped(whole, mark)) return number(join(whole, mark), fraction, false);
  return refused('not-a-number', !ends && mayBecomeGrouped(whole, mark));
}

/** One point or comma and nothing else: the case in which two readers may differ. */
function single(
  text: string,
  mark: string,
  home: string,
  group: string,
  decimals: number,
  number: (whole: string, fraction: string, isPlain: boolean) => NumberReading,
): NumberReading {
  const [whole, fraction] = splitAt(text, text.indexOf(mark));
  if (mark === home) return number(whole, fraction, true);
  // The text before the mark cannot be a first group, so the mark can only be a decimal one.
  if (!/^[1-9]\d{0,2}$/.test(whole)) return number(whole, fraction, false);
  if (fraction === '') return number(whole, '', true);
  const groups = fraction.length === 3;
  if (mark === group) {
    if (groups) return number(whole + fraction, '', false);
  } else if (!groups) return number(whole, fraction, false);
  return {
    kind: 'ambiguous',
    readings: [decimalOf(whole, fraction, decimals), decimalOf(whole + fraction, '', decimals)],
    isOpen: fraction.length < 3,
  };
}

const splitAt = (text: string, at: number): [string, string] => [text.slice(0, at), text.slice(at + 1)];

const join = (text: string, mark: string): string => text.split(mark).join('');

/** Groups of three, or with commas the Indian ones: 12,34,567. */
function isGrouped(text: string, mark: string): boolean {
  const [first = '', ...rest] = text.split(mark);
  if (!/^[1-9]\d{0,2}$/.test(first) || rest.length === 0) return false;
  if (rest.every((part) => /^\d{3}$/.test(part))) return true;
  const end = rest.at(-1) ?? '';
  return (
    mark === ',' &&
    first.length <= 2 &&
    /^\d{3}$/.test(end) &&
    rest.slice(0, -1).every((part) => /^\d{2}$/.test(part))
  );
}

/** True when only the last group still lacks digits. */
function mayBecomeGrouped(text: string, mark: string): boolean {
  const end = text.slice(text.lastIndexOf(mark) + 1);
  return /^\d{0,2}$/.test(end) && isGrouped(text + '0'.repeat(3 - end.length), mark);
}

/** A plain decimal: leading zeros collapsed, decimals cut, no point at an end. */
function decimalOf(whole: string, fraction: string, decimals: number): string {
  const kept = fraction.slice(0, decimals);
  const integer = whole.replace(/^0+(?=\d)/, '') || '0';
  return kept === '' ? integer : `${integer}.${kept}`;
}
