import { isObject, type Json } from './values.ts';

/** Result of holding a stated value against the journal's. */
export interface Compared {
  /** Figures that are as the journal has them. */
  same: number;
  /** Each figure that is not, in words. */
  readonly others: string[];
  /** Names of what the receipt states and the journal does not hold in this form. */
  readonly unknown: string[];
}

/** Compares a stated value with the journal's, figure by figure. `path` names it in words. */
export function compare(path: string, stated: Json | undefined, held: Json, into: Compared): void {
  if (Array.isArray(held)) {
    if (!Array.isArray(stated) || stated.length !== held.length)
      into.others.push(`${path}: the journal holds ${held.length} of them, the receipt states others`);
    else for (const [at, value] of held.entries()) compare(`${path}[${at}]`, stated[at], value, into);
  } else if (isObject(held)) {
    if (!isObject(stated)) {
      into.others.push(`${path}: the journal holds fields, the receipt states ${JSON.stringify(stated)}`);
      return;
    }
    const name = (field: string) => (path === '' ? field : `${path}.${field}`);
    for (const [field, value] of Object.entries(held)) compare(name(field), stated[field], value, into);
    for (const field of Object.keys(stated)) if (!(field in held)) into.unknown.push(name(field));
  } else if (stated === held) into.same += 1;
  else if (stated === undefined) into.others.push(`${path}: the receipt lacks it`);
  else
    into.others.push(
      `${path}: the receipt states ${JSON.stringify(stated)}, the journal holds ${JSON.stringify(held)}`,
    );
}
