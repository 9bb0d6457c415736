/** Tells which of some codes work now for a user. */
export interface LiveCodes {
  /** Candidates of six digits, and of sixteen signs without separators: those that are live. */
  among(
    userId: number,
    candidates: { readonly digits: readonly string[]; readonly recovery: readonly string[] },
  ): Promise<ReadonlySet<string>>;
}

/** Six digits of any script, with up to two separators between two of them, and no digit on either side. */
const DIGITS = /(?<!\p{Nd})\p{Nd}(?:[\s\p{Pd}.·\p{Cf}]{0,2}\p{Nd}){5}(?!\p{Nd})/gu;
/** Four groups of four signs, written together or apart. */
const RECOVERY =
  /(?<![\p{L}\p{Nd}])(?:[\p{L}\p{Nd}]{4}[\s\p{Pd}\p{Cf}]{0,2}){3}[\p{L}\p{Nd}]{4}(?![\p{L}\p{Nd}])/gu;
const MASK = '•';

const IS_DIGIT = /^\p{Nd}$/u;

/** The value of a decimal digit of any script: they stand in runs of ten. */
function digitOf(sign: string): string {
  const plain = sign.normalize('NFKC');
  if (/^\d$/.test(plain)) return plain;
  const point = sign.codePointAt(0) as number;
  let value = 0;
  while (value < 9 && IS_DIGIT.test(String.fromCodePoint(point - value - 1))) value += 1;
  return String(value);
}

const digitsOf = (found: string) =>
  Array.from(found)
    .filter((sign) => IS_DIGIT.test(sign))
    .map(digitOf)
    .join('');

const signsOf = (found: string) =>
  found
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{Nd}]/gu, '');

const maskOf = (found: string) => found.replace(/[\p{L}\p{Nd}]/gu, MASK);

/**
 * Masks codes in a text that work now for the user: whoever reads along, or asks for one, gets nothing of use. Digits that
 * are no live code stay, such as those of an order.
 */
export async function maskLiveCodes(
  codes: LiveCodes,
  userId: number,
  text: string,
): Promise<{ readonly text: string; readonly isMasked: boolean }> {
  const digits = [...new Set(Array.from(text.matchAll(DIGITS), ([found]) => found))];
  const recovery = [...new Set(Array.from(text.matchAll(RECOVERY), ([found]) => found))];
  if (digits.length === 0 && recovery.length === 0) return { text, isMasked: false };
  const live = await codes.among(userId, {
    digits: digits.map(digitsOf),
    recovery: recovery.map(signsOf),
  });
  const masked = [
    ...digits.filter((found) => live.has(digitsOf(found))),
    ...recovery.filter((found) => live.has(signsOf(found))),
  ].reduce((result, found) => result.replaceAll(found, maskOf(found)), text);
  return { text: masked, isMasked: masked !== text };
}
