// No schemas: browsers load this module.

/**
 * The text of a message as it is kept: line ends as \n, no control characters beside it and the tab, no halves of a pair.
 * Direction marks stay, for Hebrew and Arabic need them: a page isolates each message.
 */
export function plainChatText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '');
}

/** Characters of a text, counted as code points. */
export function chatLength(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** True for a text in which a reader sees nothing. */
export function isBlankChatText(text: string): boolean {
  return !/[^\s\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(text);
}
