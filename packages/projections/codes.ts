import type { EntryKind, OrderType, Side, TimeInForce } from '@candor/kernel';
import { ENTRIES } from '@candor/products';

/**
 * The small numbers that stand for words in a column. Every word has one, so a new word does not compile until it has
 * its own. A number is never changed and never used again.
 */
export class Codes<Word extends string> {
  private readonly codes: Readonly<Record<Word, number>>;
  private readonly words: readonly Word[];

  constructor(codes: Readonly<Record<Word, number>>) {
    this.codes = codes;
    const words: Word[] = [];
    for (const [word, code] of Object.entries<number>(codes)) {
      if (words[code] !== undefined) throw new RangeError(`${word} and ${words[code]} have the code ${code}`);
      words[code] = word as Word;
    }
    this.words = words;
  }

  /** Throws RangeError for a word that the types do not know, so that none is ever stored as a hole. */
  of(word: Word): number {
    const code = this.codes[word];
    if (code === undefined) throw new RangeError(`no code for ${word}`);
    return code;
  }

  /** Throws RangeError for an unknown number. */
  word(code: number): Word {
    const word = this.words[code];
    if (word === undefined) throw new RangeError(`no word for ${code}`);
    return word;
  }

  /** All words, in the order of their numbers; a number that is no longer used has none. */
  all(): readonly Word[] {
    return Object.values(this.words);
  }
}

export const sides = new Codes<Side>({ buy: 0, sell: 1 });
export const orderTypes = new Codes<OrderType>({ limit: 0, market: 1 });
export const timesInForce = new Codes<TimeInForce>({ GTC: 0, IOC: 1, FOK: 2 });
export const entryKinds = new Codes<EntryKind>(
  Object.fromEntries(Object.entries(ENTRIES).map(([kind, { code }]) => [kind, code])) as Record<
    EntryKind,
    number
  >,
);
