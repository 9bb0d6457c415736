import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { rebateOf } from '@candor/rules';
import { type Check, checkOf } from '../check.ts';

/** A rebate as the exchange states it. */
export interface RebateReceipt {
  readonly scale: number;
  readonly fees: string;
  readonly sharePpm: number;
  /** Millionths of a base unit that earlier fees left. */
  readonly restMillionths: number;
  readonly amount: string;
}

/**
 * Recomputes a rebate: whole units of the rest and the share of the fees, rounded down once. A figure that cannot be read
 * fails.
 */
export function checkRebate({ scale, fees, sharePpm, restMillionths, amount }: RebateReceipt): Check {
  const charged = parseDecimal(fees, scale);
  if (charged === null || !isPart(sharePpm) || !isPart(restMillionths)) return checkOf([]);
  const { paid } = rebateOf(BigInt(restMillionths), charged, sharePpm);
  const recomputed = formatDecimalTrimmed(paid, scale);
  return checkOf([{ name: 'amount', stated: amount, recomputed, ok: parseDecimal(amount, scale) === paid }]);
}

const isPart = (value: number) => Number.isSafeInteger(value) && value >= 0 && value < 1_000_000;
