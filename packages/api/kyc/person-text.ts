// No schemas: browsers load this module.

/** The most characters of a name, and of the number of a document. */
export const MAX_NAME_LENGTH = 100;
export const MAX_ID_LENGTH = 40;
/** The most characters that are read of either, before they are counted as people count them. */
export const MAX_RAW_LENGTH = 400;

const LEAST_ID = 4;

/** More marks than stand on one letter of any script: Burmese and Tibetan reach six. */
const PILED_MARKS = /\p{M}{7}/u;
/** A joiner that joins nothing. */
const LOOSE_JOINER = /(?<![\p{L}\p{M}])(?:\u200c|\u200d)/u;
/** A mark without a letter to stand on. */
const LOOSE_MARK = /(?<!\p{L}|\p{M}|\p{N}|\u200c|\u200d)\p{M}/u;
/** More signs in a row than stand in any document, such as `.)` and `, `. */
const PILED_SIGNS = /[^\p{L}\p{M}\p{N}]{4}/u;

/**
 * Signs of names beside letters, marks, digits and dashes: spaces, dots, commas, slashes, apostrophes, brackets and the
 * sign of an alias; the middle dots of Catalan, Chinese and Japanese; the signs that Hebrew, Armenian, Ethiopic, Tibetan,
 * Devanagari and Mongolian write within names; joiners.
 */
const NAME =
  /^(?:[\p{L}\p{M}\p{N}\p{Pd} .,/&@()'`´·•‧∙⋅・･]|[．，／＆＠（）＇＝゠‘’′ʹ]|[\u05f3\u05f4\u055a\u1361\u0f0b\u0f0d\u0970\u180e]|\u200c|\u200d)+$/u;
/** Signs of numbers of documents beside letters, marks, digits and dashes. */
const ID_NUMBER = /^(?:[\p{L}\p{M}\p{N}\p{Pd} .,:/\\()#№<'’·•・･]|[．，：／＼（）＃＜]|\u200c|\u200d)+$/u;

/**
 * A text of a document as it is kept: composed, each run of spaces one space, without signs that nobody sees. Joiners of
 * words stay, as scripts are written with them.
 */
export const documentText = (typed: string): string =>
  typed
    .normalize('NFC')
    .replace(/(?!\u200c|\u200d|\u180e)\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim();

const lengthOf = (text: string) => [...text].length;

const isWritten = (text: string): boolean =>
  ![PILED_MARKS, LOOSE_JOINER, LOOSE_MARK, PILED_SIGNS].some((fault) => fault.test(text));

/** True for a name as documents hold names, in any script. */
export function isPersonName(typed: string): boolean {
  if (typed.length > MAX_RAW_LENGTH) return false;
  const name = documentText(typed);
  return lengthOf(name) <= MAX_NAME_LENGTH && NAME.test(name) && /\p{L}/u.test(name) && isWritten(name);
}

/** True for the number of a document: at least 4 letters or digits of any script, with signs between them. */
export function isIdNumber(typed: string): boolean {
  if (typed.length > MAX_RAW_LENGTH) return false;
  const number = documentText(typed);
  const signs = number.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return (
    lengthOf(number) <= MAX_ID_LENGTH && signs >= LEAST_ID && ID_NUMBER.test(number) && isWritten(number)
  );
}
