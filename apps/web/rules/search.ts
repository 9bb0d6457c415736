import { oneOf, type RawSearch } from '../common/search-params.ts';

export const ruleTabs = ['second', 'spot', 'contract', 'loan'] as const;
export type RuleTab = (typeof ruleTabs)[number];

export interface RulesSearch {
  readonly tab?: RuleTab;
}

/** Reads the search of the rules page; unknown values are left out. */
export function rulesSearch(raw: RawSearch): RulesSearch {
  const tab = oneOf(ruleTabs, raw.tab);
  return tab === undefined ? {} : { tab };
}
