/** An option of a long list. */
export interface SearchOption<Value extends string> {
  readonly value: Value;
  /** Shown while it is chosen, such as a calling code. */
  readonly label: string;
  /** Its name in the list. */
  readonly detail: string;
}

/** A text as it is compared: without marks, case, spaces, and the plus of a calling code. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\s+]/gu, '')
    .toLowerCase();

/**
 * True where a word of the option's name begins with what was typed, or the name holds it, or its label or value begins with
 * it: "swi", "suisse", "côte", "+41", "41" and "ch".
 */
export function matchesSearch({ value, label, detail }: SearchOption<string>, typed: string): boolean {
  const wanted = plain(typed);
  if (wanted === '') return true;
  return plain(detail).includes(wanted) || plain(label).startsWith(wanted) || plain(value).startsWith(wanted);
}
