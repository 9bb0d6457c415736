import { defineActs } from './define-acts.ts';

/** Acts on the review queue; `kind` is the kind of the item, `item` its number, `user` the user whom it concerns. */
export const reviewDeskActs = defineActs('queue', {
  claimReview: { kind: 'text', item: 'text', user: 'text' },
  releaseReview: { kind: 'text', item: 'text', user: 'text' },
  noteReview: { kind: 'text', item: 'text', user: 'text' },
  decideReview: { kind: 'text', item: 'text', user: 'text', verdict: 'text', code: 'review.reason.{kind}.' },
  viewEvidence: { kind: 'text', item: 'text', user: 'text', picture: 'review.image.{kind}.' },
});
