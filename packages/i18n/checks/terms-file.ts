import type { Locale } from '../locales.ts';

/** The approved word for a concept in a language. */
export interface Term {
  readonly use: string;
  /** Stem that a translation must match where the English names the concept; without it, the approved word itself. */
  readonly stem?: string;
  /** Variants that no message of the language may hold, in the concept's scope where it has one. */
  readonly ban?: readonly string[];
  /** Messages in which another wording is right. */
  readonly except?: readonly string[];
}

/** The term base of a language: all of its patterns ignore case. */
export interface TermBase {
  readonly terms: Readonly<Record<string, Term>>;
  /** Forms of address that the language does not use, with the one that it does. */
  readonly register: Readonly<Record<string, string>>;
  readonly sameAsEnglish: readonly string[];
  /** Messages of one English text that rightly differ. */
  readonly differs: readonly (readonly string[])[];
  /** Messages of different English texts that are rightly the same. */
  readonly sameText: readonly (readonly string[])[];
}

/** The English side of the term bases. */
export interface Concepts {
  /** Each concept with the pattern of its English words. */
  readonly concepts: Readonly<Record<string, string>>;
  /** English variants of a concept that no message may hold, in the concept's scope where it has one. */
  readonly banned: Readonly<Record<string, readonly string[]>>;
  /** Ids of the messages in which the variants of a concept are banned; in every message without it. */
  readonly scopes: Readonly<Record<string, string>>;
  /** English texts with several senses, which other languages may tell apart. */
  readonly homonyms: readonly string[];
}

export async function loadConcepts(): Promise<Concepts> {
  return (await import('../terms/en.json', { with: { type: 'json' } })).default;
}

export async function loadTermBase(locale: Exclude<Locale, 'en'>): Promise<TermBase> {
  return (await import(`../terms/${locale}.json`, { with: { type: 'json' } })).default;
}
