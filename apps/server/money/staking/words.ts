import type { EarnOfferRow, PledgeOrderRow } from '@candor/api';
import type { FixedOffer } from '@candor/kernel';
import { offerTermsHash } from '@candor/rules';
import { commonTerms, type EarnWords, offerRowOf, orderRowOf } from '../earn/index.ts';

/** Staking's words for orders with a cycle. */
export const stakingWords: EarnWords<FixedOffer, EarnOfferRow, PledgeOrderRow> = {
  product: 'staking',
  errors: {
    offerUnknown: 'STAKING_OFFER_UNKNOWN',
    termsChanged: 'STAKING_TERMS_CHANGED',
    unknown: 'STAKING_UNKNOWN',
  },
  termsHash: (catalogue, offer) => offerTermsHash({ product: 'staking', ...commonTerms(catalogue, offer) }),
  offerRow: (catalogue, offer, free, nowMs) =>
    offerRowOf(catalogue, offer, { free, nowMs, termsHash: stakingWords.termsHash(catalogue, offer) }),
  orderRow(catalogue, record) {
    const { order, offer, end } = record;
    return {
      ...orderRowOf(catalogue, record, stakingWords.termsHash(catalogue, offer)),
      autoRenew: order.autoRenew,
      renewalOf: order.renewalOf || null,
      renewedAs: end === null ? null : end.renewedAs || null,
    };
  },
};
