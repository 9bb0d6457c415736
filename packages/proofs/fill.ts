import { type Amount, formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { tradingFee } from '@candor/rules';
import { type Check, type CheckStep, checkOf } from './check.ts';

/** Wide enough for price × quantity of any symbol. */
const PRODUCT_SCALE = 16;
const SCALE = 8;

/** A fill as the exchange states it. Decimal strings; the fee is in the asset received. */
export interface FillReceipt {
  readonly side: 'buy' | 'sell';
  readonly price: string;
  readonly quantity: string;
  /** Price × quantity in the quote asset. */
  readonly amount: string;
  readonly fee: string;
  /** The fee's rate when the trade was made, in parts per million of what was received. */
  readonly feePpm: number;
}

function step(name: string, stated: bigint | null, recomputed: bigint, scale: number): CheckStep {
  return {
    name,
    stated: stated === null ? '' : formatDecimalTrimmed(stated, scale),
    recomputed: formatDecimalTrimmed(recomputed, scale),
    ok: stated === recomputed,
  };
}

/**
 * Recomputes a fill by the published formulas: amount = price × quantity, exactly, and fee = received × rate, rounded
 * up to a base unit. A figure that cannot be read fails its step.
 */
export function checkFill(receipt: FillReceipt): Check {
  const price = parseDecimal(receipt.price, SCALE);
  const quantity = parseDecimal(receipt.quantity, SCALE);
  const amount = parseDecimal(receipt.amount, PRODUCT_SCALE);
  if (price === null || quantity === null) return checkOf([]);
  const received = receipt.side === 'buy' ? quantity : parseDecimal(receipt.amount, SCALE);
  return checkOf([
    step('amount', amount, price * quantity, PRODUCT_SCALE),
    step(
      'fee',
      parseDecimal(receipt.fee, SCALE),
      tradingFee((received ?? 0n) as Amount, receipt.feePpm),
      SCALE,
    ),
  ]);
}
