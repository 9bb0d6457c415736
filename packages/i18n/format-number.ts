import { type Locale, languageTags } from './locales.ts';

/** The mark of a figure that is not there. */
export const absentFigure = '–';

/** Text in place of an amount that its owner has hidden. */
export const hiddenAmount = '***';

type DecimalText = `${number}`;

const decimalPattern = /^-?\d+(\.\d+)?$/;

/** Checks that a wire value is a plain decimal; a malformed one is a fault of the caller. */
export function decimalText(value: string): DecimalText {
  if (!decimalPattern.test(value)) throw new RangeError(`not a decimal: ${JSON.stringify(value)}`);
  return value as DecimalText;
}

/** Returns the number of decimals that a decimal text carries. */
export function decimalsOf(value: string): number {
  const point = value.indexOf('.');
  return point < 0 ? 0 : value.length - point - 1;
}

/** Leaves out the zeros at the end of a decimal text beyond `keep` decimals; no digit that counts is lost. */
export function trimFigure(value: string, keep = 2): string {
  const point = value.indexOf('.');
  if (point < 0) return value;
  let end = value.length;
  while (end > point + 1 + keep && value[end - 1] === '0') end -= 1;
  return value.slice(0, end === point + 1 ? point : end);
}

const isZero = (value: string) => !/[1-9]/.test(value);

const formatsByKey = new Map<string, Intl.NumberFormat>();

/** A cached `Intl.NumberFormat`: making one costs far more than using one. */
function numberFormat(locale: Locale, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${options.style} ${options.notation} ${options.minimumFractionDigits} ${options.maximumFractionDigits} ${options.roundingMode} ${options.signDisplay}`;
  let format = formatsByKey.get(key);
  if (!format) {
    format = new Intl.NumberFormat(languageTags[locale], {
      numberingSystem: 'latn',
      useGrouping: 'always',
      ...options,
    });
    formatsByKey.set(key, format);
  }
  return format;
}

/** Formats exactly (decimal text in, no float) with a real minus sign, as wide as a plus. */
function render(format: Intl.NumberFormat, value: string): string {
  let text = '';
  for (const part of format.formatToParts(decimalText(value))) {
    text += part.type === 'minusSign' ? '−' : part.value;
  }
  return text;
}

type Rounding = 'halfExpand' | 'trunc';

export function fixed(
  locale: Locale,
  value: string,
  decimals: number,
  roundingMode: Rounding,
  signDisplay: 'auto' | 'exceptZero' | 'negative' = 'negative',
): string {
  const format = numberFormat(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    roundingMode,
    signDisplay,
  });
  return render(format, value);
}

/** The decimal and group marks of a language. */
export function separators(locale: Locale): { decimal: string; group: string } {
  const parts = numberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).formatToParts(
    1000.5,
  );
  const find = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return { decimal: find('decimal'), group: find('group') };
}

/**
 * A change in percent, given in percent ("0.67" is 0.67 %). A change that is not zero but would round below the
 * smallest shown step is shown as that step, so that "no change" always means none.
 */
export function percent(locale: Locale, value: string, decimals: number, signed: boolean): string {
  const format = numberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    roundingMode: 'halfExpand',
    signDisplay: signed ? 'exceptZero' : 'negative',
  });
  decimalText(value);
  const smallest = decimals === 0 ? '1' : `0.${'0'.repeat(decimals - 1)}1`;
  return render(format, shiftPoint(belowStep(value, decimals) ? withSignOf(value, smallest) : value, -2));
}

function belowStep(value: string, decimals: number): boolean {
  if (isZero(value)) return false;
  const [whole = '', fraction = ''] = value.replace('-', '').split('.');
  return isZero(whole) && isZero(fraction.slice(0, decimals));
}

const withSignOf = (value: string, magnitude: string) =>
  value.startsWith('-') ? `-${magnitude}` : magnitude;

/** Moves the decimal point of a decimal text by `places` to the right (negative: to the left), exactly. */
export function shiftPoint(value: string, places: number): string {
  const negative = value.startsWith('-');
  const [whole = '0', fraction = ''] = value.replace('-', '').split('.');
  const digits = whole + fraction;
  const point = whole.length + places;
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0');
  const at = Math.max(point, 1);
  const text = padded.length > at ? `${padded.slice(0, at)}.${padded.slice(at)}` : padded;
  return negative ? `-${text}` : text;
}

/**
 * A volume as its language abbreviates it, with two decimals: 1.39B in English, 1,39 Mrd. in German, 13.94億 in Japanese;
 * cut, never rounded up.
 */
export function volume(locale: Locale, value: string): string {
  const format = numberFormat(locale, {
    notation: 'compact',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    roundingMode: 'trunc',
    signDisplay: 'negative',
  });
  return render(format, value);
}
