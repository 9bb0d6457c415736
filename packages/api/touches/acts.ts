/**
 * Acts of operators that concern one user. Each has a text `touches.act.<act>` in all languages; an act is added here
 * before anything enters it.
 */
export const touchActs = [
  'profileViewed',
  'recordsViewed',
  'kycViewed',
  'kycFirstApproved',
  'kycApproved',
  'kycRejected',
  'photoViewed',
  'loanViewed',
  'loanPhotoViewed',
  'loanFirstApproved',
  'loanApproved',
  'loanFailed',
  'cardViewed',
  'noteWritten',
  'sessionsEnded',
  'balanceCorrected',
  'depositReversed',
  'suspenseReleased',
  'merchantViewed',
  'merchantFirstApproved',
  'merchantApproved',
  'merchantRejected',
  'otcAppealViewed',
  'otcPictureViewed',
  'otcAnswered',
  'recoveryViewed',
  'recoveryApproved',
  'recoveryRefused',
] as const;

export type TouchAct = (typeof touchActs)[number];

/** The coded reasons of decisions, each with a text `review.reason.<code>` in all languages. */
export const touchCodes = [
  'kyc.matches',
  'kyc.unclear',
  'kyc.cut',
  'kyc.expired',
  'kyc.mismatch',
  'kyc.handheld',
  'kyc.notAccepted',
  'kyc.duplicate',
  'kyc.altered',
  'loan.unclear',
  'loan.cut',
  'loan.expired',
  'loan.mismatch',
  'loan.handheld',
  'loan.altered',
  'loan.notVerified',
  'loan.record',
  'look.request',
  'look.check',
  'look.payment',
  'look.risk',
  'look.complaint',
  'recovery.matches',
  'recovery.contactShown',
  'recovery.mismatch',
  'recovery.note',
  'recovery.unclear',
  'recovery.takeover',
  'sessions.asked',
  'sessions.takeover',
  'sessions.lostDevice',
  'sessions.leak',
] as const;

export type TouchCode = (typeof touchCodes)[number];
