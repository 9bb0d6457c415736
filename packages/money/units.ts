import type { Lots, PriceTicks } from './amount.ts';
import { decimalsOf, formatDecimal, parseDecimal } from './decimal.ts';

/** The steps of a symbol, as decimal strings: a tick in quote units, a lot in base units. */
export interface SymbolSteps {
  readonly tickDecimal: string;
  readonly lotDecimal: string;
}

const WIDE_SCALE = 18;
/** A number of so many digits is a safe integer. */
const SHORT_DIGITS = 15;
const NOT_SHORT = -1;
const DIGIT_0 = 48;
/** The point's character code, less that of the digit 0. */
const POINT = 46 - DIGIT_0;

/** A price's decimal string in ticks; null when it is malformed, negative, or no whole number of ticks. */
export function toTicks(text: string, symbol: Pick<SymbolSteps, 'tickDecimal'>): PriceTicks | null {
  return toSteps(text, symbol.tickDecimal) as PriceTicks | null;
}

/** A quantity's decimal string in lots; null when it is malformed, negative, or no whole number of lots. */
export function toLots(text: string, symbol: Pick<SymbolSteps, 'lotDecimal'>): Lots | null {
  return toSteps(text, symbol.lotDecimal) as Lots | null;
}

/** Ticks as a price's decimal string, with the tick's decimals. */
export function ticksToDecimal(ticks: PriceTicks, symbol: Pick<SymbolSteps, 'tickDecimal'>): string {
  return fromSteps(ticks, symbol.tickDecimal);
}

/** Lots as a quantity's decimal string, with the lot's decimals. */
export function lotsToDecimal(count: Lots, symbol: Pick<SymbolSteps, 'lotDecimal'>): string {
  return fromSteps(count, symbol.lotDecimal);
}

/** Zeros after the step's decimals change nothing, so "1.50" is read on a step of "0.1"; "1.55" is not. */
function toSteps(text: string, stepDecimal: string): number | null {
  const short = shortSteps(text, stepDecimal);
  if (short !== NOT_SHORT) return short;
  const value = parseDecimal(text, WIDE_SCALE);
  const step = parseDecimal(stepDecimal, WIDE_SCALE);
  if (step === null || step === 0n) throw new RangeError(`"${stepDecimal}" is no step`);
  if (value === null || value % step !== 0n) return null;
  const count = Number(value / step);
  return Number.isSafeInteger(count) ? count : null;
}

/** Every order has two of these texts, nearly all short: they are read on small integers, ten times as fast. */
function shortSteps(text: string, stepDecimal: string): number {
  const decimals = decimalsOf(stepDecimal);
  const units = shortUnits(text, decimals);
  const step = shortUnits(stepDecimal, decimals);
  return units !== NOT_SHORT && step > 0 && units % step === 0 ? units / step : NOT_SHORT;
}

/** Base units of a plain decimal whose digits, with zeros up to `decimals`, are too few to be inexact. */
function shortUnits(text: string, decimals: number): number {
  if (typeof text !== 'string' || text.length + decimals > SHORT_DIGITS) return NOT_SHORT;
  let units = 0;
  let missing = decimals;
  let point = -1;
  for (let i = 0; i < text.length; i++) {
    const digit = text.charCodeAt(i) - DIGIT_0;
    if (digit >= 0 && digit <= 9 && (point < 0 || missing > 0)) {
      units = 10 * units + digit;
      if (point >= 0) missing--;
    } else if (digit === POINT && point < 0 && i > 0) {
      point = i;
    } else if (digit !== 0) {
      return NOT_SHORT;
    }
  }
  if (text.length === 0 || point === text.length - 1) return NOT_SHORT;
  for (; missing > 0; missing--) units *= 10;
  return units;
}

function fromSteps(count: number, stepDecimal: string): string {
  const decimals = decimalsOf(stepDecimal);
  const step = parseDecimal(stepDecimal, decimals);
  if (step === null || step === 0n) throw new RangeError(`"${stepDecimal}" is no step`);
  return formatDecimal(BigInt(count) * step, decimals);
}
