import type { RawSearch } from './search.ts';

/** A filter of a list, as the address and the API name it. */
export interface TableFilter {
  readonly name: string;
  /** The message id of its label. */
  readonly label: string;
  /** `words`: one of them, shown by `wordText`. Without it a text that is typed. */
  readonly words?: readonly string[];
  /** The message id of a word; without it words are shown as they are. */
  readonly wordText?: (word: string) => string;
  /** Number of rows that a word has, shown beside it. */
  readonly counts?: Readonly<Record<string, number>>;
  /** Digits alone. */
  readonly isNumber?: boolean;
  /** It is set elsewhere on the desk; to clear the filters leaves it. */
  readonly isHidden?: boolean;
}

/** Declares what a list may be filtered and ordered by. */
export interface TableTerms {
  readonly filters: readonly TableFilter[];
  /** The API's names of orders by the message ids of their columns. */
  readonly orders: Readonly<Record<string, string>>;
}

/** The view of a list: its filters by their names, `sort`, and a stretch of days `from` and `to`. */
export type TableSearch = Readonly<Record<string, string>>;

const MOST = 120;
const DAY_MS = 24 * 3_600_000;
const day = /^\d{4}-\d\d-\d\d$/;

function dayOf(raw: unknown): string | undefined {
  return typeof raw === 'string' && day.test(raw) && !Number.isNaN(Date.parse(raw)) ? raw : undefined;
}

function filterValue({ words, isNumber = false }: TableFilter, raw: unknown): string | undefined {
  // a number in the address arrives as one
  const text = (typeof raw === 'number' ? String(raw) : typeof raw === 'string' ? raw : '')
    .trim()
    .slice(0, MOST);
  if (text === '' || (words !== undefined && !words.includes(text))) return undefined;
  return isNumber && !/^[1-9]\d{0,14}$/.test(text) ? undefined : text;
}

/** Returns the reader of a list's search: unknown keys and values are left out. */
export function tableSearch({ filters, orders }: TableTerms): (raw: RawSearch) => TableSearch {
  const sorts = new Set(Object.values(orders).flatMap((name) => [name, `-${name}`]));
  return (raw) => {
    const found: [string, string | undefined][] = [
      ...filters.map((filter): [string, string | undefined] => [
        filter.name,
        filterValue(filter, raw[filter.name]),
      ]),
      ['sort', sorts.has(String(raw.sort)) ? String(raw.sort) : undefined],
      ['from', dayOf(raw.from)],
      ['to', dayOf(raw.to)],
    ];
    return Object.fromEntries(found.filter((pair): pair is [string, string] => pair[1] !== undefined));
  };
}

/** The view as the API takes it: days of UTC become ms, the last one included. */
export function tableQueryOf({ from, to, ...rest }: TableSearch): Record<string, string> {
  return {
    ...rest,
    ...(from === undefined ? {} : { from: String(Date.parse(from)) }),
    ...(to === undefined ? {} : { to: String(Date.parse(to) + DAY_MS) }),
  };
}
