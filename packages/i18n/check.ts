import {
  isPluralElement,
  isPoundElement,
  isSelectElement,
  isTagElement,
  type MessageFormatElement,
  parse,
  TYPE,
} from '@formatjs/icu-messageformat-parser';
import { mayEqualEnglish } from './equal-to-english.ts';
import { loadMessages, type Messages } from './load-messages.ts';
import { defaultLocale, type Locale, locales } from './locales.ts';

export type Catalogues = Readonly<Record<Locale, Messages>>;

/** Something wrong with a catalogue, in words. */
export interface CatalogueProblem {
  readonly locale: Locale;
  readonly id: string;
  readonly problem: string;
}

/** All thirteen catalogues as they lie in the project. */
export async function loadAllMessages(): Promise<Catalogues> {
  const entries = await Promise.all(
    locales.map(async (locale) => [locale, await loadMessages(locale)] as const),
  );
  return Object.fromEntries(entries) as Record<Locale, Messages>;
}

/**
 * Compares every catalogue with the English one: the same ids, well-formed ICU, the same placeholders, nothing empty,
 * nothing left in English; and ids in order, so that additions don't collide. An empty list means all is well.
 */
export function checkCatalogues(catalogues: Catalogues): CatalogueProblem[] {
  const english = catalogues[defaultLocale];
  return locales.flatMap((locale) => {
    const messages = catalogues[locale];
    return [
      ...orderProblems(locale, messages),
      ...Object.keys(english)
        .filter((id) => !(id in messages))
        .map((id) => ({ locale, id, problem: 'is missing' })),
      ...Object.entries(messages).flatMap(([id, text]) =>
        messageProblems(locale, id, text, english[id]).map((problem) => ({ locale, id, problem })),
      ),
    ];
  });
}

function orderProblems(locale: Locale, messages: Messages): CatalogueProblem[] {
  const ids = Object.keys(messages);
  const stray = ids.find((id, i) => i > 0 && id < (ids[i - 1] ?? ''));
  return stray === undefined ? [] : [{ locale, id: stray, problem: 'is out of order; ids are sorted' }];
}

function messageProblems(locale: Locale, id: string, text: string, english: string | undefined): string[] {
  if (english === undefined) return ['is not in the English catalogue'];
  if (text.trim() !== text || text === '') return ['is empty or has space around it'];
  const shape = shapeOf(text);
  if (shape instanceof Error) return [`is not well-formed ICU: ${shape.message}`];
  if (locale === defaultLocale) return [];
  const englishShape = shapeOf(english);
  if (!(englishShape instanceof Error) && shape !== englishShape) {
    return [`has the placeholders [${shape}] where English has [${englishShape}]`];
  }
  return text === english && !mayEqualEnglish(locale, id, english) ? ['is still in English'] : [];
}

/** The placeholders of a message with their kinds; plural forms differ between languages, their argument does not. */
function shapeOf(text: string): string | Error {
  try {
    const found = new Set<string>();
    collect(parse(text), found);
    return [...found].sort().join(', ');
  } catch (cause) {
    return cause instanceof Error ? cause : new Error(String(cause));
  }
}

function collect(elements: readonly MessageFormatElement[], found: Set<string>): void {
  for (const element of elements) {
    if (element.type === TYPE.literal || isPoundElement(element)) continue;
    if (isPluralElement(element)) {
      found.add(`${element.value}:plural`);
      for (const option of Object.values(element.options)) collect(option.value, found);
    } else if (isSelectElement(element)) {
      found.add(`${element.value}:select(${Object.keys(element.options).sort().join('|')})`);
      for (const option of Object.values(element.options)) collect(option.value, found);
    } else if (isTagElement(element)) {
      found.add(`<${element.value}>`);
      collect(element.children, found);
    } else {
      found.add(element.type === TYPE.argument ? element.value : `${element.value}:${TYPE[element.type]}`);
    }
  }
}

/** Problems as lines to read; '' for none, and no flood of them. */
export function describeProblems(problems: readonly CatalogueProblem[]): string {
  const lines = problems.slice(0, 40).map(({ locale, id, problem }) => `${locale}: ${id} ${problem}`);
  if (problems.length > lines.length) lines.push(`… and ${problems.length - lines.length} more`);
  return lines.join('\n');
}

if (import.meta.main) {
  const problems = checkCatalogues(await loadAllMessages());
  if (problems.length > 0) throw new Error(`the catalogues are not in order\n${describeProblems(problems)}`);
}
