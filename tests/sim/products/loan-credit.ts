import type { CreditChangedEvent, LoanPaidOutEvent } from '@candor/kernel';

const WEEK = 7 * 86_400;
const MEMORY = 730 * 86_400;
const MONTH = 30 * 86_400;
const COIN = 100_000_000n;
const CAUSES = ['onTime', 'late', 'later'] as const;

interface Paid {
  readonly second: number;
  /** 0 on time, 1 late, 2 later. */
  readonly grade: number;
}

/** Records behind credit scores, counted from the start of all instalments that were ever paid. */
export class CreditRecords {
  private readonly paid = new Map<number, Paid[]>();

  /** An instalment was paid. Returns the change that its owner is told; null where the record stays. */
  pay(
    userId: number,
    openSecond: number,
    paidSecond: number,
    lateSeconds: number,
  ): CreditChangedEvent['cause'] | null {
    if (paidSecond - openSecond < WEEK) return null;
    const grade = lateSeconds === 0 ? 0 : lateSeconds <= MONTH ? 1 : 2;
    const before = this.weeks(userId);
    this.paid.set(userId, [...(this.paid.get(userId) ?? []), { second: paidSecond, grade }]);
    const after = this.weeks(userId);
    const isChanged = after.length > before.length || after.at(-1)?.grade !== before.at(-1)?.grade;
    return isChanged ? CAUSES[grade]! : null;
  }

  counts(userId: number, nowSecond: number): { onTime: number; late: number; later: number } {
    const counts = [0, 0, 0];
    for (const { second, grade } of this.weeks(userId)) if (second > nowSecond - MEMORY) counts[grade]! += 1;
    const [onTime = 0, late = 0, later = 0] = counts;
    return { onTime, late, later };
  }

  /** The worst of each week that begins with a payment. */
  private weeks(userId: number): Paid[] {
    const weeks: Paid[] = [];
    for (const { second, grade } of this.paid.get(userId) ?? []) {
      const week = weeks.at(-1);
      if (week === undefined || second - week.second >= WEEK) weeks.push({ second, grade });
      else if (grade > week.grade) weeks[weeks.length - 1] = { second: week.second, grade };
    }
    return weeks;
  }
}

/** The score of these inputs, by the published formula. */
export function scoreOf(inputs: LoanPaidOutEvent['inputs']): number {
  const points = { none: 0, primary: 100, advanced: 250 }[inputs.kyc];
  const age = (150 * Math.min(inputs.memberDays, 365)) / 365;
  const record = (600 * (inputs.onTime + 1)) / (inputs.onTime + 4 * inputs.late + 12 * inputs.later + 2);
  const sum = points + Math.floor(age) + Math.floor(record) - (inputs.isOverdue ? 200 : 0);
  return Math.max(0, Math.min(1_000, sum));
}

/** The most that a user of this score may owe, in units of a coin of eight decimals. */
export function limitOf(score: number): bigint {
  const coins = score < 500 ? 0n : score < 650 ? 200n : score < 800 ? 1_000n : score < 900 ? 5_000n : 20_000n;
  return coins * COIN;
}
