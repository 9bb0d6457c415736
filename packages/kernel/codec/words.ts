import type { FeedKind, Mode, SymbolState } from '../vocabulary.ts';
import type { ByteReader } from './bytes.ts';

/** The index of a word is its code in the journal: lists only grow at their ends. */
export const MODES: readonly Mode[] = ['practice', 'real'];
export const FEEDS: readonly FeedKind[] = ['simulator', 'replay', 'live'];
export const SYMBOL_STATES: readonly SymbolState[] = ['trading', 'post-only', 'halted'];

/** Returns the code of a word. Throws TypeError where it is none of the list. */
export function codeOf<T extends string>(names: readonly T[], name: T): number {
  const code = names.indexOf(name);
  if (code < 0) throw new TypeError(`${String(name)} is none of ${names.join(', ')}`);
  return code;
}

/** Reads a word by its code. Throws RangeError. */
export function nameOf<T extends string>(names: readonly T[], reader: ByteReader): T {
  return pick(names, reader.byte());
}

/** Returns the word of a code. Throws RangeError. */
export function pick<T extends string>(names: readonly T[], code: number): T {
  const name = names[code];
  if (name === undefined) throw new RangeError(`${code} is the code of none of ${names.join(', ')}`);
  return name;
}
