// No schemas: browsers load this module.

/** A card or account number: 8 to 34 letters and digits, with spaces and hyphens between them. */
export const CARD_NUMBER = /^[A-Za-z0-9](?:[ -]?[A-Za-z0-9]){7,33}$/;

/** ISO 9362: four letters, a country, a place and, for a branch, three more. */
export const SWIFT_CODE = /^[A-Za-z]{6}[A-Za-z0-9]{2}(?:[A-Za-z0-9]{3})?$/;

export const paymentTypes = ['bank', 'alipay', 'wechat', 'paypal', 'wise'] as const;
export type PaymentType = (typeof paymentTypes)[number];
