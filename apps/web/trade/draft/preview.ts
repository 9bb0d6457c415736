import { decimalOf } from '@candor/i18n';
import { type Amount, formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { SAFETY_FUND_DIVISOR, tradingFee } from '@candor/rules';
import type { BookFill } from './book-fill.ts';
import type { Draft } from './draft.ts';

/** Every asset's scale in this journal is at most this; amounts of the preview are shown in it. */
const SCALE = 8;
const PPM_PER_PERCENT = 10_000;

/** Cost and proceeds of an order if it filled at the draft's figures. */
export interface Preview {
  /** The most that all of its fees can be, by the book as it stands; null where its prices are not known. */
  readonly maxFee: string | null;
  /** The fee where each level of the book is one fill, the price that is not known yet being the draft's. */
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
 * buying and the quote when selling. Null while there is nothing to compute. `filled` is what the book gives now, left out
 * where it says nothing yet.
 */
export function previewOf(
  draft: Draft,
  feePercent: string,
  filled: Pick<BookFill, 'fee' | 'maxFee' | 'quantity' | 'total'> | null = null,
): Preview | null {
  const [quantity, total] =
    filled === null ? [decimalOf(draft.quantity), decimalOf(draft.total)] : [filled.quantity, filled.total];
  const received = parseDecimal(draft.side === 'buy' ? quantity : total, SCALE);
  if (received === null || received === 0n) return null;
  const known = filled === null ? null : parseDecimal(filled.fee, SCALE);
  const fee = known ?? tradingFee(received as Amount, ppmOfPercent(feePercent));
  return {
    maxFee: filled?.maxFee ?? null,
    fee: formatDecimalTrimmed(fee, SCALE),
    safetyFund: formatDecimalTrimmed(fee / BigInt(SAFETY_FUND_DIVISOR), SCALE),
    receive: formatDecimalTrimmed(received - fee, SCALE),
  };
}
