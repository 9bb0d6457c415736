import type { NavPlace, NavRow } from '@candor/api';
import type { MenuEntry, ShellPlan } from './plan.ts';

/** The languages of a row's own titles are those of the API. */
type Titles = Readonly<Record<string, string | undefined>>;

const isExternal = (path: string): boolean => /^https?:\/\//.test(path);

function searchOf(query: string): Readonly<Record<string, string>> | undefined {
  const search = Object.fromEntries(new URLSearchParams(query));
  return Object.keys(search).length === 0 ? undefined : search;
}

/** The built-in entry that a row stands for: one of the same text, with what opens below it. */
function builtInOf(plan: ShellPlan, place: NavPlace, label: string): MenuEntry | undefined {
  return plan.menu(place).find(({ id }) => `menu.${id}` === label);
}

/**
 * A menu as operators keep it; the built-in one where the table has no entry for the place. A row that leads to no page
 * of the app, or has neither a known text nor a title, is left out.
 */
export function keptMenu(
  plan: ShellPlan,
  rows: readonly NavRow[] | undefined,
  place: NavPlace,
  locale: string,
): readonly MenuEntry[] {
  const own = (rows ?? []).filter((row) => row.place === place);
  if (own.length === 0) return plan.menu(place);
  return own
    .toSorted((a, b) => a.sort - b.sort || a.id - b.id)
    .flatMap((row): MenuEntry[] => {
      const titles = row.titles as Titles;
      const title = titles[locale] ?? titles.en;
      const builtIn = builtInOf(plan, place, row.label);
      const id = row.label.replace(/^menu\./, '');
      if (title === undefined && builtIn === undefined) return [];
      const text = title === undefined ? {} : { text: title };
      const article = row.article_code === null ? {} : { articleCode: row.article_code };
      if (isExternal(row.path))
        return [
          {
            id: `nav-${row.id}`,
            path: row.path,
            open: true,
            forMerchants: false,
            isExternal: true,
            ...text,
            ...article,
          },
        ];
      const [path = '', query = ''] = row.path.split('?', 2);
      const search = searchOf(query);
      const screen = plan.screenAt(path);
      if (screen === null) return [];
      if (builtIn !== undefined && builtIn.path === path)
        return [{ ...builtIn, ...(search === undefined ? {} : { search }), ...text }];
      return [
        {
          id: builtIn === undefined ? `nav-${row.id}` : id,
          path,
          forMerchants: false,
          open: 'component' in screen,
          ...(search === undefined ? {} : { search }),
          ...text,
          ...article,
        },
      ];
    });
}
