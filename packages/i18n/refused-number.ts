import type { NumberProblem } from './read-number.ts';

/** Why a text was refused, with the decimals that its field keeps. */
export interface RefusalReason {
  readonly problem: NumberProblem;
  readonly decimals: number;
}

/**
 * Value that a number field hands on for a text that it refuses. It is no string, so no form can take it for a number,
 * for an empty field, or for the text of another kind of field: an optional price that could not be read is never left
 * out silently, and a password may begin with any character.
 */
export class RefusedNumber {
  /** The text that was refused. */
  readonly text: string;
  /** Null where the text could be read as two numbers. */
  readonly reason: RefusalReason | null;

  constructor(text: string, reason: RefusalReason | null = null) {
    this.text = text;
    this.reason = reason;
  }
}

/** Value of a number field: a plain decimal such as "62092.6", '' for nothing, or a refused text. */
export type TypedNumber = string | RefusedNumber;

/** True when a field's value is a text that a number field refused. */
export const isRefusedNumber = (value: unknown): value is RefusedNumber => value instanceof RefusedNumber;

/** True when a field holds a number above 0. */
export const isPositiveNumber = (value: TypedNumber): boolean =>
  !isRefusedNumber(value) && /[1-9]/.test(value);

/** The decimal of a field for figures that are shown beside it: '' while its text is refused. */
export const decimalOf = (value: TypedNumber): string => (isRefusedNumber(value) ? '' : value);

/** The decimal of a field that was checked before. @throws for a refused text, which is never sent */
export function sentNumber(value: TypedNumber): string {
  if (isRefusedNumber(value)) throw new Error('a refused number was sent');
  return value;
}

/** Values of a form as its act gets them: the field of a refused number keeps the act from being sent. */
export type PlainValues<Value> = Value extends RefusedNumber
  ? never
  : Value extends Blob | Date
    ? Value
    : Value extends readonly (infer Item)[]
      ? PlainValues<Item>[]
      : Value extends object
        ? { [Key in keyof Value]: PlainValues<Value[Key]> }
        : Value;
