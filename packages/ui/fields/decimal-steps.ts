import { decimalsOf, formatDecimal, parseDecimal } from '@candor/money';

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
