import { customerRooms, type Locale, loadCustomerRoom, type Messages } from '@candor/i18n';
import type { Page } from 'playwright-core';

/** The messages of the customers' app in one language, and all words in them. */
export interface Words {
  readonly language: Locale;
  readonly messages: Messages;
  readonly texts: ReadonlySet<string>;
  readonly vocabulary: ReadonlySet<string>;
}

/** Three letters or more of a Latin script: in other scripts any such word is a name, or is left in English. */
const LATIN_WORD = /[\p{Script=Latin}\p{M}]{3,}/gu;
/** Text parts that are no words: addresses, hashes, links, and codes with digits. */
const NO_WORD = /\S*[\d…@/_]\S*/gu;
const RAW_ID = new RegExp(`(?:^|\\s)(?:${customerRooms.join('|')})\\.[a-z][\\w.-]*(?:\\s|$)`);

const wordsOf = (text: string): string[] =>
  (text.replace(NO_WORD, ' ').match(LATIN_WORD) ?? []).map((word) => word.toLowerCase());

/** Loads the words of the customers' app in one language. */
export async function loadWords(language: Locale): Promise<Words> {
  const rooms = await Promise.all(customerRooms.map((room) => loadCustomerRoom(language, room)));
  const messages: Messages = Object.assign({}, ...rooms);
  const texts = Object.values(messages);
  return { language, messages, texts: new Set(texts), vocabulary: new Set(texts.flatMap(wordsOf)) };
}

/** Returns the distinct texts that the page shows or reads out, but for those that name their own language or are in none, as addresses. */
export function textsOn(page: Page): Promise<string[]> {
  return page.locator('body').evaluate((body) => {
    const found = new Set<string>();
    const isShown = (element: Element | null) =>
      element !== null &&
      element.closest('script, style, svg, body [lang], [translate="no"]') === null &&
      element.checkVisibility({ visibilityProperty: true });
    const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode() !== null) {
      const text = walker.currentNode.nodeValue?.trim() ?? '';
      if (text !== '' && !found.has(text) && isShown(walker.currentNode.parentElement)) found.add(text);
    }
    for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
      for (const element of body.querySelectorAll(`[${name}]`))
        if (isShown(element)) found.add(element.getAttribute(name)?.trim() ?? '');
    return [...found];
  });
}

/**
 * Returns the texts that are raw ids, have a placeholder, or are left in English: they are an English message that the
 * language has another text for, or have a Latin word that no message of the language has. `names` are the same in all.
 */
export function strayTexts(
  shown: readonly string[],
  own: Words,
  english: Words,
  names: readonly string[],
): string[] {
  const named = new RegExp(`(?<!\\p{Script=Latin})(?:${names.join('|')})(?!\\p{Script=Latin})`, 'gu');
  const isLeft = (text: string) =>
    own.language !== english.language &&
    ((english.texts.has(text) && !own.texts.has(text)) ||
      wordsOf(text.replace(named, ' ')).some((word) => !own.vocabulary.has(word)));
  return shown.filter((text) => RAW_ID.test(text) || /\{\w+\}/.test(text) || isLeft(text));
}
