/** Longest decimal text that is read at all: far beyond any legal amount, short enough to refuse floods. */
const MAX_TEXT_LENGTH = 64;
const MAX_SCALE = 18;

const POINT = 46;
const DIGIT_0 = 48;
const DIGIT_9 = 57;

export interface ParseDecimalOptions {
  /** Allows one leading minus. Off unless asked for. */
  readonly signed?: boolean;
}

/**
 * Reads a decimal string as base units of `scale` decimals, exactly: digits with at most one point between digits.
 * Signs (unless `signed`), exponents, spaces, separators and more decimals than `scale` are refused with null;
 * nothing is ever rounded.
 */
export function parseDecimal(text: string, scale: number, options: ParseDecimalOptions = {}): bigint | null {
  checkScale(scale);
  if (typeof text !== 'string' || text.length === 0 || text.length > MAX_TEXT_LENGTH) return null;
  const negative = options.signed === true && text.startsWith('-');
  const digitsFrom = negative ? 1 : 0;
  let point = -1;
  for (let i = digitsFrom; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (char === POINT && point < 0) point = i;
    else if (char < DIGIT_0 || char > DIGIT_9) return null;
  }
  const whole = point < 0 ? text.slice(digitsFrom) : text.slice(digitsFrom, point);
  const fraction = point < 0 ? '' : text.slice(point + 1);
  if (whole === '' || (point >= 0 && fraction === '') || fraction.length > scale) return null;
  const units = BigInt(whole + fraction.padEnd(scale, '0'));
  return negative ? -units : units;
}

/** Writes base units as a decimal string with exactly `scale` decimals: 150000000n at scale 8 is "1.50000000". */
export function formatDecimal(units: bigint, scale: number): string {
  checkScale(scale);
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(scale + 1, '0');
  const sign = negative ? '-' : '';
  if (scale === 0) return sign + digits;
  const whole = digits.slice(0, digits.length - scale);
  return `${sign}${whole}.${digits.slice(digits.length - scale)}`;
}

/** Formats like `formatDecimal`, without the zeros at the end: 150000000n at scale 8 is "1.5". */
export function formatDecimalTrimmed(units: bigint, scale: number): string {
  return trimZeros(formatDecimal(units, scale));
}

/** Returns the number of decimals of a decimal string: 2 for "0.01", 0 for "5". */
export function decimalsOf(text: string): number {
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}

function trimZeros(text: string): string {
  if (!text.includes('.')) return text;
  let end = text.length;
  while (text.charCodeAt(end - 1) === DIGIT_0) end--;
  if (text.charCodeAt(end - 1) === POINT) end--;
  return text.slice(0, end);
}

function checkScale(scale: number): void {
  if (!Number.isInteger(scale) || scale < 0 || scale > MAX_SCALE) {
    throw new RangeError(`A scale is a whole number from 0 to ${MAX_SCALE}`);
  }
}
