import type { Messages } from './load-messages.ts';

/** For each translation the prints of its English source and of itself, as they were when it was last revised. */
export type Sources = Readonly<Record<string, string>>;

/** A short print of a text: not secret, only different for different texts (cyrb53 in base 36). */
function printOf(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}

/** The record of a translation that fits its English text now. */
export const sourceOf = (english: string, text: string): string => `${printOf(english)} ${printOf(text)}`;

/** True when the English text is not the one that the translation was made from. */
export function isStale(record: string | undefined, english: string): boolean {
  return record?.split(' ')[0] !== printOf(english);
}

/**
 * Brings the records of a language up to date: a translation whose text changed since its record counts as revised. A
 * translation that did not change keeps its record, so it is stale when the English changed.
 */
export function recordRevised(records: Sources, english: Messages, messages: Messages): Sources {
  const ids = Object.keys(english).filter((id) => messages[id] !== undefined);
  return Object.fromEntries(
    ids.sort().map((id) => {
      const record = records[id];
      const [source, text] = [english[id] ?? '', messages[id] ?? ''];
      const isRevised = record === undefined || record.split(' ')[1] !== printOf(text);
      return [id, isRevised ? sourceOf(source, text) : record];
    }),
  );
}
