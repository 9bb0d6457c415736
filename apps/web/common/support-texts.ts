/**
 * Texts that send the reader to support, each shown beside a link that opens the support dialog. Errors get theirs from the
 * act kit.
 */
export const supportTexts = [
  'error.KYC_APPROVED',
  'notices.factor-changed.text',
  'review.reason.kyc.duplicate',
  'review.reason.payout.card',
  'review.reason.recovery.takeover',
  'withdraw.reason.card',
] as const;

const ids: ReadonlySet<string> = new Set(supportTexts);

/** True for a text that sends the reader to support. */
export const sendsToSupport = (id: string): boolean => ids.has(id);

/** The part of an address after the `#` that opens the support dialog on any page. */
export const SUPPORT_HASH = 'support';
