/**
 * Words of a text as a search compares them. Scripts that put no spaces between words are cut into pairs of characters: a pair
 * needs no dictionary, and gives the same with every version of Node.
 */

/** Raised with the rules below: texts with another number are cut again. */
export const TOKENIZER = 1;

const WORDS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー々]+|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー々])[\p{L}\p{N}\p{M}])+/gu;
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー々]/u;
const ACCENTS = /[\u0300-\u036f]/g;
const LETTERS: Readonly<Record<string, string>> = {
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ø: 'o',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};
/** Longer words are cut: no lexeme is near PostgreSQL's limit. */
const LONGEST_WORD = 60;

/** Folds one character: width, case and accents. */
function foldCharacter(character: string): string {
  if (character < '\u0080') return character.toLowerCase();
  let plain = known.get(character);
  if (plain === undefined) {
    plain = foldedOf(character);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(character, plain);
  }
  return plain;
}

/** Characters that were folded before: texts are made of few. */
const known = new Map<string, string>();
const MOST_KNOWN = 20_000;

const foldedOf = (character: string): string =>
  character
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .replace(/[đðłøßæœı]/g, (letter) => LETTERS[letter] as string);

/** A text folded, and for each of its units the place that it came from. */
export interface Folded {
  readonly text: string;
  readonly places: readonly number[];
}

/** Folds a text for comparison. */
export function fold(text: string): Folded {
  let folded = '';
  const places: number[] = [];
  let at = 0;
  for (const character of text) {
    const plain = foldCharacter(character);
    folded += plain;
    for (let unit = 0; unit < plain.length; unit += 1) places.push(at);
    at += character.length;
  }
  places.push(at);
  return { text: folded, places };
}

/** The runs of letters and figures of a folded text. */
export const runsOf = (folded: string): string[] => folded.match(WORDS) ?? [];

/** True for a run of a script that puts no spaces between words. */
export const isUnspaced = (run: string): boolean => UNSPACED.test(run);

/** Pairs of neighbours; with `end` also the last character by itself, so that a search for one character finds it. */
function pairsOf(run: string, end: boolean): string[] {
  const characters = [...run];
  const last = characters.at(-1) as string;
  const pairs = characters.slice(1).map((character, at) => `${characters[at]}${character}`);
  return end || pairs.length === 0 ? [...pairs, last] : pairs;
}

/** The tokens of a text to be searched, each once. */
export function tokensOf(text: string): string[] {
  const tokens = runsOf(fold(text).text).flatMap((run) =>
    isUnspaced(run) ? pairsOf(run, true) : [run.slice(0, LONGEST_WORD)],
  );
  return [...new Set(tokens)];
}

/** The tokens that a search asks for, in PostgreSQL's form: all of them, a word by its beginning. Null without any. */
export function searchOf(runs: readonly string[]): string | null {
  const terms = runs.flatMap((run) => {
    if (!isUnspaced(run)) return [`'${run.slice(0, LONGEST_WORD)}':*`];
    const pairs = pairsOf(run, false);
    return [...run].length === 1 ? [`'${run}':*`] : pairs.map((pair) => `'${pair}'`);
  });
  return terms.length === 0 ? null : terms.join(' & ');
}
