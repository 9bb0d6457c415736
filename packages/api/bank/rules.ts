// No schemas: browsers load this module.

/** A card or account number: 8 to 34 letters and digits, with spaces and hyphens between them. */
const CARD_NUMBER = /^[A-Za-z0-9](?:[ -]?[A-Za-z0-9]){7,33}$/;

/** A number that begins as an IBAN does: a country and two check digits. */
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/;

/** Numbers of payment cards, by how each scheme's begin and how long they are. */
const CARDS = [
  /^4(?:\d{12}|\d{15}|\d{18})$/, // Visa
  /^(?:5[1-5]\d{2}|222[1-9]|22[3-9]\d|2[3-6]\d{2}|27[01]\d|2720)\d{12}$/, // Mastercard
  /^3[47]\d{13}$/, // American Express
  /^3(?:0[0-5]|[68]\d)\d{11}$/, // Diners
  /^(?:6011|64[4-9]\d|65\d{2})\d{12}$/, // Discover, RuPay
  /^35(?:2[89]|[3-8]\d)\d{12}$/, // JCB
  /^62\d{14,17}$/, // UnionPay
  /^220[0-4]\d{12}$/, // Mir
  /^(?:50|5[6-8])\d{14}$/, // Maestro
];

/** ISO 7812: doubled from the right, every second digit, the sum ends with 0. */
function isLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** ISO 13616: with its first four signs at the end, letters as 10 to 35, it leaves 1 by 97. */
function isIban(number: string): boolean {
  const turned = number.slice(4) + number.slice(0, 4);
  const digits = turned.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}

/**
 * True for the number of a card or an account. A card's number and an IBAN have check digits, which find a slip of the
 * hand; other account numbers have none that are known everywhere.
 */
export function isCardNumber(typed: string): boolean {
  const text = typed.trim();
  if (!CARD_NUMBER.test(text)) return false;
  const number = text.replace(/[ -]/g, '').toUpperCase();
  if (IBAN.test(number)) return isIban(number);
  return CARDS.some((card) => card.test(number)) ? isLuhn(number) : true;
}

/** ISO 9362: four letters of the bank, a country, a place and, for a branch, three more. */
const SWIFT_CODE = /^[A-Z]{4}([A-Z]{2})[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;
/** Regions that Unicode knows and no bank has: of no country, or for tests. */
const NO_COUNTRY = /^(?:ZZ|XA|XB|EU|EZ|UN|QO)$/;

/** True for a SWIFT code whose fifth and sixth letters are a country. */
export function isSwiftCode(typed: string): boolean {
  const country = SWIFT_CODE.exec(typed.trim().toUpperCase())?.[1];
  if (country === undefined || NO_COUNTRY.test(country)) return false;
  return new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(country) !== undefined;
}

export const paymentTypes = ['bank', 'alipay', 'wechat', 'paypal', 'wise'] as const;
export type PaymentType = (typeof paymentTypes)[number];

/** The names of payment services, which are the same in every language. */
export const paymentServices: Readonly<Record<Exclude<PaymentType, 'bank'>, string>> = {
  alipay: 'Alipay',
  wechat: 'WeChat Pay',
  paypal: 'PayPal',
  wise: 'Wise',
};
