/** Digits that a double keeps whatever they are: a number of more may not be the one that was written. */
const SAFE_DIGITS = 15;

/** A number of a JSON text with more significant digits than a double keeps. No schema takes it. */
export class LongNumber {}

/** Returns a number's decimal text, without an exponent: 1e-7 is 0.0000001, and -0 is 0. */
export function decimalOfNumber(value: number): string {
  const text = String(value);
  const match = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (match === null) return text;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const point = whole.length + Number(exponent);
  const digits = whole + fraction;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return `${sign}${digits}${'0'.repeat(point - digits.length)}`;
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** Returns how many significant digits a number has as it is written in JSON: zeros at its ends are none. */
export function significantDigits(written: string): number {
  const [mantissa = ''] = written.toLowerCase().split('e');
  const digits = mantissa.replace(/[-.]/g, '').replace(/^0+/, '');
  return digits.replace(/0+$/, '').length;
}

/** Lists and objects within each other; no call has a tenth of it. What walks a value step by step would run out of stack. */
const DEEPEST = 64;

/** True where a JSON text nests deeper than any call. */
function isTooDeep(text: string): boolean {
  if (text.length < 2 * DEEPEST) return false;
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (isText) {
      if (sign === '\\') at += 1;
      else if (sign === '"') isText = false;
    } else if (sign === '"') isText = true;
    else if (sign === '[' || sign === '{') {
      depth += 1;
      if (depth > DEEPEST) return true;
    } else if (sign === ']' || sign === '}') depth -= 1;
  }
  return false;
}

/**
 * Reads a JSON text again, each number of more than 15 significant digits replaced by a `LongNumber`, so that it is refused
 * by the name of its field. Returns `parsed` where the text holds no run of that many digits.
 * @throws SyntaxError for a text that nests deeper than any call
 */
export function withoutLongNumbers(text: string, parsed: unknown): unknown {
  if (isTooDeep(text)) throw new SyntaxError('The text nests too deep');
  if (!/\d[\d.]{15}/.test(text)) return parsed;
  return JSON.parse(text, ((_: string, value: unknown, { source }: { readonly source?: string }) =>
    typeof value === 'number' && source !== undefined && significantDigits(source) > SAFE_DIGITS
      ? new LongNumber()
      : value) as (key: string, value: unknown) => unknown);
}
