import type { Lots, PriceTicks } from './amount.ts';
import { decimalsOf, formatDecimal, parseDecimal } from './decimal.ts';

/** The steps of a symbol, as decimal strings: a tick in quote units, a lot in base units. */
export interface SymbolSteps {
  readonly tickDecimal: string;
  readonly lotDecimal: string;
}

const WIDE_SCALE = 18;

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
  const value = parseDecimal(text, WIDE_SCALE);
  const step = parseDecimal(stepDecimal, WIDE_SCALE);
  if (step === null || step === 0n) throw new RangeError(`"${stepDecimal}" is no step`);
  if (value === null || value % step !== 0n) return null;
  const count = Number(value / step);
  return Number.isSafeInteger(count) ? count : null;
}

function fromSteps(count: number, stepDecimal: string): string {
  const decimals = decimalsOf(stepDecimal);
  const step = parseDecimal(stepDecimal, decimals);
  if (step === null || step === 0n) throw new RangeError(`"${stepDecimal}" is no step`);
  return formatDecimal(BigInt(count) * step, decimals);
}
