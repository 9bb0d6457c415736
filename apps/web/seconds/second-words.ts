import type { SecondRow } from '@candor/api';
import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import type { IntlShape } from 'react-intl';

/** Decimals of a percentage that was a rate in parts per million. */
const PPM_SCALE = 4;

/** A period as short as its language writes it: 30s, 30 s, 30秒. */
export function periodText(intl: IntlShape, seconds: number): string {
  return intl.formatMessage({ id: 'ui.seconds' }, { seconds: intl.formatNumber(seconds) });
}

/** The colour of a figure that was won or lost; colour is never alone: the sign stands beside it. */
export function profitClass(profitLoss: string | null): string {
  if (profitLoss === null || /^-?0(\.0*)?$/.test(profitLoss)) return 'text-ink-2';
  return profitLoss.startsWith('-') ? 'text-down' : 'text-up';
}

export function signed(profitLoss: string, shown: string): string {
  return profitLoss.startsWith('-') || /^0(\.0*)?$/.test(profitLoss) ? shown : `+${shown}`;
}

/** Returns the result of a settled contract as text. */
export function resultText(intl: IntlShape, contract: Pick<SecondRow, 'result'>): string {
  return intl.formatMessage({ id: `seconds.result.${contract.result ?? 'unknown'}` });
}

/** A percentage with two decimals, rounded up, so that a rate one must reach is never shown too low. */
export function percentUp(percent: string): string {
  const units = parseDecimal(percent, PPM_SCALE) ?? 0n;
  return formatDecimalTrimmed((units + 99n) / 100n, PPM_SCALE - 2);
}
