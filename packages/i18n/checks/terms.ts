import type { Messages } from '../load-messages.ts';
import type { Concepts, TermBase } from './terms-file.ts';

/** A fault of one message, in words. */
export interface Fault {
  readonly id: string;
  readonly problem: string;
}

const pattern = (source: string): RegExp => new RegExp(source, 'iu');
const literal = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Text without the names of placeholders and tags, which are the same in every language. */
export const wordsOf = (text: string): string =>
  text.replace(/\{\w+, (?:plural|select),/g, '{').replace(/\{\w+\}|<\/?\w+>/g, ' ');

/** True where the variants of a concept are banned in a message. */
const isInScope = ({ scopes }: Concepts, concept: string, id: string): boolean =>
  new RegExp(scopes[concept] ?? '').test(id);

/** English texts, without placeholders and names of options, that hold a banned variant of a concept. */
export function variantFaults(concepts: Concepts, texts: Messages): Fault[] {
  return Object.entries(concepts.banned).flatMap(([concept, variants]) =>
    variants.flatMap((variant) =>
      Object.entries(texts)
        .filter(([id, text]) => isInScope(concepts, concept, id) && pattern(variant).test(text))
        .map(([id]) => ({ id, problem: `has “${variant}”; the approved word is “${concept}”` })),
    ),
  );
}

/** Faults of a language's words: a concept without its approved word, a banned variant, a wrong form of address. */
export function termFaults(
  reference: Concepts,
  base: TermBase,
  english: Messages,
  messages: Messages,
): Fault[] {
  const { concepts } = reference;
  const missing = Object.keys(concepts)
    .filter((concept) => base.terms[concept] === undefined)
    .map((concept) => ({ id: concept, problem: 'has no approved word in the term base' }));
  const texts = Object.entries(messages).map(([id, text]) => [id, wordsOf(text)] as const);
  const approved = Object.entries(base.terms).flatMap(([concept, { use, stem, ban = [], except = [] }]) => {
    const meant = concepts[concept];
    if (meant === undefined) return [{ id: concept, problem: 'is no concept of terms/en.json' }];
    const wanted = pattern(stem ?? literal(use));
    return texts.flatMap(([id, text]) => {
      const named = pattern(meant).test(wordsOf(english[id] ?? '')) && !except.includes(id);
      const banned = ban.filter(
        (variant) => isInScope(reference, concept, id) && !except.includes(id) && pattern(variant).test(text),
      );
      return [
        ...(named && !wanted.test(text) ? [{ id, problem: `names “${concept}” without “${use}”` }] : []),
        ...banned.map((variant) => ({ id, problem: `has “${variant}”; the approved word is “${use}”` })),
      ];
    });
  });
  const address = Object.entries(base.register).flatMap(([variant, right]) =>
    texts
      .filter(([, text]) => new RegExp(variant, 'u').test(text))
      .map(([id]) => ({ id, problem: `does not address the reader with ${right}` })),
  );
  return [...missing, ...approved, ...address];
}

/** Groups of ids by what is said of each, where the group has more than one id. */
function groupsBy(ids: readonly string[], of: (id: string) => string): string[][] {
  return [...Map.groupBy(ids, of).values()].filter(({ length }) => length > 1);
}

const isListed = (lists: readonly (readonly string[])[], ids: readonly string[]): boolean =>
  lists.some((list) => ids.every((id) => list.includes(id)));

const siblingsOf = (id: string): string => id.slice(0, id.lastIndexOf('.'));

/**
 * Faults between messages: one English text translated in two ways; one translation for different English texts that
 * stand beside each other; one approved word for two concepts.
 */
export function twinFaults(
  { homonyms }: Concepts,
  base: TermBase,
  english: Messages,
  messages: Messages,
): Fault[] {
  const ids = Object.keys(english).filter((id) => messages[id] !== undefined);
  const source = (id: string) => (english[id] ?? '').toLowerCase();
  const text = (id: string) => (messages[id] ?? '').toLowerCase();
  const differ = (group: readonly string[], of: (id: string) => string) => new Set(group.map(of)).size > 1;
  const quoted = (group: readonly string[], texts: Messages) =>
    group.map((id) => `“${texts[id]}”`).join(', ');
  const differing = groupsBy(ids, source)
    .filter((group) => differ(group, text) && !homonyms.includes(source(group[0] ?? '')))
    .filter((group) => !isListed(base.differs, group))
    .map((group) => ({
      id: group.join(', '),
      problem: `say “${english[group[0] ?? '']}” in different words: ${quoted(group, messages)}`,
    }));
  const equal = groupsBy(ids, (id) => `${siblingsOf(id)} ${text(id)}`)
    .filter((group) => differ(group, (id) => source(id).replace(/s$/, '')))
    .filter((group) => !isListed(base.sameText, group))
    .map((group) => ({
      id: group.join(', '),
      problem: `say “${messages[group[0] ?? '']}” for different English: ${quoted(group, english)}`,
    }));
  const shared = groupsBy(Object.keys(base.terms), (concept) => base.terms[concept]?.use.toLowerCase() ?? '')
    .filter((group) => !isListed(base.sameText, group))
    .map((group) => ({ id: group.join(', '), problem: 'have one approved word; each concept has its own' }));
  return [...differing, ...equal, ...shared];
}
