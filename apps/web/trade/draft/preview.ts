import { decimalOf } from '@candor/i18n';
import { type Amount, formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { SAFETY_FUND_DIVISOR, tradingFee } from '@candor/rules';
import type { Draft } from './draft.ts';

/** Every asset's scale in this journal is at most this; amounts of the preview are shown in it. */
const SCALE = 8;
const PPM_PER_PERCENT = 10_000;

/** Cost and proceeds of an order if it filled at the draft's figures. */
export interface Preview {
  readonly fee: string;
  /** The safety fund's tenth of the fee, to the unit; over many fills it adds up to exactly a tenth. */
  readonly safetyFund: string;
  readonly receive: string;
}

/** A fee in percent, as the server states it, in parts per million. */
export function ppmOfPercent(percent: string): number {
  const [whole = '0', fraction = ''] = percent.split('.');
  return Number(whole) * PPM_PER_PERCENT + Number(fraction.padEnd(4, '0').slice(0, 4));
}

/**
 * The preview of a draft, by the formulas that the ledger uses: the fee is taken from what is received, the base when
 * buying and the quote when selling. Null while there is nothing to compute. `feeOfFills` is the fee where it is known fill
 * by fill.
 */
export function previewOf(draft: Draft, feePercent: string, feeOfFills?: string): Preview | null {
  const received = parseDecimal(decimalOf(draft.side === 'buy' ? draft.quantity : draft.total), SCALE);
  if (received === null || received === 0n) return null;
  const known = feeOfFills === undefined ? null : parseDecimal(feeOfFills, SCALE);
  const fee = known ?? tradingFee(received as Amount, ppmOfPercent(feePercent));
  return {
    fee: formatDecimalTrimmed(fee, SCALE),
    safetyFund: formatDecimalTrimmed(fee / BigInt(SAFETY_FUND_DIVISOR), SCALE),
    receive: formatDecimalTrimmed(received - fee, SCALE),
  };
}
