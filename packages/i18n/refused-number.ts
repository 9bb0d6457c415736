/**
 * Value that a number field hands on for a text that it refuses: a sign that no decimal has, then the text. No form can
 * take
 * it for a number or for an empty field, so an optional price that could not be read is never left out silently.
 */
const sign = '?';

export const refusedNumber = (text: string): string => sign + text;

/** True when a field's value is a text that the field refused. */
export const isRefusedNumber = (value: string): boolean => value.startsWith(sign);

/** The text that was refused. */
export const refusedText = (value: string): string => value.slice(sign.length);

/** True when a field holds a number above 0. */
export const isPositiveNumber = (value: string): boolean => !isRefusedNumber(value) && /[1-9]/.test(value);
