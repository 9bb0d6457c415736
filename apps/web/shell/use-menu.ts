import type { NavPlace } from '@candor/api';
import { useFormatters } from '@candor/ui';
import { useArticles, useNavigationTable } from '../data/index.ts';
import { keptMenu } from './kept-menu.ts';
import { type MenuEntry, usePlan } from './plan.ts';

/**
 * A menu of the shell as operators keep it, with the built-in one until the table is there. The top menu leaves out what is
 * not open yet: the home page names that in one place.
 */
export function useMenu(place: NavPlace): readonly MenuEntry[] {
  const { locale } = useFormatters();
  const plan = usePlan();
  const { data } = useNavigationTable();
  const entries = keptMenu(plan, data, place, locale).filter(({ open }) => open || place !== 'top');
  const codes = entries.flatMap(({ articleCode }) => (articleCode === undefined ? [] : [articleCode]));
  const articles = useArticles(codes);
  return entries.flatMap((entry) => {
    if (entry.articleCode === undefined) return [entry];
    const path = articles.get(entry.articleCode);
    // a link to an article that is not written in this language leads nowhere
    return path === undefined ? [] : [{ ...entry, path, isExternal: true }];
  });
}
