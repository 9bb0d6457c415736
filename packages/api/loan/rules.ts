// No schemas: browsers load this module.

/** The photos of an application, which show the document's front and back, and its holder with it. */
export const loanPhotos = ['front', 'back', 'handheld'] as const;
export type LoanPhoto = (typeof loanPhotos)[number];

/** Why an application fails; each has a text `review.reason.loan.<reason>`. None is a payment that the borrower owes. */
export const loanRejections = [
  'unclear',
  'cut',
  'expired',
  'mismatch',
  'handheld',
  'altered',
  'notVerified',
  'record',
  'limit',
  'poolShort',
  'offerEnded',
  'late',
] as const;
export type LoanRejection = (typeof loanRejections)[number];

/** An application is decided within so many hours. */
export const LOAN_REVIEW_HOURS = 48;

/** A loan with which its borrower owes more coins than this in all takes the approval of two operators. */
export const LOAN_TWO_REVIEWERS_ABOVE = 500;
