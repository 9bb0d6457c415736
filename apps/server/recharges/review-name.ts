import { RECHARGE_REVIEW_HOURS } from '@candor/api';
import type { ReviewKindName } from '../review/index.ts';

/** The kind under which recharges stand in the operators' queue. */
export const rechargeReviewName: ReviewKindName = {
  kind: 'recharge',
  deadlineMs: RECHARGE_REVIEW_HOURS * 3_600_000,
};

/** The promise by which a recharge is credited: one for each round, of which one alone is ever approved. */
export const rechargeKey = (rechargeNo: number, round: number) => `recharge:${rechargeNo}:${round}`;

/** Each round has two items: one for the first approval, and one for the second. */
export const versionOf = (round: number, isFirst: boolean): number => 2 * round - (isFirst ? 1 : 0);
/** The round of an item, and if it is the one for the first approval. */
export const roundOf = (version: number) => ({ round: Math.ceil(version / 2), isFirst: version % 2 === 1 });

/** Worth of a recharge in USDT; null for another coin, which nothing values here. */
export const usdtValueOf = (coin: string, units: bigint): bigint | null => (coin === 'USDT' ? units : null);
