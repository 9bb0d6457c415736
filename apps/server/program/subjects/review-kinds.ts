import type { ReviewKind } from '../../gateway/review/index.ts';
import type { LoanRoom } from '../../money/loan/index.ts';
import type { Recharges } from '../../money/recharges/index.ts';
import type { Withdrawals } from '../../money/withdrawals/index.ts';
import type { OtcRoom } from '../../trading/otc/index.ts';
import { type KycReviewNeeds, kycReview } from '../../users/kyc/index.ts';
import type { ListingRoom } from '../../users/listings/index.ts';

/** The services that kinds of reviews may need, in the console's process. */
export type ReviewKindNeeds = KycReviewNeeds & {
  readonly withdrawals: Pick<Withdrawals, 'review' | 'payoutReview'>;
  readonly recharges: Pick<Recharges, 'review'>;
  readonly loans: Pick<LoanRoom, 'review'>;
  readonly otc: Pick<OtcRoom, 'review'>;
  readonly listing: Pick<ListingRoom, 'review'>;
  readonly recovery: { readonly review: ReviewKind };
};

/** The kinds of reviews of all subjects: one line a kind. */
export function reviewKinds(services: ReviewKindNeeds): readonly ReviewKind[] {
  return [
    kycReview(services),
    services.withdrawals.review,
    services.withdrawals.payoutReview,
    services.recharges.review,
    services.loans.review,
    services.otc.review,
    services.listing.review,
    services.recovery.review,
  ];
}
