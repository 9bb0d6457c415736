import { oneOf, type RawSearch } from '../shell/search.ts';

export const symbolKinds = ['spot', 'contract'] as const;
export const symbolSorts = ['symbol', '-symbol', 'state', '-state'] as const;

export interface SymbolsSearch {
  /** Only markets of one kind; all without it. */
  readonly kind?: (typeof symbolKinds)[number];
  /** The column that rows are sorted by, with a minus for the other way; as they are listed without it. */
  readonly sort?: (typeof symbolSorts)[number];
}

export function symbolsSearch(raw: RawSearch): SymbolsSearch {
  const kind = oneOf(symbolKinds, raw.kind);
  const sort = oneOf(symbolSorts, raw.sort);
  return { ...(kind === undefined ? {} : { kind }), ...(sort === undefined ? {} : { sort }) };
}
