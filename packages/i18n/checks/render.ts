import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { IntlMessageFormat } from 'intl-messageformat';
import type { Messages } from '../load-messages.ts';
import { type Locale, languageTags } from '../locales.ts';
import type { Fault } from './terms.ts';

/** Counts that reach every plural form of every language. */
const counts = [0, 1, 2, 3, 5, 11, 21, 22, 100, 1.5];
const sideIds = /^(trade\.side|perpetual\.direction)\./;

/** Values for the placeholders of a text: a set for each combination of counts, choices and sides. */
function samples(text: string, sides: readonly string[]): Record<string, unknown>[] {
  const values = new Map<string, readonly unknown[]>();
  const collect = (elements: ReturnType<typeof parse>): void => {
    for (const element of elements) {
      if (element.type === TYPE.plural || element.type === TYPE.select) {
        const { value: name, options } = element;
        values.set(name, element.type === TYPE.plural ? counts : Object.keys(options));
        for (const { value } of Object.values(options)) collect(value);
      } else if (element.type === TYPE.tag) {
        values.set(element.value, [(parts: readonly string[]) => `‹${parts.join('')}›`]);
        collect(element.children);
      } else if (element.type === TYPE.argument && !values.has(element.value)) {
        values.set(element.value, element.value === 'side' ? sides : [`‹${element.value}›`]);
      }
    }
  };
  collect(parse(text));
  let sets: Record<string, unknown>[] = [{}];
  for (const [name, each] of values) {
    sets = sets.flatMap((set) => each.map((value) => ({ ...set, [name]: value })));
  }
  return sets;
}

/** Messages that cannot be shown with some values, or that lose one of them. */
export function renderFaults(locale: Locale, messages: Messages): Fault[] {
  const sides = Object.entries(messages).flatMap(([id, text]) => (sideIds.test(id) ? [text] : []));
  return Object.entries(messages).flatMap(([id, text]) => {
    try {
      const message = new IntlMessageFormat(text, languageTags[locale]);
      const shown = samples(text, sides).map(
        (values) => [values, String(message.format(values as never))] as const,
      );
      const lost = shown.find(([values, result]) =>
        Object.values(values).some(
          (value) => typeof value === 'string' && value.startsWith('‹') && !result.includes(value),
        ),
      );
      return lost === undefined ? [] : [{ id, problem: `loses a value: “${lost[1]}”` }];
    } catch (error) {
      return [{ id, problem: `cannot be shown: ${String(error)}` }];
    }
  });
}
