import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** Returns the words of an ICU message in all of its options, without placeholders and names of options. */
export function literalsOf(text: string): string {
  return wordsIn(parse(text)).join(' ');
}

function wordsIn(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.literal) return [element.value];
    if (element.type === TYPE.tag) return wordsIn(element.children);
    if (element.type === TYPE.plural || element.type === TYPE.select)
      return Object.values(element.options).flatMap(({ value }) => wordsIn(value));
    return [];
  });
}
