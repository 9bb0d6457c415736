import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { rebateOf } from '@candor/rules';
import { type Check, checkOf } from '../check.ts';

/** Rebates of one payer's day as the exchange states them. */
export interface RebateReceipt {
  readonly scale: number;
  /** Sum of the day's fees that they were paid on. */
  readonly fees: string;
  readonly sharePpm: number;
  /** Millionths of a base unit that other fees left. */
  readonly carriedMillionths: number;
  /** Millionths of a base unit that the day leaves. */
  readonly restMillionths: number;
  readonly amount: string;
}

/**
 * Recomputes a day's rebates: whole units of what was carried over and the share of the fees, rounded down once, and what
 * that leaves. A figure that cannot be read fails.
 */
export function checkRebate(receipt: RebateReceipt): Check {
  const { scale, fees, sharePpm, carriedMillionths, restMillionths, amount } = receipt;
  const charged = parseDecimal(fees, scale);
  if (charged === null || !isPart(sharePpm) || !Number.isSafeInteger(carriedMillionths)) return checkOf([]);
  const { paid, rest } = rebateOf(BigInt(carriedMillionths), charged, sharePpm);
  return checkOf([
    {
      name: 'amount',
      stated: amount,
      recomputed: formatDecimalTrimmed(paid, scale),
      ok: parseDecimal(amount, scale) === paid,
    },
    {
      name: 'rest',
      stated: String(restMillionths),
      recomputed: String(rest),
      ok: Number(rest) === restMillionths,
    },
  ]);
}

const isPart = (value: number) => Number.isSafeInteger(value) && value >= 0 && value < 1_000_000;
