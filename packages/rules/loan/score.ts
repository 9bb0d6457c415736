/** Verified level of an identity, as far as the score counts it. */
export const CREDIT_KYC = ['none', 'primary', 'advanced'] as const;
export type CreditKyc = (typeof CREDIT_KYC)[number];

/** Everything that a credit score follows from. Deposits, payments and balances are not among it. */
export interface CreditInputs {
  readonly kyc: CreditKyc;
  /** Whole days since the account was opened. */
  readonly memberDays: number;
  /** Instalments of the last 24 months by when they were paid: on time, up to 30 days late, later. */
  readonly onTime: number;
  readonly late: number;
  readonly later: number;
  /** An instalment is due and unpaid. */
  readonly isOverdue: boolean;
}

/** Points by their source; their sum is the score. */
export interface CreditScore {
  readonly score: number;
  readonly kyc: number;
  readonly membership: number;
  readonly record: number;
  /** At or below 0. */
  readonly overdue: number;
}

export const MAX_CREDIT_SCORE = 1_000;
/** Highest points of each source. */
export const CREDIT_POINTS = {
  primary: 100,
  advanced: 250,
  membership: 150,
  record: 600,
  overdue: 200,
} as const;
export const CREDIT_YEAR_DAYS = 365;
/** An instalment counts for this long. */
export const CREDIT_MEMORY_SECONDS = 730 * 86_400;
/** An instalment counts only if it was open for this long, and one of each such time counts: the worst. */
export const CREDIT_WEEK_SECONDS = 7 * 86_400;
/** Paid up to this long after its due second, downtime left out, an instalment is late; then it is very late. */
export const CREDIT_LATE_SECONDS = 30 * 86_400;

/** Limits of what a user may owe by the lowest score that gives them, in whole coins of the loan's asset. */
export const CREDIT_LIMITS: readonly { readonly score: number; readonly coins: number }[] = [
  { score: 900, coins: 20_000 },
  { score: 800, coins: 5_000 },
  { score: 650, coins: 1_000 },
  { score: 500, coins: 200 },
];

/** Returns the credit score of these inputs, 0 to 1,000: all parts rounded down. */
export function creditScore({ kyc, memberDays, onTime, late, later, isOverdue }: CreditInputs): CreditScore {
  const points = {
    kyc: kyc === 'none' ? 0 : CREDIT_POINTS[kyc],
    membership: Math.floor(
      (CREDIT_POINTS.membership * Math.min(memberDays, CREDIT_YEAR_DAYS)) / CREDIT_YEAR_DAYS,
    ),
    record: Math.floor((CREDIT_POINTS.record * (onTime + 1)) / (onTime + 4 * late + 12 * later + 2)),
    overdue: isOverdue ? -CREDIT_POINTS.overdue : 0,
  };
  const sum = points.kyc + points.membership + points.record + points.overdue;
  return { score: Math.max(0, Math.min(MAX_CREDIT_SCORE, sum)), ...points };
}

/** Returns what a user of this score may owe, in base units of an asset of this scale. */
export function creditLimit(score: number, scale: number): bigint {
  const step = CREDIT_LIMITS.find((limit) => score >= limit.score);
  return BigInt(step?.coins ?? 0) * 10n ** BigInt(scale);
}
