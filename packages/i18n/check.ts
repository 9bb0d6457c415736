import {
  isPluralElement,
  isPoundElement,
  isSelectElement,
  isTagElement,
  type MessageFormatElement,
  parse,
  TYPE,
} from '@formatjs/icu-messageformat-parser';
import { isInternational } from './checks/equal-to-english.ts';
import { lengthFaults } from './checks/lengths.ts';
import { literalsOf } from './checks/literals.ts';
import { renderFaults } from './checks/render.ts';
import { type Fault, termFaults, twinFaults, variantFaults } from './checks/terms.ts';
import { type Concepts, loadConcepts, loadTermBase, type TermBase } from './checks/terms-file.ts';
import { typographyFaults } from './checks/typography.ts';
import { loadRooms, type Messages } from './load-messages.ts';
import { defaultLocale, isLocale, type Locale, locales } from './locales.ts';
import { digestOf, type Revised } from './revised.ts';

/** Rooms by the first words of their ids, of each language. */
export type Catalogues = Readonly<Record<Locale, Readonly<Record<string, Messages>>>>;

/** Something wrong with a catalogue, in words. */
export interface CatalogueProblem {
  readonly locale: Locale;
  readonly id: string;
  readonly problem: string;
}

/** All thirteen catalogues as they lie in the project. */
export async function loadAllMessages(): Promise<Catalogues> {
  const entries = await Promise.all(
    locales.map(async (locale) => [locale, await loadRooms(locale)] as const),
  );
  return Object.fromEntries(entries) as unknown as Catalogues;
}

/**
 * Compares every catalogue with the English one: the same ids, well-formed ICU, the same placeholders, nothing empty,
 * nothing left in English; each id in the room that it names, and in order, so that additions don't collide. An empty list means all is well.
 */
export function checkCatalogues(catalogues: Catalogues): CatalogueProblem[] {
  const english = all(catalogues[defaultLocale]);
  return locales.flatMap((locale) => {
    const messages = all(catalogues[locale]);
    return [
      ...Object.entries(catalogues[locale]).flatMap(([room, own]) => roomProblems(locale, room, own)),
      ...Object.keys(english)
        .filter((id) => !(id in messages))
        .map((id) => ({ locale, id, problem: 'is missing' })),
      ...Object.entries(messages).flatMap(([id, text]) =>
        messageProblems(locale, text, english[id]).map((problem) => ({ locale, id, problem })),
      ),
    ];
  });
}

const all = (rooms: Catalogues[Locale]): Messages => Object.assign({}, ...Object.values(rooms));

function roomProblems(locale: Locale, room: string, messages: Messages): CatalogueProblem[] {
  const ids = Object.keys(messages);
  const stray = ids.find((id, i) => i > 0 && id < (ids[i - 1] ?? ''));
  return [
    ...(stray === undefined ? [] : [{ locale, id: stray, problem: 'is out of order; ids are sorted' }]),
    ...ids
      .filter((id) => !id.startsWith(`${room}.`))
      .map((id) => ({ locale, id, problem: `is in the room ${room}; its first words name another` })),
  ];
}

function messageProblems(locale: Locale, text: string, english: string | undefined): string[] {
  if (english === undefined) return ['is not in the English catalogue'];
  if (text.trim() !== text || text === '') return ['is empty or has space around it'];
  const shape = shapeOf(text);
  if (shape instanceof Error) return [`is not well-formed ICU: ${shape.message}`];
  if (locale === defaultLocale) return [];
  const englishShape = shapeOf(english);
  if (!(englishShape instanceof Error) && shape !== englishShape) {
    return [`has the placeholders [${shape}] where English has [${englishShape}]`];
  }
  return [];
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

/** Reference that a language is checked against, beside its shape. */
export interface Reference {
  readonly concepts: Concepts;
  readonly base: TermBase;
  readonly revised: Revised;
}

/** The term base and the records of revision of a language. */
export async function loadReference(locale: Exclude<Locale, 'en'>): Promise<Reference> {
  const [concepts, base, { default: revised }] = await Promise.all([
    loadConcepts(),
    loadTermBase(locale),
    import(`./revised/${locale}.json`, { with: { type: 'json' } }),
  ]);
  return { concepts, base, revised };
}

/** Returns the rooms of a language that were not revised since their English texts changed. */
export function staleRooms(english: Catalogues[Locale], revised: Revised): string[] {
  return Object.keys(english).filter((room) => revised[room] !== digestOf(english[room] ?? {}));
}

/**
 * Checks the words of a language: untranslated texts, terms, forms of address, twins, spaces and widths, lengths, and each
 * message shown with sample values.
 */
export function checkWords(
  locale: Exclude<Locale, 'en'>,
  english: Messages,
  messages: Messages,
  { concepts, base }: Omit<Reference, 'revised'>,
): CatalogueProblem[] {
  const untranslated = Object.entries(messages).filter(
    ([id, text]) => text === english[id] && !isInternational(text) && !base.sameAsEnglish.includes(id),
  );
  const faults: Fault[] = [
    ...untranslated.map(([id]) => ({ id, problem: 'is still in English' })),
    ...termFaults(concepts, base, english, messages),
    ...twinFaults(concepts, base, english, messages),
    ...typographyFaults(locale, messages),
    ...lengthFaults(messages),
    ...renderFaults(locale, messages),
  ];
  return faults.map((fault) => ({ locale, ...fault }));
}

/** Checks the words of the English texts, from which all others are made. */
export function checkEnglish(messages: Messages, concepts: Concepts): CatalogueProblem[] {
  const words = Object.entries(messages).map(([id, text]) => [id, literalsOf(text)] as const);
  const faults = [
    ...variantFaults(concepts, Object.fromEntries(words)),
    ...typographyFaults('en', messages),
    ...lengthFaults(messages),
    ...renderFaults('en', messages),
  ];
  return faults.map((fault) => ({ locale: 'en', ...fault }));
}

/** All problems of the catalogues, or of one language. */
export async function checkAll(only?: Locale): Promise<CatalogueProblem[]> {
  const catalogues = await loadAllMessages();
  const english = all(catalogues.en);
  const words = await Promise.all(
    locales.map(async (locale) => {
      if (locale === 'en') return checkEnglish(english, await loadConcepts());
      const reference = await loadReference(locale);
      const stale = staleRooms(catalogues.en, reference.revised).map((id) => ({
        locale,
        id,
        problem: 'was not revised since its English changed: `npm run messages` names the messages',
      }));
      return [...stale, ...checkWords(locale, english, all(catalogues[locale]), reference)];
    }),
  );
  const problems = [...checkCatalogues(catalogues), ...words.flat()];
  return only === undefined ? problems : problems.filter(({ locale }) => locale === only);
}

/** Problems as lines to read; '' for none, and no flood of them. */
export function describeProblems(problems: readonly CatalogueProblem[], most = 40): string {
  const lines = problems.slice(0, most).map(({ locale, id, problem }) => `${locale}: ${id} ${problem}`);
  if (problems.length > lines.length) lines.push(`… and ${problems.length - lines.length} more`);
  return lines.join('\n');
}

if (import.meta.main) {
  const language = process.argv[2];
  const problems = await checkAll(isLocale(language) ? language : undefined);
  console.log(problems.length === 0 ? 'The catalogues are in order.' : describeProblems(problems, 2_000));
  process.exitCode = problems.length === 0 ? 0 : 1;
}
