import { linkClass, useFormatters, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { Megaphone } from 'lucide-react';
import { usePinnedAnnouncements } from '../data/index.ts';

/** The newest announcement that operators pinned, above the page; nothing where none is. */
export function AnnouncementBar() {
  const text = useText();
  const format = useFormatters();
  const first = usePinnedAnnouncements().data?.records[0];
  if (first === undefined) return null;
  return (
    <section aria-label={text('menu.announcements')} className="border-b bg-ground">
      <div className="mx-auto flex w-full max-w-330 items-center gap-3 px-4 py-2 text-13 sm:px-5">
        <Megaphone aria-hidden="true" className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
        <Link
          to="/article/main/content/$type/$id"
          params={{ type: first.article_type, id: String(first.id) }}
          className={`${linkClass} min-w-0 truncate`}
        >
          {first.title}
        </Link>
        <time className="shrink-0 text-ink-3 max-sm:hidden">{format.date(first.publishTime)}</time>
        <Link
          to="/article/main/announcements"
          search={{}}
          className={`${linkClass} ms-auto shrink-0 whitespace-nowrap`}
        >
          {text('home.announcements.all')}
        </Link>
      </div>
    </section>
  );
}
