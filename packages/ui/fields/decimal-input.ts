import { decimalsOf, formatDecimal, parseDecimal } from '@candor/money';

/** What a reader typed: the plain decimal it means, and how it goes on standing in the field while being typed. */
export interface DecimalInput {
  /** Digits with at most one point, never at an end; '' for nothing. */
  value: string;
  draft: string;
}

const longestText = 40;
/** Zero of the digit rows that keyboards of our languages write besides ASCII and full width. */
const digitRows = [0x0e50, 0x0660, 0x06f0];

/**
 * Reads typed or pasted text by the house rules: digits and one decimal point stay, a leading point goes, leading
 * zeros collapse, decimals beyond `decimals` are cut (0 gives an integer).
 *
 * The mark of the reader's language is the decimal mark. The other of point and comma is a decimal mark too unless it
 * groups digits in threes as the reader's language does; where both stand, the last one is. So 0,5 never becomes 5.
 */
export function readDecimalInput(raw: string, decimals: number, decimalSeparator: string): DecimalInput {
  const text = toAscii(raw)
    .replace(/[^\d.,]/g, '')
    .slice(0, longestText);
  const foreign = decimalSeparator === ',' ? '.' : ',';
  const home = decimalSeparator === ',' ? ',' : '.';
  const onlyForeign = text.includes(foreign) && !text.includes(home);
  const grouped = onlyForeign && new RegExp(`^[1-9]\\d{0,2}(\\${foreign}\\d{3})+$`).test(text);

  let pointed: string;
  if (grouped) pointed = text.replaceAll(foreign, '');
  else if (text.includes('.') && text.includes(',')) pointed = lastMarkDecides(text);
  else pointed = text.replaceAll(',', '.');

  const typed = applyRules(pointed, decimals);
  const value = typed.endsWith('.') ? typed.slice(0, -1) : typed;
  if (grouped && decimals >= 0) return { value, draft: text };
  // A comma in a language of points may yet turn out to group: it stays as typed until the rest is there.
  const mark = onlyForeign && foreign === ',' ? ',' : home;
  return { value, draft: typed.replace('.', mark) };
}

/** A plain decimal with the decimal mark of a language, ungrouped, as it is edited. */
export const toDraft = (value: string, decimalSeparator: string): string =>
  value.replace('.', decimalSeparator);

function toAscii(raw: string): string {
  let text = '';
  for (const char of raw.normalize('NFKC')) {
    const code = char.codePointAt(0) ?? 0;
    const zero = digitRows.find((row) => code >= row && code <= row + 9);
    if (zero !== undefined) text += String(code - zero);
    else if (char === '。' || char === '٫') text += '.';
    else text += char;
  }
  return text;
}

function lastMarkDecides(text: string): string {
  const decimal = text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ',';
  return text.replaceAll(decimal === '.' ? ',' : '.', '').replaceAll(',', '.');
}

function applyRules(pointed: string, decimals: number): string {
  const [whole = '', ...rest] = pointed.replace(/^\.+/, '').split('.');
  const integer = whole.replace(/^0+(?=\d)/, '');
  if (rest.length === 0 || decimals === 0) return integer;
  return `${integer}.${rest.join('').slice(0, decimals)}`;
}

const scale = 18;

function unitsOf(text: string): bigint {
  const units = parseDecimal(text, scale);
  if (units === null) throw new RangeError(`not a decimal: ${JSON.stringify(text)}`);
  return units;
}

const stepUnitsOf = (step: string): bigint => {
  const units = unitsOf(step);
  if (units === 0n) throw new RangeError('a step of 0 leads nowhere');
  return units;
};

const render = (units: bigint, decimals: number): string => {
  const text = formatDecimal(units, scale);
  return decimals === 0 ? text.slice(0, -scale - 1) : text.slice(0, decimals - scale);
};

/**
 * The next multiple of `step` in a direction, `times` steps on; from between two multiples to the nearer one that
 * way first. Stays within `min` and `max`. Exact.
 */
export function stepDecimal(
  value: string,
  step: string,
  direction: 1 | -1,
  options: { times?: number; min?: string | undefined; max?: string | undefined } = {},
): string {
  const stepUnits = stepUnitsOf(step);
  const from = value === '' ? 0n : unitsOf(value);
  const remainder = from % stepUnits;
  const base = remainder === 0n ? from : direction === 1 ? from - remainder : from - remainder + stepUnits;
  let next = base + BigInt(direction * (options.times ?? 1)) * stepUnits;
  const min = unitsOf(options.min ?? '0');
  if (next < min) next = min;
  if (options.max !== undefined) {
    const max = unitsOf(options.max);
    if (next > max) next = max - (max % stepUnits);
  }
  return render(next, decimalsOf(step));
}

/** Snaps to a multiple of `step`, downward: a reader never orders more than was typed. Exact multiples stay as typed. */
export function snapDecimal(value: string, step: string): string {
  if (value === '') return value;
  const units = unitsOf(value);
  const remainder = units % stepUnitsOf(step);
  return remainder === 0n ? value : render(units - remainder, decimalsOf(step));
}
