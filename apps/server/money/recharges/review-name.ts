import { RECHARGE_REVIEW_HOURS } from '@candor/api';
import type { ReviewKindName } from '../../gateway/review/index.ts';

/** The kind under which recharges stand in the operators' queue. */
export const rechargeReviewName: ReviewKindName = {
  kind: 'recharge',
  deadlineMs: RECHARGE_REVIEW_HOURS * 3_600_000,
};

/** The promise by which a recharge is credited: one for each round, of which one alone is ever approved. */
export const rechargeKey = (rechargeNo: number, round: number) => `recharge:${rechargeNo}:${round}`;

/** Worth of a recharge in USDT; null for another coin, which nothing values here. */
export const usdtValueOf = (coin: string, units: bigint): bigint | null => (coin === 'USDT' ? units : null);
