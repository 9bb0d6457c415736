import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { earlyExitInterest, fixedInterest, maturesAt, wholeDays } from '@candor/rules';
import { type Check, type CheckStep, checkOf } from '../check.ts';

/** A staking or finance order as the exchange states it: its terms, its dates, and how it ended. Times in ms. */
export interface EarnOrderReceipt {
  /** Decimals of the coin's base unit. */
  readonly scale: number;
  readonly investAmount: string;
  readonly dailyPpm: number;
  readonly cycleDays: number;
  readonly exitPpm: number;
  readonly beginDate: number;
  readonly endDate: number;
  readonly status: 'inProgress' | 'completed' | 'redeemed';
  /** The whole interest, which was reserved when the order began. */
  readonly interest: string;
  /** Null while the order runs. */
  readonly wholeDays: number | null;
  readonly paidInterest: string | null;
  /** The part of the reserved interest that returned to the pool. */
  readonly released: string | null;
  readonly endedTime: number | null;
  /** Days in which a finance order cannot be redeemed, and the time at which they end. */
  readonly lockDays?: number | undefined;
  readonly redeemableTime?: number | undefined;
}

/**
 * Recomputes an order with a cycle by the published formula: its due time, the interest that was reserved, and once it has ended the
 * days, the interest that was paid and what returned to the pool. An order with locked days must not have been redeemed in them. A figure that cannot be read fails the check.
 */
export function checkEarnOrder(receipt: EarnOrderReceipt): Check {
  const { scale, dailyPpm, cycleDays, exitPpm, beginDate, endDate, endedTime, status } = receipt;
  const numbers = [scale, dailyPpm, cycleDays, exitPpm, beginDate, endDate];
  if (!numbers.every((number) => Number.isSafeInteger(number) && number >= 0) || scale > 18)
    return checkOf([]);
  const principal = parseDecimal(receipt.investAmount, scale);
  if (principal === null) return checkOf([]);
  const interest = fixedInterest({ principal, dailyPpm, cycleDays });
  const running = [
    count('matures', endDate, maturesAt(beginDate, cycleDays)),
    units('interest', receipt.interest, interest, scale),
  ];
  const { lockDays, redeemableTime } = receipt;
  const unlocks = lockDays === undefined ? null : maturesAt(beginDate, lockDays);
  if (unlocks !== null) running.push(count('redeemable', redeemableTime ?? null, unlocks));
  if (status === 'inProgress') return checkOf(running);
  if (endedTime === null || !Number.isSafeInteger(endedTime)) return checkOf([]);
  const days = status === 'completed' ? cycleDays : wholeDays(beginDate, endedTime, cycleDays);
  const paid = status === 'completed' ? interest : earlyExitInterest({ principal, dailyPpm, exitPpm, days });
  return checkOf([
    ...running,
    ...(unlocks === null || status === 'completed' ? [] : [unlocked(endedTime, unlocks)]),
    count('days', receipt.wholeDays, days),
    units('paid', receipt.paidInterest, paid, scale),
    units('released', receipt.released, interest - paid, scale),
  ]);
}

function unlocked(endedTime: number, unlocks: number): CheckStep {
  return {
    name: 'unlocked',
    stated: String(endedTime),
    recomputed: String(unlocks),
    ok: endedTime >= unlocks,
  };
}

function units(name: string, stated: string | null, recomputed: bigint, scale: number): CheckStep {
  const value = parseDecimal(stated ?? '', scale);
  return {
    name,
    stated: stated ?? '',
    recomputed: formatDecimalTrimmed(recomputed, scale),
    ok: value === recomputed,
  };
}

function count(name: string, stated: number | null, recomputed: number): CheckStep {
  return {
    name,
    stated: stated === null ? '' : String(stated),
    recomputed: String(recomputed),
    ok: stated === recomputed,
  };
}
