// No schemas: browsers load this module.

export { CHAT_PAGE_SIZE, CHAT_TEXT_LENGTH } from '@candor/products';

/** Time after which "is typing" ends by itself; a message ends it at once. */
export const TYPING_MS = 6_000;

/** Author of a system message, as the specification says. */
export const SYSTEM_AUTHOR = -1;
/** Author that stands for every member of staff: nobody learns which one. */
export const STAFF_AUTHOR = -2;
/** Author of a conversation that was begun without an account. */
export const GUEST_AUTHOR = -3;

/** Kinds of conversations: with support, about an order between users, about an appeal. */
export const CHAT_KINDS = ['support', 'order', 'appeal'] as const;
export type ChatKind = (typeof CHAT_KINDS)[number];

/**
 * `open`: waits for staff. `pending`: staff has answered and waits. `snoozed`: staff comes back to it at a time, or when
 * the user writes. `resolved`: done; a message opens it again.
 */
export const CHAT_STATUSES = ['open', 'pending', 'snoozed', 'resolved'] as const;
export type ChatStatus = (typeof CHAT_STATUSES)[number];

/** Matters that a conversation with support is about. */
export const SUPPORT_MATTERS = [
  'general',
  'account',
  'security',
  'identity',
  'deposit',
  'withdrawal',
  'trading',
  'contracts',
  'earning',
  'fees',
  'complaint',
  'privacy',
] as const;
export type SupportMatter = (typeof SUPPORT_MATTERS)[number];

/** System messages of support by code: pages put them into the reader's words, `chat.system.<code>`. */
export const SUPPORT_CODES = ['opened', 'taken', 'handedOver', 'resolved'] as const;
/** System messages of orders, `escrow.system.<code>`. */
export const ORDER_CODES = [
  'orderCreated',
  'orderPaid',
  'orderLapsed',
  'orderAsked',
  'orderAppealed',
  'orderReleased',
  'orderCancelled',
  'orderExpired',
  'orderResolved',
] as const;
export type OrderCode = (typeof ORDER_CODES)[number];

export const SYSTEM_CODES = [...SUPPORT_CODES, ...ORDER_CODES] as const;
export type SystemCode = (typeof SYSTEM_CODES)[number];

/** True for the code of a system message of an order. */
export const isOrderCode = (code: SystemCode): code is OrderCode =>
  (ORDER_CODES as readonly SystemCode[]).includes(code);

/** Time without any call of the desk after which a conversation goes back to the queue. */
export const DESK_AWAY_MS = 5 * 60_000;

/** Days after the last message at which a conversation without an account is deleted. */
export const GUEST_CHAT_DAYS = 180;

/** Languages in which support answers; it reads all others by a translation that it says so of. */
export const STAFF_LANGUAGES = ['en'] as const;
