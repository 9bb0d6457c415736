import { TextField, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { useArticleSearch } from '../../data/index.ts';
import { entryLink } from '../entry-link.tsx';
import { type MenuEntry, usePlan } from '../plan.ts';
import { footerColumns } from '../screen.ts';
import { foundPages } from './found-pages.ts';

/** All pages of the menus that are open, each once. */
function usePages(): readonly MenuEntry[] {
  const plan = usePlan();
  const menus = [
    'top',
    'assets',
    'account',
    ...footerColumns.map((column) => `footer.${column}` as const),
  ] as const;
  const entries = menus.flatMap((menu) => plan.menu(menu)).flatMap((entry) => entry.children ?? [entry]);
  const byId = new Map(entries.filter(({ open }) => open).map((entry) => [entry.id, entry]));
  return [...byId.values()];
}

/** Pause in typing after which articles are asked for. */
const PAUSE_MS = 400;
const MOST_ARTICLES = 5;

/** The typed text, once the typing pauses. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}

/** Finds the page or the article on which something is done, before anybody has to write. */
export function HelpSearch() {
  const intl = useIntl();
  const text = useText();
  const [typed, setTyped] = useState('');
  const pages = usePages();
  const named = pages.map((entry) => ({
    entry,
    name: entry.text ?? intl.formatMessage({ id: `menu.${entry.id}` }),
  }));
  const found = foundPages(named, typed);
  const articles = useArticleSearch(useSettled(typed.trim())).data?.slice(0, MOST_ARTICLES) ?? [];
  return (
    <section className="flex flex-col gap-2">
      <TextField
        type="search"
        label={text('chat.help.search')}
        lead={<Search aria-hidden="true" className="size-4 text-ink-3" strokeWidth={1.75} />}
        value={typed}
        onValueChange={setTyped}
        autoComplete="off"
      />
      {typed.trim() !== '' && (
        <div role="status">
          {found.length === 0 && articles.length === 0 ? (
            <p className="text-13">{text('chat.help.none')}</p>
          ) : (
            <ul className="flex flex-col">
              {found.map(({ entry, name }) => (
                <li key={entry.id}>
                  {entryLink(
                    entry,
                    'flex min-h-9 items-center py-1.5 text-accent hover:text-accent-strong touch:min-h-11',
                    name,
                  )}
                </li>
              ))}
              {articles.map(({ id, article_type, title }) => (
                <li key={`article-${id}`}>
                  <Link
                    to="/article/main/content/$type/$id"
                    params={{ type: article_type, id: String(id) }}
                    className="flex min-h-9 items-center py-1.5 text-accent hover:text-accent-strong touch:min-h-11"
                  >
                    {title}
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </section>
  );
}
