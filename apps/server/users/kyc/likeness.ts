import unhomoglyph from 'unhomoglyph';

/** Letters that are one to the eye become one: Unicode's table of confusables, after its compatibility form. */
const skeletonOf = (text: string): string =>
  unhomoglyph(text.normalize('NFKC').toUpperCase().normalize('NFD')).replace(/\p{M}/gu, '');

/** Returns the value of a digit of any script: each run of ten digits in Unicode begins with its zero. */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0) as number;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}

/**
 * One text for all ways to write the number of one document: digits of any script, full-width signs, look-alike letters,
 * spaces and marks are the same. A small l looks like a one, so L is one as well.
 */
export const documentKey = (idNumber: string): string =>
  skeletonOf(idNumber.normalize('NFKC').replace(/\p{Nd}/gu, digitValue))
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
    .replaceAll('I', 'L');

const SCRIPTS = [
  'Latin',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Cyrillic',
  'Greek',
  'Arabic',
  'Hebrew',
].map((script) => new RegExp(`\\p{Script=${script}}`, 'u'));
const scriptOf = (letter: string): number => SCRIPTS.findIndex((script) => script.test(letter));

/** The scripts of a name, as a text to compare. */
const scriptsOf = (name: string): string =>
  [...new Set((name.normalize('NFKC').match(/\p{L}/gu) ?? []).map(scriptOf))].sort().join();

const TITLES = new Set(['MR', 'MRS', 'MS', 'MISS', 'DR'].map(skeletonOf));
/** Letters that banks write as two. */
const PAIRS: Readonly<Record<string, string>> = { Ä: 'AE', Ö: 'OE', Ü: 'UE', Å: 'AA', Ø: 'OE' };

function wordsOf(name: string, withPairs: boolean): string[] {
  const upper = name.normalize('NFKC').toUpperCase();
  const spelled = withPairs ? upper.replace(/[ÄÖÜÅØ]/g, (letter) => PAIRS[letter] ?? letter) : upper;
  return skeletonOf(spelled.replace(/['’‘`´ʹ′ʻʼ\u200c\u200d]/gu, ''))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !TITLES.has(word));
}

const isInitialOf = (letter: string, word: string): boolean => letter.length === 1 && word.startsWith(letter);

/** True if each word of the shorter name is a word of the longer one, or one is the other's first letter. */
function isWithin(short: readonly string[], long: readonly string[]): boolean {
  const left = [...long];
  const initials: string[] = [];
  for (const word of short) {
    const at = left.indexOf(word);
    if (at < 0) initials.push(word);
    else left.splice(at, 1);
  }
  const isKnown = short.length > initials.length && short.length >= Math.min(2, long.length);
  return (
    isKnown &&
    initials.every((word) => {
      const at = left.findIndex((each) => isInitialOf(word, each) || isInitialOf(each, word));
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    })
  );
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  if (one.join('') === other.join('')) return true;
  return one.length <= other.length ? isWithin(one, other) : isWithin(other, one);
}

/** Relation of two names: names of two scripts cannot be compared by a program. */
export type NameLikeness = 'same' | 'differs' | 'scripts';

/** Compares a bank's name of a person with the verified one: order, accents, middle names and initials may differ. */
export function likenessOf(one: string, other: string): NameLikeness {
  for (const first of [false, true])
    for (const second of [false, true])
      if (isSame(wordsOf(one, first), wordsOf(other, second))) return 'same';
  return scriptsOf(one) === scriptsOf(other) ? 'differs' : 'scripts';
}
