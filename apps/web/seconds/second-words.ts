import type { SecondRow } from '@candor/api';
import type { IntlShape } from 'react-intl';

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
