import type { Messages } from './load-messages.ts';

/** Digest of the English texts from which each room of a language was last revised, by room. */
export type Revised = Readonly<Record<string, string>>;

/** Returns a digest of the texts of a room: not secret, only different for different texts (cyrb53 in base 36). */
export function digestOf(messages: Messages): string {
  const text = JSON.stringify(Object.entries(messages).sort(([a], [b]) => (a < b ? -1 : 1)));
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

/** The texts of a room in English and in another language. */
export interface RoomTexts {
  readonly english: Messages;
  readonly translated: Messages;
}

/**
 * Returns the ids whose English text changed since the last revision while the translation stayed as it was then. A new
 * message was never revised before, and its translation is.
 */
export function staleIds(then: RoomTexts, now: RoomTexts): string[] {
  return Object.keys(now.english).filter(
    (id) =>
      then.english[id] !== undefined &&
      then.english[id] !== now.english[id] &&
      then.translated[id] === now.translated[id],
  );
}
