import { CHAT_HASH, type SupportMatter } from '@candor/api';

/**
 * Texts that send the reader to support, each with the matter of the conversation that its link opens. Errors get their
 * link from the act kit.
 */
export const supportTexts = {
  'articles.nothingText': 'general',
  'error.KYC_APPROVED': 'identity',
  'listing.fee.text': 'security',
  'notices.factor-changed.text': 'security',
  'review.reason.kyc.duplicate': 'identity',
  'review.reason.payout.card': 'withdrawal',
  'review.reason.recovery.takeover': 'security',
  'withdraw.reason.card': 'withdrawal',
} as const satisfies Readonly<Record<string, SupportMatter>>;

const matters: ReadonlyMap<string, SupportMatter> = new Map(Object.entries(supportTexts));

/** True for a text that sends the reader to support. */
export const sendsToSupport = (id: string): boolean => matters.has(id);

/** The subject of a conversation with support. */
export interface SupportSubject {
  readonly matter: SupportMatter;
  /** Id of the text that sent the reader there; none where the reader came by a menu. */
  readonly textId?: string;
}

const OF_MENUS: SupportSubject = { matter: 'general' };

/** Returns the subject that a text is about. */
export function supportSubject(textId: string | undefined): SupportSubject {
  const matter = textId === undefined ? undefined : matters.get(textId);
  return matter === undefined || textId === undefined ? OF_MENUS : { matter, textId };
}

/** The part of an address after the `#` that opens the support dialog on any page. */
export const SUPPORT_HASH = 'support';
const WITH_TEXT = /^support(?:-([\w.-]{1,80}))?$/;

/** Returns the part of an address after the `#` that opens the support dialog about a text. */
export const supportHash = (textId: string): string => `${SUPPORT_HASH}-${textId}`;

/** Reads the part of an address after the `#`; null where it opens no support dialog. */
export function readSupportHash(hash: string): SupportSubject | null {
  const found = WITH_TEXT.exec(hash);
  return found === null ? null : supportSubject(found[1]);
}

/** Reads the part of an address after the `#`; null where it shows no conversation. */
export function readChatHash(hash: string): number | null {
  const digits = hash.startsWith(CHAT_HASH) ? hash.slice(CHAT_HASH.length) : '';
  return /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : null;
}
